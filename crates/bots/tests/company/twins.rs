//! Twins: a position that differs from another only in what one seat may not know.
//!
//! The others' resource cards are dealt anew among the others (all of them together are known, since the bank is public),
//! and their development cards anew together with the deck. What they have openly promised in offers they still hold. Every
//! twin comes through the door for states from outside, so it is a position that could be.

use bots::Dice;
use catan::raw::RawCatan;
use catan::{Catan, DevCard, DevCards, Hand, Resource, VictoryPointCards};
use game::{Luck, Seat};

/// Another position that the seat cannot tell from this one; `None` if no different one was found.
pub(crate) fn twin(game: &Catan, seat: Seat, luck: &mut Dice) -> Option<Catan> {
    if game.turn() == 0 {
        return None;
    }
    let mut raw = game.to_raw();
    let others: Vec<usize> = (0..raw.players.len()).filter(|&other| other != seat.index()).collect();
    if !raw.rules.hands_open {
        deal_cards(&mut raw, &others, luck);
    }
    deal_dev_cards(&mut raw, &others, luck);
    let goal = raw.rules.points_to_win;
    // Somebody who has all the points has won already.
    if raw.players.iter().any(|player| player.points >= goal) {
        return None;
    }
    let twin = Catan::from_raw(&raw).expect("a position that could be");
    (twin != *game).then_some(twin)
}

/// What the open offers and acceptances of a seat promise of one kind.
fn promised(raw: &RawCatan, seat: usize, kind: Resource) -> u8 {
    let seat = Seat(seat as u8);
    let offers = raw.offers.iter();
    let given = offers.map(|offer| match (offer.from == seat, offer.accepted.contains(seat)) {
        (true, _) => offer.give.get(kind),
        (_, true) => offer.receive.get(kind),
        _ => 0,
    });
    given.max().unwrap_or(0)
}

fn deal_cards(raw: &mut RawCatan, others: &[usize], luck: &mut Dice) {
    let mut pool = Vec::new();
    let mut hands = Vec::new();
    for &seat in others {
        let hand = raw.players[seat].resources;
        let kept = Resource::ALL.map(|kind| promised(raw, seat, kind));
        let loose = |kind: Resource| usize::from(hand.get(kind) - kept[kind.index()]);
        pool.extend(Resource::ALL.into_iter().flat_map(|kind| std::iter::repeat_n(kind, loose(kind))));
        hands.push((hand.total(), kept));
    }
    game::shuffle(&mut pool, luck);
    for (&seat, (total, mut hand)) in others.iter().zip(hands) {
        while hand.iter().map(|&n| u32::from(n)).sum::<u32>() < total {
            hand[pool.pop().expect("as many cards as before").index()] += 1;
        }
        raw.players[seat].resources = Hand::new(hand).expect("a hand");
    }
}

fn deal_dev_cards(raw: &mut RawCatan, others: &[usize], luck: &mut Dice) {
    let each = |cards: DevCards| {
        DevCard::ALL.into_iter().flat_map(move |card| std::iter::repeat_n(card, usize::from(cards.get(card))))
    };
    let hidden_points = raw.rules.victory_point_cards == VictoryPointCards::Hidden;
    let mut pool: Vec<DevCard> = each(raw.deck).collect();
    for &seat in others {
        pool.extend(each(raw.players[seat].dev_cards));
    }
    game::shuffle(&mut pool, luck);
    let mut deal = |n: u32| -> Vec<DevCard> { pool.drain(..n as usize).collect() };
    let counted = |cards: &[DevCard]| {
        let count = |card: DevCard| cards.iter().filter(|&&dealt| dealt == card).count() as u8;
        DevCards::new(DevCard::ALL.map(count)).expect("at most 14 of a kind")
    };
    raw.deck = counted(&deal(raw.deck.total()));
    for &seat in others {
        let player = &mut raw.players[seat];
        let before = player.dev_cards.get(DevCard::VictoryPoint);
        let mut dealt = deal(player.dev_cards.total());
        player.dev_cards = counted(&dealt);
        if hidden_points {
            player.points = player.points - before + player.dev_cards.get(DevCard::VictoryPoint);
        }
        game::shuffle(&mut dealt, luck);
        player.bought_this_turn = counted(&dealt[..player.bought_this_turn.total() as usize]);
    }
}

/// The test's own eyes: a twin must keep what everybody sees, and must really differ in what it hides.
#[test]
fn twins_differ_in_what_is_hidden_and_in_nothing_else() {
    use crate::table::Table;
    use game::{Game, Viewer};
    let mut luck = Dice::new(5);
    let (mut hands, mut cards, mut decks) = (0, 0, 0);
    for number in 0..12 {
        let game = crate::catan_setups::any(number);
        let levels = vec!["weighted"; game.seats()];
        let mut table: Table<Catan> = Table::new(game, &levels, number);
        table.finish(100_000, |game, _| {
            let seat = Seat(luck.below(u32::from(game.players())) as u8);
            let Some(twin) = twin(game, seat, &mut luck) else { return };
            assert_eq!(twin.view(Viewer::Seat(seat)), game.view(Viewer::Seat(seat)));
            assert_eq!(twin.legal(seat), game.legal(seat));
            hands += u32::from(game.seats_iter().any(|other| twin.hand(other) != game.hand(other)));
            cards += u32::from(game.seats_iter().any(|other| twin.held(other) != game.held(other)));
            decks += u32::from(twin.deck() != game.deck());
        });
    }
    assert!(hands > 1_000 && cards > 1_000 && decks > 1_000, "{hands} hands, {cards} cards, {decks} decks");
}

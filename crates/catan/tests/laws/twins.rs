//! Twins: two positions that a viewer must not be able to tell apart (docs/rules/catan.md §17.8).
//!
//! Others' resource cards move among the others' hands only, since the bank is public and so the others' cards are known
//! kind by kind when taken together. Others' development cards change places with each other and with the deck. Every
//! twin passes the raw door, so it is a position that could be.

use catan::raw::{RawCatan, RawPhase};
use catan::{Action, Catan, Closed, DevCard, DevCards, Event, Hand, Outcome, Resource, VictoryPointCards};
use game::conformance::SplitMix;
use game::{Chance, Game, Luck, Seat, Viewer};

use crate::edit::{claim, load};
use crate::play::random_cards;

/// How often a deal is tried that does not decide who has won.
const ATTEMPTS: usize = 4;

/// A twin of the position for this viewer; `None` where nothing is hidden from it.
pub(crate) fn twist(game: &Catan, viewer: Viewer, luck: &mut SplitMix) -> Option<Catan> {
    // Until the first turn everybody's cards follow from the board and what stands on it.
    if game.turn() == 0 {
        return None;
    }
    let others: Vec<usize> = game.seats_iter().filter(|&seat| !viewer.is(seat)).map(Seat::index).collect();
    for _ in 0..ATTEMPTS {
        let mut raw = game.to_raw();
        if !raw.rules.hands_open {
            deal_resources(&mut raw, &others, luck);
        }
        deal_dev_cards(&mut raw, &others, luck);
        claim(&mut raw);
        let goal = raw.rules.points_to_win;
        let decided = |seat: Seat| (game.points(seat) >= goal) != (raw.players[seat.index()].points >= goal);
        if game.seats_iter().any(decided) {
            continue;
        }
        let twin = load(&raw);
        if twin != *game {
            return Some(twin);
        }
    }
    None
}

/// The most of each kind that an open offer or acceptance of the seat promises.
fn promise(raw: &RawCatan, seat: Seat) -> [u8; 5] {
    let mut most = [0; 5];
    for offer in &raw.offers {
        let gives = if offer.from == seat {
            offer.give
        } else if offer.accepted.contains(seat) {
            offer.receive
        } else {
            continue;
        };
        most = std::array::from_fn(|i| gives.counts()[i].max(most[i]));
    }
    most
}

/// Deals the others' cards anew: each keeps the number, and what its open offers and acceptances promise.
fn deal_resources(raw: &mut RawCatan, others: &[usize], luck: &mut SplitMix) {
    let promises: Vec<_> = others.iter().map(|&seat| promise(raw, Seat(seat as u8))).collect();
    let mut pool = [0u8; 5];
    for (&seat, kept) in others.iter().zip(&promises) {
        let hand = raw.players[seat].resources.counts();
        pool = std::array::from_fn(|i| pool[i] + hand[i] - kept[i]);
    }
    for (&seat, kept) in others.iter().zip(&promises) {
        let n = raw.players[seat].resources.total() - Hand::new(*kept).expect("a hand").total();
        let dealt = random_cards(Hand::new(pool).expect("at most 95 cards"), n, luck).counts();
        pool = std::array::from_fn(|i| pool[i] - dealt[i]);
        let hand = std::array::from_fn(|i| kept[i] + dealt[i]);
        raw.players[seat].resources = Hand::new(hand).expect("a hand");
    }
}

/// Deals the others' cards and the deck anew. Once the game has ended, everybody's victory points are known (§17.3).
fn deal_dev_cards(raw: &mut RawCatan, others: &[usize], luck: &mut SplitMix) {
    let hidden = raw.rules.victory_point_cards == VictoryPointCards::Hidden;
    let points_known = hidden && raw.phase == RawPhase::Ended;
    let stays = |card: DevCard| points_known && card == DevCard::VictoryPoint;
    let mut pool: Vec<DevCard> = Vec::new();
    let mut gather = |cards: DevCards| {
        let loose = DevCard::ALL.into_iter().filter(|&card| !stays(card));
        pool.extend(loose.flat_map(|card| std::iter::repeat_n(card, cards.get(card) as usize)));
    };
    gather(raw.deck);
    for &seat in others {
        gather(raw.players[seat].dev_cards);
    }
    game::shuffle(&mut pool, luck);
    let mut deal = |cards: DevCards| {
        let mut counts = DevCard::ALL.map(|card| if stays(card) { cards.get(card) } else { 0 });
        for card in DevCard::ALL.into_iter().filter(|&card| !stays(card)) {
            for dealt in pool.drain(..cards.get(card) as usize) {
                counts[dealt.index()] += 1;
            }
        }
        DevCards::new(counts).expect("at most 14 of a kind")
    };
    raw.deck = deal(raw.deck);
    for &seat in others {
        let player = &mut raw.players[seat];
        player.dev_cards = deal(player.dev_cards);
        player.bought_this_turn = some_of(player.dev_cards, player.bought_this_turn.total(), luck);
    }
}

/// Some of these cards.
fn some_of(cards: DevCards, n: u32, luck: &mut SplitMix) -> DevCards {
    let mut left = cards.counts();
    let mut some = [0; 5];
    for _ in 0..n {
        let rest = DevCards::new(left).expect("part of the cards");
        let card = rest.card_at(luck.below(rest.total()));
        left[card.index()] -= 1;
        some[card.index()] += 1;
    }
    DevCards::new(some).expect("part of the cards")
}

/// Whether the rules lay open, by this action, something in which the twins differ.
pub(crate) fn reveals(game: &Catan, twin: &Catan, seat: Seat, action: &Action) -> bool {
    let mut outcomes = Vec::new();
    match (game.chance(seat, action), twin.chance(seat, action)) {
        (Some(here), Some(there)) => here.each(&mut |outcome, _| {
            if there.weight(&outcome) > 0 {
                outcomes.push(Some(outcome));
            }
        }),
        _ => outcomes.push(None),
    }
    outcomes
        .into_iter()
        .any(|outcome| laid_open(game, seat, action, outcome) != laid_open(twin, seat, action, outcome))
}

/// What the rules tell everybody although it follows from hidden cards: the numbers of a monopoly (§11.6), offers and
/// acceptances that can no longer be paid (§15.12), the end of the game with its points (§17.3).
pub(crate) fn laid_open(game: &Catan, seat: Seat, action: &Action, outcome: Option<Outcome>) -> Vec<Event> {
    let mut events = Vec::new();
    let mut after = *game;
    if after.apply(seat, action, outcome, &mut events).is_err() {
        return Vec::new();
    }
    events.retain(|event| {
        matches!(
            event,
            Event::MonopolyTaken { .. }
                | Event::AcceptanceWithdrawn { .. }
                | Event::TradeClosed { reason: Closed::CannotPay, .. }
                | Event::GameEnded { .. }
        )
    });
    events
}

/// Twins keep what is public: otherwise the law would compare nothing.
#[test]
fn twins_differ_in_hidden_cards_only() {
    let mut luck = SplitMix::new(5);
    for game in crate::positions::all() {
        for viewer in Viewer::all(game.seats()) {
            let Some(twin) = twist(&game, viewer, &mut luck) else { continue };
            assert_ne!(twin, game);
            let all: Vec<Hand> = game.seats_iter().map(|seat| game.hand(seat)).collect();
            for seat in game.seats_iter() {
                assert_eq!(twin.hand(seat).total(), all[seat.index()].total());
                assert_eq!(twin.held(seat).total(), game.held(seat).total());
                if viewer.is(seat) {
                    assert_eq!((twin.hand(seat), twin.held(seat)), (game.hand(seat), game.held(seat)));
                }
            }
            for kind in Resource::ALL {
                let n = |game: &Catan| game.seats_iter().map(|seat| game.hand(seat).get(kind)).sum::<u8>();
                assert_eq!(n(&game), n(&twin));
            }
        }
    }
}

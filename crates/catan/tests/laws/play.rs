//! Random play that gets somewhere: it builds, buys and trades rather than pass, so that rare situations are met.

use catan::{Action, Catan, Hand, Resource, Terms};
use game::conformance::{SplitMix, any_move};
use game::{Game, Legal, Luck, Seat, SeatSet, Unheard, draw};

use crate::subject::AnyCatan;

/// One move in how many is any move of anybody.
const ANY: u32 = 8;
/// How many of its legal actions a seat considers before it takes the best of them.
const CONSIDERED: usize = 3;

/// A random legal move, leaning towards what changes the board.
pub(crate) fn choose(game: &Catan, luck: &mut SplitMix) -> Option<(Seat, Action)> {
    if luck.one_in(ANY) {
        return any_move::<AnyCatan>(game, luck);
    }
    if game.offers().next().is_some() && luck.one_in(2) {
        let seat = Seat(luck.index(game.seats()) as u8);
        let said = answer(game, seat, luck);
        if seat != game.current() && said.is_some() {
            return said.map(|action| (seat, action));
        }
    }
    let waited_for = game.to_move();
    let seat = waited_for.iter().nth(luck.index(waited_for.len()))?;
    let legal = game.legal(seat);
    if legal.is_empty() {
        return random_open(game, seat, luck).map(|action| (seat, action));
    }
    (0..CONSIDERED)
        .filter_map(|_| legal.get(luck.index(legal.len())))
        .max_by_key(appetite)
        .map(|action| (seat, action))
}

/// Plays one move of a game that is not over.
pub(crate) fn step(game: &mut Catan, luck: &mut SplitMix) {
    let (seat, action) = choose(game, luck).expect("somebody can move");
    let outcome = game.chance(seat, &action).map(|chance| draw(&chance, luck));
    game.apply(seat, &action, outcome, &mut Unheard).expect("a legal move");
}

/// What a seat says to what is offered: yes, no, or something better.
fn answer(game: &Catan, seat: Seat, luck: &mut SplitMix) -> Option<Action> {
    let legal = game.legal(seat);
    if luck.one_in(3) { random_open(game, seat, luck) } else { legal.get(luck.index(legal.len())) }
}

/// How much a player wants to do this.
fn appetite(action: &Action) -> u8 {
    match action {
        Action::BuildSettlement(_) | Action::BuildCity(_) => 5,
        Action::BuyDevCard
        | Action::PlayKnight
        | Action::PlayRoadBuilding
        | Action::PlayYearOfPlenty(_)
        | Action::PlayMonopoly(_)
        | Action::PlayVictoryPoint => 4,
        Action::BuildRoad(_) | Action::AcceptTrade { .. } | Action::ConfirmTrade { .. } => 3,
        Action::BankTrade { .. } | Action::DeclineTrade { .. } | Action::CancelTrade { .. } => 2,
        Action::PlaceSettlement(_)
        | Action::PlaceRoad(_)
        | Action::RollDice
        | Action::Discard(_)
        | Action::MoveRobber(_)
        | Action::Steal(_)
        | Action::EndRoadBuilding
        | Action::OfferTrade(_) => 1,
        Action::EndTurn => 0,
    }
}

/// A random one of the actions that are described rather than listed: what is owed, or an offer.
pub(crate) fn random_open(game: &Catan, seat: Seat, luck: &mut SplitMix) -> Option<Action> {
    let legal = game.legal(seat);
    let hand = game.hand(seat);
    if let Some(owed) = legal.discard_owed() {
        return Some(Action::Discard(random_cards(hand, u32::from(owed), luck)));
    }
    let offering = legal.offering()?;
    let kind = hand.card_at(luck.below(hand.total()));
    let mut give = Hand::some(kind, 1 + luck.below(u32::from(hand.get(kind).min(3))) as u8);
    // Mostly something that an addressee has, so that some offers are accepted.
    let asked = offering.to.iter().nth(luck.index(offering.to.len()))?;
    let theirs = game.hand(asked);
    let wish = if theirs.is_empty() { Resource::Ore } else { theirs.card_at(luck.below(theirs.total())) };
    let others: Vec<_> = Resource::ALL.into_iter().filter(|&r| r != kind).collect();
    let wish = if wish == kind { others[luck.index(4)] } else { wish };
    let mut receive = Hand::one(wish);
    if luck.one_in(4) {
        let more = others[luck.index(4)];
        if more == wish {
            receive = Hand::some(wish, 1 + luck.below(19) as u8);
        } else if hand.get(more) > 0 {
            give = [(kind, give.get(kind)), (more, 1)].into_iter().collect();
        }
    }
    let to = if offering.chooses && luck.one_in(2) {
        let some = SeatSet::from_bits(offering.to.bits() & luck.below(16) as u16);
        Some(if some.is_empty() { SeatSet::only(asked) } else { some })
    } else {
        [None, Some(offering.to)][luck.index(2)]
    };
    let counters = offering.counters.filter(|_| luck.one_in(2));
    Some(Action::OfferTrade(Terms { give, receive, to, counters }))
}

/// `n` cards of the hand, each card equally likely.
pub(crate) fn random_cards(hand: Hand, n: u32, luck: &mut SplitMix) -> Hand {
    let mut left = hand.counts();
    let mut drawn = [0; 5];
    for _ in 0..n {
        let rest = Hand::new(left).expect("part of a hand");
        let card = rest.card_at(luck.below(rest.total()));
        left[card.index()] -= 1;
        drawn[card.index()] += 1;
    }
    Hand::new(drawn).expect("part of a hand")
}

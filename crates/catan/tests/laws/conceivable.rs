//! Every action that can be written down, sensible or not.
//!
//! All places with nowhere, all seats with some that no table has, all kinds and pairs of kinds. What cannot be listed
//! (discards, offers, numbers of offers) is covered by samples on both sides of each condition.

use catan::{Action, Catan, Edge, Hand, Hex, Plenty, Resource, Terms, Vertex};
use game::{Game, Seat, SeatSet};

pub(crate) fn each(game: &Catan, seat: Seat, visit: &mut dyn FnMut(Action)) {
    [
        Action::RollDice,
        Action::BuyDevCard,
        Action::PlayKnight,
        Action::PlayRoadBuilding,
        Action::EndRoadBuilding,
        Action::PlayVictoryPoint,
        Action::EndTurn,
    ]
    .into_iter()
    .for_each(&mut *visit);
    places(visit);
    kinds(visit);
    discards(game, seat, visit);
    answers(game, visit);
    offers(game, seat, visit);
}

/// Seats of every table, of some tables and of none.
fn seats() -> impl Iterator<Item = Seat> {
    [0, 1, 2, 3, 4, 5, 15, 16, 255].into_iter().map(Seat)
}

fn places(visit: &mut dyn FnMut(Action)) {
    for vertex in Vertex::all().chain([Vertex::NOWHERE]) {
        visit(Action::PlaceSettlement(vertex));
        visit(Action::BuildSettlement(vertex));
        visit(Action::BuildCity(vertex));
    }
    for edge in Edge::all().chain([Edge::NOWHERE]) {
        visit(Action::PlaceRoad(edge));
        visit(Action::BuildRoad(edge));
    }
    for hex in Hex::all().chain([Hex::NOWHERE]) {
        visit(Action::MoveRobber(hex));
    }
    for victim in seats() {
        visit(Action::Steal(victim));
    }
}

fn kinds(visit: &mut dyn FnMut(Action)) {
    for a in Resource::ALL {
        visit(Action::PlayMonopoly(a));
        visit(Action::PlayYearOfPlenty(Plenty::one(a)));
        for b in Resource::ALL {
            visit(Action::PlayYearOfPlenty(Plenty::two(a, b)));
            visit(Action::BankTrade { give: a, receive: b });
        }
    }
}

/// The first `n` cards of a hand, counted from wood or from ore; fewer if it has fewer.
fn some_of(hand: Hand, n: u32, from_ore: bool) -> Hand {
    let (total, mut counts) = (hand.total(), [0; 5]);
    for i in 0..n.min(total) {
        let card = hand.card_at(if from_ore { total - 1 - i } else { i });
        counts[card.index()] += 1;
    }
    Hand::new(counts).expect("no more than was there")
}

/// A hand with one more, or one less, of a kind.
fn changed(hand: Hand, kind: Resource, by: i8) -> Hand {
    let mut counts = hand.counts();
    counts[kind.index()] = counts[kind.index()].saturating_add_signed(by);
    Hand::new(counts).unwrap_or(hand)
}

/// Nothing, too little, too much, just enough, and as many as are owed of which some are not there.
fn discards(game: &Catan, seat: Seat, visit: &mut dyn FnMut(Action)) {
    let hand = game.hand(seat);
    let due = hand.total() / 2;
    let exact = some_of(hand, due, false);
    for cards in [
        Hand::EMPTY,
        exact,
        some_of(hand, due, true),
        some_of(hand, due.saturating_sub(1), false),
        some_of(hand, due + 1, true),
        hand,
        Hand::new([Hand::MAX; 5]).expect("the largest hand"),
    ] {
        visit(Action::Discard(cards));
    }
    for kind in Resource::ALL {
        visit(Action::Discard(Hand::some(kind, due as u8)));
        visit(Action::Discard(Hand::one(kind)));
        // One card of the right payment exchanged for one of this kind.
        let spare = Resource::ALL.into_iter().find(|&other| other != kind && exact.get(other) > 0);
        if let Some(spare) = spare {
            visit(Action::Discard(changed(changed(exact, spare, -1), kind, 1)));
        }
    }
}

/// Numbers of open offers, of closed ones, of none; and such that look like an open one when they are cut short.
fn numbers(game: &Catan) -> Vec<u32> {
    let mut numbers = vec![0, 1, u32::MAX];
    for offer in game.offers() {
        let n = offer.number;
        numbers.extend([n, n - 1, n + 1, n + (1 << 8), n + (1 << 16)]);
        numbers.extend(offer.counters);
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn answers(game: &Catan, visit: &mut dyn FnMut(Action)) {
    for offer in numbers(game) {
        visit(Action::AcceptTrade { offer });
        visit(Action::DeclineTrade { offer });
        visit(Action::CancelTrade { offer });
        for with in seats() {
            visit(Action::ConfirmTrade { offer, with });
        }
    }
}

/// Both sides of an offer, right and wrong in every way that concerns the cards alone.
fn bargains(hand: Hand) -> Vec<(Hand, Hand)> {
    let held = Resource::ALL.into_iter().find(|&r| hand.get(r) > 0).unwrap_or(Resource::Wood);
    let other = Resource::ALL.into_iter().rfind(|&r| r != held).unwrap_or(Resource::Ore);
    let third = Resource::ALL.into_iter().find(|&r| r != held && r != other).unwrap_or(Resource::Brick);
    let lacking = Resource::ALL.into_iter().find(|&r| hand.get(r) == 0).unwrap_or(other);
    let (one, all) = (Hand::one(held), Hand::some(held, hand.get(held)));
    let wanted = Hand::one(other);
    vec![
        (one, wanted),
        (all, changed(wanted, third, 2)),
        (Hand::EMPTY, Hand::EMPTY),
        (one, Hand::EMPTY),
        (Hand::EMPTY, wanted),
        (one, one),
        (changed(one, other, 1), changed(wanted, held, 1)),
        (changed(all, held, 1), wanted),
        (hand, wanted),
        (Hand::one(lacking), Hand::one(if lacking == held { other } else { held })),
        (one, Hand::some(other, 19)),
        (one, Hand::some(other, 20)),
        (one, Hand::some(other, 32)),
        (one, Hand::some(other, Hand::MAX)),
        (Hand::some(held, 20), wanted),
        (Hand::some(held, Hand::MAX), wanted),
        (one, changed(Hand::some(other, 19), third, 20)),
    ]
}

fn addressees(game: &Catan, seat: Seat) -> Vec<Option<SeatSet>> {
    let table = SeatSet::first(game.players());
    let mut all = vec![
        None,
        Some(SeatSet::EMPTY),
        Some(table),
        Some(table.without(seat)),
        Some(table.without(seat).with(Seat(game.players()))),
        Some(SeatSet::from_bits(u16::MAX)),
    ];
    all.extend([0, 1, 2, 3, 4, 15].map(|s| Some(SeatSet::only(Seat(s)))));
    all
}

fn offers(game: &Catan, seat: Seat, visit: &mut dyn FnMut(Action)) {
    let bargains = bargains(game.hand(seat));
    for &(give, receive) in &bargains {
        for to in [None, Some(SeatSet::first(game.seats() as u8).without(seat))] {
            visit(Action::OfferTrade(Terms { give, receive, to, counters: None }));
        }
    }
    let numbers = numbers(game);
    for to in addressees(game, seat) {
        for counters in [None].into_iter().chain(numbers.iter().copied().map(Some)) {
            for &(give, receive) in &bargains[..2] {
                visit(Action::OfferTrade(Terms { give, receive, to, counters }));
            }
        }
    }
}

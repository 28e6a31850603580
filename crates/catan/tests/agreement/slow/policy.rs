//! Players for the tests: who acts next, and how.
//!
//! A *taste* gives every kind of action a weight, so that some games are full of roads, some of cards, some of hoarded
//! hands, and rare situations occur often enough. [`wild`] makes up actions that are mostly not allowed.

use std::collections::{BTreeMap, BTreeSet};

use super::dealer::Dealer;
use super::words::{self, Resource, list};
use super::{Grid, Slow, Spot};

/// How much a player likes each kind of action, beside 1 for all others.
#[derive(Clone, Debug)]
pub(crate) struct Taste {
    likes: &'static [(&'static str, usize)],
    /// After so many actions every taste turns into the first, so that the game comes to an end.
    until: usize,
    /// One action in so many of the main phase is an offer.
    offer_one_in: usize,
}

/// The tastes that games are played with.
pub(crate) const TASTES: &[&[(&str, usize)]] = &[
    // Towards the end of the game as fast as a random player can.
    &[
        ("build_city", 4000),
        ("build_settlement", 4000),
        ("build_road", 30),
        ("buy_dev_card", 60),
        ("play_knight", 50),
        ("play_victory_point", 50),
        ("play_road_building", 20),
        ("bank_trade", 40),
        ("end_turn", 8),
        ("roll_dice", 8),
    ],
    // Cards: an empty deck, armies, everything that cards do.
    &[
        ("buy_dev_card", 300),
        ("play_knight", 30),
        ("play_monopoly", 4),
        ("play_year_of_plenty", 2),
        ("play_road_building", 20),
        ("play_victory_point", 3),
        ("bank_trade", 5),
        ("build_city", 30),
    ],
    // Roads: long ones, cut ones, no pieces left.
    &[("build_road", 60), ("build_settlement", 60), ("build_city", 10), ("bank_trade", 2), ("end_turn", 2)],
    // Hoarding: full hands, an empty bank, many discards.
    &[("end_turn", 400), ("roll_dice", 60), ("build_city", 100), ("build_settlement", 200)],
    // No preference at all.
    &[],
    // Nothing but roads, and settlements only where they cut.
    &[
        ("build_road", 400),
        ("play_road_building", 400),
        ("bank_trade", 20),
        ("end_turn", 4),
        ("roll_dice", 4),
    ],
    // Saving up: cards are bought and kept, and the bank runs dry.
    &[
        ("buy_dev_card", 300),
        ("play_year_of_plenty", 0),
        ("play_knight", 0),
        ("play_monopoly", 0),
        ("bank_trade", 0),
        ("build_road", 0),
        ("build_settlement", 400),
        ("build_city", 20),
        ("roll_dice", 10),
        ("end_turn", 10),
    ],
];

/// The taste that cuts roads, and the one that wants the bank empty.
pub(crate) const CUT: usize = 5;
pub(crate) const DRAIN: usize = 6;

impl Taste {
    pub(crate) fn new(number: usize, until: usize, offer_one_in: usize) -> Self {
        Self { likes: TASTES[number % TASTES.len()], until, offer_one_in }
    }

    fn weight(&self, game: &Slow, step: usize, action: &str) -> usize {
        let words: Vec<&str> = action.split(' ').collect();
        let likes = if step < self.until { self.likes } else { TASTES[0] };
        let like = likes.iter().find(|(name, _)| *name == words[0]).map_or(1, |(_, weight)| *weight);
        match words[..] {
            // The last card of the bank is worth having waited for, and so is a cut through somebody's road.
            ["play_year_of_plenty", _] => 1000,
            ["build_settlement", at] if cuts(game, spot(at)) => 4000,
            ["confirm_trade", ..] => 60,
            // A road is worth little while there is a place to settle, a trade while the card is there already.
            ["build_road", _] if likes == TASTES[0] && has_place(game, |_| true) => 0,
            ["build_road", _] | ["buy_dev_card"]
                if likes == TASTES[CUT] && has_place(game, |at| cuts(game, at)) =>
            {
                0
            }
            ["build_road", at] if likes == TASTES[CUT] && leads_to_cut(game, spot(at)) => 4000,
            ["bank_trade", _, kind] if like > 1 => {
                if holds(game, kind) {
                    1
                } else {
                    like
                }
            }
            _ => like,
        }
    }

    /// The next action of the table: a discard, an offer, an answer, or a move of whoever is to move. `legal` holds the
    /// listed actions of every seat, `step` counts the actions so far.
    pub(crate) fn next(
        &self,
        game: &Slow,
        step: usize,
        legal: &[Vec<String>],
        dealer: &mut Dealer,
    ) -> (usize, String) {
        let waiting: Vec<usize> = game.to_move().into_iter().collect();
        let mover = *dealer.pick(&waiting);
        if legal[mover].is_empty() {
            return (mover, discard(game, mover, dealer));
        }
        if legal[mover].iter().any(|action| action == "end_turn") && dealer.one_in(self.offer_one_in) {
            let seat = dealer.below(legal.len());
            if let Some(offer) = offer(game, seat, dealer) {
                return (seat, offer);
            }
        }
        let others: Vec<usize> =
            (0..legal.len()).filter(|&seat| seat != mover && !legal[seat].is_empty()).collect();
        if !others.is_empty() && dealer.one_in(2) {
            let seat = *dealer.pick(&others);
            return (seat, dealer.pick(&legal[seat]).clone());
        }
        if dealer.one_in(2) && legal[mover][0].starts_with("place_settlement") {
            return (mover, best_place(game, &legal[mover], dealer));
        }
        let weights: Vec<usize> = legal[mover].iter().map(|action| self.weight(game, step, action)).collect();
        if weights.iter().all(|weight| *weight == 0) {
            return (mover, dealer.pick(&legal[mover]).clone());
        }
        let mut ticket = dealer.below(weights.iter().sum());
        for (action, weight) in legal[mover].iter().zip(weights) {
            if ticket < weight {
                return (mover, action.clone());
            }
            ticket -= weight;
        }
        unreachable!("the ticket is below the sum of the weights")
    }
}

/// The place that a listed action names.
fn spot(text: &str) -> Spot {
    words::spot(text).expect("listed actions name places")
}

/// Whether the active player could settle somewhere of this sort, cards aside.
fn has_place(game: &Slow, sort: impl Fn(Spot) -> bool) -> bool {
    let mut corners = Grid::island().neighbors.keys();
    corners.any(|at| game.has_road_at(game.active(), *at) && game.has_distance(*at) && sort(*at))
}

/// Whether a settlement there would stand in the middle of somebody else's road.
fn cuts(game: &Slow, corner: Spot) -> bool {
    let owners = Grid::island().sides_at[&corner].iter().filter_map(|side| game.roads.get(side));
    let others: Vec<&usize> = owners.filter(|owner| **owner != game.active()).collect();
    others.len() == 2 && others[0] == others[1]
}

/// Whether a road there ends where a settlement could cut.
fn leads_to_cut(game: &Slow, side: Spot) -> bool {
    Grid::island().ends[&side].iter().any(|end| game.has_distance(*end) && cuts(game, *end))
}

fn holds(game: &Slow, kind: &str) -> bool {
    kind.parse().is_ok_and(|kind| game.players[game.active()].hand.count(kind) > 0)
}

/// The most productive of a few places for a settlement.
fn best_place(game: &Slow, places: &[String], dealer: &mut Dealer) -> String {
    let worth = |place: &String| -> i32 {
        let hexes = Grid::island().corners.iter().filter(|(_, corners)| {
            corners.iter().any(|(x, y)| place.split(' ').nth(1) == Some(&format!("{x},{y}")))
        });
        let tokens = hexes.filter_map(|(hex, _)| game.tiles[hex].number);
        tokens.map(|token| 6 - (7 - i32::from(token)).abs()).sum()
    };
    let some: Vec<String> = (0..4).map(|_| dealer.pick(places).clone()).collect();
    some.into_iter().max_by_key(worth).expect("there are four")
}

/// A discard of owed cards, uniform over the cards in hand.
fn discard(game: &Slow, seat: usize, dealer: &mut Dealer) -> String {
    let hand = &game.players[seat].hand;
    let mut cards: Vec<Resource> = hand.each().flat_map(|(kind, n)| [kind].repeat(n as usize)).collect();
    let owed = hand.total() as usize / 2;
    dealer.shuffle(&mut cards);
    format!("discard {}", counted(&cards[..owed]))
}

fn counted(cards: &[Resource]) -> String {
    let mut by_kind: BTreeMap<Resource, usize> = BTreeMap::new();
    for kind in cards {
        *by_kind.entry(*kind).or_default() += 1;
    }
    by_kind.iter().map(|(kind, n)| format!("{kind}={n}")).collect::<Vec<_>>().join(" ")
}

/// A sensible offer of a seat, if it is allowed one: one or two of a kind it has for one of another.
fn offer(game: &Slow, seat: usize, dealer: &mut Dealer) -> Option<String> {
    let hand: Vec<Resource> = game.players[seat].hand.each().map(|(kind, _)| kind).collect();
    if hand.is_empty() {
        return None;
    }
    let (give, receive) = (*dealer.pick(&hand), *dealer.pick(Resource::ALL));
    let (players, active) = (game.players.len(), game.active());
    let to = if seat == active && dealer.one_in(3) {
        format!(" to {}", (active + 1 + dealer.below(players - 1)) % players)
    } else {
        String::new()
    };
    let own = game.offers.iter().find(|(_, offer)| offer.from == active && seat != active);
    let counters = own.filter(|_| dealer.one_in(2)).map_or(String::new(), |(n, _)| format!(" counters {n}"));
    let n = 1 + dealer.below(2);
    let text = format!("offer_trade give {give}={n} receive {receive}=1{to}{counters}");
    game.accepts(seat, &text).then_some(text)
}

/// Any action at all, mostly one that is not allowed now.
pub(crate) fn wild(game: &Slow, dealer: &mut Dealer) -> (usize, String) {
    let seat = dealer.below(game.players.len());
    let grid = Grid::island();
    // Any pair of numbers, or one that is on the grid.
    let place = |on_grid: Option<&Spot>, dealer: &mut Dealer| match on_grid {
        Some((x, y)) => format!("{x},{y}"),
        None => format!("{},{}", dealer.below(12), dealer.below(13)),
    };
    let corner = |dealer: &mut Dealer| place(grid.neighbors.keys().nth(dealer.below(60)), dealer);
    let side = |dealer: &mut Dealer| place(grid.ends.keys().nth(dealer.below(80)), dealer);
    let kind = |dealer: &mut Dealer| *dealer.pick(Resource::ALL);
    let number = |dealer: &mut Dealer| {
        let open = dealer.below(2) as u32;
        game.next_offer.saturating_sub(open + dealer.below(3) as u32)
    };
    let text = match dealer.below(24) {
        0 => format!("place_settlement {}", corner(dealer)),
        1 => format!("place_road {}", side(dealer)),
        2 => "roll_dice".into(),
        3 | 4 => format!("discard {}", some_cards(game, seat, dealer)),
        5 => {
            let (q, r) = *dealer.pick(&sea_and_land());
            format!("move_robber {q},{r}")
        }
        6 => format!("steal {}", dealer.below(5)),
        7 => format!("build_road {}", side(dealer)),
        8 => format!("build_settlement {}", corner(dealer)),
        9 => format!("build_city {}", corner(dealer)),
        10 => "buy_dev_card".into(),
        11 => "play_knight".into(),
        12 => "play_road_building".into(),
        13 => "end_road_building".into(),
        14 if dealer.one_in(3) => format!("play_year_of_plenty {}", kind(dealer)),
        14 => format!("play_year_of_plenty {} {}", kind(dealer), kind(dealer)),
        15 => format!("play_monopoly {}", kind(dealer)),
        16 => "play_victory_point".into(),
        17 => format!("bank_trade {} {}", kind(dealer), kind(dealer)),
        18 => format!("accept_trade {}", number(dealer)),
        19 => format!("decline_trade {}", number(dealer)),
        20 => format!("confirm_trade {} {}", number(dealer), dealer.below(5)),
        21 => format!("cancel_trade {}", number(dealer)),
        22 => "end_turn".into(),
        _ => wild_offer(game, seat, dealer),
    };
    (seat, text)
}

/// Every hex of the map with its sea, and some beyond.
fn sea_and_land() -> Vec<Spot> {
    (-3..=3).flat_map(|q| (-3..=3).map(move |r| (q, r))).collect()
}

/// Cards that the seat may or may not have.
fn some_cards(game: &Slow, seat: usize, dealer: &mut Dealer) -> String {
    if dealer.one_in(2) {
        return discard(game, seat, dealer).trim_start_matches("discard ").to_owned();
    }
    if dealer.one_in(8) {
        return format!("{}={}", dealer.pick(Resource::ALL), 18 + dealer.below(4));
    }
    let cards: Vec<Resource> = (0..=dealer.below(5)).map(|_| *dealer.pick(Resource::ALL)).collect();
    counted(&cards)
}

fn wild_offer(game: &Slow, seat: usize, dealer: &mut Dealer) -> String {
    let (give, receive) = (some_cards(game, seat, dealer), some_cards(game, seat, dealer));
    let seats: BTreeSet<usize> = (0..=dealer.below(2)).map(|_| dealer.below(4)).collect();
    let to = if dealer.one_in(2) { format!(" to {}", list(seats)) } else { String::new() };
    let n = game.next_offer.saturating_sub(dealer.below(4) as u32);
    let counters = if dealer.one_in(3) { format!(" counters {n}") } else { String::new() };
    format!("offer_trade give {give} receive {receive}{to}{counters}")
}

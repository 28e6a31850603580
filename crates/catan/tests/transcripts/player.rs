//! A mildly sensible player, for games that people read and that come to an end.
//!
//! It saves for one *goal* at a time (settlement, city, card or road, whichever lacks the fewest cards), trades what the
//! goal does not need, and leaves the rest to luck. It looks at the whole state: what it says must be legal, not fair.

use catan::{Action, Catan, Edge, Hand, Hex, Offer, Phase, Piece, Plenty, Resource, Terms, Vertex};
use game::conformance::SplitMix;
use game::{Game, Legal, Luck, Seat, SeatSet};

/// Offers that the active player makes in a turn at most, so that turns end.
const OFFERS: u8 = 2;

/// Who acts next, and how. Never asked of a game that is over.
pub(crate) fn choose(game: &Catan, luck: &mut SplitMix) -> (Seat, Action) {
    let seats: Vec<Seat> = game.to_move().iter().collect();
    let seat = seats[luck.index(seats.len())];
    let action = match game.phase() {
        Phase::Setup { .. } => place(game, seat, luck),
        Phase::Discarding(debts) => Action::Discard(spare(game.hand(seat), debts.owed_by(seat))),
        Phase::MovingRobber(_) => Action::MoveRobber(robber_hex(game, seat, luck)),
        Phase::Stealing { candidates, .. } => Action::Steal(richest(game, candidates.seats())),
        Phase::RoadBuilding { .. } => free_road(game, seat, luck),
        Phase::BeforeRoll => card(game, seat, luck).unwrap_or(Action::RollDice),
        Phase::Main => return talk(game, luck).unwrap_or_else(|| (seat, free_part(game, seat, luck))),
        Phase::RollForFirst(_) | Phase::Ended => Action::RollDice,
    };
    (seat, action)
}

/// How often the hexes around a vertex pay in 36 rolls, and a bit for each kind of them.
fn worth(game: &Catan, vertex: Vertex) -> u32 {
    let tiles: Vec<_> = vertex.hexes().map(|hex| game.board().tile(hex)).collect();
    let pips = tiles.iter().filter_map(|(_, token)| *token).map(|n| 6 - u32::from(n.abs_diff(7)));
    let mut kinds: Vec<_> = tiles.iter().filter_map(|(terrain, _)| terrain.resource()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    2 * pips.sum::<u32>() + kinds.len() as u32
}

fn buildings(game: &Catan) -> Vec<Vertex> {
    game.seats_iter().flat_map(|seat| game.settlements(seat).chain(game.cities(seat))).collect()
}

/// What a vertex is worth to build on; nothing if the distance rule forbids it.
fn site(game: &Catan, vertex: Vertex) -> u32 {
    let built = buildings(game);
    let free = !built.contains(&vertex) && vertex.neighbors().all(|n| !built.contains(&n));
    if free { worth(game, vertex) } else { 0 }
}

/// What a road leads to: a place to build at its ends, or less so one step further.
fn prospect(game: &Catan, seat: Seat, edge: Edge) -> u32 {
    let reached: Vec<Vertex> = game.roads(seat).flat_map(Edge::ends).collect();
    let built = buildings(game);
    let new = edge.ends().into_iter().filter(|end| !reached.contains(end) && !built.contains(end));
    new.map(|end| {
        let next = end.neighbors().map(|n| site(game, n)).max().unwrap_or(0);
        (2 * site(game, end)).max(next)
    })
    .max()
    .unwrap_or(0)
}

/// One of the best few by a score, so that not every game begins alike.
fn among_best<T: Copy>(mut all: Vec<T>, score: impl Fn(T) -> u32, luck: &mut SplitMix) -> Option<T> {
    all.sort_by_key(|&item| std::cmp::Reverse(score(item)));
    let n = all.len().min(3);
    all.get(luck.index(n)).copied()
}

fn place(game: &Catan, seat: Seat, luck: &mut SplitMix) -> Action {
    let score = |action: Action| {
        let vertex = if let Action::PlaceSettlement(vertex) = action { worth(game, vertex) } else { 0 };
        vertex + if let Action::PlaceRoad(edge) = action { prospect(game, seat, edge) } else { 0 }
    };
    among_best(game.legal(seat).iter().collect(), score, luck).expect("a place to build")
}

/// `n` cards of which the hand has most.
fn spare(hand: Hand, n: u8) -> Hand {
    let mut left = hand.counts();
    let mut given = [0; 5];
    for _ in 0..n {
        let most = (0..5).max_by_key(|&kind| left[kind]).expect("five kinds");
        left[most] -= 1;
        given[most] += 1;
    }
    Hand::new(given).expect("part of a hand")
}

/// A hex that hurts others, most of all those in front, and not oneself.
fn robber_hex(game: &Catan, seat: Seat, luck: &mut SplitMix) -> Hex {
    let score = |hex: Hex| {
        let on = |other: Seat| {
            hex.vertices().any(|v| game.settlements(other).chain(game.cities(other)).any(|b| b == v))
        };
        let others = game.seats_iter().filter(|&other| other != seat && on(other));
        let harm: u32 = others.map(|other| u32::from(game.public_points(other))).sum();
        if on(seat) { 0 } else { harm }
    };
    let to = |action| if let Action::MoveRobber(hex) = action { Some(hex) } else { None };
    let hexes = game.legal(seat).iter().filter_map(to).collect();
    among_best(hexes, score, luck).expect("a hex")
}

fn richest(game: &Catan, seats: SeatSet) -> Seat {
    seats.iter().max_by_key(|&seat| (game.public_points(seat), game.hand(seat).total())).expect("a victim")
}

fn roads(game: &Catan, seat: Seat) -> Vec<Edge> {
    let edge = |action| if let Action::BuildRoad(edge) = action { Some(edge) } else { None };
    game.legal(seat).iter().filter_map(edge).collect()
}

fn free_road(game: &Catan, seat: Seat, luck: &mut SplitMix) -> Action {
    let stop = game.legal(seat).contains(&Action::EndRoadBuilding) && luck.one_in(6);
    let best = among_best(roads(game, seat), |edge| prospect(game, seat, edge), luck);
    if stop { Action::EndRoadBuilding } else { Action::BuildRoad(best.expect("a place for a road")) }
}

/// Whether a settlement could be built with the roads that are there.
fn has_site(game: &Catan, seat: Seat) -> bool {
    game.roads(seat).flat_map(Edge::ends).any(|end| site(game, end) > 0)
}

/// What the seat saves for: of what it could build, that which lacks the fewest cards.
fn goal(game: &Catan, seat: Seat) -> Hand {
    let settle = game.settlements_left(seat) > 0;
    let goals = [
        (Piece::Settlement, settle && has_site(game, seat)),
        (Piece::City, game.cities_left(seat) > 0 && game.settlements(seat).next().is_some()),
        (Piece::DevCard, !game.deck().is_empty()),
        (Piece::Road, game.roads_left(seat) > 0 && settle && !has_site(game, seat)),
    ];
    let possible = goals.into_iter().filter(|(_, possible)| *possible).map(|(piece, _)| piece.cost());
    possible.min_by_key(|&cost| game.hand(seat).missing(cost).total()).unwrap_or(Hand::EMPTY)
}

/// A development card worth playing now.
fn card(game: &Catan, seat: Seat, luck: &mut SplitMix) -> Option<Action> {
    let missing = game.hand(seat).missing(goal(game, seat));
    let lacking = |n: usize| -> Vec<Resource> {
        let lacked = Resource::ALL.into_iter().flat_map(|r| std::iter::repeat_n(r, missing.get(r).into()));
        lacked.chain([Resource::Ore, Resource::Wheat]).take(n).collect()
    };
    let blocked = game
        .robber()
        .vertices()
        .any(|v| game.settlements(seat).chain(game.cities(seat)).any(|building| building == v));
    let (two, one) = (lacking(2), lacking(1)[0]);
    let wishes = [
        (Action::PlayVictoryPoint, true),
        (Action::PlayKnight, blocked || luck.one_in(3)),
        (Action::PlayRoadBuilding, luck.one_in(2)),
        (Action::PlayYearOfPlenty(Plenty::two(two[0], two[1])), missing.total() <= 2 || luck.one_in(4)),
        (Action::PlayMonopoly(one), luck.one_in(2)),
    ];
    let legal = game.legal(seat);
    wishes.into_iter().find(|(action, wanted)| *wanted && legal.contains(action)).map(|(action, _)| action)
}

/// Building, buying and trading by the active player, or the end of the turn.
fn free_part(game: &Catan, seat: Seat, luck: &mut SplitMix) -> Action {
    let legal: Vec<Action> = game.legal(seat).iter().collect();
    let best = |pick: fn(&Action) -> Option<Vertex>| {
        legal.iter().filter(|a| pick(a).is_some()).max_by_key(|a| pick(a).map(|v| worth(game, v))).copied()
    };
    let settlement = best(|action| if let Action::BuildSettlement(v) = action { Some(*v) } else { None });
    let city = best(|action| if let Action::BuildCity(v) = action { Some(*v) } else { None });
    if let Some(action) = settlement.or(city).or_else(|| card(game, seat, luck)) {
        return action;
    }
    if legal.contains(&Action::BuyDevCard) && !luck.one_in(4) {
        return Action::BuyDevCard;
    }
    let edges = roads(game, seat);
    let saving = has_site(game, seat) && game.settlements_left(seat) > 0;
    if !edges.is_empty() && (!saving || luck.one_in(4)) {
        let best = among_best(edges, |edge| prospect(game, seat, edge), luck);
        return Action::BuildRoad(best.expect("a place for a road"));
    }
    bank_trade(game, seat, &legal).or_else(|| ask(game, seat, luck)).unwrap_or(Action::EndTurn)
}

/// Cards beyond what the goal needs.
fn surplus(game: &Catan, seat: Seat) -> Hand {
    goal(game, seat).missing(game.hand(seat))
}

fn bank_trade(game: &Catan, seat: Seat, legal: &[Action]) -> Option<Action> {
    let missing = game.hand(seat).missing(goal(game, seat));
    let (rates, extra) = (game.rates(seat), surplus(game, seat));
    let useful = |give, receive| missing.get(receive) > 0 && extra.get(give) >= rates.get(give);
    legal
        .iter()
        .copied()
        .find(|action| matches!(*action, Action::BankTrade { give, receive } if useful(give, receive)))
}

/// Something the seat can spare for something it lacks.
fn terms(game: &Catan, seat: Seat, luck: &mut SplitMix) -> Option<Terms> {
    let (extra, missing) = (surplus(game, seat), game.hand(seat).missing(goal(game, seat)));
    if extra.is_empty() || missing.is_empty() {
        return None;
    }
    let give = extra.card_at(luck.below(extra.total()));
    let receive = missing.card_at(luck.below(missing.total()));
    let n = if extra.get(give) > 1 && luck.one_in(3) { 2 } else { 1 };
    Some(Terms { give: Hand::some(give, n), receive: Hand::one(receive), to: None, counters: None })
}

fn ask(game: &Catan, seat: Seat, luck: &mut SplitMix) -> Option<Action> {
    if game.offers_made(seat) >= OFFERS || !luck.one_in(3) {
        return None;
    }
    let mut terms = terms(game, seat, luck)?;
    let others: Vec<Seat> = game.seats_iter().filter(|&other| other != seat).collect();
    if luck.one_in(3) {
        terms.to = Some(SeatSet::only(others[luck.index(others.len())]));
    }
    Some(Action::OfferTrade(terms))
}

/// The next thing that anybody says about open offers.
fn talk(game: &Catan, luck: &mut SplitMix) -> Option<(Seat, Action)> {
    let active = game.current();
    if let Some(offer) = game.offers().find(|offer| offer.from == active) {
        let silent = |seat: &Seat| !offer.accepted.contains(*seat) && !offer.declined.contains(*seat);
        if let Some(seat) = offer.to.iter().find(silent) {
            return Some((seat, answer(game, seat, &offer, luck)));
        }
    }
    if let Some(offer) = game.offers().find(|offer| offer.from != active) {
        let accept = Action::AcceptTrade { offer: offer.number };
        if game.is_valid(active, &accept).is_ok() && !luck.one_in(3) {
            return Some((active, accept));
        }
        return Some((active, Action::DeclineTrade { offer: offer.number }));
    }
    if let Some(offer) = game.offers().find(|offer| offer.from == active) {
        let takers: Vec<Seat> = offer.accepted.iter().collect();
        let taker = takers.get(luck.index(takers.len())).copied();
        // Sometimes something else comes first, and the cards may be gone then.
        if luck.one_in(3) {
            return taker.filter(|_| luck.one_in(2)).and_then(|seat| unasked(game, seat, luck));
        }
        return Some((
            active,
            match taker {
                Some(with) => Action::ConfirmTrade { offer: offer.number, with },
                None => Action::CancelTrade { offer: offer.number },
            },
        ));
    }
    let seat = Seat(luck.index(game.seats()) as u8);
    if seat != active && luck.one_in(12) { unasked(game, seat, luck) } else { None }
}

/// An offer to the active player by somebody who was not asked for one.
fn unasked(game: &Catan, seat: Seat, luck: &mut SplitMix) -> Option<(Seat, Action)> {
    let first = game.offers_made(seat) == 0;
    let terms = if first { terms(game, seat, luck) } else { None };
    terms.map(|terms| (seat, Action::OfferTrade(terms)))
}

/// What an addressee says to the active player's offer: yes, something else, or no.
fn answer(game: &Catan, seat: Seat, offer: &Offer, luck: &mut SplitMix) -> Action {
    let number = offer.number;
    let holds = surplus(game, seat).covers(offer.receive) || luck.one_in(3);
    let accept = Action::AcceptTrade { offer: number };
    if holds && game.is_valid(seat, &accept).is_ok() {
        return accept;
    }
    if game.offers_made(seat) < OFFERS && luck.one_in(3) {
        let counter = terms(game, seat, luck).map(|terms| Terms { counters: Some(number), ..terms });
        if let Some(action) = counter.map(Action::OfferTrade) {
            return action;
        }
    }
    Action::DeclineTrade { offer: number }
}

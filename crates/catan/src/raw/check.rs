//! What can be wrong with a state from outside.
//!
//! In two passes: the *shape* (counts of players, ids, ranges), without which nothing can be put together, and the
//! *content* (cards, pieces, titles, phase), asked of the assembled state. One predicate per aspect.

use std::fmt;

use game::{Seat, SeatSet};

use super::{RawCatan, RawPhase, offers};
use crate::Catan;
use crate::card::{DevCard, DevCards};
use crate::draft::{self, DraftPhase};
use crate::grid::{Edge, Vertex, edges_of};
use crate::phase::{Phase, Resume};
use crate::resource::Resource;
use crate::road::longest_road_holder;
use crate::robber::{discard_target, must_discard};
use crate::rules::{DevCardsPerTurn, FirstPlayer, VictoryPointCards};

/// Everything that is wrong with a state from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateFault(pub Vec<String>);

impl fmt::Display for StateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("; "))
    }
}

impl std::error::Error for StateFault {}

/// A list of faults that grows by conditions.
pub(super) struct Faults(Vec<String>);

impl Faults {
    pub(super) fn unless(&mut self, fine: bool, fault: impl FnOnce() -> String) {
        if !fine {
            self.0.push(fault());
        }
    }
}

/// Faults that keep the data from being put together at all.
pub(super) fn shape(raw: &RawCatan) -> Vec<String> {
    let mut faults = Faults(raw.rules.faults());
    let n = raw.players.len();
    let range = raw.rules.profile.players();
    faults.unless(u8::try_from(n).is_ok_and(|n| range.contains(&n)), || {
        format!("{} is not played by {n}", raw.rules.profile)
    });
    let mut seats: Vec<usize> = raw.order.iter().map(|seat| seat.index()).collect();
    seats.sort_unstable();
    faults.unless(seats.iter().copied().eq(0..n), || "the order of play must name each seat once".into());
    faults.unless(raw.current.index() < n, || format!("currentSeat {} is not at the table", raw.current.0));
    faults.unless(raw.robber.is_land(), || "the robber is not on land".into());
    faults.unless(raw.dice.is_none_or(|dice| dice.iter().all(|d| (1..=6).contains(d))), || {
        "dice show 1 to 6".into()
    });
    for holder in [raw.longest_road, raw.largest_army].into_iter().flatten() {
        faults.unless(holder.0.index() < n, || format!("{} cannot hold a title", holder.0));
    }
    faults.unless(u16::try_from(raw.last_offer).is_ok(), || "lastOffer is too large".into());
    for (i, player) in raw.players.iter().enumerate() {
        let on_grid = player.roads.iter().all(|edge| edge.exists())
            && player.settlements.iter().chain(&player.cities).all(|vertex| vertex.exists());
        faults.unless(on_grid, || format!("seat {i} has a piece that is not on the grid"));
        // Not left to the content: putting a state together searches for longest trails, which takes many seconds with
        // roads on all edges.
        faults.unless(
            player.roads.len() <= 15 && player.settlements.len() <= 5 && player.cities.len() <= 4,
            || format!("seat {i} has more pieces than the box"),
        );
        faults.unless(player.bought_this_turn.is_empty() || raw.current.index() == i, || {
            format!("seat {i} bought cards in somebody else's turn")
        });
    }
    for offer in &raw.offers {
        let everybody = SeatSet::first(n.min(4) as u8).bits();
        let seats = offer.to.bits() | offer.accepted.bits() | offer.declined.bits();
        faults.unless(offer.from.index() < n && seats & !everybody == 0, || {
            format!("offer {} names a seat that is not at the table", offer.number)
        });
    }
    shape_of_phase(raw, n, &mut faults);
    faults.0
}

fn shape_of_phase(raw: &RawCatan, n: usize, faults: &mut Faults) {
    let table = SeatSet::first(n.min(4) as u8).bits();
    match &raw.phase {
        RawPhase::RollForFirst { contenders, sums } => {
            let fits = contenders.bits() & !table == 0
                && (0..4).all(|s| {
                    sums[s] == 0 || (contenders.contains(Seat(s as u8)) && (2..=12).contains(&sums[s]))
                });
            faults.unless(fits, || "the rolls for the first player do not fit".into());
        }
        RawPhase::Setup { turn, settlement } => {
            faults.unless(!draft::is_complete(n.min(4) as u8, *turn), || {
                format!("the draft has no turn {turn}")
            });
            faults.unless(settlement.is_none_or(Vertex::exists), || "the last settlement is nowhere".into());
        }
        RawPhase::Discarding { owed } => {
            faults.unless(owed.iter().any(|&n| n > 0), || "nobody owes cards".into());
            faults.unless(owed.iter().skip(n).all(|&n| n == 0), || "an empty seat owes cards".into());
        }
        RawPhase::Stealing { candidates, .. } => {
            faults.unless(candidates.bits() & !table == 0, || "a victim is not at the table".into());
        }
        RawPhase::RoadBuilding { left, .. } => {
            faults.unless((1..=2).contains(left), || format!("{left} free roads cannot be left"));
        }
        RawPhase::BeforeRoll | RawPhase::MovingRobber { .. } | RawPhase::Main | RawPhase::Ended => {}
    }
}

/// Faults of a state whose shape is right.
pub(super) fn content(raw: &RawCatan, game: &Catan) -> Vec<String> {
    let mut faults = Faults(Vec::new());
    cards(game, &mut faults);
    pieces(raw, game, &mut faults);
    // Titles and points read the board: with pieces in two places they would only repeat that fault.
    if faults.0.is_empty() {
        titles(raw, game, &mut faults);
        claims(raw, game, &mut faults);
        phase(raw, game, &mut faults);
        offers::check(raw, game, &mut faults);
    }
    faults.0
}

fn cards(game: &Catan, faults: &mut Faults) {
    for resource in Resource::ALL {
        let held: u32 = game.hands.iter().map(|hand| u32::from(hand.get(resource))).sum();
        let total = held + u32::from(game.bank.get(resource));
        faults.unless(total == 19, || format!("there are {total} cards of {resource} instead of 19"));
    }
    for card in DevCard::ALL {
        let out = game.held.iter().chain(&game.played).map(|cards| u32::from(cards.get(card))).sum::<u32>();
        let (total, expected) = (out + u32::from(game.deck.get(card)), DevCards::FULL_DECK.get(card));
        faults.unless(total == u32::from(expected), || {
            format!("there are {total} {card} cards instead of {expected}")
        });
    }
    let held = game.held[game.current().index()];
    let bought_fits = DevCard::ALL.into_iter().all(|card| game.bought.get(card) <= held.get(card));
    faults.unless(bought_fits, || "more cards were bought this turn than are in hand".into());
    if game.rules.victory_point_cards == VictoryPointCards::Hidden {
        let played = game.played.iter().any(|cards| cards.get(DevCard::VictoryPoint) > 0);
        faults.unless(!played, || "victory-point cards are not played under these rules".into());
    }
}

fn pieces(raw: &RawCatan, game: &Catan, faults: &mut Faults) {
    let n_roads: usize = raw.players.iter().map(|p| p.roads.len()).sum();
    let n_buildings: usize = raw.players.iter().map(|p| p.settlements.len() + p.cities.len()).sum();
    let on_board = (game.all_roads().count_ones() as usize, game.all_buildings().count_ones() as usize);
    faults.unless((n_roads, n_buildings) == on_board, || "two pieces stand in the same place".into());
    // Only the settlement just placed in the setup has no road yet.
    let roadless = if let Phase::Setup { settlement, .. } = game.phase { settlement.bit() } else { 0 };
    for seat in game.seats_iter() {
        faults.unless(game.roads_hang_together(seat), || {
            format!("a road of {seat} is not connected to a building of that seat")
        });
        let ends = edges_of(game.roads[seat.index()]).flat_map(Edge::ends);
        let reached = ends.fold(roadless, |mask, end| mask | end.bit());
        faults.unless(game.buildings[seat.index()] & !reached == 0, || {
            format!("a building of {seat} has no road of that seat")
        });
    }
    let built = game.all_buildings();
    let too_close = crate::grid::vertices_of(built).any(|v| v.neighbor_mask() & built != 0);
    faults.unless(!too_close, || "two buildings are closer than the distance rule allows".into());
    pieces_of_phase(raw, game, faults);
}

/// How many pieces each seat must have at least, or exactly in the setup.
fn pieces_of_phase(raw: &RawCatan, game: &Catan, faults: &mut Faults) {
    let n = game.players;
    for (place, seat) in game.order().enumerate() {
        let player = &raw.players[seat.index()];
        let roads = player.roads.len();
        let buildings = player.settlements.len() + player.cities.len();
        let fits = match game.phase {
            Phase::RollForFirst(_) => roads + buildings == 0,
            Phase::Setup { turn, .. } => {
                let placed = |phase| {
                    let own = |t| draft::position(n, t).filter(|at| at.player_index as usize == place);
                    (0..turn).filter(|&t| own(t).is_some_and(|at| at.phase == phase)).count()
                };
                roads == placed(DraftPhase::Road)
                    && player.settlements.len() == placed(DraftPhase::Settlement)
                    && player.cities.is_empty()
            }
            Phase::BeforeRoll
            | Phase::Discarding(_)
            | Phase::MovingRobber(_)
            | Phase::Stealing { .. }
            | Phase::RoadBuilding { .. }
            | Phase::Main
            | Phase::Ended => roads >= 2 && buildings >= 2,
        };
        faults.unless(fits, || format!("{seat} has not the pieces that this phase implies"));
    }
}

fn titles(raw: &RawCatan, game: &Catan, faults: &mut Faults) {
    let holder = longest_road_holder(game.road_lengths, game.longest_road);
    faults.unless(holder == game.longest_road, || "the longest road does not follow from the roads".into());
    let length = raw.longest_road.map(|(seat, length)| game.road_length(seat) == length);
    faults.unless(length != Some(false), || "the length of the longest road is wrong".into());
    let knights = |seat: Seat| game.played(seat).get(DevCard::Knight);
    let most = game.seats_iter().map(knights).max().unwrap_or(0);
    let army_fits = match raw.largest_army {
        Some((seat, claimed)) => claimed == knights(seat) && claimed == most && claimed >= 3,
        None => most < 3,
    };
    faults.unless(army_fits, || "the largest army does not follow from the played knights".into());
}

fn claims(raw: &RawCatan, game: &Catan, faults: &mut Faults) {
    for (seat, player) in game.seats_iter().zip(&raw.players) {
        faults.unless(player.points == game.points(seat), || format!("the points of {seat} do not add up"));
        faults.unless(player.public_points == game.public_points(seat), || {
            format!("the public points of {seat} do not add up")
        });
        let left = (game.roads_left(seat), game.settlements_left(seat), game.cities_left(seat));
        faults.unless(left == (player.roads_left, player.settlements_left, player.cities_left), || {
            format!("the supply of {seat} does not fit the board")
        });
        faults.unless(player.road_length == game.road_length(seat), || {
            format!("the road length of {seat} is wrong")
        });
    }
}

fn phase(raw: &RawCatan, game: &Catan, faults: &mut Faults) {
    turn_of_phase(raw, game, faults);
    if matches!(game.phase, Phase::RollForFirst(_) | Phase::Setup { .. }) {
        before_the_first_turn(raw, game, faults);
    }
    let current = game.current();
    let rolled = game.dice().is_some();
    let seven = game.dice[0] + game.dice[1] == 7;
    let played = |card: DevCard| game.kinds_played >> card.index() & 1 == 1;
    let resumes = |resume: Resume| rolled == (resume == Resume::Main);
    let fits = match game.phase {
        Phase::RollForFirst(rolls) => {
            let in_order = rolls.next() == Some(current.0);
            let later = (current.0..4).all(|s| rolls.sums[s as usize] == 0);
            let ascending = game.order().map(|s| s.0).eq(0..game.players);
            let allowed = raw.rules.first_player == FirstPlayer::HighestRoll;
            in_order && later && ascending && allowed && rolls.contenders().len() >= 2 && !rolled
        }
        Phase::Setup { turn, settlement } => {
            let at = draft::position(game.players, turn);
            let road_due = at.is_some_and(|at| at.phase == DraftPhase::Road);
            // That a road is due to the settlement named follows from the pieces: every other one has its own.
            at.is_some_and(|at| at.player_index == game.place()) && !rolled && road_due == settlement.exists()
        }
        Phase::BeforeRoll => !rolled,
        Phase::Discarding(debts) => {
            seven
                && game.seats_iter().filter(|&seat| debts.owed_by(seat) > 0).all(|seat| {
                    let hand = game.hand(seat);
                    must_discard(hand, &game.rules) && debts.owed_by(seat) == discard_target(hand.total())
                })
        }
        Phase::MovingRobber(resume) => resumes(resume) && (seven || played(DevCard::Knight)),
        Phase::Stealing { candidates, resume } => {
            let expected = game.steal_candidates(game.robber, current);
            let several = candidates.seats() == expected && expected.len() >= 2;
            several && resumes(resume) && (seven || played(DevCard::Knight))
        }
        Phase::RoadBuilding { resume, .. } => {
            let possible = game.roads_left(current) > 0 && game.road_sites(current) != 0;
            possible && resumes(resume) && played(DevCard::RoadBuilding)
        }
        Phase::Main => rolled,
        Phase::Ended => true,
    };
    faults.unless(fits, || "the phase does not fit the rest of the state".into());
}

/// Until the first turn the robber rests, nothing is offered, and cards come from second settlements alone. Their kinds
/// are not asked for: a state may be one that a viewer who knows only numbers takes for possible.
fn before_the_first_turn(raw: &RawCatan, game: &Catan, faults: &mut Faults) {
    faults.unless(game.robber == game.board.desert(), || "the robber left the desert in the setup".into());
    faults.unless(raw.last_offer == 0, || "offers were made before the first turn".into());
    let last = if let Phase::Setup { settlement, .. } = game.phase { settlement } else { Vertex::NOWHERE };
    for (seat, player) in game.seats_iter().zip(&raw.players) {
        let granted =
            |vertex: &Vertex| vertex.hexes().filter(|&hex| game.board.resource(hex).is_some()).count() as u32;
        let (built, held) = (&player.settlements, player.resources.total());
        let fits = if built.len() < 2 {
            held == 0
        } else {
            // Which of the two came second is known only while its road is due.
            let mut second = built.iter().filter(|&&vertex| !built.contains(&last) || vertex == last);
            second.any(|vertex| granted(vertex) == held)
        };
        faults.unless(fits, || format!("{seat} has not as many cards as its second settlement brings"));
    }
}

/// Whether the turn has come to trading and building: not before the roll, nor while its seven is settled.
pub(super) fn may_have_built(game: &Catan) -> bool {
    let knight = game.kinds_played >> DevCard::Knight.index() & 1 == 1;
    let settled = match game.phase {
        Phase::Discarding(_) => false,
        Phase::MovingRobber(_) | Phase::Stealing { .. } => knight,
        Phase::RollForFirst(_)
        | Phase::Setup { .. }
        | Phase::BeforeRoll
        | Phase::RoadBuilding { .. }
        | Phase::Main
        | Phase::Ended => true,
    };
    settled && game.dice().is_some()
}

/// The counters of a turn, and whether the game should be over.
fn turn_of_phase(raw: &RawCatan, game: &Catan, faults: &mut Faults) {
    let current = game.current();
    let in_play = !matches!(game.phase, Phase::RollForFirst(_) | Phase::Setup { .. });
    let expected = if in_play && raw.turn > 0 { (raw.turn - 1) % u32::from(game.players) } else { 0 };
    faults.unless((raw.turn > 0) == in_play, || "the number of the turn does not fit the phase".into());
    faults.unless(!in_play || u32::from(game.place()) == expected, || {
        "it is somebody else's turn by the number of the turn".into()
    });
    let won = in_play && game.points(current) >= game.rules.points_to_win;
    faults.unless(won == (game.phase == Phase::Ended), || {
        "the game ends when, and only when, the player whose turn it is has the points".into()
    });
    let kinds = DevCard::ALL.into_iter().filter(|card| game.kinds_played >> card.index() & 1 == 1);
    let laid_down =
        kinds.clone().all(|card| game.played[current.index()].get(card) > 0 && card != DevCard::VictoryPoint);
    let n_kinds = kinds.count();
    let few = game.rules.dev_cards_per_turn == DevCardsPerTurn::OneOfEachKind || n_kinds <= 1;
    let once = n_kinds == raw.played_this_turn.len();
    faults.unless(laid_down && few && once && (in_play || game.kinds_played == 0), || {
        "the cards played this turn do not fit".into()
    });
    let road_building = game.kinds_played >> DevCard::RoadBuilding.index() & 1;
    let free_roads = if let Phase::RoadBuilding { left, .. } = game.phase { 2 - left } else { road_building };
    let paid_roads = game.paid_roads;
    let laid = raw.players[current.index()].roads.len();
    // Beside the two of the setup.
    let built = !in_play || 2 + usize::from(free_roads) + usize::from(paid_roads) <= laid;
    let allowed = game.rules.paid_roads_per_turn.is_none_or(|limit| paid_roads <= limit);
    faults.unless(built && allowed && (paid_roads == 0 || may_have_built(game)), || {
        "the roads of this turn do not fit".into()
    });
    faults.unless(game.bought.is_empty() || may_have_built(game), || {
        "cards were bought too early in the turn".into()
    });
    faults.unless(in_play || game.held.iter().chain(&game.played).all(|cards| cards.is_empty()), || {
        "development cards are out before the first turn".into()
    });
}

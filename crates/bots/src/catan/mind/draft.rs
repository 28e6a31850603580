//! The first settlements and roads: the rest of the draft is thought through, and what comes of it judged.
//!
//! Where everybody will settle is guessed by a plain *appeal* of sites: pips, kinds that one does not have yet, ports.
//! Only the most appealing sites are judged.

use catan::grid::vertices_of;
use catan::{Action, Catan, Edge, Phase};
use game::{Game, Legal, Seat, Unheard};

use super::ground::{Ground, ends_of, with_neighbors};
use super::judge::Judge;
use super::turn::Weighed;

/// How many sites are judged.
const SITES: usize = 16;
/// What each kind is worth in a first settlement, in pips: wood, brick, sheep, wheat, ore.
const KINDS: [f32; 5] = [0.95, 0.95, 0.85, 1.1, 1.1];
/// What a kind that one does not earn yet adds.
const FRESH: f32 = 1.4;
/// What ports add: any, and a matching one for each pip that one earns of its kind.
const ANY_PORT: f32 = 0.8;
const MATCHING: f32 = 0.15;

/// How appealing a site is to somebody with these buildings.
pub(super) fn appeal(ground: &Ground, own: u64, vertex: usize) -> f32 {
    let v = vertex & 63;
    let mut have = [0.0f32; 5];
    for building in vertices_of(own) {
        for (sum, pips) in have.iter_mut().zip(ground.income[building.index() & 63]) {
            *sum += pips;
        }
    }
    let mut sum = 0.0;
    for (kind, pips) in ground.income[v].into_iter().enumerate() {
        sum += pips * KINDS[kind];
        if pips > 0.0 && have[kind] == 0.0 {
            sum += FRESH;
        }
        if ground.ports[v] >> kind & 1 == 1 {
            sum += MATCHING * (have[kind] + pips);
        }
    }
    sum + if ground.ports[v] >> 5 == 1 { ANY_PORT } else { 0.0 }
}

/// Every placement that is worth a thought, with its value.
pub(super) fn weigh(judge: &mut Judge<'_>, game: &Catan, me: Seat) -> Vec<Weighed> {
    let legal = game.legal(me);
    let mut sites: Vec<(f32, Action)> = legal
        .iter()
        .map(|action| {
            let appeal = if let Action::PlaceSettlement(vertex) = action {
                appeal(judge.ground(), game.building_mask(me), vertex.index())
            } else {
                0.0
            };
            (appeal, action)
        })
        .collect();
    sites.sort_by(|a, b| b.0.total_cmp(&a.0));
    sites.truncate(SITES);
    let weighed = sites.into_iter().filter_map(|(_, action)| {
        let mut next = *game;
        next.apply(me, &action, None, &mut Unheard).ok()?;
        finish(judge.ground(), &mut next);
        Some(Weighed { action, value: judge.value(&next, me) })
    });
    weighed.collect()
}

/// Plays the draft to its end by appeal.
pub(super) fn finish(ground: &Ground, game: &mut Catan) {
    while matches!(game.phase(), Phase::Setup { .. }) {
        let seat = game.current();
        let Some(action) = most_appealing(ground, game, seat) else { return };
        if game.apply(seat, &action, None, &mut Unheard).is_err() {
            return;
        }
    }
}

/// The placement that appeals most.
pub(super) fn most_appealing(ground: &Ground, game: &Catan, seat: Seat) -> Option<Action> {
    let legal = game.legal(seat);
    let own = game.building_mask(seat);
    let mut best: Option<(f32, Action)> = None;
    for action in legal.iter() {
        #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is placed in the draft")]
        let worth = match action {
            Action::PlaceSettlement(vertex) => appeal(ground, own, vertex.index()),
            Action::PlaceRoad(edge) => beyond(ground, game, own, edge),
            _ => return None,
        };
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, action));
        }
    }
    best.map(|(_, action)| action)
}

/// The appeal of the best site that a first road leads towards.
fn beyond(ground: &Ground, game: &Catan, own: u64, edge: Edge) -> f32 {
    let occupied = game.seats_iter().fold(0, |mask, seat| mask | game.building_mask(seat));
    let end = ends_of(edge.bit()) & !own;
    let sites = with_neighbors(end) & !end & !with_neighbors(occupied);
    vertices_of(sites).map(|v| appeal(ground, own, v.index())).fold(0.0, f32::max)
}

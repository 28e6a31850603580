//! Goals: what a player could build next, what it would bring and what it costs.
//!
//! Everything is measured in points. Production counts as the points it will bring until the end, so it is worth less
//! the nearer somebody is to winning.

use catan::{Edge, Piece, Vertex};

use super::network::{Ways, way_to_title};
use super::sight::{Cards, Estate, Land, Sight, bit, cards};

/// How good a card of each kind is when one has some of everything: wood, brick, sheep, wheat, ore.
const BASE: Cards = [1.0, 1.0, 0.8, 1.15, 1.1];
/// Points per pip at the beginning of a game.
const PER_PIP: f32 = 0.2;
/// What reaching the target is worth beyond its points.
const WINNING: f32 = 8.0;
/// What a road that is still missing takes from the hope for a site: somebody else may come first.
const ON_THE_WAY: f32 = 0.87;
/// Sites looked at closely.
const SITES: usize = 4;

/// The kind of a goal; of each kind only the best goal counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    City,
    Settlement,
    Title,
    Card,
}

/// Something to save for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) aim: Aim,
    pub(super) benefit: f32,
    pub(super) cost: Cards,
    /// The road to begin with, if roads are missing.
    pub(super) first: Option<Edge>,
}

/// The worth of the hexes around a vertex for somebody with this income: kinds that are missing count for more.
pub(super) fn yield_worth(land: &Land, income: &Cards, rates: &Cards, vertex: Vertex) -> f32 {
    let mut income = *income;
    let mut worth = 0.0;
    for (_, resource, ways) in land.around(vertex) {
        let kind = resource.index();
        let lack = 0.7 + 0.9 / (1.0 + income[kind] / 3.0);
        // Whoever has the port of a kind can use any number of it.
        let use_of = if rates[kind] < 2.5 { lack.max(1.1) } else { lack };
        worth += ways * BASE[kind] * land.scarcity[kind] * use_of;
        income[kind] += ways;
    }
    worth
}

/// What a new port at the vertex is worth in pips: a special one by what one earns of its kind.
pub(super) fn port_worth(land: &Land, income: &Cards, rates: &Cards, vertex: Vertex) -> f32 {
    let ports = land.ports[vertex.index() % 54];
    let special = (0..5).filter(|kind| ports >> kind & 1 == 1 && rates[*kind] > 2.5);
    let special: f32 = special.map(|kind| 0.3 * income[kind]).sum();
    let general = ports >> 5 == 1 && rates.iter().any(|&rate| rate > 3.5);
    special + if general { 1.2 } else { 0.0 }
}

/// The cost of a piece.
pub(super) fn cost(piece: Piece) -> Cards {
    cards(piece.cost())
}

impl Sight {
    fn points(&self, seat: usize, points: u8) -> f32 {
        let wins = self.estates[seat & 3].points + points >= self.target;
        f32::from(points) + if wins { WINNING } else { 0.0 }
    }

    /// What a settlement on an open vertex, or a city on an own one, brings.
    pub(super) fn building_benefit(&self, seat: usize, estate: &Estate, vertex: Vertex) -> f32 {
        let (land, income) = (&self.land, &estate.income);
        let mut pips = yield_worth(land, income, &estate.rates, vertex);
        if estate.settlements & bit(vertex) == 0 {
            pips += port_worth(land, income, &estate.rates, vertex);
        }
        self.points(seat, 1) + PER_PIP * self.horizon() * pips
    }

    /// What the longest road brings, or would take from its holder.
    pub(super) fn title_benefit(&self, seat: usize) -> f32 {
        self.points(seat, 2) + if self.road_holder.is_some() { 0.5 } else { 0.0 }
    }

    /// What a development card brings on average.
    pub(super) fn card_benefit(&self, seat: usize) -> f32 {
        let estate = &self.estates[seat & 3];
        let leader = self.army_holder.map_or(2, |holder| self.estates[holder & 3].knights);
        let behind = leader.saturating_add(1).saturating_sub(estate.knights);
        let army = if self.army_holder == Some(seat) { 0.05 } else { 0.5 / f32::from(1 + behind) };
        // One card in five is a point, and a point may be all that is missing.
        let last = if estate.points + 1 == self.target { 0.2 * WINNING } else { 0.0 };
        0.5 + army + last
    }

    /// The goals of a seat whose estate is (or would be) `estate`, with some roads for free.
    pub(super) fn goals(&self, seat: usize, estate: &Estate, free_roads: u8) -> Vec<Goal> {
        let mut goals = Vec::with_capacity(SITES + 5);
        if estate.cities_left > 0 {
            let sites = Vertex::all().filter(|&vertex| estate.settlements & bit(vertex) != 0);
            goals.extend(sites.map(|vertex| Goal {
                aim: Aim::City,
                benefit: self.building_benefit(seat, estate, vertex),
                cost: cost(Piece::City),
                first: None,
            }));
        }
        let ways = Ways::new(self, seat, estate);
        if estate.settlements_left > 0 {
            self.add_sites(seat, estate, &ways, free_roads, &mut goals);
        }
        if self.deck > 0 {
            let benefit = self.card_benefit(seat);
            goals.push(Goal { aim: Aim::Card, benefit, cost: cost(Piece::DevCard), first: None });
        }
        if seat == self.me
            && self.road_holder != Some(seat)
            && estate.road_length >= 3
            && let Some((roads, first)) = way_to_title(self, estate, &ways)
        {
            let benefit = self.title_benefit(seat) * ON_THE_WAY;
            goals.push(Goal {
                aim: Aim::Title,
                benefit,
                cost: with_roads([0.0; 5], roads.saturating_sub(free_roads)),
                first: Some(first),
            });
        }
        goals
    }

    fn add_sites(&self, seat: usize, estate: &Estate, ways: &Ways, free_roads: u8, goals: &mut Vec<Goal>) {
        let mut sites: Vec<(f32, u8, Vertex)> = Vertex::all()
            .filter_map(|vertex| {
                let roads = ways.distance(vertex).filter(|&roads| roads <= estate.roads_left)?;
                let built_here = vertex.neighbors().fold(bit(vertex), |mask, next| mask | bit(next));
                if !self.is_open(vertex) || estate.buildings() & built_here != 0 {
                    return None;
                }
                // A cheap measure first; only the best sites are worth a closer look.
                let hope = self.land.pips(vertex) + 4.0 - 2.5 * f32::from(roads.saturating_sub(free_roads));
                Some((hope, roads, vertex))
            })
            .collect();
        sites.sort_by(|a, b| b.0.total_cmp(&a.0));
        goals.extend(sites.into_iter().take(SITES).map(|(_, roads, vertex)| Goal {
            aim: Aim::Settlement,
            benefit: self.building_benefit(seat, estate, vertex) * ON_THE_WAY.powi(i32::from(roads)),
            cost: with_roads(cost(Piece::Settlement), roads.saturating_sub(free_roads)),
            first: ways.first(vertex),
        }));
    }
}

fn with_roads(cost: Cards, roads: u8) -> Cards {
    let road = self::cost(Piece::Road);
    std::array::from_fn(|kind| cost[kind] + f32::from(roads) * road[kind])
}

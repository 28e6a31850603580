//! What a position is worth to a seat, by the value function that the project Catanatron publishes.
//!
//! A *term* is one thing that is counted (points, production, cards, …); the *worth* is their sum, each times its weight.
//! The weights lie so far apart that the first terms decide and the later ones break ties. *Ways* are rolls of 36: a
//! production of 9 ways is a probability of 9/36, summed over buildings, so it may exceed 1.
//!
//! The terms, and what their description leaves open: docs/bots.md §6.

use catan::grid::{edges_of, vertices_of};
use catan::{Board, Catan, DevCard, Hand, Hex, Resource};
use game::Seat;

/// Ways by which each kind of resource that one produces at all adds to production: 4 × 1/36.
const KIND_WAYS: u32 = 4;
/// More cards than this weigh on the worth.
const SAFE_CARDS: u32 = 7;

/// What the worth is summed from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Terms {
    /// Points that everybody sees.
    pub(super) points: u32,
    /// Own production in ways, with what each kind adds.
    pub(super) production: u32,
    /// The next player's production in ways, without that.
    pub(super) next_production: u32,
    /// Ways of the vertices that one more road at most makes fit for a settlement.
    pub(super) reachable: u32,
    /// Vertices fit for a settlement now, whatever is in the hand.
    pub(super) buildable: u32,
    /// How near the hand is to a city and a settlement, 0 to 1.
    pub(super) synergy: f64,
    /// Length of the longest road.
    pub(super) road: u32,
    /// Development cards in hand.
    pub(super) dev_cards: u32,
    /// Knights played.
    pub(super) knights: u32,
    /// Resource cards.
    pub(super) cards: u32,
    /// Different tiles that own buildings touch, the desert among them.
    pub(super) tiles: u32,
}

impl Terms {
    /// The sum.
    pub(super) fn worth(&self) -> f64 {
        let probability = |ways: u32| f64::from(ways) / 36.0;
        let road_weight = if self.buildable == 0 { 10.0 } else { 0.1 };
        let too_many = if self.cards > SAFE_CARDS { 5.0 } else { 0.0 };
        3e14 * f64::from(self.points)
            + 1e8 * (probability(self.production) - probability(self.next_production))
            + 1e4 * probability(self.reachable)
            + 1e3 * f64::from(self.buildable)
            + 1e2 * self.synergy
            + road_weight * f64::from(self.road)
            + 10.0 * f64::from(self.dev_cards)
            + 10.1 * f64::from(self.knights)
            + f64::from(self.cards)
            - too_many
            + f64::from(self.tiles)
    }
}

/// A tile as the value sees it.
#[derive(Clone, Copy, Debug)]
struct Tile {
    hex: Hex,
    corners: u64,
    ways: u32,
    /// The resource as a bit; none for the desert.
    kind: u8,
}

/// What the value needs of a board.
#[derive(Clone, Debug)]
pub(super) struct Land {
    tiles: Vec<Tile>,
    /// Ways of the tiles around each vertex.
    ways: [u32; catan::grid::VERTICES],
}

impl Land {
    pub(super) fn new(board: &Board) -> Self {
        let mut land = Self { tiles: Vec::with_capacity(19), ways: [0; catan::grid::VERTICES] };
        for hex in Hex::land() {
            let ways = u32::from(board.token_ways(hex));
            let kind = board.resource(hex).map_or(0, |resource| 1 << resource.index());
            land.tiles.push(Tile { hex, corners: hex.vertex_mask(), ways, kind });
            for vertex in hex.vertices() {
                land.ways[vertex.index()] += ways;
            }
        }
        land
    }

    /// What the position is worth to the seat.
    pub(super) fn worth(&self, game: &Catan, seat: Seat) -> f64 {
        self.terms(game, seat).worth()
    }

    pub(super) fn terms(&self, game: &Catan, seat: Seat) -> Terms {
        let own = self.yields(game, seat);
        let (buildable, reachable) = sites(game, seat);
        let hand = game.hand(seat);
        Terms {
            points: u32::from(game.public_points(seat)),
            production: own.ways + KIND_WAYS * own.kinds.count_ones(),
            next_production: next(game, seat).map_or(0, |other| self.yields(game, other).ways),
            reachable: vertices_of(reachable).map(|vertex| self.ways[vertex.index()]).sum(),
            buildable: buildable.count_ones(),
            synergy: synergy(hand),
            road: u32::from(game.road_length(seat)),
            dev_cards: game.held(seat).total(),
            knights: u32::from(game.played(seat).get(DevCard::Knight)),
            cards: hand.total(),
            tiles: own.tiles,
        }
    }

    /// What a seat's buildings earn while the robber stands where it does.
    fn yields(&self, game: &Catan, seat: Seat) -> Yields {
        let buildings = game.building_mask(seat);
        let cities = buildings & game.city_mask();
        let robber = game.robber();
        let mut sum = Yields { ways: 0, kinds: 0, tiles: 0 };
        for tile in &self.tiles {
            let there = buildings & tile.corners;
            if there == 0 {
                continue;
            }
            sum.tiles += 1;
            if tile.hex != robber {
                sum.ways += tile.ways * (there.count_ones() + (cities & tile.corners).count_ones());
                sum.kinds |= tile.kind;
            }
        }
        sum
    }
}

/// What a seat's buildings earn and touch.
struct Yields {
    ways: u32,
    kinds: u8,
    tiles: u32,
}

/// Who plays after the seat.
fn next(game: &Catan, seat: Seat) -> Option<Seat> {
    let place = game.order().position(|other| other == seat)?;
    game.order().nth(place + 1).or_else(|| game.order().next()).filter(|other| *other != seat)
}

/// Vertices where the seat could settle now, and those where it could with at most one more road, whatever it can pay.
fn sites(game: &Catan, seat: Seat) -> (u64, u64) {
    let mut taken = 0;
    let mut roads = 0;
    for other in game.seats_iter() {
        taken |= game.building_mask(other);
        roads |= game.road_mask(other);
    }
    let closed = vertices_of(taken).fold(taken, |closed, vertex| closed | vertex.neighbor_mask());
    let now = ends(game.road_mask(seat)) & !closed;
    let soon = ends(game.reach_mask(seat) & !roads) & !closed;
    (now, now | soon)
}

fn ends(edges: u128) -> u64 {
    edges_of(edges).fold(0, |ends, edge| {
        let [a, b] = edge.ends();
        ends | a.bit() | b.bit()
    })
}

/// How near a hand is to a city (2 wheat, 3 ore) and to a settlement (wheat, sheep, brick, wood): 1 holds both, 0 neither.
pub(super) fn synergy(hand: Hand) -> f64 {
    let missing = |wanted: u8, resource: Resource| f64::from(wanted.saturating_sub(hand.get(resource)));
    let city = (missing(2, Resource::Wheat) + missing(3, Resource::Ore)) / 5.0;
    let settlement = [Resource::Wheat, Resource::Sheep, Resource::Brick, Resource::Wood]
        .into_iter()
        .map(|resource| missing(1, resource))
        .sum::<f64>()
        / 4.0;
    (2.0 - city - settlement) / 2.0
}

//! What a seat sees, as numbers: the view of a table turned into masks, incomes and rates.
//!
//! An *estate* is what one player has on the board, all of it public; an *income* is counted in pips, the ways out of 36
//! in which a roll pays. Masks have a bit per vertex or edge, by their index. Everything comes from the view.

use catan::{Board, Edge, Hand, Port, Resource, Vertex, View};
use game::Seat;

/// Cards of each kind, known or believed.
pub(super) type Cards = [f32; 5];

/// What a hex that the robber blocks is still worth: it will move on.
const BLOCKED: f32 = 0.4;

/// The board by hex and vertex.
#[derive(Clone, Debug)]
pub(super) struct Land {
    /// What each land hex pays, and in how many of 36 rolls.
    pub(super) hexes: [Option<(Resource, f32)>; 19],
    /// The ports of each vertex: bits 0–4 for the resources, bit 5 for any.
    pub(super) ports: [u8; 54],
    /// How much more a pip of each kind is worth for being rare on this board.
    pub(super) scarcity: Cards,
}

impl Land {
    pub(super) fn new(board: &Board) -> Self {
        let mut hexes = [None; 19];
        let mut pips = [0.0; 5];
        for (hex, place) in catan::Hex::land().zip(&mut hexes) {
            let (terrain, token) = board.tile(hex);
            *place = terrain
                .resource()
                .zip(token)
                .map(|(resource, token)| (resource, f32::from(6 - token.abs_diff(7).min(6))));
            if let Some((resource, ways)) = *place {
                pips[resource.index()] += ways;
            }
        }
        let mut ports = [0; 54];
        for (edge, port) in board.ports() {
            let bit = match port {
                Port::Of(resource) => 1 << resource.index(),
                Port::Any => 1 << 5,
            };
            for vertex in edge.ends() {
                ports[vertex.index() % 54] |= bit;
            }
        }
        let mean = pips.iter().sum::<f32>() / 5.0;
        Self { hexes, ports, scarcity: pips.map(|sum: f32| (mean / sum.max(1.0)).sqrt()) }
    }

    /// What the hexes around a vertex pay.
    pub(super) fn around(&self, vertex: Vertex) -> impl Iterator<Item = (usize, Resource, f32)> {
        vertex.hexes().filter_map(|hex| {
            let (resource, ways) = (*self.hexes.get(hex.index())?)?;
            Some((hex.index(), resource, ways))
        })
    }

    /// All pips around a vertex.
    pub(super) fn pips(&self, vertex: Vertex) -> f32 {
        self.around(vertex).map(|(_, _, ways)| ways).sum()
    }
}

/// What one player has on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estate {
    pub(super) roads: u128,
    pub(super) settlements: u64,
    pub(super) cities: u64,
    pub(super) roads_left: u8,
    pub(super) settlements_left: u8,
    pub(super) cities_left: u8,
    /// Pips by kind.
    pub(super) income: Cards,
    /// What the bank asks for a card, by kind.
    pub(super) rates: Cards,
    /// All points that the viewer knows of.
    pub(super) points: u8,
    pub(super) knights: u8,
    pub(super) hidden_cards: u8,
    pub(super) road_length: u8,
}

impl Estate {
    pub(super) const fn buildings(&self) -> u64 {
        self.settlements | self.cities
    }

    /// With one more building on a vertex: a settlement, or a settlement that becomes a city.
    pub(super) fn with_building(mut self, land: &Land, robber: usize, vertex: Vertex) -> Self {
        let bit = bit(vertex);
        if self.settlements & bit != 0 {
            self.settlements &= !bit;
            self.cities |= bit;
            self.settlements_left += 1;
            self.cities_left = self.cities_left.saturating_sub(1);
        } else {
            self.settlements |= bit;
            self.settlements_left = self.settlements_left.saturating_sub(1);
            self.rates = better(self.rates, land.ports[vertex.index() % 54]);
        }
        self.points += 1;
        for (hex, resource, ways) in land.around(vertex) {
            self.income[resource.index()] += if hex == robber { BLOCKED * ways } else { ways };
        }
        self
    }

    pub(super) fn with_road(mut self, edge: Edge) -> Self {
        self.roads |= 1 << edge.index();
        self.roads_left = self.roads_left.saturating_sub(1);
        self
    }
}

fn better(rates: Cards, ports: u8) -> Cards {
    std::array::from_fn(|kind| {
        let rate: f32 = if ports >> kind & 1 == 1 {
            2.0
        } else if ports >> 5 == 1 {
            3.0
        } else {
            4.0
        };
        rate.min(rates[kind])
    })
}

/// A table as one seat sees it.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    pub(super) land: Land,
    pub(super) me: usize,
    pub(super) players: usize,
    pub(super) estates: [Estate; 4],
    /// One's own cards.
    pub(super) hand: Cards,
    pub(super) robber: usize,
    pub(super) roads: u128,
    pub(super) buildings: u64,
    pub(super) deck: u8,
    pub(super) target: u8,
    pub(super) discard_from: u8,
    pub(super) road_holder: Option<usize>,
    pub(super) army_holder: Option<usize>,
}

impl Sight {
    /// `None` if the table does not have the seat, or the view is somebody else's.
    pub(super) fn new(view: &View, me: Seat) -> Option<Self> {
        let own = view.players.get(me.index())?;
        let hand = cards(own.resources?);
        let land = Land::new(&view.board);
        let robber = view.robber.index();
        let nothing = Estate {
            roads: 0,
            settlements: 0,
            cities: 0,
            roads_left: 0,
            settlements_left: 0,
            cities_left: 0,
            income: [0.0; 5],
            rates: [4.0; 5],
            points: 0,
            knights: 0,
            hidden_cards: 0,
            road_length: 0,
        };
        let mut estates = [nothing; 4];
        for (estate, player) in estates.iter_mut().zip(&view.players) {
            for &vertex in player.settlements.iter().chain(&player.cities) {
                *estate = estate.with_building(&land, robber, vertex);
            }
            for &vertex in &player.cities {
                *estate = estate.with_building(&land, robber, vertex);
            }
            estate.roads = player.roads.iter().fold(0, |mask, edge| mask | 1 << edge.index());
            estate.roads_left = player.roads_left;
            estate.settlements_left = player.settlements_left;
            estate.cities_left = player.cities_left;
            estate.points = player.points.unwrap_or(player.public_points);
            estate.knights = player.played.get(catan::DevCard::Knight);
            estate.hidden_cards = player.dev_card_count;
            estate.road_length = player.road_length;
        }
        Some(Self {
            me: me.index(),
            players: view.players.len().min(4),
            hand,
            robber,
            roads: estates.iter().fold(0, |mask, estate| mask | estate.roads),
            buildings: estates.iter().fold(0, |mask, estate| mask | estate.buildings()),
            estates,
            land,
            deck: view.deck_count,
            target: view.rules.points_to_win,
            discard_from: view.rules.discard_from,
            road_holder: view.longest_road.map(|(seat, _)| seat.index()),
            army_holder: view.largest_army.map(|(seat, _)| seat.index()),
        })
    }

    /// One's own estate.
    pub(super) fn own(&self) -> &Estate {
        &self.estates[self.me & 3]
    }

    /// The other seats.
    pub(super) fn others(&self) -> impl Iterator<Item = usize> {
        let me = self.me;
        (0..self.players).filter(move |&seat| seat != me)
    }

    /// Whether nobody built on the vertex or beside it.
    pub(super) fn is_open(&self, vertex: Vertex) -> bool {
        let near = vertex.neighbors().fold(bit(vertex), |mask, next| mask | bit(next));
        near & self.buildings == 0
    }

    /// How much of the game is still to come, from 1 down to 0: production counts for less and less.
    pub(super) fn horizon(&self) -> f32 {
        let most = (0..self.players).map(|seat| self.estates[seat].points).max().unwrap_or(0);
        f32::from(self.target.saturating_sub(most)) / f32::from(self.target.max(1))
    }

    /// Whether the seat is within two visible points of winning: whatever it is given may be what wins.
    pub(super) fn is_close(&self, seat: usize) -> bool {
        self.estates[seat & 3].points + 2 >= self.target
    }

    /// How dangerous an opponent is: 0.5 for somebody far behind, above 3 for somebody about to win.
    pub(super) fn threat(&self, seat: usize) -> f32 {
        let estate = &self.estates[seat & 3];
        let points = f32::from(estate.points) + 0.3 * f32::from(estate.hidden_cards);
        let share = points / f32::from(self.target.max(1));
        0.5 + 3.0 * share * share + estate.income.iter().sum::<f32>() / 80.0
    }
}

/// The vertex as a mask.
pub(super) const fn bit(vertex: Vertex) -> u64 {
    if vertex.exists() { 1 << vertex.index() } else { 0 }
}

/// A hand as numbers.
pub(super) fn cards(hand: Hand) -> Cards {
    hand.counts().map(f32::from)
}

/// Both together.
pub(super) fn plus(a: &Cards, b: &Cards) -> Cards {
    std::array::from_fn(|kind| a[kind] + b[kind])
}

/// The first without the second; never less than nothing.
pub(super) fn minus(a: &Cards, b: &Cards) -> Cards {
    std::array::from_fn(|kind| (a[kind] - b[kind]).max(0.0))
}

//! The state of a game: a flat value that can be copied for nothing.
//!
//! Roads and buildings are bit sets, hands are packed words; every array is by seat, and seats that the table does not
//! have stay empty. Everything that can be derived cheaply (points, pieces left) is derived, so it cannot disagree.
//!
//! Rules: docs/rules/catan.md §2 (pieces), §16 (points).

use game::{Seat, SeatSet};

use crate::board::Board;
use crate::card::{DevCard, DevCards};
use crate::phase::{FirstRolls, Phase};
use crate::resource::Hand;
use crate::rules::{FirstPlayer, Rules, VictoryPointCards};
use crate::trade::Offers;
use crate::{Edge, Hex, Vertex};

/// Pieces a player has of each: roads, settlements, cities (§2.5).
pub(crate) const ROADS: u8 = 15;
pub(crate) const SETTLEMENTS: u8 = 5;
pub(crate) const CITIES: u8 = 4;

/// A game of Catan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Catan {
    pub(crate) roads: [u128; 4],
    /// Edges that touch an own building, or an own road at a vertex that no other player holds. A cache: it follows from
    /// roads and buildings, and [`crate::building`] keeps it so.
    pub(crate) reach: [u128; 4],
    /// Settlements and cities.
    pub(crate) buildings: [u64; 4],
    /// Which of all buildings are cities.
    pub(crate) cities: u64,
    pub(crate) hands: [Hand; 4],
    pub(crate) bank: Hand,
    pub(crate) offers: Offers,
    /// Development cards in hand.
    pub(crate) held: [DevCards; 4],
    /// Development cards on the table.
    pub(crate) played: [DevCards; 4],
    /// Which cards of the current player are from this turn.
    pub(crate) bought: DevCards,
    pub(crate) deck: DevCards,
    pub(crate) board: Board,
    /// Turns begun, from 1; 0 in the setup.
    pub(crate) turn: u32,
    pub(crate) rules: Rules,
    pub(crate) phase: Phase,
    /// Seats in order of play.
    pub(crate) order: [u8; 4],
    /// Whose turn it is; always below 4.
    pub(crate) current: Seat,
    pub(crate) players: u8,
    pub(crate) robber: Hex,
    /// This turn's dice; zeros before the roll.
    pub(crate) dice: [u8; 2],
    /// Length of each player's longest trail. A cache, kept by [`crate::building`].
    pub(crate) road_lengths: [u8; 4],
    pub(crate) longest_road: Option<Seat>,
    pub(crate) largest_army: Option<Seat>,
    /// Ports each player has: bits 0–4 for the resources, bit 5 for any. A cache of board and buildings.
    pub(crate) ports: [u8; 4],
    /// Kinds of development cards played this turn, as bits.
    pub(crate) kinds_played: u8,
    /// Roads paid for this turn.
    pub(crate) paid_roads: u8,
}

/// All that is settled before the first action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// How many play: 2–4, as the profile allows.
    pub players: u8,
    /// The rules.
    pub rules: Rules,
    /// The board.
    pub board: Board,
    /// The seats in order of play; `None` means ascending, or a roll for the first player where the rules say so.
    pub order: Option<Vec<Seat>>,
}

impl Setup {
    /// Everything that is wrong with it, as sentences.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.rules.faults();
        let range = self.rules.profile.players();
        if !range.contains(&self.players) {
            let (low, high) = (range.start(), range.end());
            faults
                .push(format!("{} is for {low} to {high} players, not {}", self.rules.profile, self.players));
        }
        if let Some(order) = &self.order {
            let mut seats: Vec<u8> = order.iter().map(|s| s.0).collect();
            seats.sort_unstable();
            if !seats.iter().copied().eq(0..self.players) {
                faults.push(format!("seatOrder must name each of the {} seats once", self.players));
            }
        }
        faults
    }
}

impl Catan {
    /// The state before the first action of a setup without faults.
    pub(crate) fn begin(setup: &Setup) -> Self {
        let everybody = SeatSet::first(setup.players).bits() as u8;
        let rolls = setup.order.is_none() && setup.rules.first_player == FirstPlayer::HighestRoll;
        let phase = if rolls {
            Phase::RollForFirst(FirstRolls::among(everybody))
        } else {
            Phase::Setup { turn: 0, settlement: Vertex::NOWHERE }
        };
        let mut order = [0, 1, 2, 3];
        for (place, seat) in order.iter_mut().zip(setup.order.iter().flatten()) {
            *place = seat.0;
        }
        Self {
            roads: [0; 4],
            reach: [0; 4],
            buildings: [0; 4],
            cities: 0,
            hands: [Hand::EMPTY; 4],
            bank: Hand::FULL_BANK,
            offers: Offers::default(),
            held: [DevCards::EMPTY; 4],
            played: [DevCards::EMPTY; 4],
            bought: DevCards::EMPTY,
            deck: DevCards::FULL_DECK,
            board: setup.board,
            turn: 0,
            rules: setup.rules,
            phase,
            order,
            current: Seat(order[0]),
            players: setup.players,
            robber: setup.board.desert(),
            dice: [0; 2],
            road_lengths: [0; 4],
            longest_road: None,
            largest_army: None,
            ports: [0; 4],
            kinds_played: 0,
            paid_roads: 0,
        }
    }

    /// Whose turn it is: the seat that rolls, places, moves the robber, builds; after the end, the winner.
    #[must_use]
    #[inline]
    pub fn current(&self) -> Seat {
        self.current
    }

    /// The seat at this place of the order of play.
    pub(crate) fn seat_at(&self, place: u8) -> Seat {
        Seat(self.order[place as usize & 3] & 3)
    }

    /// The place of the current seat in the order of play.
    pub(crate) fn place(&self) -> u8 {
        self.order.iter().position(|&seat| seat == self.current.0).unwrap_or(0) as u8
    }

    /// How many play.
    #[must_use]
    pub fn players(&self) -> u8 {
        self.players
    }

    /// The seats of the table in ascending order.
    pub fn seats_iter(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players).map(Seat)
    }

    /// The seats in order of play.
    pub fn order(&self) -> impl Iterator<Item = Seat> {
        self.order.into_iter().take(self.players as usize).map(Seat)
    }

    /// The rules of this table.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What the game waits for.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Turns begun, from 1; 0 in the setup.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// This turn's dice, once rolled.
    #[must_use]
    pub fn dice(&self) -> Option<[u8; 2]> {
        (self.dice != [0; 2]).then_some(self.dice)
    }

    /// Where the robber stands.
    #[must_use]
    pub fn robber(&self) -> Hex {
        self.robber
    }

    /// What the bank has left.
    #[must_use]
    pub fn bank(&self) -> Hand {
        self.bank
    }

    /// What is left of the deck, by kind.
    #[must_use]
    pub fn deck(&self) -> DevCards {
        self.deck
    }

    /// A player's resource cards. Seats that the table does not have hold nothing.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// A player's unplayed development cards.
    #[must_use]
    pub fn held(&self, seat: Seat) -> DevCards {
        self.held.get(seat.index()).copied().unwrap_or_default()
    }

    /// A player's played development cards.
    #[must_use]
    pub fn played(&self, seat: Seat) -> DevCards {
        self.played.get(seat.index()).copied().unwrap_or_default()
    }

    /// Which of a player's cards were bought in this turn.
    #[must_use]
    pub fn bought_this_turn(&self, seat: Seat) -> DevCards {
        if seat == self.current() { self.bought } else { DevCards::EMPTY }
    }

    /// A player's roads.
    pub fn roads(&self, seat: Seat) -> impl Iterator<Item = Edge> + use<> {
        crate::grid::edges_of(self.roads.get(seat.index()).copied().unwrap_or(0))
    }

    /// A player's settlements.
    pub fn settlements(&self, seat: Seat) -> impl Iterator<Item = Vertex> + use<> {
        crate::grid::vertices_of(self.buildings.get(seat.index()).copied().unwrap_or(0) & !self.cities)
    }

    /// A player's cities.
    pub fn cities(&self, seat: Seat) -> impl Iterator<Item = Vertex> + use<> {
        crate::grid::vertices_of(self.buildings.get(seat.index()).copied().unwrap_or(0) & self.cities)
    }

    /// A player's roads, as a mask by [`Edge::bit`]. Seats that the table does not have, here and below, have nothing.
    #[must_use]
    #[inline]
    pub fn road_mask(&self, seat: Seat) -> u128 {
        self.roads.get(seat.index()).copied().unwrap_or(0)
    }

    /// The edges that a player's network touches, as a mask: a road may go there unless one lies there already.
    #[must_use]
    #[inline]
    pub fn reach_mask(&self, seat: Seat) -> u128 {
        self.reach.get(seat.index()).copied().unwrap_or(0)
    }

    /// A player's settlements and cities, as a mask by [`Vertex::bit`].
    #[must_use]
    #[inline]
    pub fn building_mask(&self, seat: Seat) -> u64 {
        self.buildings.get(seat.index()).copied().unwrap_or(0)
    }

    /// Everybody's cities, as a mask.
    #[must_use]
    #[inline]
    pub fn city_mask(&self) -> u64 {
        self.cities
    }

    /// The ports a player has: bits 0–4 for the resources, bit 5 for any.
    #[must_use]
    #[inline]
    pub fn port_bits(&self, seat: Seat) -> u8 {
        self.ports.get(seat.index()).copied().unwrap_or(0)
    }

    /// Length of a player's longest trail.
    #[must_use]
    pub fn road_length(&self, seat: Seat) -> u8 {
        self.road_lengths.get(seat.index()).copied().unwrap_or(0)
    }

    /// Who holds the longest road.
    #[must_use]
    pub fn longest_road(&self) -> Option<Seat> {
        self.longest_road
    }

    /// Who holds the largest army.
    #[must_use]
    pub fn largest_army(&self) -> Option<Seat> {
        self.largest_army
    }

    /// Road pieces in the supply.
    #[must_use]
    #[inline]
    pub fn roads_left(&self, seat: Seat) -> u8 {
        ROADS.saturating_sub(self.roads[seat.index() & 3].count_ones() as u8)
    }

    /// Settlement pieces in the supply.
    #[must_use]
    #[inline]
    pub fn settlements_left(&self, seat: Seat) -> u8 {
        SETTLEMENTS.saturating_sub((self.buildings[seat.index() & 3] & !self.cities).count_ones() as u8)
    }

    /// City pieces in the supply.
    #[must_use]
    #[inline]
    pub fn cities_left(&self, seat: Seat) -> u8 {
        CITIES.saturating_sub((self.buildings[seat.index() & 3] & self.cities).count_ones() as u8)
    }

    /// Points that everybody can see: hidden victory-point cards come on top (§16.1) until the game is over.
    #[must_use]
    pub fn public_points(&self, seat: Seat) -> u8 {
        if self.phase == Phase::Ended { self.points(seat) } else { self.points_on_the_table(seat) }
    }

    /// All points, hidden victory-point cards included (§16.1).
    #[must_use]
    #[inline]
    pub fn points(&self, seat: Seat) -> u8 {
        let hidden = match self.rules.victory_point_cards {
            VictoryPointCards::Hidden => self.held[seat.index() & 3].get(DevCard::VictoryPoint),
            VictoryPointCards::Played => 0,
        };
        self.points_on_the_table(seat) + hidden
    }

    #[inline]
    fn points_on_the_table(&self, seat: Seat) -> u8 {
        let buildings = self.buildings[seat.index() & 3];
        let titles = u8::from(self.longest_road == Some(seat)) + u8::from(self.largest_army == Some(seat));
        buildings.count_ones() as u8
            + (buildings & self.cities).count_ones() as u8
            + 2 * titles
            + self.played[seat.index() & 3].get(DevCard::VictoryPoint)
    }

    /// All buildings of all players.
    #[inline]
    pub(crate) fn all_buildings(&self) -> u64 {
        self.buildings.iter().fold(0, |all, b| all | b)
    }

    /// All roads of all players.
    #[inline]
    pub(crate) fn all_roads(&self) -> u128 {
        self.roads.iter().fold(0, |all, r| all | r)
    }
}

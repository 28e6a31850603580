//! Positions: the peer's state, read key by key.
//!
//! A *position* is all that the state of a question says about the table as one seat sees it, in our words. What the
//! peer leaves out has a plain default, so that a missing key never costs the answer.
//!
//! Keys: docs/catanatron.md §4.

use catan::{DevCard, Edge, Hand, Hex, Resource, Vertex};
use game::Seat;
use serde_json::Value;

use crate::deed;
use crate::message::field;
use crate::places;
use crate::words::{self, Colors, Counts};

/// The table as one seat sees it.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) me: Seat,
    /// By seat.
    pub(crate) players: Vec<Stand>,
    /// Whose turn it is.
    pub(crate) current: Seat,
    pub(crate) turns: u32,
    pub(crate) robber: Option<Hex>,
    pub(crate) bank: Option<Hand>,
    /// Free roads that may still be built.
    pub(crate) free_roads: u8,
    /// What each seat still has to discard, where the peer says so.
    pub(crate) owed: Option<[u8; 4]>,
}

/// What one player has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stand {
    /// How many resource cards, and which of one's own.
    pub(crate) cards: u8,
    pub(crate) hand: Counts,
    /// How many development cards, and which of one's own.
    pub(crate) n_held: u8,
    pub(crate) held: Counts,
    /// Of which kinds one was held when the turn began, where the peer says so.
    pub(crate) had: [Option<bool>; 5],
    pub(crate) played: Counts,
    pub(crate) has_road: bool,
    pub(crate) has_army: bool,
    /// Whether the dice of this turn were rolled, where the peer says so.
    pub(crate) has_rolled: Option<bool>,
    /// Whether a card was played in this turn.
    pub(crate) has_played: bool,
    pub(crate) roads: Vec<Edge>,
    pub(crate) settlements: Vec<Vertex>,
    pub(crate) cities: Vec<Vertex>,
}

impl Position {
    /// The position of a question to `me`.
    pub(crate) fn read(message: &Value, colors: &Colors, me: Seat) -> Self {
        let table = field(message, "player_state").unwrap_or(&Value::Null);
        let mut players: Vec<Stand> =
            (0..colors.len()).map(|seat| Stand::read(table, seat, seat == me.0)).collect();
        let board = field(message, "board").unwrap_or(&Value::Null);
        let list = |key: &str| board.get(key).and_then(Value::as_array).into_iter().flatten();
        for building in list("buildings") {
            let Some((vertex, seat)) = piece(building, colors, |node| places::vertex(node.as_u64()?)) else {
                continue;
            };
            let Some(stand) = players.get_mut(seat.index()) else { continue };
            if building.get(2).and_then(Value::as_str) == Some("CITY") {
                stand.cities.push(vertex);
            } else {
                stand.settlements.push(vertex);
            }
        }
        for road in list("roads") {
            let Some((edge, seat)) = piece(road, colors, deed::edge) else { continue };
            if let Some(stand) = players.get_mut(seat.index()).filter(|stand| !stand.roads.contains(&edge)) {
                stand.roads.push(edge);
            }
        }
        for stand in &mut players {
            stand.settlements.sort_unstable();
            stand.cities.sort_unstable();
            stand.roads.sort_unstable();
        }
        let number = |key: &str| field(message, key).and_then(Value::as_u64);
        let seat = |key: &str| number(key).filter(|&n| n < u64::from(colors.len())).map(|n| Seat(n as u8));
        let building_free = field(message, "is_road_building").and_then(Value::as_bool);
        let free_roads = field(message, "free_roads_available").and_then(words::small).unwrap_or(0);
        Self {
            me,
            players,
            current: seat("current_turn_index").unwrap_or(me),
            turns: number("num_turns").and_then(|n| u32::try_from(n).ok()).unwrap_or(0),
            robber: board.get("robber_coordinate").and_then(words::land),
            bank: field(message, "resource_freqdeck").and_then(bank),
            free_roads: if building_free == Some(false) { 0 } else { free_roads },
            owed: field(message, "discard_counts").and_then(debts),
        }
    }

    /// One's own things.
    pub(crate) fn own(&self) -> Option<&Stand> {
        self.players.get(self.me.index())
    }
}

impl Stand {
    fn read(table: &Value, seat: u8, own: bool) -> Self {
        let key = |name: &str| table.get(format!("P{seat}_{name}"));
        let number = |name: &str| key(name).and_then(words::small);
        let flag = |name: &str| number(name).unwrap_or(0) > 0;
        let by_card = |before: &str, after: &str| {
            DevCard::ALL.map(|card| number(&format!("{before}{}{after}", words::card_name(card))))
        };
        let of_cards = |before: &str, after: &str| by_card(before, after).map(Option::unwrap_or_default);
        // Others' hands are not ours to read, even if a host should show them.
        let hand = if own {
            Resource::ALL.map(|kind| number(&format!("{}_IN_HAND", words::resource_name(kind))).unwrap_or(0))
        } else {
            Counts::default()
        };
        let held = if own { of_cards("", "_IN_HAND") } else { Counts::default() };
        let mut played = of_cards("PLAYED_", "");
        // Under these rules they are never played.
        played[DevCard::VictoryPoint.index()] = 0;
        let sum = |counts: Counts| counts.into_iter().fold(0, u8::saturating_add);
        let count = |known: Counts, name: &str| if own { sum(known) } else { number(name).unwrap_or(0) };
        Self {
            cards: count(hand, "NUM_RESOURCES_IN_HAND"),
            hand,
            n_held: count(held, "NUM_DEVELOPMENT_CARDS_IN_HAND"),
            held,
            had: by_card("", "_OWNED_AT_START").map(|n| n.map(|n| n > 0)),
            played,
            has_road: flag("HAS_ROAD"),
            has_army: flag("HAS_ARMY"),
            has_rolled: number("HAS_ROLLED").map(|n| n > 0),
            has_played: flag("HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"),
            ..Self::default()
        }
    }

    /// How many buildings.
    pub(crate) fn n_buildings(&self) -> usize {
        self.settlements.len() + self.cities.len()
    }
}

/// `[place, colour, …]`.
fn piece<T>(value: &Value, colors: &Colors, place: impl Fn(&Value) -> Option<T>) -> Option<(T, Seat)> {
    Some((place(value.get(0)?)?, colors.seat(value.get(1)?)?))
}

fn bank(value: &Value) -> Option<Hand> {
    Hand::new(words::counts(value.as_array()?)?)
}

/// By seat.
fn debts(value: &Value) -> Option<[u8; 4]> {
    let list = value.as_array()?;
    let mut owed = [0; 4];
    for (debt, value) in owed.iter_mut().zip(list) {
        *debt = words::small(value)?;
    }
    Some(owed)
}

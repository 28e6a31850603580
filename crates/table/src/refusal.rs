//! Why a table does not do what it is asked: a code for the page, what to put into its sentence, and the sentence in English.

use std::collections::BTreeMap;

use game::SeatSet;

/// A refusal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Refusal {
    /// A stable name; the page translates it.
    pub code: &'static str,
    /// What belongs into the sentence.
    pub params: BTreeMap<&'static str, String>,
    /// The sentence in English.
    pub reason: String,
}

impl Refusal {
    /// A refusal with nothing to fill in.
    #[must_use]
    pub fn new(code: &'static str, reason: impl Into<String>) -> Self {
        Self { code, params: BTreeMap::new(), reason: reason.into() }
    }

    /// The same with something to fill in.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl std::fmt::Display) -> Self {
        self.params.insert(name, value.to_string());
        self
    }

    /// The same, naming whose turn it is if it is not the asker's.
    pub(crate) fn naming_turn(self, to_move: SeatSet) -> Self {
        if self.code == "not_your_turn" { self.with_seats("seats", to_move) } else { self }
    }

    /// The same with seats to fill in, as `0, 2`; nothing if there are none.
    pub(crate) fn with_seats(self, name: &'static str, seats: SeatSet) -> Self {
        let seats: Vec<String> = seats.iter().map(|seat| seat.0.to_string()).collect();
        if seats.is_empty() { self } else { self.with(name, seats.join(", ")) }
    }

    /// Only the host may do this.
    pub(crate) fn not_host() -> Self {
        Self::new("not_host", "Only the host can do this")
    }

    /// The sender has no seat.
    pub(crate) fn no_seat() -> Self {
        Self::new("no_seat", "You have no seat at this table")
    }

    /// Too late or too early.
    pub(crate) fn game_running() -> Self {
        Self::new("game_running", "This is not possible during a game")
    }

    /// There is no game to do this in.
    pub(crate) fn no_game() -> Self {
        Self::new("no_game", "No game is running at this table")
    }
}

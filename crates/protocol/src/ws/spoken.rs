//! The contract between a game and the table's socket: the words of its players, its events, its view.
//!
//! [`Wire`] is how programs speak about a game; *spoken* is how people at a table do: one message per click, seats with the
//! player's id beside them, a view made of maps so that a small change is a small patch.

use std::fmt::Debug;

use game::{Game, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::table::PlayerId;
use crate::{Failure, Wire};

/// Who sits where; a seat without a person or bot has nobody.
#[derive(Clone, Copy, Debug)]
pub struct People<'a>(pub &'a [Option<PlayerId>]);

impl People<'_> {
    /// Whoever sits there.
    #[must_use]
    pub fn at(&self, seat: Seat) -> Option<&PlayerId> {
        self.0.get(seat.index()).and_then(Option::as_ref)
    }
}

/// A game that can be played over the table's socket.
pub trait Spoken: Wire {
    /// What a player's page sends, with a `type` and without the common `id`.
    type Command: Serialize + DeserializeOwned + JsonSchema + Clone + PartialEq + Debug;
    /// What a page is told, with a `type` and without the common `seq`.
    type Told: Serialize + JsonSchema + Clone + PartialEq + Debug;
    /// What never changes during a game: rules and board.
    type Fixed: Serialize + JsonSchema + Clone + PartialEq + Debug;
    /// What one viewer may know: maps keyed by id, nothing null.
    type Shown: Serialize + JsonSchema + Clone + PartialEq + Debug;
    /// What the viewer may do now, by type of command.
    type Offered: Serialize + JsonSchema + Clone + PartialEq + Debug;
    /// What some commands refer to beside the state (a last chip, the bets of the last round).
    type Memory: Clone + Default + Debug;

    /// The `type`s of this game's commands.
    const COMMANDS: &'static [&'static str];

    /// The moves that a command stands for: usually one. All of them are made, or none.
    ///
    /// # Errors
    /// With the rules' own sentence where they could not even write the move down.
    fn moves(
        &self,
        seat: Seat,
        command: &Self::Command,
        memory: &Self::Memory,
    ) -> Result<Vec<Self::Action>, Failure>;

    /// Remembers what later commands may refer to.
    fn remember(memory: &mut Self::Memory, event: &Self::Event);

    /// What a viewer is told about something that it noticed; nothing where the page has no word for it.
    fn told(seen: &Self::Seen, people: People) -> Vec<Self::Told>;

    /// What never changes.
    fn fixed(&self) -> Self::Fixed;

    /// The view as a page gets it.
    fn shown(view: &<Self as Game>::View, people: People) -> Self::Shown;

    /// What the seat may do; `None` if nothing.
    fn offered(seat: Seat, legal: &<Self as Game>::Legal) -> Option<Self::Offered>;
}

//! The contract between a game and the table's socket: the words of its players, its events, its view.
//!
//! [`Wire`] is how programs speak about a game; *spoken* is how people at a table do: one message per click, seats with the
//! player's id beside them, a view made of maps so that a small change is a small patch.

use std::fmt::Debug;

use game::{Game, Seat, Viewer};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Kept;
use crate::table::PlayerId;
use crate::{BothWays, Outward, Whole, Wire};

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
    type Command: BothWays;
    /// What a page is told, with a `type` and without the common `seq`.
    type Told: Outward;
    /// What never changes during a game: rules and board.
    type Fixed: Outward;
    /// What one viewer may know: maps keyed by id, nothing null; in the field `legal`, what that viewer may do.
    type Shown: Outward;
    /// What the viewer may do now, by type of command.
    type Offered: Outward;
    /// What a page shows, as a server keeps it to tell what changes: [`Tokens`](super::patch::Tokens), unless the game has something better.
    type Kept: Kept<Self>;
    /// What some commands refer to beside the state (a last chip, the bets of the last round).
    type Memory: Serialize + DeserializeOwned + Clone + PartialEq + Default + Debug + Send + Sync + 'static;

    /// Whether there are no secrets: everybody sees and is told the same, only what one may do differs.
    const OPEN: bool = false;

    /// The `type`s of this game's commands.
    const COMMANDS: &'static [&'static str];

    /// The command that these contents of a frame are, where a look at the text is enough to know. Where it is not, they are read like
    /// any message.
    #[must_use]
    fn heard(_contents: &str) -> Option<Self::Command> {
        None
    }

    /// The moves that a command stands for: usually one. All of them are made, or none.
    ///
    /// # Errors
    /// When there is no such move to begin with; whether the moves are legal is for the rules to say.
    fn moves(
        &self,
        seat: Seat,
        command: &Self::Command,
        memory: &Self::Memory,
    ) -> Result<Vec<Self::Action>, NoMove<Self::Refusal>>;

    /// Remembers what later commands may refer to.
    fn remember(memory: &mut Self::Memory, event: &Self::Event);

    /// What a viewer is told about what it noticed of one command: its events in order, and its view after them. Both are
    /// the viewer's own, so nothing else can be told. `closes_at` is when the table's clock acts next, in milliseconds
    /// since 1970, if it does.
    fn told(
        view: &<Self as Game>::View,
        seen: &[Self::Seen],
        people: People,
        closes_at: Option<Whole>,
    ) -> Vec<Self::Told>;

    /// What a viewer is told when the game begins, before anything has happened.
    fn begun(_view: &<Self as Game>::View, _people: People, _closes_at: Option<Whole>) -> Vec<Self::Told> {
        Vec::new()
    }

    /// What never changes.
    fn fixed(&self) -> Self::Fixed;

    /// The view as a page gets it, with what the viewer may do.
    fn shown(view: &<Self as Game>::View, legal: Option<Self::Offered>) -> Self::Shown;

    /// What the seat may do; `None` if nothing.
    fn offered(&self, seat: Seat, memory: &Self::Memory) -> Option<Self::Offered>;

    /// All that a viewer's page shows now.
    fn page(&self, viewer: Viewer, memory: &Self::Memory) -> Self::Shown {
        let legal = viewer.seat().and_then(|seat| self.offered(seat, memory));
        Self::shown(&self.view(viewer), legal)
    }
}

/// Why a command stands for no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoMove<R> {
    /// A rule refuses it, before the move could even be written down.
    #[error("{0}")]
    Refused(R),
    /// There is nothing that it could refer to.
    #[error("{reason}")]
    Nothing {
        /// A stable name; the page translates it.
        code: &'static str,
        /// The sentence in English.
        reason: &'static str,
    },
}

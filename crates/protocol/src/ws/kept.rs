//! What a page shows, as a server keeps it to tell what changes in it.
//!
//! A view changes with every move, and hardly anything in it does. Any game can have its views taken down as [`Tokens`]; a game whose
//! state says at a glance what has changed may keep that instead, and comes to the same text.

use std::fmt::Debug;

use game::{Seat, Viewer};

use super::Spoken;
use super::patch::Tokens;

/// What a page shows, as it is kept.
pub trait Kept<G: Spoken>: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// What a viewer sees of a game, without what it may do there. The view is likely to be so long, in the measure of
    /// [`length`](Self::length).
    fn new(game: &G, viewer: Viewer, length: usize) -> Self;

    /// Adds what a seat may do; `false`, and nothing added, if that is nothing.
    fn offer(&mut self, game: &G, seat: Seat, memory: &G::Memory) -> bool;

    /// Adds the time that the turn has, in milliseconds since 1970. It comes last.
    fn end(&mut self, deadline: i64);

    /// How long it is, for whoever makes the next one.
    fn length(&self) -> usize;

    /// All of it as JSON.
    fn to_text(&self) -> String;

    /// Appends the merge patch to a later view of the same game; `false`, and nothing appended, if they look alike.
    #[must_use]
    fn patch(&self, later: &Self, patch: &mut String) -> bool;
}

impl<G: Spoken> Kept<G> for Tokens {
    fn new(game: &G, viewer: Viewer, length: usize) -> Self {
        Self::new(&G::shown(&game.view(viewer), None), length)
    }

    /// What one may do is the last field of every view.
    fn offer(&mut self, game: &G, seat: Seat, memory: &G::Memory) -> bool {
        let offered = game.offered(seat, memory);
        if let Some(offered) = &offered {
            self.add("legal", offered);
        }
        offered.is_some()
    }

    fn end(&mut self, deadline: i64) {
        self.add("deadline", &deadline);
    }

    fn length(&self) -> usize {
        self.len()
    }

    fn to_text(&self) -> String {
        self.to_text()
    }

    fn patch(&self, later: &Self, patch: &mut String) -> bool {
        self.patch(later, patch)
    }
}

//! Stages of a table: before, at the start of, in and after a game. Each carries what only it needs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fair::{Ceremony, GameLuck};
use game::{Seat, Viewer};
use protocol::Whole;
use protocol::table::{Bytes32, HowEnded, PauseReason, PlayerId, Topic};
use protocol::ws::session::{Fairness, GameOver};
use protocol::ws::{Kept, People};

use crate::clock::Clock;
use crate::thinking::Thoughts;
use crate::{Millis, Played};

/// What a table is doing.
#[derive(Clone, Debug)]
pub enum Stage<G: Played> {
    /// People sit down.
    Lobby {
        /// When the game begins, once everybody is ready.
        countdown: Option<Millis>,
    },
    /// Server and seats exchange seeds.
    Seeding(Box<Seeding>),
    /// A game is on.
    Playing(Box<Playing<G>>),
    /// A game is over.
    Over(Box<Over<G>>),
    /// Nothing will ever happen here again.
    Closed,
}

/// Server and seats exchange seeds.
#[derive(Clone, Debug)]
pub struct Seeding {
    /// Which game at this table, from 1.
    pub number: u32,
    /// The server's secret.
    pub(crate) seed: Bytes32,
    /// Who has committed to and revealed what.
    pub ceremony: Ceremony,
    /// Until when the seats may do what they are asked for.
    pub until: Millis,
}

/// A game that is on.
#[derive(Clone, Debug)]
pub struct Playing<G: Played> {
    /// Which game at this table, from 1.
    pub number: u32,
    /// When it began.
    pub began: Millis,
    /// The state.
    pub game: G,
    /// How it began, with nothing left open.
    pub start: G::WireStart,
    /// The seeds and commitments.
    pub ceremony: Arc<Ceremony>,
    pub(crate) seed: Bytes32,
    pub(crate) luck: Arc<GameLuck>,
    pub(crate) memory: G::Memory,
    /// What dice gave whom so far, and how often, in order; nothing where that is counted at once.
    pub(crate) rolls: Vec<((Seat, u8), u64)>,
    /// How many moves were made.
    pub position: u64,
    /// How many of them luck had a part in.
    pub(crate) draws: u64,
    /// How many cards of the committed deck are gone.
    pub(crate) cards: u32,
    pub(crate) clock: Clock,
    /// Why it stands still, if it does.
    pub pause: Option<Pause>,
    /// Who is for what.
    pub votes: BTreeMap<Topic, BTreeSet<PlayerId>>,
    pub(crate) thoughts: Thoughts,
}

/// A game that stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pause {
    /// Why.
    pub reason: PauseReason,
    /// Since when.
    pub since: Millis,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Over<G: Played> {
    /// The game as it ended.
    pub played: Playing<G>,
    /// When.
    pub at: Millis,
    /// How.
    pub how: HowEnded,
    /// Who won, by seat.
    pub winners: Vec<protocol::Seat>,
    /// What everybody had.
    pub scores: Vec<i64>,
    /// Who wants to play again.
    pub rematch: BTreeSet<PlayerId>,
}

impl<G: Played> Playing<G> {
    /// The server's secret. Whoever reads it before the end knows all luck to come.
    #[must_use]
    pub const fn secret(&self) -> Bytes32 {
        self.seed
    }

    /// When the table does something by itself (closes the bets, opens the next round).
    #[must_use]
    pub fn acts_at(&self) -> Option<Millis> {
        if self.pause.is_some() { None } else { self.clock.due() }
    }

    /// Counts what dice gave somebody.
    pub(crate) fn count(&mut self, roll: (Seat, u8)) {
        match self.rolls.binary_search_by_key(&roll, |(known, _)| *known) {
            Ok(place) => self.rolls[place].1 += 1,
            Err(place) => self.rolls.insert(place, (roll, 1)),
        }
    }

    /// What a viewer may do now.
    #[must_use]
    pub fn offered(&self, viewer: Viewer) -> Option<G::Offered> {
        self.game.offered(viewer.seat()?, &self.memory)
    }

    /// Adds what a viewer may do now to its view; `false` if that is nothing.
    pub fn offer(&self, view: &mut G::Kept, viewer: Viewer) -> bool {
        viewer.seat().is_some_and(|seat| view.offer(&self.game, seat, &self.memory))
    }

    /// What a viewer is told about these events. `closes_at` is when the table's clock acts next, if it does.
    #[must_use]
    pub fn told(
        &self,
        events: &[G::Event],
        viewer: Viewer,
        people: People<'_>,
        closes_at: Option<Whole>,
    ) -> Vec<G::Told> {
        let seen: Vec<_> = events.iter().filter_map(|event| self.game.seen(event, viewer)).collect();
        G::told(&self.game.view(viewer), &seen, people, closes_at)
    }

    /// The root over the deck, where there is one.
    #[must_use]
    pub fn deck_root(&self) -> Option<Bytes32> {
        Some(Bytes32(G::deck(self.luck.fair()?)?.root().0))
    }

    /// What was committed to before the first move.
    #[must_use]
    pub fn fairness(&self) -> Fairness {
        Fairness {
            scheme: fair::SCHEME_VERSION,
            commitment: Bytes32(self.ceremony.server().0),
            missing: protocol::Seat::list(self.ceremony.missing()),
            deck_root: self.deck_root(),
        }
    }

    /// When the clock of the turn runs out, if there is one and it is running.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        if self.pause.is_some() { None } else { self.clock.deadline() }
    }
}

impl<G: Played> Over<G> {
    /// The end as everybody is told it, with all secrets.
    #[must_use]
    pub fn told(&self, seq: u64) -> GameOver {
        let played = &self.played;
        GameOver {
            seq,
            number: played.number,
            how: self.how,
            winners: self.winners.clone(),
            scores: self.scores.clone(),
            duration: self.at.saturating_sub(played.began),
            moves: played.position,
            server_seed: played.secret(),
            seat_seeds: played.ceremony.seat_seeds().iter().map(|seed| Bytes32(*seed.bytes())).collect(),
        }
    }
}

//! One game in the engine: its state, its luck, and the way that led here.
//!
//! A *move* is an action that the rules accepted, with its outcome. A *ply* is a move that somebody asked for together
//! with those that the table itself had to make because of it (roulette: a spin, and paying for it), and is
//! undone as one. The *position* of a move is how many came before it; what luck decides is drawn from the seed at that
//! position, so that asking again gives the same answer.
//!
//! Published: docs/fairness.md §6 (positions), docs/engine.md (undo, log).

use std::collections::VecDeque;

use fair::{Fair, Seed};
use game::{Game, Move, Rejected, Seat, Unheard, Viewer};
use protocol::Wire;

/// Where a kept history begins.
#[derive(Clone, Debug)]
pub(crate) enum Start<G: Game> {
    /// Before the first move.
    Setup {
        /// All that was settled.
        setup: G::Setup,
        /// Whether luck had a part in it.
        drawn: bool,
    },
    /// In a state that came from outside, or whose past was forgotten.
    State {
        /// The state.
        state: Box<G>,
        /// How many moves came before it.
        position: u64,
    },
}

impl<G: Game> Start<G> {
    /// The position of the first move after it.
    pub(crate) fn position(&self) -> u64 {
        match self {
            Self::Setup { .. } => 0,
            Self::State { position, .. } => *position,
        }
    }

    /// The state it stands for; `None` never happens, since a session begins with a setup that was accepted.
    fn state(&self) -> Option<G> {
        match self {
            Self::Setup { setup, .. } => G::create(setup).ok(),
            Self::State { state, .. } => Some((**state).clone()),
        }
    }
}

/// A move that is kept.
#[derive(Clone, Debug)]
pub(crate) struct Kept<G: Game> {
    /// What was done.
    pub(crate) what: Move<G::Action, G::Outcome>,
    /// Whether the outcome was drawn from the seed.
    drawn: bool,
    /// Whether somebody asked for it; otherwise it belongs to the ply of the move before.
    asked_for: bool,
}

impl<G: Game> Kept<G> {
    /// Whether luck decided something that was given and not drawn.
    pub(crate) fn is_given(&self) -> bool {
        self.what.outcome.is_some() && !self.drawn
    }
}

/// What came of an action.
pub(crate) struct Applied<G: Game> {
    /// What happened, in full, those moves included that the table made.
    pub(crate) events: Vec<G::Event>,
    /// What luck decided.
    pub(crate) outcome: Option<G::Outcome>,
}

/// One game.
#[derive(Clone, Debug)]
pub(crate) struct Session<G: Game> {
    start: Start<G>,
    seed: Seed,
    fair: Fair,
    moves: VecDeque<Kept<G>>,
    state: G,
}

impl<G: Wire> Session<G> {
    /// A game before its first move. `drawn` says whether luck had a part in the setup.
    pub(crate) fn new(setup: G::Setup, drawn: bool, seed: Seed) -> Result<Self, G::SetupFault> {
        let state = G::create(&setup)?;
        Ok(Self::begin(Start::Setup { setup, drawn }, state, seed))
    }

    /// A game that goes on from a state.
    pub(crate) fn from_state(state: G, seed: Seed) -> Self {
        Self::begin(Start::State { state: Box::new(state.clone()), position: 0 }, state, seed)
    }

    fn begin(start: Start<G>, state: G, seed: Seed) -> Self {
        let fair = Fair::new(&seed);
        Self { start, seed, fair, moves: VecDeque::new(), state }
    }

    /// The state now.
    pub(crate) fn state(&self) -> &G {
        &self.state
    }

    /// Where the kept history begins.
    pub(crate) fn start(&self) -> &Start<G> {
        &self.start
    }

    /// The seed of this game's luck.
    pub(crate) fn seed(&self) -> &Seed {
        &self.seed
    }

    /// The kept moves in order.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &Kept<G>> {
        self.moves.iter()
    }

    /// How many moves are kept.
    pub(crate) fn n_moves(&self) -> usize {
        self.moves.len()
    }

    /// How many moves were made since the game began.
    pub(crate) fn position(&self) -> u64 {
        self.start.position() + self.moves.len() as u64
    }

    /// Carries out an action, and after it whatever is then due at the table. Without an outcome it is drawn.
    pub(crate) fn apply(
        &mut self,
        seat: Seat,
        action: G::Action,
        given: Option<G::Outcome>,
    ) -> Result<Applied<G>, Rejected<G::Refusal>> {
        let position = self.position();
        let chance = if given.is_none() { self.state.chance(seat, &action) } else { None };
        let drawn = chance.map(|chance| self.fair.draw(&chance, position));
        let outcome = given.or(drawn);
        let mut events = Vec::new();
        self.state.apply(seat, &action, outcome, &mut events)?;
        self.keep(seat, action, outcome, drawn.is_some(), true);
        while let Some((seat, action)) = self.state.due() {
            if self.state.apply(seat, &action, None, &mut events).is_err() {
                break;
            }
            self.keep(seat, action, None, false, false);
        }
        Ok(Applied { events, outcome })
    }

    fn keep(
        &mut self,
        seat: Seat,
        action: G::Action,
        outcome: Option<G::Outcome>,
        drawn: bool,
        asked_for: bool,
    ) {
        self.moves.push_back(Kept { what: Move { seat, action, outcome }, drawn, asked_for });
    }

    /// Tells what a viewer has seen in the kept moves, in order.
    pub(crate) fn retell(&self, viewer: Viewer, mut tell: impl FnMut(G::Seen)) {
        let Some(mut state) = self.start.state() else { return };
        let mut events = Vec::new();
        for Kept { what: Move { seat, action, outcome }, .. } in &self.moves {
            // It was accepted once, and the rules have no memory but the state.
            let _ = state.apply(*seat, action, *outcome, &mut events);
            events.drain(..).filter_map(|event| state.seen(&event, viewer)).for_each(&mut tell);
        }
    }

    /// Forgets the oldest plies until at most `most` moves are kept. The history then begins with the state after them.
    pub(crate) fn forget_beyond(&mut self, most: usize) {
        if self.moves.len() <= most {
            return;
        }
        let Some(mut state) = self.start.state() else { return };
        let mut position = self.start.position();
        while self.moves.len() > most || self.moves.front().is_some_and(|oldest| !oldest.asked_for) {
            let Some(oldest) = self.moves.pop_front() else { break };
            // It was accepted once, and the rules have no memory but the state.
            let Move { seat, action, outcome } = oldest.what;
            let _ = state.apply(seat, &action, outcome, &mut Unheard);
            position += 1;
        }
        self.start = Start::State { state: Box::new(state), position };
    }

    /// How many plies can be undone.
    pub(crate) fn n_plies(&self) -> usize {
        self.moves.iter().filter(|kept| kept.asked_for).count()
    }

    /// Takes back the last `plies`; at most as many as there are.
    pub(crate) fn undo(&mut self, plies: usize) {
        let mut left = self.moves.len();
        for _ in 0..plies {
            let before = (0..left).rev().find(|&at| self.moves[at].asked_for);
            left = before.unwrap_or(0);
        }
        let Some(mut state) = self.start.state() else { return };
        self.moves.truncate(left);
        for Kept { what: Move { seat, action, outcome }, .. } in &self.moves {
            let _ = state.apply(*seat, action, *outcome, &mut Unheard);
        }
        self.state = state;
    }
}

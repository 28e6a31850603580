//! The log: what was settled before the game and every move since.
//!
//! A *record* is enough to make the state again; nothing else has to be kept. A *move* is an action with
//! the outcome that luck gave it.

use crate::{Game, Rejected, Seat, Unheard};

/// One accepted action with its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move<A, O> {
    /// Who acted.
    pub seat: Seat,
    /// What was asked for.
    pub action: A,
    /// What luck decided, if anything was left to it.
    pub outcome: Option<O>,
}

/// A game as its setup and its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<G: Game> {
    /// All that was settled before the first move.
    pub setup: G::Setup,
    /// Every accepted move in order.
    pub moves: Vec<Move<G::Action, G::Outcome>>,
}

/// Why a record does not replay.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayFault<G: Game> {
    /// The game cannot begin like this.
    #[error("the game cannot begin: {0}")]
    Setup(G::SetupFault),
    /// A move was not accepted; moves count from 0.
    #[error("move {position} is not possible: {rejected}")]
    Move {
        /// The first move that does not fit.
        position: usize,
        /// What the rules say to it.
        rejected: Rejected<G::Refusal>,
    },
}

/// Makes the state again from its record.
///
/// # Errors
/// The first thing that does not fit.
pub fn replay<G: Game>(record: &Record<G>) -> Result<G, ReplayFault<G>> {
    let mut game = G::create(&record.setup).map_err(ReplayFault::Setup)?;
    for (position, m) in record.moves.iter().enumerate() {
        game.apply(m.seat, &m.action, m.outcome, &mut Unheard)
            .map_err(|rejected| ReplayFault::Move { position, rejected })?;
    }
    Ok(game)
}

//! Making a game again, move by move, with the luck that it must have had.
//!
//! A *retelling* asks nobody what luck decided: it draws again. So it serves both who writes a file, for the draws that belong into it,
//! and who checks one, for what should be there.

use fair::GameLuck;
use game::{Rejected, Seat, Unheard};

use super::{Draw, End, Purpose, Recorded, Step, StepOf};
use crate::table::Bytes32;

/// A game that is being made again.
#[derive(Clone, Debug)]
pub struct Retelling<G> {
    game: G,
    luck: GameLuck,
    position: u32,
    draws: u32,
}

/// Why a move cannot have been made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ToldFault {
    /// The rules refuse it.
    #[error("{0}")]
    Refused(String),
    /// No luck is left for it.
    #[error("the chain of this game has no link left")]
    ChainUsedUp,
    /// More moves than a file can number.
    #[error("a file has no place for more moves")]
    TooLong,
}

impl<G: Recorded> Retelling<G> {
    /// Before the first move.
    ///
    /// # Errors
    /// The rules' own sentence, if the game cannot begin like this.
    pub fn new(setup: &G::Setup, luck: GameLuck) -> Result<Self, G::SetupFault> {
        Ok(Self { game: G::create(setup)?, luck, position: 0, draws: 0 })
    }

    /// Makes one move; says how it must stand in the file, and the outcome it had.
    ///
    /// # Errors
    /// [`ToldFault`]; then nothing has changed.
    pub fn tell(
        &mut self,
        seat: Seat,
        action: &G::Action,
    ) -> Result<(StepOf<G>, Option<G::Outcome>), ToldFault> {
        let position = self.position;
        let following = position.checked_add(1).ok_or(ToldFault::TooLong)?;
        let (mut outcome, mut draw) = (None, None);
        if let Some(chance) = self.game.chance(seat, action) {
            let drawn = self.luck.draw(&chance, position.into(), self.draws.into());
            let (what, how) = drawn.ok_or(ToldFault::ChainUsedUp)?;
            outcome = Some(what);
            // Every purpose of a rules crate is in the list, and no index is beyond the position.
            draw = Purpose::from_name(how.purpose).map(|purpose| Draw {
                purpose,
                index: u32::try_from(how.index).unwrap_or(u32::MAX),
                bound: how.bound,
                ticket: how.ticket,
                hand: G::robbed(&chance),
                link: how.link.map(|link| Bytes32(link.0)),
            });
        }
        let refused = |rejected: Rejected<G::Refusal>| ToldFault::Refused(rejected.to_string());
        self.game.apply(seat, action, outcome, &mut Unheard).map_err(refused)?;
        self.position = following;
        self.draws += u32::from(outcome.is_some());
        let step = Step {
            position,
            seat: seat.into(),
            action: G::action_out(action),
            outcome: outcome.map(G::outcome_out),
            draw,
        };
        Ok((step, outcome))
    }

    /// The game as it stands.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// How many numbers were drawn.
    pub const fn draws(&self) -> u32 {
        self.draws
    }

    /// The end, if the game goes no further.
    pub fn end(&self) -> End {
        End::of(&self.game)
    }
}

//! From a game that was played to the bytes of its file.

use fair::{Ceremony, GameLuck, SCHEME_VERSION, Secret};
use game::Move;

use super::{
    Chair, DrawnPart, FILE_VERSION, Fairness, FileFormat, Header, HeaderOf, Player, Recorded, Retelling,
    ToldFault, write,
};
use crate::Seat;
use crate::table::Bytes32;

/// A game that is over, or was given up.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGame<'a, G: Recorded> {
    /// The ceremony that it began with.
    pub ceremony: &'a Ceremony,
    /// The server's seed.
    pub server_seed: &'a Secret,
    /// Who played from the beginning, by seat.
    pub players: &'a [Player],
    /// How it began.
    pub setup: &'a G::Setup,
    /// What of that luck decided, ascending.
    pub drawn: &'a [DrawnPart],
    /// Every accepted move.
    pub moves: &'a [Move<G::Action, G::Outcome>],
}

/// Why a game has no file: it is not what it is said to be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordFault {
    /// The ceremony was not finished, or with another seed.
    #[error("{0}")]
    Seal(#[from] fair::ceremony::SealFault),
    /// The game cannot begin like this.
    #[error("the game cannot begin: {0}")]
    Setup(String),
    /// A move cannot have been made.
    #[error("move {position}: {fault}")]
    Move {
        /// Which, from 0.
        position: usize,
        /// Why not.
        fault: ToldFault,
    },
    /// Luck decided something else.
    #[error("move {position} had another outcome than the one that follows from the seeds")]
    Outcome {
        /// Which, from 0.
        position: usize,
    },
}

/// The bytes of a game's file.
///
/// # Errors
/// [`RecordFault`] if the game does not follow from its ceremony and its moves.
pub fn record<G: Recorded>(played: &PlayedGame<'_, G>) -> Result<Vec<u8>, RecordFault> {
    let sealed = played.ceremony.seal(played.server_seed)?;
    let header = header(played, &sealed.luck, Seat::list(sealed.missing));
    let mut telling = Retelling::<G>::new(played.setup, sealed.luck)
        .map_err(|fault| RecordFault::Setup(fault.to_string()))?;
    let mut steps = Vec::with_capacity(played.moves.len());
    for (position, made) in played.moves.iter().enumerate() {
        let told = telling.tell(made.seat, &made.action);
        let (step, outcome) = told.map_err(|fault| RecordFault::Move { position, fault })?;
        if outcome != made.outcome {
            return Err(RecordFault::Outcome { position });
        }
        steps.push(step);
    }
    Ok(write(&header, steps, &telling.end()))
}

fn header<G: Recorded>(played: &PlayedGame<'_, G>, luck: &GameLuck, missing: Vec<Seat>) -> HeaderOf<G> {
    let ceremony = played.ceremony;
    let chairs = ceremony.seats().iter().map(|entropy| Chair {
        commitment: entropy.commitment().map(|hash| Bytes32(hash.0)),
        seed: entropy.seed().map(|seed| Bytes32(*seed.bytes())),
    });
    Header {
        format: FileFormat::default(),
        version: FILE_VERSION,
        game: G::GAME,
        rules_version: G::RULES_VERSION,
        scheme: SCHEME_VERSION,
        table: ceremony.context().table().to_owned(),
        number: ceremony.context().game(),
        players: played.players.to_vec(),
        start: G::setup_out(played.setup).1,
        drawn: played.drawn.to_vec(),
        fairness: Fairness {
            server_commitment: Bytes32(ceremony.server().0),
            server_seed: Bytes32(*played.server_seed.bytes()),
            chairs: chairs.collect(),
            missing,
            deck_root: luck.fair().and_then(G::deck).map(|deck| Bytes32(deck.root().0)),
        },
    }
}

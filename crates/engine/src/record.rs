//! The log of a game that was played elsewhere, from its record and its seed.
//!
//! Whoever plays games by the same scheme of luck (docs/fairness.md) can so write logs that [`verify`](crate::verify) accepts.

use fair::{SCHEME_VERSION, Seed};
use game::{Game, Record, replay};
use protocol::Wire;
use protocol::engine::{GameName, LOG_VERSION, LogFormat, LogMove, LogOf};

use crate::digest;

/// The log of a game whose setup was given, and whose outcomes were all drawn from the seed at their positions.
///
/// `None` if the record does not replay.
#[must_use]
pub fn log_of<G: Wire>(record: &Record<G>, seed: &Seed) -> Option<LogOf<G>> {
    let end = replay(record).ok()?;
    let (players, setup) = G::setup_out(&record.setup);
    let mut log = LogOf::<G> {
        format: LogFormat::default(),
        version: LOG_VERSION,
        game: GameName::from_name(<G as Game>::NAME)?,
        rules_version: G::RULES_VERSION,
        players,
        setup: Some(setup),
        setup_drawn: false,
        state: None,
        position: 0,
        seed: Some(seed.to_hex()),
        scheme: Some(SCHEME_VERSION),
        moves: record.moves.iter().map(|m| LogMove::new::<G>(m, false)).collect(),
        digest: String::new(),
    };
    log.digest = digest::of_log(&log, &end.state_out());
    Some(log)
}

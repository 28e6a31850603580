//! What PostgreSQL's errors mean for us.
//!
//! A *failure* is not yet a fault: a group that met another node's may be tried again, and a connection that broke may be replaced.

use std::error::Error as _;

use store::StoreFault;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

/// Why something did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// We refused it ourselves; the transaction is as good as before.
    Refused(StoreFault),
    /// PostgreSQL refused it, or was not reached.
    Engine(Error),
    /// It took too long.
    Late,
}

impl From<StoreFault> for Failure {
    fn from(fault: StoreFault) -> Self {
        Self::Refused(fault)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Engine(error)
    }
}

/// The first two letters of an SQLSTATE.
fn class(code: &SqlState) -> &str {
    code.code().get(..2).unwrap_or_default()
}

impl Failure {
    fn code(&self) -> Option<&SqlState> {
        match self {
            Self::Engine(error) => error.code(),
            Self::Refused(_) | Self::Late => None,
        }
    }

    /// Whether the connection is of no use any more. A server that shuts down says so before it hangs up.
    pub(crate) fn broke_connection(&self) -> bool {
        match self {
            Self::Refused(_) => false,
            Self::Late => true,
            Self::Engine(error) => error.code().is_none_or(|code| {
                let gone =
                    [&SqlState::ADMIN_SHUTDOWN, &SqlState::CRASH_SHUTDOWN, &SqlState::CANNOT_CONNECT_NOW];
                gone.contains(&code)
                    || class(code) == "08"
                    || code.code() == "25P03"
                    || code.code() == "57P05"
            }),
        }
    }

    /// Whether two transactions were in each other's way, so that the same may succeed when it is tried again.
    pub(crate) fn was_in_the_way(&self) -> bool {
        self.code().is_some_and(|code| class(code) == "40" || *code == SqlState::LOCK_NOT_AVAILABLE)
    }

    /// Whether one write of a group may be to blame for it: something that we looked at has changed since, or that we
    /// did not look at is wrong.
    pub(crate) fn blames_one(&self) -> bool {
        self.code().is_some_and(|code| ["22", "23"].contains(&class(code)))
    }

    /// What to answer.
    pub(crate) fn fault(&self) -> StoreFault {
        let error = match self {
            Self::Refused(fault) => return fault.clone(),
            Self::Late => return StoreFault::Away("it takes too long".to_owned()),
            Self::Engine(error) => error,
        };
        let Some(said) = error.as_db_error() else {
            let lost = error.is_closed()
                || error.source().is_some_and(<dyn std::error::Error>::is::<std::io::Error>);
            let text = error.source().map_or_else(|| error.to_string(), |why| format!("{error}: {why}"));
            return if lost { StoreFault::Away(text) } else { StoreFault::Disk(text) };
        };
        let text = said.message().to_owned();
        match said.code() {
            code if *code == SqlState::DISK_FULL => StoreFault::DiskFull,
            code if *code == SqlState::READ_ONLY_SQL_TRANSACTION => StoreFault::ReadOnly,
            code if [&SqlState::DATA_CORRUPTED, &SqlState::INDEX_CORRUPTED].contains(&code) => {
                StoreFault::Corrupt(text)
            }
            code if *code == SqlState::UNIQUE_VIOLATION => {
                let taken = said.constraint().and_then(only_one);
                taken.map_or(StoreFault::Invalid(text), StoreFault::Taken)
            }
            code if ["22", "23"].contains(&class(code)) => StoreFault::Invalid(text),
            code if passes(code) => StoreFault::Away(text),
            _ => StoreFault::Disk(text),
        }
    }
}

/// Whether it may be over by itself after a while: the server starts or stops, has too many connections, was frozen for longer than a
/// statement may take, or somebody else was in the way. A database that was deleted does not come back.
fn passes(code: &SqlState) -> bool {
    let class = ["08", "40", "53", "57"].contains(&class(code));
    (class && *code != SqlState::DATABASE_DROPPED)
        || *code == SqlState::LOCK_NOT_AVAILABLE
        || *code == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
}

/// What there can be only one of, by the name of the constraint that says so.
fn only_one(constraint: &str) -> Option<&'static str> {
    Some(match constraint {
        "players_by_id" => "player id",
        "tokens_by_hash" => "token",
        "tables_by_id" => "table id",
        "tables_by_code" => "code",
        "seats_by_player" | "seats_by_seat" => "seat",
        "results_by_seat" => "result",
        "invites_by_code" => "invitation",
        _ => return None,
    })
}

//! What SQLite's errors mean for us.

use rusqlite::{Error, ErrorCode};

use crate::fault::StoreFault;

impl From<Error> for StoreFault {
    fn from(error: Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::DiskFull,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly,
            // Whatever can be asked for wrongly is looked at before it is written; a constraint is the second guard.
            Some(ErrorCode::ConstraintViolation) => Self::Invalid(error.to_string()),
            // None is not from the engine: a column held what no column of ours holds.
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) | None => {
                Self::Corrupt(error.to_string())
            }
            Some(_) => Self::Disk(error.to_string()),
        }
    }
}

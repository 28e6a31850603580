//! Failures: why a command ends without its answer, and with which exit code.

use std::io;
use std::process::ExitCode;

/// Why a command ends without its answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The arguments make no sense together.
    #[error("{0}")]
    Arguments(String),
    /// A recorded game does not fit its rules or its luck, or a server under load does not what it must.
    #[error("{0}")]
    DoesNotFit(String),
    /// The server cannot run.
    #[error("{0}")]
    Server(String),
    /// The load test cannot be carried out.
    #[error("{0}")]
    Load(String),
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Failure {
    /// Says on standard error what is wrong, unless nobody wants to hear it.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            // Whoever read our output has seen enough, as in `stammtisch show | head`.
            Self::Io(fault) if fault.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::DoesNotFit(_) => {
                eprintln!("{self}");
                ExitCode::FAILURE
            }
            Self::Arguments(_) => {
                eprintln!("error: {self}\n\nFor more information, try '--help'.");
                ExitCode::from(2)
            }
            Self::Io(_) | Self::Server(_) | Self::Load(_) => {
                eprintln!("error: {self}");
                ExitCode::from(2)
            }
        }
    }
}

impl From<simulate::contest::ContestFault> for Failure {
    fn from(fault: simulate::contest::ContestFault) -> Self {
        if let simulate::contest::ContestFault::Io(fault) = fault {
            return Self::Io(fault);
        }
        Self::Arguments(fault.to_string())
    }
}

impl From<simulate::OpeningFault> for Failure {
    fn from(fault: simulate::OpeningFault) -> Self {
        Self::Arguments(fault.to_string())
    }
}

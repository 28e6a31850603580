//! What can go wrong before the first mutant runs.

use std::path::PathBuf;

/// Why a run ends early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// A file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// A source file is not Rust.
    #[error("{file}: {reason}")]
    Source {
        /// Which file.
        file: String,
        /// What the parser says.
        reason: syn::Error,
    },
    /// A program cannot be started.
    #[error("{program} cannot be started: {reason}")]
    Start {
        /// Which program.
        program: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The compiler refuses something that no mutant explains.
    #[error("the crate with its mutants does not compile:\n{0}")]
    Compile(String),
    /// The tests fail as they are.
    #[error("{0} fails without any mutant")]
    Unsound(String),
}

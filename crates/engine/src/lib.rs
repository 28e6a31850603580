//! The rules behind one JSON line in, one JSON line out; and the verifier of recorded games.
//!
//! - [`Engine`]: games by handle; [`Engine::line`] answers one line and never fails.
//! - [`serve`]: an engine over two streams; [`Limits`] is what a conversation may cost.
//! - [`log_of`]: the log of a game that was played elsewhere.
//! - [`verify`]: replays a log and recomputes everything that was left to luck.
//! - `probe` (feature of that name): input that nobody would write, for tests and fuzzers.
//!
//! The protocol in words: docs/engine.md.

mod advice;
mod digest;
mod engine;
mod hosted;
mod limits;
mod lines;
#[cfg(feature = "probe")]
pub mod probe;
mod record;
mod seeds;
mod serve;
mod serving;
mod session;
pub mod verify;

pub use engine::Engine;
pub use limits::Limits;
pub use record::log_of;
pub use serve::serve;

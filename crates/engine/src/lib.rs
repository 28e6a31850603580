//! The rules behind one JSON line in, one JSON line out; and the verifier of recorded games.
//!
//! - [`Engine`]: games by handle; [`Engine::line`] answers one line and never fails.
//! - [`serve`]: an engine over two streams; [`Limits`] is what a conversation may cost.
//! - [`verify`]: replays a log and recomputes everything that was left to luck.
//!
//! The protocol in words: docs/engine.md.

mod engine;
mod limits;
mod lines;
mod serve;
pub mod verify;

pub use engine::Engine;
pub use limits::Limits;
pub use serve::serve;

//! Byte-exact chance: a seed, one stream of bytes per purpose, numbers without bias.
//!
//! A *seed* decides every die, card and spin of one game, and means the same for ever: how its bytes
//! become numbers is written down in `docs/fairness.md`, so that anybody can compute a game's luck again
//! without this code. The secret is the seed alone; nothing here reads a clock or asks the system for
//! entropy.
//!
//! - [`Seed`]: 1 to 64 bytes, in hex on the wire, kept out of debug output.
//! - [`Fair`]: a seed made ready to draw from; [`Fair::draw`] is all a table needs.
//! - [`Stream`]: the numbers of one draw, as a [`game::Luck`].

mod number;
mod scheme;
mod seed;
mod stream;
#[cfg(test)]
mod vectors;

pub use scheme::{Fair, SCHEME_VERSION};
pub use seed::{Seed, SeedFault};
pub use stream::Stream;

//! Byte-exact chance: a seed, one stream of bytes per purpose, numbers without bias; and where the seed comes from.
//!
//! A *seed* decides every die, card and spin of one game, and means the same for ever: how its bytes
//! become numbers is written down in `docs/fairness.md`, so that anybody can compute a game's luck again
//! without this code. Nothing here reads a clock or asks the system for entropy.
//!
//! - [`Seed`], [`Fair`], [`Stream`]: from a seed to numbers.
//! - [`Ceremony`]: how server and seats make a seed that none of them could choose; [`GameLuck`] is what comes of it.
//! - [`commit`], [`chain`], [`deck`]: what is published in advance, and how it is checked.

mod bytes;
pub mod ceremony;
pub mod chain;
pub mod commit;
pub mod deck;
mod luck;
mod number;
mod scheme;
mod seating;
mod seed;
mod stream;
#[cfg(test)]
mod vectors;

pub use bytes::{BYTES, Hash, HexFault, Secret};
pub use ceremony::{Ceremony, Sealed};
pub use chain::Chain;
pub use commit::{Context, Kind};
pub use deck::Deck;
pub use luck::{Draw, GameLuck, Rounds, game_seed, round_seed};
pub use scheme::{Fair, SCHEME_VERSION};
pub use seating::seat_order;
pub use seed::{Seed, SeedFault};
pub use stream::Stream;

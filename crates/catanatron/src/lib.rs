//! Our Catan bots at the tables of Catanatron, the Python simulator that bot authors measure against.
//!
//! The *peer* is that program. It asks over JSON lines; [`serve`] answers. Everything here is written from a description
//! of its messages and rules, which docs/catanatron.md repeats.
//!
//! - what the peer says: `words`, `places`, `message`, `deed`, `record`, `position`
//! - what it means for us: `ledger`, `chronicle`, `sight`
//! - what we answer: `mind`, `wish`, `plain`, `player`, `serve`

mod chronicle;
mod deed;
mod ledger;
mod message;
mod mind;
mod places;
mod plain;
mod player;
mod position;
mod record;
#[cfg(test)]
mod rehearsal;
mod serve;
mod sight;
mod wish;
mod words;

pub use player::Seating;
pub use serve::serve;

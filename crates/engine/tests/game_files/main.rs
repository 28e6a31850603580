//! Files of whole games: they verify, and nothing in them can be changed unnoticed.
//!
//! - [`play`]: random games as a table would play them, ceremony and all.
//! - [`whole`]: they verify; [`recorded`]: those of earlier versions still do.
//! - [`page`]: the example on the page is true.
//! - [`unwritable`]: what is no game has no file.
//! - [`flips`]: a flipped bit anywhere is found; [`forgeries`]: so is what a forger does who computes the digest again.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod flips;
mod forger;
mod forgeries;
mod page;
mod play;
mod recorded;
mod unwritable;
mod whole;

//! Trade, with the bank and between players.
//!
//! An *offer* is a promise that the offerer can keep: it lives only while the cards are there.
//!
//! Rules: docs/rules/catan.md §14 (bank), §15 (players).

pub(crate) mod bank;
mod offers;
pub(crate) mod players;

pub use offers::Offer;
pub(crate) use offers::Offers;

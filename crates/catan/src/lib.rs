//! The rules of Catan, complete and pure: no I/O, no clock, no randomness.
//!
//! [`Catan`] is the state, a flat value of at most 384 bytes that is copied for nothing; [`game::Game`] is how everybody
//! uses it. The rules stand in `docs/rules/catan.md`; every module names the paragraphs it implements.
//!
//! - where things lie: [`grid`], [`board`]; what they are: [`resource`], [`card`], [`rules`]
//! - what may happen: [`action`], [`legal`], [`refusal`], [`chance`]
//! - how it happens: `turn`, [`draft`], `production`, [`robber`], `building`, [`road`], `cards`, `trade`
//! - who may know it: [`view`], and what it could be: [`imagine`]; what comes from outside: [`raw`]

pub mod action;
pub mod board;
mod building;
pub mod card;
mod cards;
pub mod chance;
pub mod draft;
mod game_impl;
pub mod grid;
pub mod imagine;
mod invariants;
pub mod legal;
pub mod phase;
mod production;
pub mod raw;
pub mod refusal;
pub mod resource;
pub mod road;
pub mod robber;
pub mod rules;
mod state;
mod trade;
mod turn;
pub mod view;

pub use action::{Action, Closed, Event, Outcome, Plenty, Terms};
pub use board::{Board, BoardFault, BoardSpec, Port, Terrain, TileSpec};
pub use card::{DevCard, DevCards};
pub use chance::CatanChance;
pub use game_impl::SetupFault;
pub use grid::{Edge, Hex, Vertex};
pub use imagine::Guess;
pub use legal::{CatanLegal, Offering};
pub use phase::{Phase, Resume};
pub use refusal::{Piece, Refusal};
pub use resource::{Hand, Resource};
pub use rules::{BoardKind, DevCardsPerTurn, FirstPlayer, Profile, Rules, VictoryPointCards};
pub use state::{Catan, Setup};
pub use trade::Offer;
pub use view::{PlayerView, Seen, View};

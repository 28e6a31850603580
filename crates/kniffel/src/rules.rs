//! What is settled before a game: how many play, and by which options.
//!
//! Rules: docs/rules/kniffel.md §1.1, §6.3, §8.

/// The most players at a table.
pub const MAX_PLAYERS: u8 = 8;

/// The options of a table; the default has both off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// Whether five equal dice count as a full house.
    pub five_of_a_kind_is_full_house: bool,
    /// Whether a further Kniffel, after one scored with 50, brings 50 more points and serves as a joker.
    pub extra_kniffel: bool,
}

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// From 1 to 8.
    pub players: u8,
    /// The table's options.
    pub rules: Rules,
}

/// Why a game cannot begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupFault {
    /// Too few or too many players.
    #[error("Kniffel is for 1 to 8 players, not {0}")]
    Players(u8),
}

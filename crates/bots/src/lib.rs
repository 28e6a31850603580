//! Players for each game.

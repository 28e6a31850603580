//! How long things may take and how many there may be. All of them are settings of the server.

use crate::Millis;

/// Times of a table in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// From "everybody is ready" to the start.
    pub countdown: Millis,
    /// How long seats may take to commit to a seed.
    pub commit: Millis,
    /// How long seats may take to reveal it.
    pub reveal: Millis,
    /// How long somebody may be away before the table does something about it.
    pub grace: Millis,
    /// How long the host may be away before somebody else is host.
    pub host_grace: Millis,
    /// How long an empty table without a game is kept.
    pub empty: Millis,
    /// How long a finished game stays at the table when nobody is there.
    pub finished: Millis,
    /// How long a running game with nobody there is kept.
    pub deserted: Millis,
    /// How long a bot may think before the plainest move is made for it.
    pub thinking: Millis,
    /// After how long a bot that would rather wait is asked again.
    pub ask_again: Millis,
    /// How long people have to answer an offer before bots do.
    pub people_first: Millis,
    /// At least this much time is left on a clock after the server was restarted or a pause ended.
    pub after_restart: Millis,
    /// The longest name of a player, in characters.
    pub name: usize,
    /// The highest stake.
    pub stake: u32,
}

impl Default for Limits {
    fn default() -> Self {
        const SECOND: Millis = 1_000;
        Self {
            countdown: 5 * SECOND,
            commit: 5 * SECOND,
            reveal: 5 * SECOND,
            grace: 60 * SECOND,
            host_grace: 60 * SECOND,
            empty: 600 * SECOND,
            finished: 300 * SECOND,
            deserted: 30 * 86_400 * SECOND,
            thinking: 10 * SECOND,
            ask_again: 2 * SECOND,
            people_first: 6 * SECOND,
            after_restart: 15 * SECOND,
            name: 24,
            stake: 100_000,
        }
    }
}

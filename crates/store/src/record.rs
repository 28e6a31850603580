//! What is read back.
//!
//! A *record* is a row as it stands in the store, with what the store itself added: numbers, epochs, times.

use crate::commit::{CommandKey, GameResult, TableRow};
use crate::id::{Epoch, PlayerId, TableId, TokenHash};
use crate::ledger::{Account, Transfer};

/// An entry of a table's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number, counted from 1 without gaps.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What kind of entry.
    pub kind: String,
    /// What happened, as JSON text.
    pub body: Vec<u8>,
    /// The command that it answers.
    pub command: Option<CommandKey>,
}

/// A table without its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRecord {
    /// Which table.
    pub id: TableId,
    /// Its present owner's number.
    pub epoch: Epoch,
    /// The number of its log's last entry, 0 if there is none.
    pub head: u64,
    /// When it was created, in milliseconds since 1970.
    pub created_at_ms: i64,
    /// When its row was last written, in milliseconds since 1970.
    pub changed_at_ms: i64,
    /// What the lobby shows.
    pub row: TableRow,
}

/// A player to be created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewPlayer {
    /// The new id.
    pub id: PlayerId,
    /// What the player is called; need not be unique.
    pub name: String,
    /// The hash of the first token.
    pub token: TokenHash,
    /// How many chips the house gives to begin with.
    pub opening: u64,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

impl NewPlayer {
    /// The house's opening gift, if there is one.
    #[must_use]
    pub fn gift(&self) -> Option<Transfer> {
        let to = Account::Player(self.id.clone());
        let gift = Transfer { from: Account::House, to, amount: self.opening, reason: "welcome".into() };
        (self.opening > 0).then_some(gift)
    }
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The id.
    pub id: PlayerId,
    /// What the player is called.
    pub name: String,
    /// When the player was created, in milliseconds since 1970.
    pub created_at_ms: i64,
    /// When the player was last here, in milliseconds since 1970.
    pub seen_at_ms: i64,
    /// Whether nobody hears what the player says.
    pub muted: bool,
    /// Whether the player may not come in.
    pub banned: bool,
    /// Whether the player was forgotten.
    pub erased: bool,
}

/// One of a player's finished games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Its place among all results of the store: later ones have higher numbers.
    pub key: u64,
    /// The result.
    pub result: GameResult,
}

/// What a player has done in one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistic {
    /// Which game.
    pub game: String,
    /// How often it was played to the end.
    pub games: u64,
    /// How often it was won.
    pub wins: u64,
    /// All scores together.
    pub total: i64,
    /// The best score.
    pub best: i64,
}

impl Statistic {
    /// The mean score.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean is shown with a digit or two")]
    pub fn mean(&self) -> f64 {
        self.total as f64 / self.games.max(1) as f64
    }
}

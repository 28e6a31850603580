//! What a table's owner writes in one go.
//!
//! A *commit* is there as a whole or not at all: the entries of the log, the snapshot, the row that the lobby shows, the chips
//! that moved and the results of a game that ended. It is answered when it is durable (`docs/storage.md` §2).

use std::borrow::Cow;

use crate::fault::StoreFault;
use crate::id::{Epoch, PlayerId, TableId};
use crate::ledger::Transfer;

/// Everything that one commit may hold; any part may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Commit {
    /// When, in milliseconds since 1970: stands beside transfers and in the table's row.
    pub at_ms: i64,
    /// What the owner of a table writes about it.
    pub table: Option<TableWrite>,
    /// Chips that move, in this order: each must be covered when its turn comes.
    pub transfers: Vec<Transfer>,
    /// Results of a game that ended, for the statistics of its players.
    pub results: Vec<GameResult>,
    /// How the dice fell, to be added to what is known of these players.
    pub rolls: Vec<RollCount>,
}

/// What the owner of a table writes about it. Nothing of it is taken from anyone but the present owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableWrite {
    /// Which table.
    pub id: TableId,
    /// Which owner. A table is created by the first commit with a `row`, in [`Epoch::FIRST`].
    pub epoch: Epoch,
    /// Entries for the log.
    pub append: Option<Append>,
    /// A snapshot in place of the last one.
    pub snapshot: Option<Snapshot>,
    /// The table's row in place of the last one.
    pub row: Option<TableRow>,
    /// Who has a seat, in place of all that was said before.
    pub seats: Option<Vec<Sitting>>,
    /// What was said. Not part of the log.
    pub chat: Vec<ChatLine>,
}

impl TableWrite {
    /// A write that says nothing yet.
    #[must_use]
    pub fn new(id: TableId, epoch: Epoch) -> Self {
        Self { id, epoch, append: None, snapshot: None, row: None, seats: None, chat: Vec::new() }
    }
}

/// New entries at the end of a table's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The number of the last entry, as the owner knows it; 0 for an empty log. The first new entry gets the next number.
    pub expected_head: u64,
    /// The entries, in order.
    pub entries: Vec<NewEntry>,
}

/// An entry of the log that has no number yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEntry {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What kind of entry.
    pub kind: Cow<'static, str>,
    /// What happened, as JSON text. The store does not look inside.
    pub body: Vec<u8>,
    /// The command that it answers.
    pub command: Option<CommandKey>,
}

/// A command by the name its sender gave it. At a table no player's command is stored twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandKey {
    /// Whose command.
    pub player: PlayerId,
    /// The id that the client chose.
    pub id: String,
    /// A hash of the contents, to tell a resent command from another one under the same id.
    pub digest: [u8; 32],
}

impl CommandKey {
    /// What to say when it stands in one append twice.
    #[must_use]
    pub fn twice(&self) -> StoreFault {
        StoreFault::Invalid(format!("the command {} twice in one append", self.id))
    }
}

/// The state of a table after some entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The last entry that is in it.
    pub seq: u64,
    /// The state. The store does not look inside.
    pub body: Vec<u8>,
}

impl Snapshot {
    /// Whether it can be of a log that ends with this entry.
    ///
    /// # Errors
    /// If it is of the future.
    pub fn check(&self, head: u64) -> Result<(), StoreFault> {
        if self.seq > head {
            return Err(StoreFault::Invalid(format!("a snapshot of entry {} of {head}", self.seq)));
        }
        Ok(())
    }
}

/// Where a table stands in its life.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Waiting for players.
    Open,
    /// A game is being played.
    Running,
    /// A game was played to its end; there may be another.
    Finished,
    /// Over for good: not woken after a restart, its code free for others.
    Closed,
}

/// What a list of tables shows, and what a restart has to know before it reads a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// Where it stands.
    pub status: Status,
    /// Which game.
    pub game: String,
    /// Whether the lobby lists it.
    pub public: bool,
    /// The short code to join by; unique among tables that are not closed.
    pub code: Option<String>,
    /// What it is called.
    pub name: String,
    /// How many seats it has.
    pub seats: u16,
    /// How many of them people hold.
    pub people: u16,
    /// How many of them bots hold.
    pub bots: u16,
    /// When it has to be woken, in milliseconds since 1970: its next deadline.
    pub wake_at_ms: Option<i64>,
    /// Whether its log is wanted after the table is closed: [`crate::Store::forget_tables`] passes it over.
    pub keep: bool,
    /// Whatever else the lobby shows, as JSON text. The store does not look inside.
    pub details: String,
}

/// A player's seat at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sitting {
    /// Who.
    pub player: PlayerId,
    /// Where.
    pub seat: u8,
}

/// Something that was said at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Who said it; nobody, if the table did.
    pub player: Option<PlayerId>,
    /// What.
    pub text: String,
    /// How whoever said it called it, so that it is known when it is said again. Lines of earlier versions have no such name.
    pub said_as: Option<SaidAs>,
}

/// The name that somebody gave to something they said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaidAs {
    /// The id of the message.
    pub id: String,
    /// What the message says, in 32 bytes: another message of the same name is another thing.
    pub digest: [u8; 32],
}

/// What a game that ended was for one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Whose result.
    pub player: PlayerId,
    /// Which game.
    pub game: String,
    /// At which table; stays when the table is forgotten.
    pub table: TableId,
    /// The how manieth game at that table.
    pub game_number: u32,
    /// On which seat.
    pub seat: u8,
    /// With how many points or chips.
    pub score: i64,
    /// Whether it was won.
    pub won: bool,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Whatever a list of games shows beside it, as JSON text. The store does not look inside.
    pub details: String,
}

/// How often dice or ball gave a player some value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RollCount {
    /// Whose.
    pub player: PlayerId,
    /// In which game.
    pub game: String,
    /// Which value.
    pub value: u8,
    /// How often; 0 adds nothing.
    pub times: u64,
}

/// The answer to a commit: it is durable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Receipt {
    /// The number of the log's last entry, if the commit had an append.
    pub head: Option<u64>,
}

//! What any store can do, whatever engine is under it.
//!
//! Writes are answered through a function that the caller gives, so that whoever waits decides how; reads block, and belong on a
//! thread that may. It is a trait and not an enum because a second engine brings dependencies that most builds do without:
//! it can live in a crate of its own, and a `dyn` call costs nothing beside a write to a disk.

use std::sync::mpsc;

use crate::commit::{ChatLine, Commit, Receipt, RollCount, Snapshot};
use crate::fault::StoreFault;
use crate::id::{Epoch, PlayerId, TableId, TokenHash};
use crate::ledger::{Account, Booking, TopUp};
use crate::metrics::Metrics;
use crate::record::{Entry, NewPlayer, PlayedGame, Player, Statistic, TableRecord};

/// Where the answer to a write goes: called exactly once, on a thread of the store (or at once, if the write is refused
/// unseen). It must neither block nor panic.
pub type Done<T> = Box<dyn FnOnce(Result<T, StoreFault>) + Send>;

/// What any store can do. A fault means that nothing of what was asked is there.
pub trait Store: Send + Sync + std::fmt::Debug {
    /// Writes a commit, whole or not at all; answered when it is durable. A table's commits take effect in the order in which
    /// they were submitted.
    fn submit(&self, commit: Commit, done: Done<Receipt>);

    /// Makes the caller a table's owner: what former owners write from now on is refused.
    fn claim(&self, table: TableId, done: Done<Epoch>);

    /// Deletes a table with all that was said and done there. Refused while chips lie on it. Results and transfers stay.
    fn delete_table(&self, table: TableId, done: Done<()>);

    /// Deletes up to `most` tables that were closed before this time, hold no chips and need not be kept; names them.
    fn forget_tables(&self, closed_before_ms: i64, most: u32, done: Done<Vec<TableId>>);

    /// Creates a player with a first token and the house's opening gift.
    fn create_player(&self, player: NewPlayer, done: Done<()>);

    /// Gives a player another name.
    fn rename(&self, player: PlayerId, name: String, done: Done<()>);

    /// Gives a player one more token, for another device.
    fn add_token(&self, player: PlayerId, token: TokenHash, at_ms: i64, done: Done<()>);

    /// Takes all tokens from a player; says how many there were.
    fn revoke_tokens(&self, player: PlayerId, done: Done<u64>);

    /// Notes that the holder of a token was here. An unknown token changes nothing.
    fn seen(&self, token: TokenHash, at_ms: i64, done: Done<()>);

    /// Fills a player's account up to a minimum, once a day at most; says how many chips that took.
    fn top_up(&self, top_up: TopUp, done: Done<u64>);

    /// A table's entries from a number on, in order.
    ///
    /// # Errors
    /// If reading fails, as for all reads.
    fn entries(&self, table: &TableId, from_seq: u64, limit: u32) -> Result<Vec<Entry>, StoreFault>;

    /// A table's last snapshot.
    ///
    /// # Errors
    /// If reading fails.
    fn last_snapshot(&self, table: &TableId) -> Result<Option<Snapshot>, StoreFault>;

    /// Where a player's command stands in a table's log, and the hash of its contents.
    ///
    /// # Errors
    /// If reading fails.
    fn command(
        &self,
        table: &TableId,
        player: &PlayerId,
        id: &str,
    ) -> Result<Option<(u64, [u8; 32])>, StoreFault>;

    /// A table.
    ///
    /// # Errors
    /// If reading fails.
    fn table(&self, table: &TableId) -> Result<Option<TableRecord>, StoreFault>;

    /// The table with this code that is not closed.
    ///
    /// # Errors
    /// If reading fails.
    fn table_by_code(&self, code: &str) -> Result<Option<TableRecord>, StoreFault>;

    /// Public tables that are not closed, the last changed first.
    ///
    /// # Errors
    /// If reading fails.
    fn public_tables(&self, limit: u32) -> Result<Vec<TableRecord>, StoreFault>;

    /// Tables at which a player has a seat and that are not closed, the last changed first.
    ///
    /// # Errors
    /// If reading fails.
    fn tables_of(&self, player: &PlayerId) -> Result<Vec<TableRecord>, StoreFault>;

    /// All tables that are not closed, the one with the next deadline first; not cut to a page.
    ///
    /// # Errors
    /// If reading fails.
    fn tables_to_wake(&self) -> Result<Vec<TableRecord>, StoreFault>;

    /// The last lines that were said at a table, in order.
    ///
    /// # Errors
    /// If reading fails.
    fn chat(&self, table: &TableId, limit: u32) -> Result<Vec<ChatLine>, StoreFault>;

    /// A player.
    ///
    /// # Errors
    /// If reading fails.
    fn player(&self, player: &PlayerId) -> Result<Option<Player>, StoreFault>;

    /// The player who holds a token.
    ///
    /// # Errors
    /// If reading fails.
    fn player_by_token(&self, token: &TokenHash) -> Result<Option<Player>, StoreFault>;

    /// What a player has done, by game.
    ///
    /// # Errors
    /// If reading fails.
    fn statistics(&self, player: &PlayerId) -> Result<Vec<Statistic>, StoreFault>;

    /// How the dice fell for a player, by game and value.
    ///
    /// # Errors
    /// If reading fails.
    fn rolls(&self, player: &PlayerId) -> Result<Vec<RollCount>, StoreFault>;

    /// A player's finished games, the last first; only those with a lower key than `before`, if it is given.
    ///
    /// # Errors
    /// If reading fails.
    fn games_of(
        &self,
        player: &PlayerId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<PlayedGame>, StoreFault>;

    /// What an account holds; 0 if it was never used.
    ///
    /// # Errors
    /// If reading fails.
    fn balance(&self, account: &Account) -> Result<i64, StoreFault>;

    /// A player's transfers, the last first.
    ///
    /// # Errors
    /// If reading fails.
    fn transfers_of(&self, player: &PlayerId, limit: u32) -> Result<Vec<Booking>, StoreFault>;

    /// Reads everything and says in sentences what does not fit; empty if all is well. Slow.
    ///
    /// # Errors
    /// If reading fails.
    fn check(&self) -> Result<Vec<String>, StoreFault>;

    /// How the store is doing.
    fn metrics(&self) -> Metrics;

    /// Writes what is waiting, takes no more, and lets go of everything. Not to be called from a [`Done`].
    ///
    /// # Errors
    /// If the last step fails; what was answered is durable all the same.
    fn close(&self) -> Result<(), StoreFault>;
}

/// Asks for a write and blocks until it is answered: `wait(|done| store.claim(table, done))`.
///
/// # Errors
/// With what the write was answered, or [`StoreFault::Closed`] if it never was.
pub fn wait<T: Send + 'static>(ask: impl FnOnce(Done<T>)) -> Result<T, StoreFault> {
    let (sender, receiver) = mpsc::sync_channel(1);
    ask(Box::new(move |answer| {
        // Nobody can have stopped listening: the receiver is on this thread's stack.
        let _ = sender.send(answer);
    }));
    receiver.recv().unwrap_or(Err(StoreFault::Closed))
}

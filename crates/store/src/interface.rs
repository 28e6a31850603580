//! What any store can do, whatever engine is under it.
//!
//! Writes are answered through a function that the caller gives, so that whoever waits decides how; reads block, and belong on a
//! thread that may. It is a trait and not an enum because a second engine brings dependencies that most builds do without:
//! it can live in a crate of its own, and a `dyn` call costs nothing beside a write to a disk.

use std::sync::mpsc;

use crate::commit::{ChatLine, Commit, Receipt, RollCount, Snapshot};
use crate::fault::StoreFault;
use crate::host::{BannedAddress, DeviceTimes, Erasure, Invite};
use crate::id::{Epoch, PlayerId, TableId, TokenHash};
use crate::ledger::{Account, Booking, TopUp};
use crate::metrics::Metrics;
use crate::owner::{Claimed, Lease, Owner};
use crate::record::{Entry, NewPlayer, PlayedGame, Player, Statistic, TableRecord};

/// Where the answer to a write goes: called exactly once, on a thread of the store (or at once, if the write is refused
/// unseen). It must neither block nor panic.
pub type Done<T> = Box<dyn FnOnce(Result<T, StoreFault>) + Send>;

/// What any store can do. A fault means that nothing of what was asked is there.
pub trait Store: Send + Sync + std::fmt::Debug {
    /// Writes a commit, whole or not at all; answered when it is durable. A table's commits take effect in the order in which
    /// they were submitted.
    fn submit(&self, commit: Commit, done: Done<Receipt>);

    /// Makes the caller a table's owner: what former owners write from now on is refused. Where several servers share the store, a
    /// table is not taken from another whose lease is good.
    fn claim(&self, table: TableId, done: Done<Claimed>);

    /// Gives tables up, so that anybody may claim them at once. Those that the caller does not own in this epoch are passed over.
    fn release(&self, tables: Vec<(TableId, Epoch)>, done: Done<()>);

    /// Notes that this server is alive and serves its tables, for [`Claimed::unserved`]. To be said every now and then; where leases say
    /// it already, nothing is written.
    fn sign_of_life(&self, done: Done<()>);

    /// Deletes a table with all that was said and done there. Refused while chips lie on it. Results and transfers stay.
    fn delete_table(&self, table: TableId, done: Done<()>);

    /// Deletes up to `most` tables that were closed before this time, hold no chips and need not be kept; names them.
    fn forget_tables(&self, closed_before_ms: i64, most: u32, done: Done<Vec<TableId>>);

    /// Creates a player with a first token and the house's opening gift.
    fn create_player(&self, player: NewPlayer, done: Done<()>);

    /// Gives a player another name.
    fn rename(&self, player: PlayerId, name: String, done: Done<()>);

    /// Gives a player one more token, for another device; refused if `by`, the token of whoever asks for it, is not good any more.
    fn add_token(&self, player: PlayerId, by: TokenHash, token: TokenHash, at_ms: i64, done: Done<()>);

    /// Takes all tokens from a player; says how many there were.
    fn revoke_tokens(&self, player: PlayerId, done: Done<u64>);

    /// Notes that the holder of a token was here. An unknown token changes nothing.
    fn seen(&self, token: TokenHash, at_ms: i64, done: Done<()>);

    /// Fills a player's account up to a minimum, once a day at most; says how many chips that took.
    fn top_up(&self, top_up: TopUp, done: Done<u64>);

    /// Creates a player as [`create_player`](Self::create_player) does, and uses an invitation up.
    fn create_invited(&self, player: NewPlayer, code: String, done: Done<()>);

    /// Takes all tokens from a player and gives one; says how many there were.
    fn reset_tokens(&self, player: PlayerId, token: TokenHash, at_ms: i64, done: Done<u64>);

    /// Notes whether a player is to be silent.
    fn set_muted(&self, player: PlayerId, muted: bool, done: Done<()>);

    /// Notes whether a player may not come in.
    fn set_banned(&self, player: PlayerId, banned: bool, done: Done<()>);

    /// Notes that nobody may come from an address.
    fn ban_address(&self, address: String, at_ms: i64, done: Done<()>);

    /// Lets people come from an address again; says whether they could not.
    fn unban_address(&self, address: String, done: Done<bool>);

    /// Keeps an invitation.
    fn add_invite(&self, invite: Invite, done: Done<()>);

    /// Takes an invitation back; says whether there was one.
    fn withdraw_invite(&self, code: String, done: Done<bool>);

    /// Forgets who a player was: name, tokens, chat, results and rolls go, account and transfers stay. The tables that are named
    /// lose their snapshot and their owner. All of it or nothing.
    fn erase(&self, erasure: Erasure, done: Done<()>);

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

    /// The last entry that was written together with a player's command, and the hash of the command's contents.
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

    /// Tables that are not closed and whose owner is gone, the one with the next deadline first. Never any where there is only one
    /// server.
    ///
    /// # Errors
    /// If reading fails.
    fn tables_without_owner(&self, limit: u32) -> Result<Vec<TableRecord>, StoreFault>;

    /// Who owns a table, if there is such a table and it has an owner.
    ///
    /// # Errors
    /// If reading fails.
    fn owner(&self, table: &TableId) -> Result<Option<Owner>, StoreFault>;

    /// The nodes that share this store and whose lease is good, as [`Owner::node`] names them; none where there is only one server.
    ///
    /// # Errors
    /// If reading fails.
    fn nodes(&self) -> Result<Vec<String>, StoreFault>;

    /// All tables, closed ones too, in the order of their ids, from the one after `after` on.
    ///
    /// # Errors
    /// If reading fails.
    fn tables_after(&self, after: Option<&TableId>, limit: u32) -> Result<Vec<TableRecord>, StoreFault>;

    /// All tables whose log holds a player's id; not cut to a page. Slow.
    ///
    /// # Errors
    /// If reading fails.
    fn tables_mentioning(&self, player: &PlayerId) -> Result<Vec<TableRecord>, StoreFault>;

    /// The results of all games of a table, in order.
    ///
    /// # Errors
    /// If reading fails.
    fn results_at(&self, table: &TableId) -> Result<Vec<PlayedGame>, StoreFault>;

    /// Everything that a player has said and that is still there, in order.
    ///
    /// # Errors
    /// If reading fails.
    fn said_by(&self, player: &PlayerId) -> Result<Vec<(TableId, ChatLine)>, StoreFault>;

    /// Players who have this id, or this text in their name (all if it is empty), the last seen first; nobody who was forgotten.
    ///
    /// # Errors
    /// If reading fails.
    fn find_players(&self, text: &str, limit: u32) -> Result<Vec<Player>, StoreFault>;

    /// Players who are muted or banned.
    ///
    /// # Errors
    /// If reading fails.
    fn judged(&self) -> Result<Vec<Player>, StoreFault>;

    /// Addresses from which nobody may come.
    ///
    /// # Errors
    /// If reading fails.
    fn banned_addresses(&self) -> Result<Vec<BannedAddress>, StoreFault>;

    /// All invitations, also those that are used up.
    ///
    /// # Errors
    /// If reading fails.
    fn invites(&self) -> Result<Vec<Invite>, StoreFault>;

    /// A player's devices.
    ///
    /// # Errors
    /// If reading fails.
    fn devices_of(&self, player: &PlayerId) -> Result<Vec<DeviceTimes>, StoreFault>;

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

    /// Those of these tokens that nobody holds, or nobody any more.
    ///
    /// # Errors
    /// If reading fails.
    fn unheld(&self, tokens: &[TokenHash]) -> Result<Vec<TokenHash>, StoreFault>;

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

    /// A player's transfers, the last first; only those with a lower number than `before`, if it is given.
    ///
    /// # Errors
    /// If reading fails.
    fn transfers_of(
        &self,
        player: &PlayerId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Booking>, StoreFault>;

    /// Reads everything and says in sentences what does not fit; empty if all is well. Slow.
    ///
    /// # Errors
    /// If reading fails.
    fn check(&self) -> Result<Vec<String>, StoreFault>;

    /// Until when this server may act for its tables. Asks nobody and costs nothing.
    fn lease(&self) -> Lease;

    /// How often the lease was lost or had again. Whoever finds another number than when they claimed a table may have missed
    /// another owner, however good the lease is by now. Always 0 where there is no other node.
    fn lapses(&self) -> u64;

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

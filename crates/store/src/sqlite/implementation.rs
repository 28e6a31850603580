//! [`Store`] for [`SqliteStore`]: which function writes or reads what.

use super::{SqliteStore, check, ledger, players, read, tables, write};
use crate::commit::{ChatLine, Commit, Receipt, RollCount, Snapshot};
use crate::fault::StoreFault;
use crate::id::{Epoch, PlayerId, TableId, TokenHash};
use crate::interface::{Done, Store};
use crate::ledger::{Account, Booking, TopUp};
use crate::metrics::Metrics;
use crate::record::{Entry, NewPlayer, PlayedGame, Player, Statistic, TableRecord};

impl SqliteStore {
    /// How many rows a read gives that asked for so many.
    fn page(&self, limit: u32) -> u32 {
        limit.min(self.settings.page)
    }
}

impl Store for SqliteStore {
    fn submit(&self, commit: Commit, done: Done<Receipt>) {
        self.work(done, move |connection| write::commit(connection, &commit));
    }

    fn claim(&self, table: TableId, done: Done<Epoch>) {
        self.work(done, move |connection| tables::claim(connection, &table));
    }

    fn delete_table(&self, table: TableId, done: Done<()>) {
        self.work(done, move |connection| tables::delete(connection, &table));
    }

    fn forget_tables(&self, closed_before_ms: i64, most: u32, done: Done<Vec<TableId>>) {
        let most = self.page(most);
        self.work(done, move |connection| tables::forget(connection, closed_before_ms, most));
    }

    fn create_player(&self, player: NewPlayer, done: Done<()>) {
        self.work(done, move |connection| players::create(connection, &player));
    }

    fn rename(&self, player: PlayerId, name: String, done: Done<()>) {
        self.work(done, move |connection| players::rename(connection, &player, &name));
    }

    fn add_token(&self, player: PlayerId, token: TokenHash, at_ms: i64, done: Done<()>) {
        self.work(done, move |connection| players::add_token(connection, &player, &token, at_ms));
    }

    fn revoke_tokens(&self, player: PlayerId, done: Done<u64>) {
        self.work(done, move |connection| players::revoke_tokens(connection, &player));
    }

    fn seen(&self, token: TokenHash, at_ms: i64, done: Done<()>) {
        self.work(done, move |connection| players::seen(connection, &token, at_ms));
    }

    fn top_up(&self, top_up: TopUp, done: Done<u64>) {
        self.work(done, move |connection| ledger::top_up(connection, &top_up));
    }

    fn entries(&self, table: &TableId, from_seq: u64, limit: u32) -> Result<Vec<Entry>, StoreFault> {
        self.readers.read(|connection| read::entries(connection, table, from_seq, self.page(limit)))
    }

    fn last_snapshot(&self, table: &TableId) -> Result<Option<Snapshot>, StoreFault> {
        self.readers.read(|connection| read::last_snapshot(connection, table))
    }

    fn command(
        &self,
        table: &TableId,
        player: &PlayerId,
        id: &str,
    ) -> Result<Option<(u64, [u8; 32])>, StoreFault> {
        self.readers.read(|connection| read::command_of(connection, table, player, id))
    }

    fn table(&self, table: &TableId) -> Result<Option<TableRecord>, StoreFault> {
        self.readers.read(|connection| read::table(connection, table))
    }

    fn table_by_code(&self, code: &str) -> Result<Option<TableRecord>, StoreFault> {
        self.readers.read(|connection| read::table_by_code(connection, code))
    }

    fn public_tables(&self, limit: u32) -> Result<Vec<TableRecord>, StoreFault> {
        self.readers.read(|connection| read::public_tables(connection, self.page(limit)))
    }

    fn tables_of(&self, player: &PlayerId) -> Result<Vec<TableRecord>, StoreFault> {
        self.readers.read(|connection| read::tables_of(connection, player, self.settings.page))
    }

    fn tables_to_wake(&self) -> Result<Vec<TableRecord>, StoreFault> {
        self.readers.read(read::tables_to_wake)
    }

    fn chat(&self, table: &TableId, limit: u32) -> Result<Vec<ChatLine>, StoreFault> {
        self.readers.read(|connection| read::chat(connection, table, self.page(limit)))
    }

    fn player(&self, player: &PlayerId) -> Result<Option<Player>, StoreFault> {
        self.readers.read(|connection| read::player(connection, player))
    }

    fn player_by_token(&self, token: &TokenHash) -> Result<Option<Player>, StoreFault> {
        self.readers.read(|connection| read::player_by_token(connection, token))
    }

    fn statistics(&self, player: &PlayerId) -> Result<Vec<Statistic>, StoreFault> {
        self.readers.read(|connection| read::statistics(connection, player))
    }

    fn rolls(&self, player: &PlayerId) -> Result<Vec<RollCount>, StoreFault> {
        self.readers.read(|connection| read::rolls(connection, player))
    }

    fn games_of(
        &self,
        player: &PlayerId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<PlayedGame>, StoreFault> {
        self.readers.read(|connection| read::games_of(connection, player, before, self.page(limit)))
    }

    fn balance(&self, account: &Account) -> Result<i64, StoreFault> {
        self.readers.read(|connection| read::balance(connection, account))
    }

    fn transfers_of(&self, player: &PlayerId, limit: u32) -> Result<Vec<Booking>, StoreFault> {
        self.readers.read(|connection| read::transfers_of(connection, player, self.page(limit)))
    }

    fn check(&self) -> Result<Vec<String>, StoreFault> {
        self.readers.read(check::check)
    }

    fn metrics(&self) -> Metrics {
        self.counters.read()
    }

    fn close(&self) -> Result<(), StoreFault> {
        self.shut()
    }
}

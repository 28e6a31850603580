//! [`Store`] for [`SqliteStore`]: which function writes or reads what.

use super::{SqliteStore, check, host, ledger, life, players, read, tables, write};
use crate::commit::{ChatLine, Commit, Receipt, RollCount, Snapshot};
use crate::fault::StoreFault;
use crate::host::{BannedAddress, DeviceTimes, Erasure, Invite};
use crate::id::{Epoch, PlayerId, TableId, TokenHash};
use crate::interface::{Done, Store};
use crate::ledger::{Account, Booking, TopUp};
use crate::metrics::Metrics;
use crate::owner::{Claimed, Lease, Owner};
use crate::record::{Entry, NewPlayer, PlayedGame, Player, Statistic, TableRecord};

impl SqliteStore {
    /// How many rows a read gives that asked for so many.
    fn page(&self, limit: u32) -> u32 {
        limit.min(self.settings.page)
    }
}

impl Store for SqliteStore {
    fn submit(&self, commit: Commit, done: Done<Receipt>) {
        self.work(done, move |pen| write::commit(pen, &commit));
    }

    fn claim(&self, table: TableId, done: Done<Claimed>) {
        self.work(done, move |pen| tables::claim(pen, &table));
    }

    fn release(&self, tables: Vec<(TableId, Epoch)>, done: Done<()>) {
        self.work(done, move |connection| tables::release(connection, &tables));
    }

    fn sign_of_life(&self, done: Done<()>) {
        self.work(done, life::sign);
    }

    fn delete_table(&self, table: TableId, done: Done<()>) {
        self.work(done, move |pen| tables::delete(pen, &table));
    }

    fn forget_tables(&self, closed_before_ms: i64, most: u32, done: Done<Vec<TableId>>) {
        let most = self.page(most);
        self.work(done, move |pen| tables::forget(pen, closed_before_ms, most));
    }

    fn create_player(&self, player: NewPlayer, done: Done<()>) {
        self.work(done, move |connection| players::create(connection, &player));
    }

    fn rename(&self, player: PlayerId, name: String, done: Done<()>) {
        self.work(done, move |connection| players::rename(connection, &player, &name));
    }

    fn add_token(&self, player: PlayerId, by: TokenHash, token: TokenHash, at_ms: i64, done: Done<()>) {
        self.work(done, move |connection| players::add_token_by(connection, &player, &by, &token, at_ms));
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

    fn create_invited(&self, player: NewPlayer, code: String, done: Done<()>) {
        self.work(done, move |connection| host::create_invited(connection, &player, &code));
    }

    fn reset_tokens(&self, player: PlayerId, token: TokenHash, at_ms: i64, done: Done<u64>) {
        self.work(done, move |connection| host::reset_tokens(connection, &player, &token, at_ms));
    }

    fn set_muted(&self, player: PlayerId, muted: bool, done: Done<()>) {
        self.work(done, move |connection| host::set_muted(connection, &player, muted));
    }

    fn set_banned(&self, player: PlayerId, banned: bool, done: Done<()>) {
        self.work(done, move |connection| host::set_banned(connection, &player, banned));
    }

    fn ban_address(&self, address: String, at_ms: i64, done: Done<()>) {
        self.work(done, move |connection| host::ban_address(connection, &address, at_ms));
    }

    fn unban_address(&self, address: String, done: Done<bool>) {
        self.work(done, move |connection| host::unban_address(connection, &address));
    }

    fn add_invite(&self, invite: Invite, done: Done<()>) {
        self.work(done, move |connection| host::add_invite(connection, &invite));
    }

    fn withdraw_invite(&self, code: String, done: Done<bool>) {
        self.work(done, move |connection| host::withdraw_invite(connection, &code));
    }

    fn erase(&self, erasure: Erasure, done: Done<()>) {
        self.work_apart(done, move |connection| host::erase(connection, &erasure));
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

    fn tables_without_owner(&self, _limit: u32) -> Result<Vec<TableRecord>, StoreFault> {
        // One process has the file, and all that is in it.
        self.readers.read(|_| Ok(Vec::new()))
    }

    fn owner(&self, table: &TableId) -> Result<Option<Owner>, StoreFault> {
        let found = self.readers.read(|connection| write::find(connection, table))?;
        Ok(found.map(|(_, epoch)| Owner {
            node: "this server".to_owned(),
            address: String::new(),
            epoch,
            alive: true,
            mine: true,
        }))
    }

    fn nodes(&self) -> Result<Vec<String>, StoreFault> {
        Ok(Vec::new())
    }

    fn tables_after(&self, after: Option<&TableId>, limit: u32) -> Result<Vec<TableRecord>, StoreFault> {
        self.readers.read(|connection| read::tables_after(connection, after, self.page(limit)))
    }

    fn tables_mentioning(&self, player: &PlayerId) -> Result<Vec<TableRecord>, StoreFault> {
        self.readers.read(|connection| read::tables_mentioning(connection, player))
    }

    fn results_at(&self, table: &TableId) -> Result<Vec<PlayedGame>, StoreFault> {
        self.readers.read(|connection| read::results_at(connection, table))
    }

    fn said_by(&self, player: &PlayerId) -> Result<Vec<(TableId, ChatLine)>, StoreFault> {
        self.readers.read(|connection| read::said_by(connection, player))
    }

    fn find_players(&self, text: &str, limit: u32) -> Result<Vec<Player>, StoreFault> {
        self.readers.read(|connection| read::find_players(connection, text, self.page(limit)))
    }

    fn judged(&self) -> Result<Vec<Player>, StoreFault> {
        self.readers.read(read::judged)
    }

    fn banned_addresses(&self) -> Result<Vec<BannedAddress>, StoreFault> {
        self.readers.read(host::banned_addresses)
    }

    fn invites(&self) -> Result<Vec<Invite>, StoreFault> {
        self.readers.read(host::invites)
    }

    fn devices_of(&self, player: &PlayerId) -> Result<Vec<DeviceTimes>, StoreFault> {
        self.readers.read(|connection| host::devices_of(connection, player))
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

    fn unheld(&self, tokens: &[TokenHash]) -> Result<Vec<TokenHash>, StoreFault> {
        self.readers.read(|connection| read::unheld(connection, tokens))
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

    fn transfers_of(
        &self,
        player: &PlayerId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Booking>, StoreFault> {
        self.readers.read(|connection| read::transfers_of(connection, player, before, self.page(limit)))
    }

    fn check(&self) -> Result<Vec<String>, StoreFault> {
        self.readers.read(check::check)
    }

    fn lease(&self) -> Lease {
        Lease::Forever
    }

    fn lapses(&self) -> u64 {
        0
    }

    fn metrics(&self) -> Metrics {
        self.counters.read()
    }

    fn close(&self) -> Result<(), StoreFault> {
        self.shut()
    }
}

//! [`Store`] for [`PostgresStore`]: which function writes or reads what.

use store::engine::Pending;
use store::failpoint::unfenced;
use store::{
    Account, BannedAddress, Booking, ChatLine, Claimed, Commit, DeviceTimes, Done, Entry, Epoch, Erasure,
    Invite, Lease, Metrics, NewPlayer, Owner, PlayedGame, Player, PlayerId, Receipt, RollCount, Snapshot,
    Statistic, Store, StoreFault, TableId, TableRecord, TokenHash, TopUp,
};

use crate::job::{Job, Rows};
use crate::session::Session;
use crate::store_on_postgres::PostgresStore;
use crate::{check, ledger, players, read, tables};

/// One player's row.
fn of_player(player: &PlayerId) -> Rows {
    Rows { players: vec![player.clone()], ..Rows::default() }
}

/// The rows of a gift to a player: the house's account and the player's.
fn of_gift(player: &PlayerId) -> Rows {
    Rows { accounts: vec![Account::House, Account::Player(player.clone())], ..of_player(player) }
}

impl Store for PostgresStore {
    fn submit(&self, commit: Commit, done: Done<Receipt>) {
        self.put(Job::Commit(Box::new(commit), Pending::new(done)));
    }

    fn claim(&self, table: TableId, done: Done<Claimed>) {
        self.put(Job::Claim(table, Pending::new(done)));
    }

    fn release(&self, tables: Vec<(TableId, Epoch)>, done: Done<()>) {
        self.put(Job::Release(tables, Pending::new(done)));
    }

    fn sign_of_life(&self, done: Done<()>) {
        // The lease says it.
        done(Ok(()));
    }

    fn delete_table(&self, table: TableId, done: Done<()>) {
        let accounts = vec![Account::Table(table.clone())];
        let (rows, node) = (Rows { tables: vec![table.clone()], accounts, ..Rows::default() }, self.node.key);
        self.apart(rows, done, async move |s: &Session| tables::delete(s, node, &table).await);
    }

    fn forget_tables(&self, closed_before_ms: i64, most: u32, done: Done<Vec<TableId>>) {
        let most = self.settings.page(most);
        let step = async move |s: &Session| tables::forget(s, closed_before_ms, most).await;
        self.apart(Rows::default(), done, step);
    }

    fn create_player(&self, player: NewPlayer, done: Done<()>) {
        let rows = of_gift(&player.id);
        self.apart(rows, done, async move |s: &Session| players::create(s, &player).await);
    }

    fn rename(&self, player: PlayerId, name: String, done: Done<()>) {
        let rows = of_player(&player);
        self.apart(rows, done, async move |s: &Session| players::rename(s, &player, &name).await);
    }

    fn add_token(&self, player: PlayerId, by: TokenHash, token: TokenHash, at_ms: i64, done: Done<()>) {
        let rows = of_player(&player);
        let step = async move |s: &Session| players::add_token_by(s, &player, &by, &token, at_ms).await;
        self.apart(rows, done, step);
    }

    fn revoke_tokens(&self, player: PlayerId, done: Done<u64>) {
        let rows = of_player(&player);
        self.apart(rows, done, async move |s: &Session| players::revoke_tokens(s, &player).await);
    }

    fn seen(&self, token: TokenHash, at_ms: i64, done: Done<()>) {
        let rows = Rows { tokens: vec![token], ..Rows::default() };
        self.apart(rows, done, async move |s: &Session| players::seen(s, &token, at_ms).await);
    }

    fn top_up(&self, top_up: TopUp, done: Done<u64>) {
        let rows = of_gift(&top_up.player);
        self.apart(rows, done, async move |s: &Session| ledger::top_up(s, &top_up).await);
    }

    fn create_invited(&self, player: NewPlayer, code: String, done: Done<()>) {
        let rows = of_gift(&player.id);
        self.apart(rows, done, async move |s: &Session| players::create_invited(s, &player, &code).await);
    }

    fn reset_tokens(&self, player: PlayerId, token: TokenHash, at_ms: i64, done: Done<u64>) {
        let rows = of_player(&player);
        let step = async move |s: &Session| players::reset_tokens(s, &player, &token, at_ms).await;
        self.apart(rows, done, step);
    }

    fn set_muted(&self, player: PlayerId, muted: bool, done: Done<()>) {
        let rows = of_player(&player);
        self.apart(rows, done, async move |s: &Session| players::set_muted(s, &player, muted).await);
    }

    fn set_banned(&self, player: PlayerId, banned: bool, done: Done<()>) {
        let rows = of_player(&player);
        self.apart(rows, done, async move |s: &Session| players::set_banned(s, &player, banned).await);
    }

    fn ban_address(&self, address: String, at_ms: i64, done: Done<()>) {
        let step = async move |s: &Session| players::ban_address(s, &address, at_ms).await;
        self.apart(Rows::default(), done, step);
    }

    fn unban_address(&self, address: String, done: Done<bool>) {
        let step = async move |s: &Session| players::unban_address(s, &address).await;
        self.apart(Rows::default(), done, step);
    }

    fn add_invite(&self, invite: Invite, done: Done<()>) {
        let step = async move |s: &Session| players::add_invite(s, &invite).await;
        self.apart(Rows::default(), done, step);
    }

    fn withdraw_invite(&self, code: String, done: Done<bool>) {
        let step = async move |s: &Session| players::withdraw_invite(s, &code).await;
        self.apart(Rows::default(), done, step);
    }

    fn erase(&self, erasure: Erasure, done: Done<()>) {
        let tables = erasure.tables.iter().map(|rewriting| rewriting.table.clone()).collect();
        let rows = Rows { tables, ..of_player(&erasure.player) };
        self.apart(rows, done, async move |s: &Session| tables::erase(s, &erasure).await);
    }

    fn entries(&self, table: &TableId, from_seq: u64, limit: u32) -> Result<Vec<Entry>, StoreFault> {
        self.readers
            .read(async |s: &Session| read::entries(s, table, from_seq, self.settings.page(limit)).await)
    }

    fn last_snapshot(&self, table: &TableId) -> Result<Option<Snapshot>, StoreFault> {
        self.readers.read(async |s: &Session| read::last_snapshot(s, table).await)
    }

    fn command(
        &self,
        table: &TableId,
        player: &PlayerId,
        id: &str,
    ) -> Result<Option<(u64, [u8; 32])>, StoreFault> {
        self.readers.read(async |s: &Session| read::command(s, table, player, id).await)
    }

    fn table(&self, table: &TableId) -> Result<Option<TableRecord>, StoreFault> {
        self.readers.read(async |s: &Session| read::table(s, table).await)
    }

    fn table_by_code(&self, code: &str) -> Result<Option<TableRecord>, StoreFault> {
        self.readers.read(async |s: &Session| read::table_by_code(s, code).await)
    }

    fn public_tables(&self, limit: u32) -> Result<Vec<TableRecord>, StoreFault> {
        self.readers.read(async |s: &Session| read::public_tables(s, self.settings.page(limit)).await)
    }

    fn tables_of(&self, player: &PlayerId) -> Result<Vec<TableRecord>, StoreFault> {
        self.readers.read(async |s: &Session| read::tables_of(s, player, self.settings.page(u32::MAX)).await)
    }

    fn tables_to_wake(&self) -> Result<Vec<TableRecord>, StoreFault> {
        self.readers.read(async |s: &Session| read::tables_to_wake(s).await)
    }

    fn tables_without_owner(&self, limit: u32) -> Result<Vec<TableRecord>, StoreFault> {
        self.readers.read(async |s: &Session| read::tables_without_owner(s, self.settings.page(limit)).await)
    }

    fn owner(&self, table: &TableId) -> Result<Option<Owner>, StoreFault> {
        self.readers.read(async |s: &Session| read::owner(s, self.node.key, table).await)
    }

    fn nodes(&self) -> Result<Vec<String>, StoreFault> {
        self.readers.read(async |s: &Session| read::nodes(s).await)
    }

    fn tables_after(&self, after: Option<&TableId>, limit: u32) -> Result<Vec<TableRecord>, StoreFault> {
        self.readers.read(async |s: &Session| read::tables_after(s, after, self.settings.page(limit)).await)
    }

    fn tables_mentioning(&self, player: &PlayerId) -> Result<Vec<TableRecord>, StoreFault> {
        self.readers.read_slowly(async |s: &Session| read::tables_mentioning(s, player).await)
    }

    fn results_at(&self, table: &TableId) -> Result<Vec<PlayedGame>, StoreFault> {
        self.readers.read(async |s: &Session| read::results_at(s, table).await)
    }

    fn said_by(&self, player: &PlayerId) -> Result<Vec<(TableId, ChatLine)>, StoreFault> {
        self.readers.read(async |s: &Session| read::said_by(s, player).await)
    }

    fn find_players(&self, text: &str, limit: u32) -> Result<Vec<Player>, StoreFault> {
        self.readers.read(async |s: &Session| read::find_players(s, text, self.settings.page(limit)).await)
    }

    fn judged(&self) -> Result<Vec<Player>, StoreFault> {
        self.readers.read(async |s: &Session| read::judged(s).await)
    }

    fn banned_addresses(&self) -> Result<Vec<BannedAddress>, StoreFault> {
        self.readers.read(async |s: &Session| read::banned_addresses(s).await)
    }

    fn invites(&self) -> Result<Vec<Invite>, StoreFault> {
        self.readers.read(async |s: &Session| read::invites(s).await)
    }

    fn devices_of(&self, player: &PlayerId) -> Result<Vec<DeviceTimes>, StoreFault> {
        self.readers.read(async |s: &Session| read::devices_of(s, player).await)
    }

    fn chat(&self, table: &TableId, limit: u32) -> Result<Vec<ChatLine>, StoreFault> {
        self.readers.read(async |s: &Session| read::chat(s, table, self.settings.page(limit)).await)
    }

    fn player(&self, player: &PlayerId) -> Result<Option<Player>, StoreFault> {
        self.readers.read(async |s: &Session| read::player(s, player).await)
    }

    fn player_by_token(&self, token: &TokenHash) -> Result<Option<Player>, StoreFault> {
        self.readers.read(async |s: &Session| read::player_by_token(s, token).await)
    }

    fn unheld(&self, tokens: &[TokenHash]) -> Result<Vec<TokenHash>, StoreFault> {
        self.readers.read(async |s: &Session| read::unheld(s, tokens).await)
    }

    fn statistics(&self, player: &PlayerId) -> Result<Vec<Statistic>, StoreFault> {
        self.readers.read(async |s: &Session| read::statistics(s, player).await)
    }

    fn rolls(&self, player: &PlayerId) -> Result<Vec<RollCount>, StoreFault> {
        self.readers.read(async |s: &Session| read::rolls(s, player).await)
    }

    fn games_of(
        &self,
        player: &PlayerId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<PlayedGame>, StoreFault> {
        self.readers
            .read(async |s: &Session| read::games_of(s, player, before, self.settings.page(limit)).await)
    }

    fn balance(&self, account: &Account) -> Result<i64, StoreFault> {
        self.readers.read(async |s: &Session| read::balance(s, account).await)
    }

    fn transfers_of(
        &self,
        player: &PlayerId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Booking>, StoreFault> {
        self.readers
            .read(async |s: &Session| read::transfers_of(s, player, before, self.settings.page(limit)).await)
    }

    fn check(&self) -> Result<Vec<String>, StoreFault> {
        self.readers.read_slowly(async |s: &Session| check::check(s).await)
    }

    fn lease(&self) -> Lease {
        if unfenced() { Lease::Forever } else { self.node.lease() }
    }

    fn lapses(&self) -> u64 {
        if unfenced() { 0 } else { self.node.lapses() }
    }

    fn metrics(&self) -> Metrics {
        self.counters.read()
    }

    fn close(&self) -> Result<(), StoreFault> {
        self.shut()
    }
}

//! Players, tables and entries to try a store with.

use std::sync::mpsc;

use crate::{
    Account, Append, CommandKey, Commit, Epoch, NewEntry, NewPlayer, PlayerId, Receipt, Snapshot, Status,
    Store, StoreFault, TableId, TableRow, TableWrite, TokenHash, Transfer, wait,
};

/// Random numbers that are the same in every run.
#[derive(Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n.max(1)
    }
}

/// The hash of a token that only this name has.
#[must_use]
pub fn token(name: &str) -> TokenHash {
    let mut hash = [0; 32];
    for (slot, byte) in hash.iter_mut().zip(name.bytes()) {
        *slot = byte;
    }
    hash
}

/// Creates a player who is called as its id says.
pub fn player(store: &dyn Store, id: &str, opening: u64) -> PlayerId {
    let player = NewPlayer { id: id.into(), name: id.to_uppercase(), token: token(id), opening, at_ms: 1 };
    wait(|done| store.create_player(player, done)).unwrap();
    id.into()
}

/// The row of a table that waits for players.
#[must_use]
pub fn row() -> TableRow {
    TableRow {
        status: Status::Open,
        game: "kniffel".to_owned(),
        public: true,
        code: None,
        name: "Round one".to_owned(),
        seats: 4,
        people: 1,
        bots: 2,
        wake_at_ms: None,
        keep: false,
        details: "{}".to_owned(),
    }
}

/// Creates a table with an empty log.
pub fn table(store: &dyn Store, id: &str) -> TableId {
    table_with(store, id, 1, row())
}

/// Creates a table, or writes its row again.
pub fn table_with(store: &dyn Store, id: &str, at_ms: i64, row: TableRow) -> TableId {
    let write = TableWrite { row: Some(row), ..TableWrite::new(id.into(), Epoch::FIRST) };
    submit(store, Commit { at_ms, table: Some(write), ..Commit::default() }).unwrap();
    id.into()
}

/// An entry that no command asked for.
#[must_use]
pub fn entry(body: &str) -> NewEntry {
    NewEntry { at_ms: 7, kind: "move".into(), body: body.as_bytes().to_vec(), command: None }
}

/// An entry that answers a command.
#[must_use]
pub fn answer(body: &str, player: &PlayerId, id: &str) -> NewEntry {
    let command = CommandKey { player: player.clone(), id: id.to_owned(), digest: token(body) };
    NewEntry { command: Some(command), ..entry(body) }
}

/// An append in a table's first epoch.
#[must_use]
pub fn append(table: &TableId, expected_head: u64, entries: Vec<NewEntry>) -> Commit {
    append_in(Epoch::FIRST, table, expected_head, entries)
}

/// An append in some epoch.
#[must_use]
pub fn append_in(epoch: Epoch, table: &TableId, expected_head: u64, entries: Vec<NewEntry>) -> Commit {
    let append = Some(Append { expected_head, entries });
    let write = TableWrite { append, ..TableWrite::new(table.clone(), epoch) };
    Commit { at_ms: 7, table: Some(write), ..Commit::default() }
}

/// A snapshot in a table's first epoch.
#[must_use]
pub fn snapshot(table: &TableId, seq: u64, body: &str) -> Commit {
    let snapshot = Some(Snapshot { seq, body: body.as_bytes().to_vec() });
    let write = TableWrite { snapshot, ..TableWrite::new(table.clone(), Epoch::FIRST) };
    Commit { at_ms: 7, table: Some(write), ..Commit::default() }
}

/// A transfer.
#[must_use]
pub fn pay(from: &Account, to: &Account, amount: u64) -> Transfer {
    Transfer { from: from.clone(), to: to.clone(), amount, reason: "stake".into() }
}

/// A commit of transfers alone.
#[must_use]
pub fn pays(transfers: Vec<Transfer>) -> Commit {
    Commit { at_ms: 7, transfers, ..Commit::default() }
}

/// Submits and waits.
///
/// # Errors
/// With the answer.
pub fn submit(store: &dyn Store, commit: Commit) -> Result<Receipt, StoreFault> {
    wait(|done| store.submit(commit, done))
}

/// Submits all before it waits for any, so that they travel in as few groups as the store likes.
pub fn submit_all(store: &dyn Store, commits: Vec<Commit>) -> Vec<Result<Receipt, StoreFault>> {
    let receivers: Vec<_> = commits
        .into_iter()
        .map(|commit| {
            let (sender, receiver) = mpsc::channel();
            store.submit(
                commit,
                Box::new(move |answer| {
                    let _ = sender.send(answer);
                }),
            );
            receiver
        })
        .collect();
    receivers.iter().map(|receiver| receiver.recv().unwrap()).collect()
}

/// Claims a table and waits.
///
/// # Errors
/// With the answer.
pub fn claim(store: &dyn Store, table: &TableId) -> Result<Epoch, StoreFault> {
    wait(|done| store.claim(table.clone(), done)).map(|claimed| claimed.epoch)
}

/// Everything that can be read about some tables and players, to compare before and after.
pub fn everything(store: &dyn Store, tables: &[TableId], players: &[PlayerId]) -> String {
    let tables = tables.iter().map(|id| {
        let (table, entries) = (store.table(id).unwrap(), store.entries(id, 0, 1_000).unwrap());
        let (snapshot, chat) = (store.last_snapshot(id).unwrap(), store.chat(id, 1_000).unwrap());
        let balance = store.balance(&Account::Table(id.clone())).unwrap();
        format!("{table:?} {entries:?} {snapshot:?} {chat:?} {balance}\n")
    });
    let players = players.iter().map(|id| {
        let (player, tables) = (store.player(id).unwrap(), store.tables_of(id).unwrap());
        let (transfers, statistics) =
            (store.transfers_of(id, None, 1_000).unwrap(), store.statistics(id).unwrap());
        let balance = store.balance(&Account::Player(id.clone())).unwrap();
        let (rolls, games) = (store.rolls(id).unwrap(), store.games_of(id, None, 1_000).unwrap());
        format!("{player:?} {tables:?} {transfers:?} {statistics:?} {rolls:?} {games:?} {balance}\n")
    });
    tables.chain(players).chain([store.balance(&Account::House).unwrap().to_string()]).collect()
}

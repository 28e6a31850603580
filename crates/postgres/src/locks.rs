//! The rows that a group is about, locked before it looks at them.
//!
//! All groups of all nodes take their locks in one order: tables before accounts before players, each by its key. So no two of them can wait for
//! each other.

use store::engine::account_columns;
use store::{Account, TableId};

use crate::job::{Job, Rows};
use crate::session::{Call, call};

/// The statements that lock what a group is about.
pub(crate) fn locks(group: &[Job]) -> Vec<Call<'_>> {
    let mut tables: Vec<&str> = Vec::new();
    let mut accounts: Vec<&Account> = Vec::new();
    let mut players: Vec<&str> = Vec::new();
    let mut tokens: Vec<&[u8]> = Vec::new();
    for job in group {
        match job {
            Job::Commit(commit, _) => {
                tables.extend(commit.table.iter().map(|write| write.id.as_str()));
                for transfer in &commit.transfers {
                    accounts.extend([&transfer.from, &transfer.to]);
                }
            }
            Job::Claim(table, _) => tables.push(table.as_str()),
            Job::Release(given, _) => tables.extend(given.iter().map(|(table, _)| table.as_str())),
            Job::Apart(work) => {
                let rows: &Rows = work.rows();
                tables.extend(rows.tables.iter().map(TableId::as_str));
                accounts.extend(&rows.accounts);
                players.extend(rows.players.iter().map(store::PlayerId::as_str));
                tokens.extend(rows.tokens.iter().map(<[u8; 32]>::as_slice));
            }
        }
    }
    // Whoever pays a table keeps it from being deleted meanwhile.
    tables.extend(accounts.iter().filter_map(|account| match account {
        Account::Table(id) => Some(id.as_str()),
        Account::House | Account::Player(_) => None,
    }));
    let mut calls = Vec::new();
    if !tables.is_empty() {
        tables.sort_unstable();
        tables.dedup();
        calls.push(call!("SELECT key FROM tables WHERE id = ANY($1) ORDER BY key FOR NO KEY UPDATE", tables));
    }
    if !accounts.is_empty() {
        accounts.sort_unstable();
        accounts.dedup();
        let (kinds, owners): (Vec<i16>, Vec<&str>) = accounts.into_iter().map(account_columns).unzip();
        calls.push(call!(
            "SELECT key FROM accounts JOIN unnest($1::smallint[], $2::text[]) AS given (k, o) ON kind = k AND owner = o
             ORDER BY key FOR NO KEY UPDATE OF accounts",
            kinds,
            owners
        ));
    }
    if !players.is_empty() || !tokens.is_empty() {
        calls.push(call!(
            "SELECT key FROM players
             WHERE key IN (SELECT key FROM players WHERE id = ANY($1)
                           UNION SELECT player FROM tokens WHERE hash = ANY($2))
             ORDER BY key FOR NO KEY UPDATE",
            players,
            tokens
        ));
    }
    calls
}

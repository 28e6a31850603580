//! Owners of tables, and the end of tables.

use rusqlite::{Connection, params};

use super::pen::Pen;
use super::{chain, ledger, life, write};
use crate::engine::column;
use crate::fault::StoreFault;
use crate::id::{Epoch, TableId};
use crate::ledger::Account;
use crate::owner::Claimed;

pub(super) fn claim(pen: &Pen, table: &TableId) -> Result<Claimed, StoreFault> {
    let Some((key, Epoch(last))) = write::find(pen, table)? else {
        return Err(StoreFault::UnknownTable(table.clone()));
    };
    let unserved = life::unserved(pen, key)?;
    let next = last + 1;
    pen.forget_table(table);
    pen.prepare_cached("UPDATE tables SET epoch = ?2, run = ?3 WHERE key = ?1")?.execute(params![
        key,
        column(next)?,
        pen.run()
    ])?;
    Ok(Claimed { epoch: Epoch(next), unserved })
}

/// Ends the epochs that are given; what their owners write from now on is refused.
pub(super) fn release(pen: &Pen, tables: &[(TableId, Epoch)]) -> Result<(), StoreFault> {
    let mut end = pen.prepare_cached("UPDATE tables SET epoch = epoch + 1 WHERE id = ?1 AND epoch = ?2")?;
    for (table, Epoch(epoch)) in tables {
        pen.forget_table(table);
        end.execute(params![table.as_str(), column(*epoch)?])?;
    }
    Ok(())
}

pub(super) fn delete(pen: &Pen, table: &TableId) -> Result<(), StoreFault> {
    let connection: &Connection = pen;
    let Some((key, _)) = write::find(connection, table)? else {
        return Err(StoreFault::UnknownTable(table.clone()));
    };
    let held = ledger::find(connection, &Account::Table(table.clone()))?;
    if let Some((_, balance)) = held.filter(|(_, balance)| *balance != 0) {
        return Err(StoreFault::HoldsChips { table: table.clone(), balance });
    }
    pen.forget_table(table);
    chain::delete(connection, key)?;
    for sql in [
        "DELETE FROM snapshots WHERE table_key = ?1",
        "DELETE FROM seats WHERE table_key = ?1",
        "DELETE FROM chat WHERE table_key = ?1",
        "DELETE FROM tables WHERE key = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([key])?;
    }
    Ok(())
}

pub(super) fn forget(pen: &Pen, before_ms: i64, most: u32) -> Result<Vec<TableId>, StoreFault> {
    let forgotten = pen
        .prepare_cached(
            "SELECT id FROM tables
             WHERE status = 3 AND keep = 0 AND changed_at < ?1
               AND NOT EXISTS (SELECT 1 FROM accounts WHERE kind = 2 AND owner = tables.id AND balance <> 0)
             ORDER BY changed_at LIMIT ?2",
        )?
        .query_map(params![before_ms, most], |row| row.get::<_, String>(0))?
        .map(|id| Ok(TableId::from(id?)))
        .collect::<Result<Vec<_>, StoreFault>>()?;
    for table in &forgotten {
        delete(pen, table)?;
    }
    Ok(forgotten)
}

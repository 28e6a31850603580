//! What is asked of the connections that read.
//!
//! Every function sees one state of the database: what was durable when it began.

use rusqlite::{Connection, OptionalExtension, Params, Row, params};

use super::connection::{CHAINED, version};
use super::row::{self, players, tables};
use super::{chain, ledger, players, write};
use crate::commit::{ChatLine, GameResult, RollCount, SaidAs, Snapshot};
use crate::engine::{account_of, column};
use crate::fault::StoreFault;
use crate::id::{PlayerId, TableId, TokenHash};
use crate::ledger::{Account, Booking, Transfer};
use crate::record::{Entry, PlayedGame, Player, Statistic, TableRecord};

pub(super) fn all<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreFault> {
    Ok(connection.prepare_cached(sql)?.query_map(params, row)?.collect::<Result<_, _>>()?)
}

fn first<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    row: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreFault> {
    Ok(connection.prepare_cached(sql)?.query_row(params, row).optional()?)
}

pub(super) fn entries(
    connection: &Connection,
    table: &TableId,
    from_seq: u64,
    limit: u32,
) -> Result<Vec<Entry>, StoreFault> {
    let Some((key, _)) = write::find(connection, table)? else { return Ok(Vec::new()) };
    if version(connection)? >= CHAINED {
        return chain::entries(connection, key, from_seq, limit);
    }
    all(
        connection,
        "SELECT seq, NULL, at, kind, body, players.id, command, digest
         FROM log LEFT JOIN players ON players.key = log.player
         WHERE table_key = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3",
        params![key, column(from_seq)?, limit],
        chain::entry,
    )
}

pub(super) fn last_snapshot(
    connection: &Connection,
    table: &TableId,
) -> Result<Option<Snapshot>, StoreFault> {
    first(
        connection,
        "SELECT seq, body FROM snapshots WHERE table_key = (SELECT key FROM tables WHERE id = ?1)",
        [table.as_str()],
        |row| Ok(Snapshot { seq: row.get(0)?, body: row.get(1)? }),
    )
}

/// The last entry that was written with a command, and the hash of its contents.
pub(super) fn command_of(
    connection: &Connection,
    table: &TableId,
    player: &PlayerId,
    id: &str,
) -> Result<Option<(u64, [u8; 32])>, StoreFault> {
    let (Some((key, _)), Some(player)) =
        (write::find(connection, table)?, players::find(connection, player)?)
    else {
        return Ok(None);
    };
    let entry = chain::command(connection, key, player, id)?;
    entry.map(|entry| chain::answer(connection, entry)).transpose()
}

pub(super) fn table(connection: &Connection, table: &TableId) -> Result<Option<TableRecord>, StoreFault> {
    first(connection, tables!("id = ?1"), [table.as_str()], row::table)
}

pub(super) fn table_by_code(connection: &Connection, code: &str) -> Result<Option<TableRecord>, StoreFault> {
    first(connection, tables!("code = ?1 AND status < 3"), [code], row::table)
}

pub(super) fn public_tables(connection: &Connection, limit: u32) -> Result<Vec<TableRecord>, StoreFault> {
    let sql = tables!("public = 1 AND status < 3 ORDER BY changed_at DESC, key DESC LIMIT ?1");
    all(connection, sql, [limit], row::table)
}

pub(super) fn tables_of(
    connection: &Connection,
    player: &PlayerId,
    limit: u32,
) -> Result<Vec<TableRecord>, StoreFault> {
    let sql = tables!(
        "status < 3 AND key IN (SELECT table_key FROM seats JOIN players ON players.key = seats.player
                                WHERE players.id = ?1)
         ORDER BY changed_at DESC, key DESC LIMIT ?2"
    );
    all(connection, sql, params![player.as_str(), limit], row::table)
}

pub(super) fn tables_to_wake(connection: &Connection) -> Result<Vec<TableRecord>, StoreFault> {
    all(connection, tables!("status < 3 ORDER BY wake_at NULLS LAST, key"), [], row::table)
}

/// All tables, closed ones too, in the order of their ids.
pub(super) fn tables_after(
    connection: &Connection,
    after: Option<&TableId>,
    limit: u32,
) -> Result<Vec<TableRecord>, StoreFault> {
    let after = after.map_or("", TableId::as_str);
    all(connection, tables!("id > ?1 ORDER BY id LIMIT ?2"), params![after, limit], row::table)
}

/// Every table in whose log or row the id stands, or where the player said something. The id is long and random, so whatever reads
/// like it is it.
pub(super) fn tables_mentioning(
    connection: &Connection,
    player: &PlayerId,
) -> Result<Vec<TableRecord>, StoreFault> {
    let sql = tables!(
        "key IN (SELECT table_key FROM log WHERE instr(body, CAST(?1 AS BLOB)) > 0
                 UNION SELECT table_key FROM log WHERE player = (SELECT key FROM players WHERE id = ?1)
                 UNION SELECT table_key FROM chat WHERE player = (SELECT key FROM players WHERE id = ?1)
                 UNION SELECT table_key FROM seats WHERE player = (SELECT key FROM players WHERE id = ?1))
         ORDER BY key"
    );
    all(connection, sql, [player.as_str()], row::table)
}

pub(super) fn find_players(
    connection: &Connection,
    text: &str,
    limit: u32,
) -> Result<Vec<Player>, StoreFault> {
    let sql = players!(
        "FROM players WHERE erased_at IS NULL AND (?1 = '' OR id = ?1 OR instr(lower(name), lower(?1)) > 0)
         ORDER BY seen_at DESC, players.key DESC LIMIT ?2"
    );
    all(connection, sql, params![text, limit], row::player)
}

pub(super) fn judged(connection: &Connection) -> Result<Vec<Player>, StoreFault> {
    all(
        connection,
        players!("FROM players WHERE muted = 1 OR banned = 1 ORDER BY players.key"),
        [],
        row::player,
    )
}

pub(super) fn said_by(
    connection: &Connection,
    player: &PlayerId,
) -> Result<Vec<(TableId, ChatLine)>, StoreFault> {
    all(
        connection,
        "SELECT tables.id, at, text, command, digest FROM chat JOIN tables ON tables.key = chat.table_key
         WHERE player = (SELECT key FROM players WHERE id = ?1) ORDER BY chat.key",
        [player.as_str()],
        |row| {
            let (player, said_as) = (Some(player.clone()), said_as(row.get(3)?, row.get(4)?));
            let line = ChatLine { at_ms: row.get(1)?, player, text: row.get(2)?, said_as };
            Ok((row.get::<_, String>(0)?.into(), line))
        },
    )
}

fn said_as(id: Option<String>, digest: Option<[u8; 32]>) -> Option<SaidAs> {
    Some(SaidAs { id: id?, digest: digest? })
}

pub(super) fn chat(
    connection: &Connection,
    table: &TableId,
    limit: u32,
) -> Result<Vec<ChatLine>, StoreFault> {
    let mut lines = all(
        connection,
        "SELECT at, players.id, text, command, digest FROM chat LEFT JOIN players ON players.key = chat.player
         WHERE table_key = (SELECT key FROM tables WHERE id = ?1)
         ORDER BY chat.key DESC LIMIT ?2",
        params![table.as_str(), limit],
        |row| {
            let player = row.get::<_, Option<String>>(1)?.map(PlayerId::from);
            let said_as = said_as(row.get(3)?, row.get(4)?);
            Ok(ChatLine { at_ms: row.get(0)?, player, text: row.get(2)?, said_as })
        },
    )?;
    lines.reverse();
    Ok(lines)
}

pub(super) fn player(connection: &Connection, player: &PlayerId) -> Result<Option<Player>, StoreFault> {
    first(connection, players!("FROM players WHERE id = ?1"), [player.as_str()], row::player)
}

pub(super) fn player_by_token(
    connection: &Connection,
    token: &TokenHash,
) -> Result<Option<Player>, StoreFault> {
    let sql = players!("FROM tokens JOIN players ON players.key = tokens.player WHERE hash = ?1");
    first(connection, sql, [token.as_slice()], row::player)
}

pub(super) fn unheld(connection: &Connection, tokens: &[TokenHash]) -> Result<Vec<TokenHash>, StoreFault> {
    let mut find = connection.prepare_cached("SELECT 1 FROM tokens WHERE hash = ?1")?;
    let mut unheld = Vec::new();
    for token in tokens {
        if !find.exists([token.as_slice()])? {
            unheld.push(*token);
        }
    }
    Ok(unheld)
}

pub(super) fn statistics(connection: &Connection, player: &PlayerId) -> Result<Vec<Statistic>, StoreFault> {
    all(
        connection,
        "SELECT game, count(*), sum(won), sum(score), max(score) FROM results
         WHERE player = (SELECT key FROM players WHERE id = ?1) GROUP BY game ORDER BY game",
        [player.as_str()],
        |row| {
            Ok(Statistic {
                game: row.get(0)?,
                games: row.get(1)?,
                wins: row.get(2)?,
                total: row.get(3)?,
                best: row.get(4)?,
            })
        },
    )
}

pub(super) fn rolls(connection: &Connection, player: &PlayerId) -> Result<Vec<RollCount>, StoreFault> {
    all(
        connection,
        "SELECT game, value, times FROM rolls
         WHERE player = (SELECT key FROM players WHERE id = ?1) ORDER BY game, value",
        [player.as_str()],
        |row| {
            let (game, value, times) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(RollCount { player: player.clone(), game, value, times })
        },
    )
}

pub(super) fn games_of(
    connection: &Connection,
    player: &PlayerId,
    before: Option<u64>,
    limit: u32,
) -> Result<Vec<PlayedGame>, StoreFault> {
    // No key is as large as this one.
    let before = before.map_or(Ok(i64::MAX), column)?;
    all(
        connection,
        "SELECT key, game, table_id, game_number, seat, score, won, at, details
         FROM results INDEXED BY results_in_order
         WHERE player = (SELECT key FROM players WHERE id = ?1) AND key < ?2 ORDER BY key DESC LIMIT ?3",
        params![player.as_str(), before, limit],
        |row| played(row, player.clone()),
    )
}

pub(super) fn results_at(connection: &Connection, table: &TableId) -> Result<Vec<PlayedGame>, StoreFault> {
    all(
        connection,
        "SELECT results.key, game, table_id, game_number, seat, score, won, at, details, players.id
         FROM results JOIN players ON players.key = results.player
         WHERE table_id = ?1 ORDER BY results.key",
        [table.as_str()],
        |row| played(row, row.get::<_, String>(9)?.into()),
    )
}

fn played(row: &Row<'_>, player: PlayerId) -> rusqlite::Result<PlayedGame> {
    let result = GameResult {
        player,
        game: row.get(1)?,
        table: row.get::<_, String>(2)?.into(),
        game_number: row.get(3)?,
        seat: row.get(4)?,
        score: row.get(5)?,
        won: row.get(6)?,
        at_ms: row.get(7)?,
        details: row.get(8)?,
    };
    Ok(PlayedGame { key: row.get(0)?, result })
}

pub(super) fn balance(connection: &Connection, account: &Account) -> Result<i64, StoreFault> {
    Ok(ledger::find(connection, account)?.map_or(0, |(_, balance)| balance))
}

pub(super) fn transfers_of(
    connection: &Connection,
    player: &PlayerId,
    before: Option<u64>,
    limit: u32,
) -> Result<Vec<Booking>, StoreFault> {
    let Some((key, _)) = ledger::find(connection, &Account::Player(player.clone()))? else {
        return Ok(Vec::new());
    };
    let rows = all(
        connection,
        "SELECT t.key, t.at, t.amount, t.reason, g.kind, g.owner, k.kind, k.owner
         FROM transfers t JOIN accounts g ON g.key = t.giver JOIN accounts k ON k.key = t.taker
         WHERE (t.giver = ?1 OR t.taker = ?1) AND t.key < ?2 ORDER BY t.key DESC LIMIT ?3",
        params![key, before.map_or(Ok(i64::MAX), column)?, limit],
        |row| {
            let from: (i16, String) = (row.get(4)?, row.get(5)?);
            let to: (i16, String) = (row.get(6)?, row.get(7)?);
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<_, String>(3)?, from, to))
        },
    )?;
    rows.into_iter()
        .map(|(id, at_ms, amount, reason, from, to)| {
            let from = account_of(from.0, from.1)?;
            let to = account_of(to.0, to.1)?;
            Ok(Booking { id, at_ms, transfer: Transfer { from, to, amount, reason: reason.into() } })
        })
        .collect()
}

//! What is asked of the connections that read.
//!
//! Every function is one statement, so it sees one state of the database: what was durable when it began.

use store::engine::{account_columns, account_of, column, number};
use store::{
    Account, BannedAddress, Booking, ChatLine, CommandKey, DeviceTimes, Entry, Epoch, Invite, Owner,
    PlayedGame, Player, PlayerId, RollCount, SaidAs, Snapshot, Statistic, TableId, TableRecord, TokenHash,
    Transfer,
};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::failure::Failure;
use crate::lease::{alive, node_name};
use crate::row::{self, players, results, tables};
use crate::session::Session;

async fn all<T>(
    session: &Session,
    sql: &'static str,
    parameters: &[&(dyn ToSql + Sync)],
    each: impl Fn(&Row) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    session.rows(sql, parameters).await?.iter().map(each).collect()
}

async fn first<T>(
    session: &Session,
    sql: &'static str,
    parameters: &[&(dyn ToSql + Sync)],
    each: impl Fn(&Row) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    session.first(sql, parameters).await?.as_ref().map(each).transpose()
}

pub(crate) async fn entries(
    session: &Session,
    table: &TableId,
    from_seq: u64,
    limit: i64,
) -> Result<Vec<Entry>, Failure> {
    let sql = "SELECT seq, at, kind, body, players.id, command, digest
               FROM log LEFT JOIN players ON players.key = log.player
               WHERE table_key = (SELECT key FROM tables WHERE id = $1) AND seq >= $2
               ORDER BY seq LIMIT $3";
    all(session, sql, &[&table.as_str(), &column(from_seq)?, &limit], |row| {
        let command = match (row.try_get::<_, Option<&str>>(4)?, row.try_get::<_, Option<String>>(5)?) {
            (Some(player), Some(id)) => {
                Some(CommandKey { player: player.into(), id, digest: row::digest(row, 6)? })
            }
            _ => None,
        };
        let (seq, at_ms) = (number(row.try_get(0)?)?, row.try_get(1)?);
        Ok(Entry { seq, at_ms, kind: row.try_get(2)?, body: row.try_get(3)?, command })
    })
    .await
}

pub(crate) async fn last_snapshot(session: &Session, table: &TableId) -> Result<Option<Snapshot>, Failure> {
    let sql = "SELECT seq, body FROM snapshots WHERE table_key = (SELECT key FROM tables WHERE id = $1)";
    first(session, sql, &[&table.as_str()], |row| {
        Ok(Snapshot { seq: number(row.try_get(0)?)?, body: row.try_get(1)? })
    })
    .await
}

pub(crate) async fn command(
    session: &Session,
    table: &TableId,
    player: &PlayerId,
    id: &str,
) -> Result<Option<(u64, [u8; 32])>, Failure> {
    let sql = "SELECT coalesce(until, seq), digest FROM log
               WHERE table_key = (SELECT key FROM tables WHERE id = $1)
                 AND player = (SELECT key FROM players WHERE id = $2) AND command = $3";
    first(session, sql, &[&table.as_str(), &player.as_str(), &id], |row| {
        Ok((number(row.try_get(0)?)?, row::digest(row, 1)?))
    })
    .await
}

pub(crate) async fn table(session: &Session, table: &TableId) -> Result<Option<TableRecord>, Failure> {
    first(session, tables!("id = $1"), &[&table.as_str()], row::table).await
}

pub(crate) async fn table_by_code(session: &Session, code: &str) -> Result<Option<TableRecord>, Failure> {
    first(session, tables!("code = $1 AND status < 3"), &[&code], row::table).await
}

pub(crate) async fn public_tables(session: &Session, limit: i64) -> Result<Vec<TableRecord>, Failure> {
    let sql = tables!("public AND status < 3 ORDER BY changed_at DESC, key DESC LIMIT $1");
    all(session, sql, &[&limit], row::table).await
}

pub(crate) async fn tables_of(
    session: &Session,
    player: &PlayerId,
    limit: i64,
) -> Result<Vec<TableRecord>, Failure> {
    let sql = tables!(
        "status < 3 AND key IN (SELECT table_key FROM seats JOIN players ON players.key = seats.player
                                WHERE players.id = $1)
         ORDER BY changed_at DESC, key DESC LIMIT $2"
    );
    all(session, sql, &[&player.as_str(), &limit], row::table).await
}

pub(crate) async fn tables_to_wake(session: &Session) -> Result<Vec<TableRecord>, Failure> {
    all(session, tables!("status < 3 ORDER BY wake_at NULLS LAST, key"), &[], row::table).await
}

pub(crate) async fn tables_without_owner(session: &Session, limit: i64) -> Result<Vec<TableRecord>, Failure> {
    let sql = concat!(
        tables!("status < 3 AND NOT EXISTS (SELECT FROM nodes WHERE nodes.key = tables.owner AND "),
        alive!(),
        ") ORDER BY wake_at NULLS LAST, key LIMIT $1"
    );
    all(session, sql, &[&limit], row::table).await
}

pub(crate) async fn nodes(session: &Session) -> Result<Vec<String>, Failure> {
    let sql = concat!("SELECT ", node_name!(), " FROM nodes WHERE ", alive!(), " ORDER BY nodes.key");
    all(session, sql, &[], |row| Ok(row.try_get(0)?)).await
}

pub(crate) async fn owner(session: &Session, node: i64, table: &TableId) -> Result<Option<Owner>, Failure> {
    let sql = concat!(
        "SELECT ",
        node_name!(),
        ", nodes.address, tables.epoch, ",
        alive!(),
        ", nodes.key = $2
         FROM tables JOIN nodes ON nodes.key = tables.owner WHERE tables.id = $1"
    );
    first(session, sql, &[&table.as_str(), &node], |row| {
        Ok(Owner {
            node: row.try_get(0)?,
            address: row.try_get(1)?,
            epoch: Epoch(number(row.try_get(2)?)?),
            alive: row.try_get(3)?,
            mine: row.try_get(4)?,
        })
    })
    .await
}

pub(crate) async fn tables_after(
    session: &Session,
    after: Option<&TableId>,
    limit: i64,
) -> Result<Vec<TableRecord>, Failure> {
    let after = after.map_or("", TableId::as_str);
    all(session, tables!("id > $1 ORDER BY id LIMIT $2"), &[&after, &limit], row::table).await
}

/// Every table in whose log or row the id stands, or where the player said something. The id is long and random, so whatever reads
/// like it is it.
pub(crate) async fn tables_mentioning(
    session: &Session,
    player: &PlayerId,
) -> Result<Vec<TableRecord>, Failure> {
    let sql = tables!(
        "key IN (SELECT table_key FROM log WHERE position(convert_to($1, 'UTF8') IN body) > 0
                 UNION SELECT table_key FROM log WHERE player = (SELECT key FROM players WHERE id = $1)
                 UNION SELECT table_key FROM chat WHERE player = (SELECT key FROM players WHERE id = $1)
                 UNION SELECT table_key FROM seats WHERE player = (SELECT key FROM players WHERE id = $1))
         ORDER BY key"
    );
    all(session, sql, &[&player.as_str()], row::table).await
}

pub(crate) async fn results_at(session: &Session, table: &TableId) -> Result<Vec<PlayedGame>, Failure> {
    all(session, results!("table_id = $1 ORDER BY results.key"), &[&table.as_str()], row::result).await
}

pub(crate) async fn games_of(
    session: &Session,
    player: &PlayerId,
    before: Option<u64>,
    limit: i64,
) -> Result<Vec<PlayedGame>, Failure> {
    // No key is as large as this one.
    let before = before.map_or(Ok(i64::MAX), column)?;
    let sql = results!(
        "results.player = (SELECT key FROM players WHERE id = $1) AND results.key < $2
         ORDER BY results.key DESC LIMIT $3"
    );
    all(session, sql, &[&player.as_str(), &before, &limit], row::result).await
}

pub(crate) async fn said_by(
    session: &Session,
    player: &PlayerId,
) -> Result<Vec<(TableId, ChatLine)>, Failure> {
    let sql =
        "SELECT tables.id, at, text, command, digest FROM chat JOIN tables ON tables.key = chat.table_key
               WHERE player = (SELECT key FROM players WHERE id = $1) ORDER BY chat.key";
    all(session, sql, &[&player.as_str()], |row| {
        let (player, said_as) = (Some(player.clone()), said_as(row.try_get(3)?, row.try_get(4)?));
        let line = ChatLine { at_ms: row.try_get(1)?, player, text: row.try_get(2)?, said_as };
        Ok((row.try_get::<_, &str>(0)?.into(), line))
    })
    .await
}

fn said_as(id: Option<String>, digest: Option<&[u8]>) -> Option<SaidAs> {
    Some(SaidAs { id: id?, digest: digest?.try_into().ok()? })
}

pub(crate) async fn chat(session: &Session, table: &TableId, limit: i64) -> Result<Vec<ChatLine>, Failure> {
    let sql = "SELECT at, players.id, text, command, digest FROM chat LEFT JOIN players ON players.key = chat.player
               WHERE table_key = (SELECT key FROM tables WHERE id = $1)
               ORDER BY chat.key DESC LIMIT $2";
    let mut lines = all(session, sql, &[&table.as_str(), &limit], |row| {
        let player = row.try_get::<_, Option<&str>>(1)?.map(PlayerId::from);
        let said_as = said_as(row.try_get(3)?, row.try_get(4)?);
        Ok(ChatLine { at_ms: row.try_get(0)?, player, text: row.try_get(2)?, said_as })
    })
    .await?;
    lines.reverse();
    Ok(lines)
}

pub(crate) async fn find_players(session: &Session, text: &str, limit: i64) -> Result<Vec<Player>, Failure> {
    let sql = players!(
        "FROM players
         WHERE erased_at IS NULL AND ($1 = '' OR id = $1 OR position(lower($1) IN lower(name)) > 0)
         ORDER BY seen_at DESC, players.key DESC LIMIT $2"
    );
    all(session, sql, &[&text, &limit], row::player).await
}

pub(crate) async fn judged(session: &Session) -> Result<Vec<Player>, Failure> {
    all(session, players!("FROM players WHERE muted OR banned ORDER BY players.key"), &[], row::player).await
}

pub(crate) async fn player(session: &Session, player: &PlayerId) -> Result<Option<Player>, Failure> {
    first(session, players!("FROM players WHERE id = $1"), &[&player.as_str()], row::player).await
}

pub(crate) async fn player_by_token(session: &Session, token: &TokenHash) -> Result<Option<Player>, Failure> {
    let sql = players!("FROM tokens JOIN players ON players.key = tokens.player WHERE hash = $1");
    first(session, sql, &[&token.as_slice()], row::player).await
}

pub(crate) async fn unheld(session: &Session, tokens: &[TokenHash]) -> Result<Vec<TokenHash>, Failure> {
    let given: Vec<&[u8]> = tokens.iter().map(TokenHash::as_slice).collect();
    let sql = "SELECT given FROM unnest($1::bytea[]) AS given
               WHERE NOT EXISTS (SELECT FROM tokens WHERE hash = given)";
    all(session, sql, &[&given], |row| row::digest(row, 0)).await
}

pub(crate) async fn devices_of(session: &Session, player: &PlayerId) -> Result<Vec<DeviceTimes>, Failure> {
    let sql = "SELECT tokens.created_at, used_at FROM tokens JOIN players ON players.key = tokens.player
               WHERE players.id = $1 ORDER BY tokens.created_at, used_at";
    all(session, sql, &[&player.as_str()], |row| {
        Ok(DeviceTimes { created_at_ms: row.try_get(0)?, used_at_ms: row.try_get(1)? })
    })
    .await
}

pub(crate) async fn banned_addresses(session: &Session) -> Result<Vec<BannedAddress>, Failure> {
    all(session, "SELECT address, at FROM banned_addresses ORDER BY at, address", &[], |row| {
        Ok(BannedAddress { address: row.try_get(0)?, at_ms: row.try_get(1)? })
    })
    .await
}

pub(crate) async fn invites(session: &Session) -> Result<Vec<Invite>, Failure> {
    let sql = "SELECT code, note, created_at, until, uses FROM invites ORDER BY created_at, code";
    all(session, sql, &[], |row| {
        let (code, note, created_at_ms) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        Ok(Invite { code, note, created_at_ms, until_ms: row.try_get(3)?, uses: row::count(row, 4)? })
    })
    .await
}

pub(crate) async fn statistics(session: &Session, player: &PlayerId) -> Result<Vec<Statistic>, Failure> {
    let sql =
        "SELECT game, count(*), count(*) FILTER (WHERE won), sum(score)::bigint, max(score) FROM results
               WHERE player = (SELECT key FROM players WHERE id = $1) GROUP BY game ORDER BY game";
    all(session, sql, &[&player.as_str()], |row| {
        let (games, wins) = (number(row.try_get(1)?)?, number(row.try_get(2)?)?);
        Ok(Statistic { game: row.try_get(0)?, games, wins, total: row.try_get(3)?, best: row.try_get(4)? })
    })
    .await
}

pub(crate) async fn rolls(session: &Session, player: &PlayerId) -> Result<Vec<RollCount>, Failure> {
    let sql = "SELECT game, value, times FROM rolls
               WHERE player = (SELECT key FROM players WHERE id = $1) ORDER BY game, value";
    all(session, sql, &[&player.as_str()], |row| {
        let (value, times) = (row::byte(row, 1)?, number(row.try_get(2)?)?);
        Ok(RollCount { player: player.clone(), game: row.try_get(0)?, value, times })
    })
    .await
}

pub(crate) async fn balance(session: &Session, account: &Account) -> Result<i64, Failure> {
    Ok(crate::ledger::find(session, account).await?.map_or(0, |(_, balance)| balance))
}

pub(crate) async fn transfers_of(
    session: &Session,
    player: &PlayerId,
    before: Option<u64>,
    limit: i64,
) -> Result<Vec<Booking>, Failure> {
    // From either side in order, so that a page is read from two ends and not from all that a player ever had.
    let sql = "SELECT t.key, t.at, t.amount, t.reason, g.kind, g.owner, k.kind, k.owner
               FROM ((SELECT * FROM transfers
                      WHERE giver = (SELECT key FROM accounts WHERE kind = $1 AND owner = $2) AND key < $3
                      ORDER BY key DESC LIMIT $4)
                     UNION ALL
                     (SELECT * FROM transfers
                      WHERE taker = (SELECT key FROM accounts WHERE kind = $1 AND owner = $2) AND key < $3
                      ORDER BY key DESC LIMIT $4)) AS t
               JOIN accounts g ON g.key = t.giver JOIN accounts k ON k.key = t.taker
               ORDER BY t.key DESC LIMIT $4";
    let account = Account::Player(player.clone());
    let (kind, owner) = account_columns(&account);
    let before = before.map_or(Ok(i64::MAX), column)?;
    all(session, sql, &[&kind, &owner, &before, &limit], |row| {
        let transfer = Transfer {
            from: account_of(row.try_get(4)?, row.try_get(5)?)?,
            to: account_of(row.try_get(6)?, row.try_get(7)?)?,
            amount: number(row.try_get(2)?)?,
            reason: row.try_get::<_, String>(3)?.into(),
        };
        Ok(Booking { id: number(row.try_get(0)?)?, at_ms: row.try_get(1)?, transfer })
    })
    .await
}

//! What has to be known before a group can be decided.
//!
//! The questions go out in one pipeline, behind the locks, so that what is answered stays true until the group is committed. Each is
//! asked only if something in the group depends on it.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use store::engine::{account_columns, account_of, number};
use store::{Account, Commit, Epoch, PlayerId, TableId};
use tokio_postgres::Row;

use crate::failure::Failure;
use crate::job::Job;
use crate::lease::{alive, node_name, unserved};
use crate::session::{Call, call};

/// Where a table stands.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) key: i64,
    pub(crate) epoch: Epoch,
    /// The last entry.
    pub(crate) head: u64,
    /// Whether this node owns it.
    pub(crate) mine: bool,
    /// The other node that owns it and is alive; known for tables that are claimed.
    pub(crate) elsewhere: Option<String>,
    /// How long nobody has served it, if that is known; asked for tables that are claimed.
    pub(crate) unserved: Option<Duration>,
}

/// A command by table, player and id.
pub(crate) type CommandName = (TableId, PlayerId, String);

/// What is known, and what the group makes of it as it is decided.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Whether this node's lease is good.
    pub(crate) lease: bool,
    pub(crate) tables: HashMap<TableId, Place>,
    /// Keys for tables that are not there and may be created.
    pub(crate) new_tables: HashMap<TableId, i64>,
    /// Keys and balances.
    pub(crate) accounts: HashMap<Account, (i64, i64)>,
    /// Keys for accounts of tables that were never used.
    pub(crate) new_accounts: HashMap<TableId, i64>,
    pub(crate) players: HashMap<PlayerId, i64>,
    /// Which living table has a code.
    pub(crate) codes: HashMap<String, i64>,
    pub(crate) commands: HashMap<CommandName, (u64, [u8; 32])>,
    pub(crate) results: HashSet<(TableId, u32, u8)>,
}

/// How the rows of an answer are taken in.
type Learn = fn(&mut Known, &Row) -> Result<(), Failure>;

/// Questions, with what to do with the answers.
#[derive(Default)]
pub(crate) struct Questions<'a> {
    pub(crate) calls: Vec<Call<'a>>,
    learn: Vec<Learn>,
}

impl<'a> Questions<'a> {
    /// What has to be asked to decide these.
    pub(crate) fn about(group: &'a [Job], node: i64) -> Self {
        let mut questions = Self::default();
        let commits = || {
            group.iter().filter_map(|job| match job {
                Job::Commit(commit, _) => Some(&**commit),
                Job::Claim(..) | Job::Release(..) | Job::Apart(_) => None,
            })
        };
        questions.about_tables(group, node);
        questions.about_writes(commits);
        questions.about_chips(commits);
        questions
    }

    fn ask(&mut self, call: Call<'a>, learn: Learn) {
        self.calls.push(call);
        self.learn.push(learn);
    }

    fn about_tables(&mut self, group: &'a [Job], node: i64) {
        let mut tables: Vec<&str> = Vec::new();
        let mut claimed: Vec<&str> = Vec::new();
        let mut new: Vec<&str> = Vec::new();
        for job in group {
            match job {
                Job::Commit(commit, _) => {
                    if let Some(write) = &commit.table {
                        tables.push(write.id.as_str());
                        if write.row.is_some() && write.epoch == Epoch::FIRST {
                            new.push(write.id.as_str());
                        }
                    }
                    tables.extend(purses(commit));
                }
                Job::Claim(table, _) => {
                    tables.push(table.as_str());
                    claimed.push(table.as_str());
                }
                Job::Release(given, _) => tables.extend(given.iter().map(|(table, _)| table.as_str())),
                Job::Apart(_) => {}
            }
        }
        if tables.is_empty() {
            return;
        }
        self.ask(call!(concat!("SELECT ", alive!(), " FROM nodes WHERE key = $1"), node), |known, row| {
            known.lease = row.try_get(0)?;
            Ok(())
        });
        tables.sort_unstable();
        tables.dedup();
        let sql = "SELECT id, key, epoch, head, coalesce(owner = $2, false) FROM tables WHERE id = ANY($1)";
        self.ask(call!(sql, tables, node), |known, row| {
            let place = Place {
                key: row.try_get(1)?,
                epoch: Epoch(number(row.try_get(2)?)?),
                head: number(row.try_get(3)?)?,
                mine: row.try_get(4)?,
                elsewhere: None,
                unserved: None,
            };
            known.tables.insert(row.try_get::<_, &str>(0)?.into(), place);
            Ok(())
        });
        if !claimed.is_empty() {
            let sql = concat!(
                "SELECT tables.id, CASE WHEN tables.owner <> $2 AND ",
                alive!(),
                " THEN ",
                node_name!(),
                " END, ",
                unserved!(),
                " FROM tables LEFT JOIN nodes ON nodes.key = tables.owner WHERE tables.id = ANY($1)"
            );
            self.ask(call!(sql, claimed, node), |known, row| {
                let table: TableId = row.try_get::<_, &str>(0)?.into();
                if let Some(place) = known.tables.get_mut(&table) {
                    place.elsewhere = row.try_get(1)?;
                    let seconds: Option<f64> = row.try_get(2)?;
                    // Somebody may have set the database's clock back.
                    place.unserved =
                        seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default());
                }
                Ok(())
            });
        }
        if !new.is_empty() {
            let sql = "SELECT given, nextval('tables_key_seq') FROM unnest($1::text[]) AS given
                       WHERE NOT EXISTS (SELECT FROM tables WHERE id = given)";
            self.ask(call!(sql, new), |known, row| {
                known.new_tables.insert(row.try_get::<_, &str>(0)?.into(), row.try_get(1)?);
                Ok(())
            });
        }
    }

    fn about_writes<I: Iterator<Item = &'a Commit>>(&mut self, commits: impl Fn() -> I) {
        let mut players: Vec<&str> = commits().flat_map(people).map(PlayerId::as_str).collect();
        if !players.is_empty() {
            players.sort_unstable();
            players.dedup();
            self.ask(call!("SELECT id, key FROM players WHERE id = ANY($1)", players), |known, row| {
                known.players.insert(row.try_get::<_, &str>(0)?.into(), row.try_get(1)?);
                Ok(())
            });
        }
        let writes = || commits().filter_map(|commit| commit.table.as_ref());
        let codes: Vec<&str> = writes().filter_map(|w| w.row.as_ref()?.code.as_deref()).collect();
        if !codes.is_empty() {
            let sql = "SELECT code, key FROM tables WHERE code = ANY($1) AND status < 3";
            self.ask(call!(sql, codes), |known, row| {
                known.codes.insert(row.try_get(0)?, row.try_get(1)?);
                Ok(())
            });
        }
        let mut commands = (Vec::new(), Vec::new(), Vec::new());
        for write in writes() {
            let entries = write.append.iter().flat_map(|append| &append.entries);
            for command in entries.filter_map(|entry| entry.command.as_ref()) {
                commands.0.push(write.id.as_str());
                commands.1.push(command.player.as_str());
                commands.2.push(command.id.as_str());
            }
        }
        if !commands.0.is_empty() {
            // By itself, so that all three parts of the key are known when the log is looked at, and none is left for afterwards.
            let sql = "SELECT t, p, c, seq, digest
                       FROM unnest($1::text[], $2::text[], $3::text[]) AS given (t, p, c)
                       JOIN tables ON tables.id = t JOIN players ON players.id = p
                       CROSS JOIN LATERAL (SELECT coalesce(until, seq) AS seq, digest FROM log
                                           WHERE table_key = tables.key AND player = players.key AND command = c
                                           LIMIT 1) AS found";
            self.ask(call!(sql, commands.0, commands.1, commands.2), |known, row| {
                let name =
                    (row.try_get::<_, &str>(0)?.into(), row.try_get::<_, &str>(1)?.into(), row.try_get(2)?);
                known.commands.insert(name, (number(row.try_get(3)?)?, crate::row::digest(row, 4)?));
                Ok(())
            });
        }
    }

    fn about_chips<I: Iterator<Item = &'a Commit>>(&mut self, commits: impl Fn() -> I) {
        let ends = || commits().flat_map(|commit| &commit.transfers).flat_map(|t| [&t.from, &t.to]);
        let (kinds, owners): (Vec<i16>, Vec<&str>) = ends().map(account_columns).unzip();
        if !kinds.is_empty() {
            let sql = "SELECT kind, owner, key, balance
                       FROM (SELECT DISTINCT * FROM unnest($1::smallint[], $2::text[])) AS given (k, o)
                       JOIN accounts ON kind = k AND owner = o";
            self.ask(call!(sql, kinds, owners), |known, row| {
                let account = account_of(row.try_get(0)?, row.try_get(1)?)?;
                known.accounts.insert(account, (row.try_get(2)?, row.try_get(3)?));
                Ok(())
            });
        }
        let purses: Vec<&str> = commits().flat_map(purses).collect();
        if !purses.is_empty() {
            let sql = "SELECT given, nextval('accounts_key_seq') FROM unnest($1::text[]) AS given
                       WHERE NOT EXISTS (SELECT FROM accounts WHERE kind = 2 AND owner = given)";
            self.ask(call!(sql, purses), |known, row| {
                known.new_accounts.insert(row.try_get::<_, &str>(0)?.into(), row.try_get(1)?);
                Ok(())
            });
        }
        let results = || commits().flat_map(|commit| &commit.results);
        if results().next().is_some() {
            let sql = "SELECT table_id, game_number, seat FROM results
                       JOIN unnest($1::text[], $2::bigint[], $3::smallint[]) AS given (t, g, s)
                       ON table_id = t AND game_number = g AND seat = s";
            let tables: Vec<&str> = results().map(|result| result.table.as_str()).collect();
            let games: Vec<i64> = results().map(|result| i64::from(result.game_number)).collect();
            let seats: Vec<i16> = results().map(|result| i16::from(result.seat)).collect();
            self.ask(call!(sql, tables, games, seats), |known, row| {
                let table = row.try_get::<_, &str>(0)?.into();
                known.results.insert((table, crate::row::count(row, 1)?, crate::row::byte(row, 2)?));
                Ok(())
            });
        }
    }

    /// Takes the answers in.
    pub(crate) fn answered(&self, answers: &[Vec<Row>]) -> Result<Known, Failure> {
        let mut known = Known::default();
        for (rows, learn) in answers.iter().zip(&self.learn) {
            for row in rows {
                learn(&mut known, row)?;
            }
        }
        Ok(known)
    }
}

/// The tables to or from which a commit moves chips.
fn purses(commit: &Commit) -> impl Iterator<Item = &str> {
    commit.transfers.iter().flat_map(|t| [&t.from, &t.to]).filter_map(|account| match account {
        Account::Table(id) => Some(id.as_str()),
        Account::House | Account::Player(_) => None,
    })
}

/// Everybody whom a commit names but for those who hold chips.
fn people(commit: &Commit) -> impl Iterator<Item = &PlayerId> {
    let write = commit.table.iter();
    let commands = write.clone().flat_map(|write| &write.append).flat_map(|append| &append.entries);
    let seats = write.clone().flat_map(|write| &write.seats).flatten();
    let chat = write.flat_map(|write| &write.chat);
    commands
        .filter_map(|entry| Some(&entry.command.as_ref()?.player))
        .chain(seats.map(|sitting| &sitting.player))
        .chain(chat.filter_map(|line| line.player.as_ref()))
        .chain(commit.results.iter().map(|result| &result.player))
        .chain(commit.rolls.iter().map(|count| &count.player))
}

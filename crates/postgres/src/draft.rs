//! What a group comes to, and the few statements that write it.
//!
//! Every statement takes columns as arrays and writes all rows of its kind, so that their number does not depend on how many writes the group has.
//! They go out in one pipeline, always in this order.

use std::collections::{BTreeMap, BTreeSet};

use store::engine::{column, status_column};
use store::{ChatLine, GameResult, NewEntry, RollCount, Snapshot, StoreFault, TableId, TableRow};
use tokio_postgres::types::ToSql;

use crate::known::Place;
use crate::session::{Call, call};

/// An entry of a log: of which table, under which number, whose command it answers, and where the commit of that command ends.
type Row<'a> = (i64, i64, &'a NewEntry, Option<i64>, Option<i64>);

/// What a group comes to. Where something is replaced more than once, only the last is written.
#[derive(Default)]
pub(crate) struct Draft<'a> {
    created: Vec<(i64, &'a TableId, i64)>,
    rows: BTreeMap<i64, (&'a TableRow, i64)>,
    places: BTreeMap<i64, Place>,
    /// Tables that somebody has, or nobody, from now on.
    changed: BTreeSet<i64>,
    entries: Vec<Row<'a>>,
    snapshots: BTreeMap<i64, &'a Snapshot>,
    seats: BTreeMap<i64, Vec<(i64, u8)>>,
    chat: Vec<(i64, &'a ChatLine, Option<i64>)>,
    opened: Vec<(i64, &'a TableId)>,
    balances: BTreeMap<i64, i64>,
    transfers: Vec<(i64, i64, i64, &'a str, i64)>,
    results: Vec<(i64, &'a GameResult)>,
    rolls: BTreeMap<(i64, &'a str, u8), i64>,
}

impl<'a> Draft<'a> {
    pub(crate) fn create(&mut self, key: i64, id: &'a TableId, at_ms: i64) {
        self.created.push((key, id, at_ms));
    }

    pub(crate) fn row(&mut self, key: i64, row: &'a TableRow, at_ms: i64) {
        self.rows.insert(key, (row, at_ms));
    }

    pub(crate) fn place(&mut self, place: &Place) {
        self.places.insert(place.key, place.clone());
    }

    /// The same of a table that is claimed or given up.
    pub(crate) fn change_owner(&mut self, place: &Place) {
        self.place(place);
        self.changed.insert(place.key);
    }

    pub(crate) fn entry(
        &mut self,
        key: i64,
        seq: i64,
        entry: &'a NewEntry,
        player: Option<i64>,
        until: Option<i64>,
    ) {
        self.entries.push((key, seq, entry, player, until));
    }

    pub(crate) fn snapshot(&mut self, key: i64, snapshot: &'a Snapshot) {
        self.snapshots.insert(key, snapshot);
    }

    pub(crate) fn seats(&mut self, key: i64, seats: Vec<(i64, u8)>) {
        self.seats.insert(key, seats);
    }

    pub(crate) fn chat(&mut self, key: i64, line: &'a ChatLine, player: Option<i64>) {
        self.chat.push((key, line, player));
    }

    pub(crate) fn open_account(&mut self, key: i64, id: &'a TableId) {
        self.opened.push((key, id));
    }

    pub(crate) fn balance(&mut self, key: i64, balance: i64) {
        self.balances.insert(key, balance);
    }

    pub(crate) fn transfer(&mut self, giver: i64, taker: i64, amount: i64, reason: &'a str, at_ms: i64) {
        self.transfers.push((giver, taker, amount, reason, at_ms));
    }

    pub(crate) fn result(&mut self, player: i64, result: &'a GameResult) {
        self.results.push((player, result));
    }

    pub(crate) fn roll(&mut self, player: i64, count: &'a RollCount, times: i64) {
        let sum = self.rolls.entry((player, &count.game, count.value)).or_default();
        *sum = sum.saturating_add(times);
    }

    /// The statements that write it; none if there is nothing to write.
    pub(crate) fn calls(&self, node: i64) -> Result<Vec<Call<'a>>, StoreFault> {
        let mut calls = Vec::new();
        self.write_tables(node, &mut calls)?;
        self.write_log(&mut calls)?;
        self.write_seats_and_chat(&mut calls);
        self.write_chips(&mut calls);
        self.write_results(&mut calls);
        Ok(calls)
    }

    fn write_tables(&self, node: i64, calls: &mut Vec<Call<'a>>) -> Result<(), StoreFault> {
        if !self.created.is_empty() {
            let sql = "INSERT INTO tables (key, id, created_at, changed_at, epoch, head, owner, since)
                       SELECT key, id, at, at, 1, 0, $4, clock_timestamp()
                       FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS new (key, id, at)
                       ORDER BY id";
            let made = &self.created;
            let (keys, ids, times) = (each(made, |t| t.0), each(made, |t| t.1.as_str()), each(made, |t| t.2));
            calls.push(Call { sql, parameters: vec![keys, ids, times, Box::new(node)] });
        }
        let with_row = |key: &i64| self.rows.contains_key(key);
        let mut places = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (key, place) in self.places.iter().filter(|(key, _)| !with_row(key)) {
            places.0.push(*key);
            places.1.push(column(place.epoch.0)?);
            places.2.push(column(place.head)?);
            places.3.push(place.mine.then_some(node));
        }
        if !places.0.is_empty() {
            let sql = "UPDATE tables SET epoch = now.epoch, head = now.head, owner = now.owner
                       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS now (key, epoch, head, owner)
                       WHERE tables.key = now.key";
            calls.push(call!(sql, places.0, places.1, places.2, places.3));
        }
        if !self.changed.is_empty() {
            let changed: Vec<i64> = self.changed.iter().copied().collect();
            calls.push(call!("UPDATE tables SET since = clock_timestamp() WHERE key = ANY($1)", changed));
        }
        if self.rows.is_empty() {
            return Ok(());
        }
        let sql = "UPDATE tables SET epoch = now.epoch, head = now.head, owner = now.owner, changed_at = now.changed_at,
                          status = now.status, game = now.game, public = now.public, code = now.code, name = now.name,
                          seats = now.seats, people = now.people, bots = now.bots, wake_at = now.wake_at,
                          keep = now.keep, details = now.details
                   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::smallint[],
                               $7::text[], $8::boolean[], $9::text[], $10::text[], $11::integer[], $12::integer[],
                               $13::integer[], $14::bigint[], $15::boolean[], $16::text[])
                        AS now (key, epoch, head, owner, changed_at, status, game, public, code, name, seats, people,
                                bots, wake_at, keep, details)
                   WHERE tables.key = now.key";
        let mut rows = Vec::new();
        for (key, (row, at_ms)) in &self.rows {
            // A row is only ever written by the owner, whose place is drafted with it.
            let Some(place) = self.places.get(key) else { continue };
            let owner = place.mine.then_some(node);
            rows.push((*key, column(place.epoch.0)?, column(place.head)?, owner, *at_ms, *row));
        }
        let parameters = vec![
            each(&rows, |r| r.0),
            each(&rows, |r| r.1),
            each(&rows, |r| r.2),
            each(&rows, |r| r.3),
            each(&rows, |r| r.4),
            each(&rows, |r| status_column(r.5.status)),
            each(&rows, |r| r.5.game.as_str()),
            each(&rows, |r| r.5.public),
            each(&rows, |r| r.5.code.as_deref()),
            each(&rows, |r| r.5.name.as_str()),
            each(&rows, |r| i32::from(r.5.seats)),
            each(&rows, |r| i32::from(r.5.people)),
            each(&rows, |r| i32::from(r.5.bots)),
            each(&rows, |r| r.5.wake_at_ms),
            each(&rows, |r| r.5.keep),
            each(&rows, |r| r.5.details.as_str()),
        ];
        calls.push(Call { sql, parameters });
        Ok(())
    }

    fn write_log(&self, calls: &mut Vec<Call<'a>>) -> Result<(), StoreFault> {
        let entries = &self.entries;
        if !entries.is_empty() {
            let sql = "INSERT INTO log (table_key, seq, at, kind, body, player, command, digest, until)
                       SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[],
                                            $6::bigint[], $7::text[], $8::bytea[], $9::bigint[])";
            let parameters = vec![
                each(entries, |e| e.0),
                each(entries, |e| e.1),
                each(entries, |e| e.2.at_ms),
                each(entries, |e| &*e.2.kind),
                each(entries, |e| e.2.body.as_slice()),
                each(entries, |e| e.3),
                each(entries, |e| e.2.command.as_ref().map(|c| c.id.as_str())),
                each(entries, |e| e.2.command.as_ref().map(|c| c.digest.as_slice())),
                each(entries, |e| e.4),
            ];
            calls.push(Call { sql, parameters });
        }
        if !self.snapshots.is_empty() {
            let sql = "INSERT INTO snapshots (table_key, seq, body)
                       SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])
                       ON CONFLICT (table_key) DO UPDATE SET seq = excluded.seq, body = excluded.body";
            let seqs = self.snapshots.values().map(|s| column(s.seq)).collect::<Result<Vec<_>, _>>()?;
            let bodies: Vec<&[u8]> = self.snapshots.values().map(|s| s.body.as_slice()).collect();
            let keys: Vec<i64> = self.snapshots.keys().copied().collect();
            calls.push(call!(sql, keys, seqs, bodies));
        }
        Ok(())
    }

    fn write_seats_and_chat(&self, calls: &mut Vec<Call<'a>>) {
        if !self.seats.is_empty() {
            let keys: Vec<i64> = self.seats.keys().copied().collect();
            calls.push(call!("DELETE FROM seats WHERE table_key = ANY($1)", keys));
            let all: Vec<_> = self
                .seats
                .iter()
                .flat_map(|(key, some)| some.iter().map(move |s| (*key, s.0, s.1)))
                .collect();
            let sql = "INSERT INTO seats (table_key, player, seat)
                       SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::smallint[])";
            let parameters = vec![each(&all, |s| s.0), each(&all, |s| s.1), each(&all, |s| i16::from(s.2))];
            calls.push(Call { sql, parameters });
        }
        if !self.chat.is_empty() {
            let sql = "INSERT INTO chat (table_key, at, player, text, command, digest)
                       SELECT t, a, p, x, c, d
                       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bytea[])
                              WITH ORDINALITY AS said (t, a, p, x, c, d, n)
                       ORDER BY n";
            let said = &self.chat;
            let (keys, times) = (each(said, |c| c.0), each(said, |c| c.1.at_ms));
            let (players, texts) = (each(said, |c| c.2), each(said, |c| c.1.text.as_str()));
            let ids = each(said, |c| c.1.said_as.as_ref().map(|said| said.id.as_str()));
            let digests = each(said, |c| c.1.said_as.as_ref().map(|said| said.digest.as_slice()));
            calls.push(Call { sql, parameters: vec![keys, times, players, texts, ids, digests] });
        }
    }

    fn write_chips(&self, calls: &mut Vec<Call<'a>>) {
        if !self.opened.is_empty() {
            let sql = "INSERT INTO accounts (key, kind, owner, balance)
                       SELECT k, 2, o, 0 FROM unnest($1::bigint[], $2::text[]) AS new (k, o) ORDER BY o";
            let parameters = vec![each(&self.opened, |a| a.0), each(&self.opened, |a| a.1.as_str())];
            calls.push(Call { sql, parameters });
        }
        if !self.balances.is_empty() {
            let sql = "UPDATE accounts SET balance = now.balance
                       FROM unnest($1::bigint[], $2::bigint[]) AS now (key, balance) WHERE accounts.key = now.key";
            let (keys, balances): (Vec<i64>, Vec<i64>) = self.balances.iter().unzip();
            calls.push(call!(sql, keys, balances));
            let sql = "INSERT INTO transfers (giver, taker, amount, reason, at)
                       SELECT g, t, m, r, a
                       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[])
                            WITH ORDINALITY AS made (g, t, m, r, a, n)
                       ORDER BY n";
            let made = &self.transfers;
            let (givers, takers, amounts) = (each(made, |t| t.0), each(made, |t| t.1), each(made, |t| t.2));
            let (reasons, times) = (each(made, |t| t.3), each(made, |t| t.4));
            calls.push(Call { sql, parameters: vec![givers, takers, amounts, reasons, times] });
        }
    }

    fn write_results(&self, calls: &mut Vec<Call<'a>>) {
        let results = &self.results;
        if !results.is_empty() {
            let sql = "INSERT INTO results (player, game, table_id, game_number, seat, score, won, at, details)
                       SELECT p, g, t, i, s, c, w, a, d
                       FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::smallint[], $6::bigint[],
                                   $7::boolean[], $8::bigint[], $9::text[])
                            WITH ORDINALITY AS played (p, g, t, i, s, c, w, a, d, n)
                       ORDER BY n";
            let parameters = vec![
                each(results, |r| r.0),
                each(results, |r| r.1.game.as_str()),
                each(results, |r| r.1.table.as_str()),
                each(results, |r| i64::from(r.1.game_number)),
                each(results, |r| i16::from(r.1.seat)),
                each(results, |r| r.1.score),
                each(results, |r| r.1.won),
                each(results, |r| r.1.at_ms),
                each(results, |r| r.1.details.as_str()),
            ];
            calls.push(Call { sql, parameters });
        }
        if !self.rolls.is_empty() {
            let sql = "INSERT INTO rolls (player, game, value, times)
                       SELECT * FROM unnest($1::bigint[], $2::text[], $3::smallint[], $4::bigint[])
                       ON CONFLICT (player, game, value) DO UPDATE SET times = rolls.times + excluded.times";
            let rolls: Vec<_> = self.rolls.iter().collect();
            let (players, games) = (each(&rolls, |r| r.0.0), each(&rolls, |r| r.0.1));
            let (values, times) = (each(&rolls, |r| i16::from(r.0.2)), each(&rolls, |r| *r.1));
            calls.push(Call { sql, parameters: vec![players, games, values, times] });
        }
    }
}

/// One column of many rows.
fn each<'a, R, T>(rows: &[R], of: impl Fn(&R) -> T) -> Box<dyn ToSql + Sync + 'a>
where
    T: ToSql + Sync + 'a,
{
    Box::new(rows.iter().map(of).collect::<Vec<T>>())
}

//! How many appends a second a store makes durable, for the examples that measure it.
//!
//! The time of one flush in the same folder is measured in the same run, because it decides everything else.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::{
    Append, CommandKey, Commit, Epoch, NewEntry, NewPlayer, PlayerId, Status, Store, StoreFault, TableId,
    TableRow, TableWrite, wait,
};

/// As many tables as a busy server has, so that the appends fall on many pages.
const TABLES: usize = 2_000;
/// A move with its outcome.
const BODY: usize = 160;

/// Fills an empty store with tables, and keeps 1, 8, 64 and 512 appends on their way, for so long each; prints a line for each, and
/// says how many entries there are in the end.
///
/// # Errors
/// If anything goes wrong.
pub fn measure(store: &dyn Store, time: Duration) -> Result<u64, StoreFault> {
    let (tables, player) = furnish(store)?;
    let mut heads = vec![0; TABLES];
    println!(
        "on their way | appends/s | p50 ms | p99 ms | max ms | in a group | CPU-µs each | KiB written each"
    );
    for n in [1, 8, 64, 512] {
        keep(store, &tables, &player, &mut heads, n, time)?;
    }
    Ok(heads.iter().sum())
}

/// The time of a small write that is flushed to the disk.
///
/// # Errors
/// If the folder cannot be written to.
pub fn flushes(when: &str, folder: &Path) -> std::io::Result<()> {
    let path = folder.join(format!("flush-{}", std::process::id()));
    let mut file = File::create(&path)?;
    let mut times = Vec::new();
    for _ in 0..300 {
        let begun = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        times.push(begun.elapsed());
    }
    fs::remove_file(path)?;
    times.sort();
    println!(
        "flush of 4 KiB {when}: median {:.2} ms, 99 of 100 within {:.2} ms",
        millis(times[150]),
        millis(times[296])
    );
    Ok(())
}

fn furnish(store: &dyn Store) -> Result<(Vec<TableId>, PlayerId), StoreFault> {
    let player = PlayerId::from("0123456789abcdef");
    let new = NewPlayer { id: player.clone(), name: "Anna".into(), token: [1; 32], opening: 1_000, at_ms: 0 };
    wait(|done| store.create_player(new, done))?;
    let row = TableRow {
        status: Status::Running,
        game: "kniffel".into(),
        public: true,
        code: None,
        name: "Round".into(),
        seats: 4,
        people: 4,
        bots: 0,
        wake_at_ms: Some(0),
        keep: false,
        details: "{}".into(),
    };
    let tables: Vec<TableId> = (0..TABLES).map(|i| TableId::from(format!("{i:016}"))).collect();
    for some in tables.chunks(500) {
        let (sender, answers) = mpsc::channel();
        for id in some {
            let write = TableWrite { row: Some(row.clone()), ..TableWrite::new(id.clone(), Epoch::FIRST) };
            let sender = sender.clone();
            let done = Box::new(move |answer| drop(sender.send(answer)));
            store.submit(Commit { table: Some(write), ..Commit::default() }, done);
        }
        drop(sender);
        for answer in answers {
            answer?;
        }
    }
    Ok((tables, player))
}

/// Keeps `n` appends on their way, each to another table.
fn keep(
    store: &dyn Store,
    tables: &[TableId],
    player: &PlayerId,
    heads: &mut [u64],
    n: usize,
    time: Duration,
) -> Result<(), StoreFault> {
    let (sender, answers) = mpsc::channel();
    let mut next = 0;
    let mut send = |heads: &[u64]| {
        let at = next;
        // All of them in turn, but neighbours at different times: tables are not played in the order they were made.
        next = (next + 773) % TABLES;
        let command =
            CommandKey { player: player.clone(), id: format!("{n}-{}", heads[at]), digest: [3; 32] };
        let entry =
            NewEntry { at_ms: 0, kind: "move".into(), body: vec![b'x'; BODY], command: Some(command) };
        let append = Some(Append { expected_head: heads[at], entries: vec![entry] });
        let write = TableWrite { append, ..TableWrite::new(tables[at].clone(), Epoch::FIRST) };
        let (sender, sent) = (sender.clone(), Instant::now());
        let done = Box::new(move |answer| drop(sender.send((at, sent.elapsed(), answer))));
        store.submit(Commit { table: Some(write), ..Commit::default() }, done);
    };
    let (groups, cpu, kib, begun) = (store.metrics().groups, cpu_seconds(), kib_written(), Instant::now());
    let mut times = Vec::new();
    let mut waiting = n;
    for _ in 0..n {
        send(heads);
    }
    while waiting > 0 {
        let Ok((at, took, answer)) = answers.recv() else { return Err(StoreFault::Closed) };
        heads[at] = answer?.head.unwrap_or_default();
        times.push(took);
        if begun.elapsed() < time {
            send(heads);
        } else {
            waiting -= 1;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let (groups, cpu, kib) = (store.metrics().groups - groups, cpu_seconds() - cpu, kib_written() - kib);
    times.sort();
    let count = f64::from(u32::try_from(times.len()).unwrap_or(u32::MAX));
    let at = |share: usize| millis(times[(times.len() * share / 1000).min(times.len() - 1)]);
    println!(
        "{n:>12} | {:>9.0} | {:>6.2} | {:>6.2} | {:>6.2} | {:>10.1} | {:>11.1} | {:>8.1}",
        count / seconds,
        at(500),
        at(990),
        at(1000),
        count / f64::from(u32::try_from(groups).unwrap_or(u32::MAX)),
        cpu / count * 1e6,
        kib / count,
    );
    Ok(())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// What this process has computed, as Linux tells it in hundredths of a second; 0 elsewhere.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// What this process has handed to the file system, as Linux tells it; 0 elsewhere.
fn kib_written() -> f64 {
    let io = fs::read_to_string("/proc/self/io").unwrap_or_default();
    let field = io.lines().find_map(|line| line.strip_prefix("wchar: "));
    field.and_then(|bytes| bytes.parse::<f64>().ok()).unwrap_or_default() / 1024.0
}

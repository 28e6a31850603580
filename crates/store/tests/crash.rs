//! Processes that are killed while they write, and a disk that stops flushing.
//!
//! The child is this very test binary, started again: it appends as fast as it can and prints what was acknowledged, once it
//! was. The checker knows only those lines and the file.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use store::suite::scene::{Dice, answer, append_in, entry, pay, row, token};
use store::{
    Account, Commit, Epoch, NewPlayer, PlayerId, Settings, SqliteStore, Store, StoreFault, TableId,
    TableWrite, wait,
};

const FILE: &str = "STAMMTISCH_CRASH_FILE";
const ROUND: &str = "STAMMTISCH_CRASH_ROUND";
const TABLES: usize = 12;
const ROUNDS: u64 = 20;

fn table(i: usize) -> TableId {
    format!("t{i}").into()
}

/// A file with a folder of its own.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("stammtisch-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("store.sqlite")
    }

    /// This binary again, as the child.
    fn child(&self, round: u64) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "child", "--ignored", "--nocapture", "--quiet"]);
        command.env(FILE, self.file()).env(ROUND, round.to_string());
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes to all tables as fast as it can, each append with a transfer, and prints `ack TABLE SEQ BODY` for what is answered,
/// `fault TEXT` for what is not. Stops after fifty faults.
#[test]
#[ignore = "the child process of the other tests"]
fn child() {
    let (Ok(path), Ok(round)) = (std::env::var(FILE), std::env::var(ROUND)) else { return };
    let store = SqliteStore::open(path, Settings::default()).unwrap();
    let anna = PlayerId::from("anna");
    let new =
        NewPlayer { id: anna.clone(), name: "Anna".into(), token: token("anna"), opening: 1_000, at_ms: 1 };
    match wait(|done| store.create_player(new, done)) {
        Ok(()) | Err(StoreFault::Taken(_)) => {}
        Err(fault) => panic!("{fault}"),
    }
    let mut owned: Vec<(Epoch, u64)> = (0..TABLES).map(|i| own(&store, &table(i))).collect();
    let (sender, answers) = mpsc::channel();
    let send = |i: usize, (epoch, head): (Epoch, u64)| {
        let body = format!("{round}-{i}-{head}");
        let entries = vec![answer(&body, &anna, &body), entry(&format!("{body}-and"))];
        // To the table, and back from it: the ledger has work, and nobody grows poor.
        let (purse, pot) = (Account::Player(anna.clone()), Account::Table(table(i)));
        let transfers = vec![pay(&purse, &pot, 2), pay(&pot, &purse, 1), pay(&pot, &Account::House, 1)];
        let gift = pay(&Account::House, &purse, 1);
        let transfers = [vec![gift], transfers].concat();
        let sender = sender.clone();
        let done = Box::new(move |answer| drop(sender.send((i, body, answer))));
        store.submit(Commit { transfers, ..append_in(epoch, &table(i), head, entries) }, done);
    };
    for (i, from) in owned.iter().enumerate() {
        send(i, *from);
    }
    let mut faults = 0;
    while faults < 50 {
        let (i, body, answer) = answers.recv().unwrap();
        match answer {
            Ok(receipt) => {
                owned[i].1 = receipt.head.unwrap();
                println!("ack {i} {} {body}", owned[i].1);
            }
            Err(fault) => {
                faults += 1;
                println!("fault {fault}");
            }
        }
        send(i, owned[i]);
    }
    // Without an orderly end: what follows has to cope.
    std::process::exit(0);
}

/// Makes a table ours: a new one, or the next epoch of one that is there.
fn own(store: &dyn Store, table: &TableId) -> (Epoch, u64) {
    if let Some(there) = store.table(table).unwrap() {
        return (wait(|done| store.claim(table.clone(), done)).unwrap().epoch, there.head);
    }
    let write = TableWrite { row: Some(row()), ..TableWrite::new(table.clone(), Epoch::FIRST) };
    wait(|done| store.submit(Commit { table: Some(write), ..Commit::default() }, done)).unwrap();
    (Epoch::FIRST, 0)
}

/// What a child has said, line by line; a line that was cut off by its death does not count.
#[derive(Default)]
struct Said {
    /// The last entry of each acknowledged append, by table.
    acknowledged: BTreeMap<(usize, u64), String>,
    faults: usize,
    after_fault: usize,
}

impl Said {
    fn hear(&mut self, line: &str) {
        let mut words = line.split(' ');
        match words.next() {
            Some("ack") => {
                let mut number = || words.next().unwrap().parse::<u64>().unwrap();
                let (i, seq) = (number() as usize, number());
                let known = self.acknowledged.insert((i, seq), words.next().unwrap().to_owned());
                assert_eq!(known, None, "table {i} acknowledged entry {seq} twice");
                self.after_fault += usize::from(self.faults > 0);
            }
            Some("fault") => self.faults += 1,
            _ => {}
        }
    }
}

/// Reads what the child says until it is over, and kills it when its time has come.
fn listen(
    mut child: Child,
    said: &mut Said,
    until: impl FnOnce(&mut BufReader<std::process::ChildStdout>, &mut Said),
) {
    let mut output = BufReader::new(child.stdout.take().unwrap());
    until(&mut output, said);
    child.kill().unwrap();
    child.wait().unwrap();
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    for line in rest.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
        said.hear(line);
    }
}

/// Everything that was acknowledged is there, nothing is there twice, and all adds up.
fn examine(path: &Path, said: &Said) -> u64 {
    let store = SqliteStore::open(path, Settings::default()).unwrap();
    assert_eq!(store.check(), Ok(Vec::new()));
    let mut appends = 0;
    for i in 0..TABLES {
        let entries = store.entries(&table(i), 1, 10_000_000).unwrap();
        let bodies: BTreeSet<_> = entries.iter().map(|entry| &entry.body).collect();
        assert_eq!(bodies.len(), entries.len(), "table {i} has an entry twice");
        for (at, pair) in entries.chunks(2).enumerate() {
            assert_eq!(pair[0].seq, 2 * at as u64 + 1);
            let body = String::from_utf8(pair[0].body.clone()).unwrap();
            assert_eq!(pair[1].body, format!("{body}-and").into_bytes(), "half an append in table {i}");
        }
        for ((_, seq), body) in said.acknowledged.range((i, 0)..(i + 1, 0)) {
            let entry = entries.get(*seq as usize - 2).unwrap_or_else(|| panic!("{i}: entry {seq} is gone"));
            assert_eq!(&entry.body, body.as_bytes(), "table {i}, entry {seq}");
        }
        appends += entries.len() as u64 / 2;
    }
    let anna = store.balance(&Account::Player("anna".into())).unwrap();
    assert!(appends == 0 || anna == 1_000, "{anna} chips");
    assert_eq!(store.balance(&Account::House), Ok(-anna));
    appends
}

#[test]
fn killed_twenty_times_nothing_acknowledged_is_lost() {
    let place = Place::new("killed");
    let mut dice = Dice(u64::from(std::process::id()));
    let mut said = Said::default();
    let mut appends = 0;
    for round in 0..ROUNDS {
        let child = place.child(round).spawn().unwrap();
        // Some die while they open the file, the first of them while they create it.
        let early = round % 5 == 0;
        let time = Duration::from_micros(dice.below(if early { 40_000 } else { 120_000 }));
        listen(child, &mut said, |output, said| {
            let mut line = String::new();
            if early {
                std::thread::sleep(time);
                return;
            }
            let mut begun = None;
            while begun.is_none_or(|begun: Instant| begun.elapsed() < time) {
                line.clear();
                assert!(
                    output.read_line(&mut line).unwrap() > 0,
                    "the child ended by itself in round {round}"
                );
                said.hear(line.trim_end());
                if line.starts_with("ack") {
                    begun.get_or_insert_with(Instant::now);
                }
            }
        });
        let now = examine(&place.file(), &said);
        // No more than what was on its way when it died may be there unsaid.
        let unsaid = now - said.acknowledged.len() as u64;
        assert!(now >= appends && unsaid <= (round + 1) * TABLES as u64, "{unsaid} unsaid");
        appends = now;
    }
    assert_eq!(said.faults, 0);
    assert!(
        said.acknowledged.len() as u64 > 10 * ROUNDS,
        "too few to mean anything: {}",
        said.acknowledged.len()
    );
}

/// A C library function that fails from the n-th call on, before the real one is asked.
#[cfg(target_os = "linux")]
const SHIM: &str = r#"
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <stdlib.h>
    static int flush(const char *name, int fd) {
        static int calls;
        if (__sync_add_and_fetch(&calls, 1) > atoi(getenv("FLUSHES"))) { errno = EIO; return -1; }
        int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
        return real(fd);
    }
    int fsync(int fd) { return flush("fsync", fd); }
    int fdatasync(int fd) { return flush("fdatasync", fd); }
"#;

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_does_not_flush_acknowledges_nothing() {
    let place = Place::new("unflushed");
    let (source, library) = (place.0.join("shim.c"), place.0.join("shim.so"));
    std::fs::write(&source, SHIM).unwrap();
    // The compiler that SQLite itself is built with.
    let built =
        Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).arg("-ldl").status();
    assert!(built.unwrap().success());
    let mut said = Said::default();
    for (round, flushes) in [(0, 60), (1, 45), (2, 33)] {
        let mut command = place.child(round);
        command.env("LD_PRELOAD", &library).env("FLUSHES", flushes.to_string());
        let before = said.acknowledged.len();
        (said.faults, said.after_fault) = (0, 0);
        listen(command.spawn().unwrap(), &mut said, |output, said| {
            // A store that does not ask for flushes would never notice, and never end.
            for line in output.lines().take(20_000) {
                said.hear(&line.unwrap());
            }
        });
        assert!(
            said.acknowledged.len() > before,
            "round {round}: nothing was acknowledged before the disk failed"
        );
        assert_eq!((said.faults, said.after_fault), (50, 0), "round {round}");
        examine(&place.file(), &said);
    }
}

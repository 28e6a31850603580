//! What is stored: entries of logs, whole logs, snapshots, files of games. All of it was written by this program or an earlier one,
//! but a disk may fail, a copy may be cut off, and a file may have been anybody's.

use std::sync::LazyLock;

use catan::Catan;
use game::Luck;
use kniffel::Kniffel;
use protocol::table::{Bytes32, EntryOf, PlayerId, TableId};
use roulette::Roulette;
use serde_json::Value;
use sha2::{Digest, Sha256};
use table::{Limits, Millis, Played, Resting};

use crate::Input;

/// A log as it is stored, line by line.
type Lines = Vec<Value>;

fn lines(text: &str) -> Lines {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Logs of tables that were recorded once.
static LOGS: LazyLock<[Lines; 3]> = LazyLock::new(|| {
    [
        include_str!("../../table/tests/logs/catan-1.jsonl"),
        include_str!("../../table/tests/logs/kniffel-1.jsonl"),
        include_str!("../../table/tests/logs/roulette-1.jsonl"),
    ]
    .map(lines)
});

/// Files of games that were recorded once.
static FILES: LazyLock<[Lines; 4]> = LazyLock::new(|| {
    [
        include_str!("../../engine/tests/files/catan-practice.jsonl"),
        include_str!("../../engine/tests/files/kniffel.jsonl"),
        include_str!("../../engine/tests/files/roulette.jsonl"),
        include_str!("../../engine/tests/files/roulette-aborted.jsonl"),
    ]
    .map(lines)
});

/// Calls a function for the game with this number.
macro_rules! by_game {
    ($game:expr, $function:ident($($argument:expr),*)) => {
        match $game {
            0 => $function::<Catan>($($argument),*),
            1 => $function::<Kniffel>($($argument),*),
            _ => $function::<Roulette>($($argument),*),
        }
    };
}

/// Tries a record of some kind; whether it was accepted.
pub fn record(kind: usize, input: &mut Input<'_, impl Luck>) -> bool {
    let game = kind % 3;
    match kind / 3 % 5 {
        0 => by_game!(game, entry(&LOGS[game], input)),
        1 => by_game!(game, log(&LOGS[game], input)),
        2 => by_game!(game, snapshot(&LOGS[game], input)),
        3 => file(&FILES[kind / 15 % 4], input),
        _ => by_game!(game, snapshot_bytes(&LOGS[game], input)),
    }
}

fn id() -> TableId {
    TableId::from_entropy([9; 16])
}

fn some<'a>(lines: &'a Lines, luck: &mut impl Luck) -> (usize, &'a Value) {
    let at = luck.below(lines.len() as u32) as usize;
    (at, &lines[at])
}

/// One entry: what is accepted reads back equal after being written again.
fn entry<G: Played>(log: &Lines, input: &mut Input<'_, impl Luck>) -> bool {
    let (_, example) = some(log, &mut input.luck);
    let Ok(read) = serde_json::from_slice::<(Millis, EntryOf<G>)>(&input.text(example)) else { return false };
    let written = serde_json::to_string(&read).unwrap();
    assert_eq!(serde_json::from_str::<(Millis, EntryOf<G>)>(&written).unwrap(), read, "{written}");
    true
}

/// A log with an entry that was changed, taken out, doubled or moved.
fn changed_log<G: Played>(
    log: &Lines,
    input: &mut Input<'_, impl Luck>,
) -> Option<Vec<(Millis, EntryOf<G>)>> {
    // No longer than needed: whatever comes later meets the same code.
    let most = 20 + input.luck.below(100) as usize;
    let mut lines: Vec<Value> = log.iter().take(most).cloned().collect();
    let (at, example) = some(&lines, &mut input.luck);
    let text = input.text(&example.clone());
    match input.luck.below(4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = input.luck.below(lines.len() as u32) as usize;
            lines.swap(at, other);
        }
        _ => lines[at] = serde_json::from_slice(&text).ok()?,
    }
    lines.into_iter().map(|line| serde_json::from_value(line).ok()).collect()
}

/// A whole log: it is refused, or it is a table whose snapshot gives it again.
fn log<G: Played>(log: &Lines, input: &mut Input<'_, impl Luck>) -> bool {
    let Some(entries) = changed_log::<G>(log, input) else { return false };
    let retold = table::retell::<G>(id(), entries.clone(), None, &PlayerId::from_entropy([0; 16]));
    let resting = match Resting::<G>::from_log(id(), Limits::default(), entries.clone()) {
        Ok(resting) => resting,
        Err(fault) => {
            assert!(!fault.to_string().is_empty() && fault.seq <= entries.len() as u64 + 1, "{fault}");
            assert!(retold.is_err(), "what is no table has no games");
            return false;
        }
    };
    assert_eq!(resting.seq(), entries.len() as u64, "every entry has a number");
    let written = resting.to_snapshot().unwrap();
    let last = entries.last().cloned();
    let again = Resting::<G>::from_snapshot(id(), Limits::default(), resting.seq(), &written, last).unwrap();
    assert_eq!(again.to_snapshot().unwrap(), written);
    true
}

/// A snapshot with something changed in it and a digest that fits: refused, or a table that is written and read like any other.
fn snapshot<G: Played>(log: &Lines, input: &mut Input<'_, impl Luck>) -> bool {
    let most = 1 + input.luck.below(log.len() as u32) as usize;
    let entries: Vec<(Millis, EntryOf<G>)> =
        log.iter().take(most).map(|line| serde_json::from_value(line.clone()).unwrap()).collect();
    let resting = Resting::<G>::from_log(id(), Limits::default(), entries.clone()).unwrap();
    let written = resting.to_snapshot().unwrap();
    let text = written.splitn(2, |byte| *byte == b'\n').nth(1).unwrap();
    let changed = input.text(&serde_json::from_slice(text).unwrap());
    let digest = Bytes32(Sha256::digest(&changed).into()).to_hex();
    let bytes = [digest.as_bytes(), b"\n", &changed].concat();
    let from = |bytes: &[u8]| {
        Resting::<G>::from_snapshot(id(), Limits::default(), most as u64, bytes, entries.last().cloned())
    };
    match from(&bytes) {
        Ok(table) => {
            let written = table.to_snapshot().unwrap();
            assert_eq!(from(&written).unwrap().to_snapshot().unwrap(), written);
            let _ = table.wake(i64::MAX / 8, 0).next_wake();
            true
        }
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            false
        }
    }
}

/// Any bytes as a snapshot: with a digest that does not fit they are nothing.
fn snapshot_bytes<G: Played>(log: &Lines, input: &mut Input<'_, impl Luck>) -> bool {
    let last: (Millis, EntryOf<G>) = serde_json::from_value(log[0].clone()).unwrap();
    let resting = Resting::<G>::from_log(id(), Limits::default(), [last.clone()]).unwrap();
    let right = resting.to_snapshot().unwrap();
    let mut bytes = right.clone();
    match input.raw {
        Some(raw) => bytes = raw.to_vec(),
        None => engine::probe::change_bytes(&mut bytes, &mut input.luck),
    }
    let read = Resting::<G>::from_snapshot(id(), Limits::default(), 1, &bytes, [last]);
    assert_eq!(read.is_ok(), bytes == right, "a byte differs, and nobody notices");
    read.is_ok()
}

/// The file of a game: whatever is done to it, it is verified or refused with a reason.
fn file(lines: &Lines, input: &mut Input<'_, impl Luck>) -> bool {
    let (at, example) = some(lines, &mut input.luck);
    let changed = input.text(example);
    let mut bytes = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        bytes.extend(if n == at { changed.clone() } else { line.to_string().into_bytes() });
        bytes.push(b'\n');
    }
    match engine::verify::verify(&bytes) {
        Ok(_) => true,
        Err(fault) => {
            assert!(!fault.to_string().is_empty(), "a fault has a sentence");
            false
        }
    }
}

//! What is stored: entries of logs, whole logs, snapshots, files of games. All of it was written by this program or an earlier one,
//! but a disk may fail, a copy may be cut off, and a file may have been anybody's.

use game::{Luck, Seat};
use protocol::table::{Bytes32, EntryOf};
use sha2::{Digest, Sha256};
use table::{Anonymity, Input as TableInput, Limits, Millis, Moment, Played, Resting};

use crate::Input;
use crate::recorded::{CATAN, Entries, KNIFFEL, LATER, ROULETTE, Recorded, id, player};

/// Tries a record of some kind; whether it was accepted.
pub fn record(kind: usize, input: &mut Input<'_, impl Luck>) -> bool {
    fair::chain::remember();
    match kind % 3 {
        0 => CATAN.probe(kind / 3, input),
        1 => KNIFFEL.probe(kind / 3, input),
        _ => ROULETTE.probe(kind / 3, input),
    }
}

impl<G: Played> Recorded<G> {
    fn probe(&self, kind: usize, input: &mut Input<'_, impl Luck>) -> bool {
        match kind % 5 {
            0 => self.entry(input),
            1 => self.log(input),
            2 => self.snapshot(input),
            3 => self.file(input),
            _ => self.snapshot_bytes(input),
        }
    }
}

fn some<'a, T>(list: &'a [T], luck: &mut impl Luck) -> (usize, &'a T) {
    let at = luck.below(list.len() as u32) as usize;
    (at, &list[at])
}

impl<G: Played> Recorded<G> {
    /// An entry of any kind, right or wrong.
    fn some_entry(&self, input: &mut Input<'_, impl Luck>) -> Vec<u8> {
        let n = input.luck.below((self.lines.len() + self.others.len()) as u32) as usize;
        input.text(self.lines.iter().chain(&self.others).nth(n).unwrap())
    }

    /// One entry: what is accepted reads back equal after being written again.
    fn entry(&self, input: &mut Input<'_, impl Luck>) -> bool {
        let text = self.some_entry(input);
        let Ok(read) = serde_json::from_slice::<(Millis, EntryOf<G>)>(&text) else { return false };
        let written = serde_json::to_string(&read).unwrap();
        assert_eq!(serde_json::from_str::<(Millis, EntryOf<G>)>(&written).unwrap(), read, "{written}");
        true
    }

    /// A log with entries that were changed, taken out, put in, doubled or moved; and how many before them are as they were.
    fn changed_log(&self, input: &mut Input<'_, impl Luck>) -> Option<(Entries<G>, usize)> {
        // No longer than needed: whatever comes later meets the same code.
        let most = (20 + input.luck.below(100) as usize).min(self.entries.len());
        let (mut entries, mut same) = (self.entries[..most].to_vec(), most);
        for _ in 0..=input.luck.below(3) {
            // From the end, where a game is on: bytes that are taken as they are come there.
            let at = entries.len() - 1 - some(&entries, &mut input.luck).0;
            same = same.min(at);
            match input.luck.below(6) {
                1 if entries.len() > 1 => drop(entries.remove(at)),
                2 => entries.insert(at, entries[at].clone()),
                3 => {
                    let other = some(&entries, &mut input.luck).0;
                    same = same.min(other);
                    entries.swap(at, other);
                }
                4 => {
                    let text = input.text(&serde_json::to_value(&entries[at]).unwrap());
                    entries[at] = serde_json::from_slice(&text).ok()?;
                }
                _ => {
                    let text = self.some_entry(input);
                    entries.insert(at, serde_json::from_slice(&text).ok()?);
                }
            }
        }
        Some((entries, same))
    }

    /// A whole log: it is refused, or it is a table whose snapshot gives it again and that can be told, and goes on.
    fn log(&self, input: &mut Input<'_, impl Luck>) -> bool {
        let Some((entries, same)) = self.changed_log(input) else { return false };
        let told = tell::<G>(&entries, input);
        // What is as it was comes to what it came to.
        let resting = match same.checked_sub(1) {
            None => Resting::<G>::from_log(id(), Limits::default(), entries.iter().cloned()),
            Some(last) => {
                let mut resting = self.tables[last].0.clone();
                resting.follow(entries[same..].iter().cloned()).map(|()| resting)
            }
        };
        let resting = match resting {
            Ok(resting) => resting,
            Err(fault) => {
                assert!(!fault.to_string().is_empty() && fault.seq <= entries.len() as u64 + 1, "{fault}");
                assert!(!told, "what is no table has no games");
                return false;
            }
        };
        assert_eq!(resting.seq(), entries.len() as u64, "every entry has a number");
        let written = resting.to_snapshot().unwrap();
        let last = entries.last().cloned();
        let again =
            Resting::<G>::from_snapshot(id(), Limits::default(), resting.seq(), &written, last).unwrap();
        assert_eq!(again.to_snapshot().unwrap(), written);
        go_on(resting);
        true
    }

    /// A snapshot with something changed in it and a digest that fits: refused, or a table that is written and read like any other.
    fn snapshot(&self, input: &mut Input<'_, impl Luck>) -> bool {
        let (at, (_, kept)) = some(&self.tables, &mut input.luck);
        let changed = input.text(kept);
        let digest = Bytes32(Sha256::digest(&changed).into()).to_hex();
        let bytes = [digest.as_bytes(), b"\n", &changed].concat();
        let last = || self.entries.get(at).cloned();
        let from =
            |bytes: &[u8]| Resting::<G>::from_snapshot(id(), Limits::default(), at as u64 + 1, bytes, last());
        match from(&bytes) {
            Ok(table) => {
                let written = table.to_snapshot().unwrap();
                assert_eq!(from(&written).unwrap().to_snapshot().unwrap(), written);
                let _ = table.clone().wake(i64::MAX / 8, 0).next_wake();
                go_on(table);
                true
            }
            Err(fault) => {
                assert!(!fault.to_string().is_empty());
                false
            }
        }
    }

    /// Any bytes as a snapshot: with a digest that does not fit they are nothing.
    fn snapshot_bytes(&self, input: &mut Input<'_, impl Luck>) -> bool {
        let (at, (table, _)) = some(&self.tables, &mut input.luck);
        let right = table.to_snapshot().unwrap();
        let mut bytes = right.clone();
        match input.raw {
            Some(raw) => bytes = raw.to_vec(),
            None => engine::probe::change_bytes(&mut bytes, &mut input.luck),
        }
        let last = self.entries.get(at).cloned();
        let read = Resting::<G>::from_snapshot(id(), Limits::default(), at as u64 + 1, &bytes, last);
        assert_eq!(read.is_ok(), bytes == right, "a byte differs, and nobody notices");
        read.is_ok()
    }

    /// The file of a game: whatever is done to it, it is verified or refused with a reason.
    fn file(&self, input: &mut Input<'_, impl Luck>) -> bool {
        // Mostly the short one: a whole one takes as long as a hundred others.
        let which = input.luck.below(256) as usize + self.files.len();
        let lines = &self.files[which.saturating_sub(256)];
        let (at, example) = some(lines, &mut input.luck);
        let changed = input.text(&serde_json::from_slice(example).unwrap());
        let mut bytes = Vec::new();
        for (n, line) in lines.iter().enumerate() {
            bytes.extend(if n == at { &changed } else { line });
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
}

/// Whatever else is made of a log: its games as they were seen, a list of them, what a bot recalls, the same without a name. Whether that
/// could be done.
fn tell<G: Played>(entries: &Entries<G>, input: &mut Input<'_, impl Luck>) -> bool {
    let log = || entries.iter().cloned();
    let seat = input.luck.below(12) as u8;
    match input.luck.below(5) {
        0 => table::retell::<G>(id(), log(), None, &player(0)).is_ok(),
        1 => {
            let seat = (seat < 11).then_some(protocol::Seat(seat));
            table::replay::<G>(id(), log(), None, seat).is_ok()
        }
        2 => table::games::<G>(id(), log()).is_ok(),
        3 => table::recall::<G>(id(), log(), Seat(seat)).is_ok(),
        _ => {
            let Ok(Anonymity { entries: renamed, .. }) =
                table::anonymous::<G>(id(), entries, &player(0), "?")
            else {
                return false;
            };
            let mut other = entries.clone();
            for (seq, entry) in renamed {
                other[seq as usize - 1].1 = entry;
            }
            let other = Resting::<G>::from_log(id(), Limits::default(), other);
            assert!(other.is_ok(), "without a name it is a log as before: {other:?}");
            true
        }
    }
}

/// A table that was read is served again: what it does first can be written behind its log.
fn go_on<G: Played>(mut resting: Resting<G>) {
    let mut table = resting.clone().wake(LATER, resting.last_at());
    let _ = table.next_wake();
    match table.handle(Moment { now: LATER, entropy: [3; 32] }, TableInput::Wake) {
        Ok(effects) => {
            let entries = effects.entries.into_iter().map(|entry| (LATER, entry));
            resting.follow(entries).unwrap();
            assert_eq!(resting.seq(), table.seq());
        }
        Err(refusal) => assert!(!refusal.reason.is_empty(), "a refusal has a sentence"),
    }
}

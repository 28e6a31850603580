//! Snapshots: wherever one is taken, with the entries after it it gives the table that the log alone gives.

use catan::Catan;
use kniffel::Kniffel;
use protocol::table::snapshot::SnapshotFault;
use protocol::table::{Absence, Bytes32, Changes, Pace, Topic};
use protocol::ws::roulette::Command as Ro;
use roulette::Roulette;
use sha2::{Digest, Sha256};
use table::{Command, Limits, Millis, Played, Resting, Stage, Table};

use crate::evening::{Evening, person};

fn resting<G: Played>(evening: &Evening<G>, length: usize) -> Resting<G> {
    let log = evening.stored().take(length);
    Resting::from_log(evening.table.id().clone(), Limits::default(), log).unwrap()
}

/// The table that a snapshot of entry `seq` and what follows it up to `length` give.
fn from_snapshot<G: Played>(
    evening: &Evening<G>,
    seq: usize,
    bytes: &[u8],
    length: usize,
) -> Result<Resting<G>, SnapshotFault> {
    let entries = evening.stored().take(length).skip(seq - 1);
    Resting::from_snapshot(evening.table.id().clone(), Limits::default(), seq as u64, bytes, entries)
}

/// All of a table: what `Debug` hides is added.
fn everything<G: Played>(table: &Table<G>) -> String {
    let secrets = match table.stage() {
        Stage::Seeding(seeding) => Some((None, seeding.ceremony.clone())),
        Stage::Playing(_) | Stage::Over(_) | Stage::Lobby { .. } | Stage::Closed => {
            table.game().map(|playing| (Some(playing.secret().to_hex()), (*playing.ceremony).clone()))
        }
    };
    let seeds = secrets.map(|(seed, ceremony)| {
        let revealed = ceremony.seats().iter().map(|seat| seat.seed().map(|seed| *seed.bytes()));
        (seed, revealed.collect::<Vec<_>>())
    });
    format!("{table:?} {seeds:?}")
}

/// Takes a snapshot after every `step`-th entry, lets a few more entries follow, and compares.
fn check<G: Played>(evening: &Evening<G>, step: usize) {
    let now = evening.now + 1_000;
    for seq in (1..=evening.log.len()).step_by(step).chain([evening.log.len()]) {
        let taken = resting(evening, seq).to_snapshot().unwrap();
        for length in [seq, seq + 1, seq + 7] {
            let length = length.min(evening.log.len());
            let again = from_snapshot(evening, seq, &taken, length).unwrap();
            let folded = resting(evening, length);
            assert_eq!(again.to_snapshot(), folded.to_snapshot(), "{seq} of {length}");
            assert_eq!(
                everything(&again.wake(now, now)),
                everything(&folded.wake(now, now)),
                "{seq} of {length}"
            );
        }
    }
}

fn hurried<S>() -> Changes<S> {
    Changes { turn_seconds: Some(10), pace: Some(Pace::Fast), ..Changes::default() }
}

#[test]
fn along_a_game_of_catan_and_the_next() {
    let mut evening = Evening::<Catan>::with_people(2, hurried());
    evening.begin(2, 2);
    evening.pass_until(20_000, Evening::is_over);
    (0..2).for_each(|n| evening.does(n, Command::Rematch));
    evening.pass_until(10, Evening::is_playing);
    evening.pass(60_000);
    check(&evening, 13);
}

#[test]
fn along_a_game_of_kniffel() {
    let mut evening = Evening::<Kniffel>::with_people(2, hurried());
    evening.begin(2, 1);
    evening.pass_until(20_000, Evening::is_over);
    check(&evening, 5);
}

/// People and bots bet; chips of this round and bets of the last are remembered.
#[test]
fn along_rounds_of_roulette() {
    let changes = Changes { pace: Some(Pace::Fast), ..Changes::default() };
    let mut evening = Evening::<Roulette>::with_people(1, changes);
    evening.begin(1, 2);
    let red = || {
        serde_json::from_str::<Ro>(r#"{"type":"place_bet","betType":"red","numbers":[],"amount":5}"#).unwrap()
    };
    for _ in 0..6 {
        evening.pass_until(100, |evening| {
            evening.table.game().is_some_and(|playing| playing.game.phase() == roulette::Phase::Betting)
        });
        (0..2).for_each(|_| evening.does(0, Command::Move(red())));
        evening.does(0, Command::Move(serde_json::from_str(r#"{"type":"undo_bet"}"#).unwrap()));
        evening.pass(60_000);
    }
    check(&evening, 29);
}

/// Countdowns, seeds half exchanged, pauses, votes, substitutes, new hosts, the end: every entry of an eventful evening.
#[test]
fn at_every_entry_of_an_eventful_evening() {
    let changes = Changes {
        absence: Some(Absence::Vote),
        turn_seconds: Some(30),
        stake: Some(7),
        ..Changes::default()
    };
    let mut evening = Evening::<Kniffel>::with_people(3, changes);
    (0..3).for_each(|n| evening.does(n, Command::Sit { seat: None }));
    evening.does(0, Command::AddBot("novice".into()));
    evening.does(1, Command::Rename("Somebody else".into()));
    (0..3).for_each(|n| evening.does(n, Command::ToggleReady));
    evening.does(2, Command::ToggleReady);
    evening.does(2, Command::ToggleReady);
    evening.pass_until(10, |evening| matches!(evening.table.stage(), Stage::Seeding(_)));
    let commitments: Vec<(u8, [u8; 32])> = (0..2).map(|n| (n, [n + 40; 32])).collect();
    for (n, seed) in &commitments {
        let Stage::Seeding(seeding) = evening.table.stage() else { panic!("seeds are asked for") };
        let seat = evening.table.seat_of(&person(*n)).unwrap();
        let (context, server) = (seeding.ceremony.context(), seeding.ceremony.server());
        let hash = fair::commit::seat_commitment(context, server, seat, &fair::Secret::from(*seed));
        evening.does(*n, Command::CommitSeed(Bytes32(hash.0)));
    }
    evening.pass_until(
        10,
        |evening| matches!(evening.table.stage(), Stage::Seeding(seeding) if seeding.ceremony.is_revealing()),
    );
    let (n, seed) = commitments[1];
    evening.does(n, Command::RevealSeed(Bytes32(seed)));
    evening.pass_until(10, Evening::is_playing);
    evening.does(0, Command::Pause);
    evening.pass(5_000);
    evening.does(1, Command::Resume);
    evening.does(1, Command::Vote { topic: Topic::Abort, yes: true });
    evening.go(2);
    evening.pass(400_000);
    if evening.is_paused() {
        (0..2).for_each(|n| {
            let _ = evening.ask(n, Command::Vote { topic: Topic::Bot, yes: true });
        });
    }
    evening.pass(60_000);
    evening.come(2);
    evening.does(2, Command::GiveUp);
    evening.go(0);
    evening.pass(100_000);
    evening.come(0);
    (0..2).for_each(|n| {
        let _ = evening.ask(n, Command::Vote { topic: Topic::Abort, yes: true });
    });
    assert!(evening.is_over());
    evening.does(0, Command::Rematch);
    (0..3).for_each(|n| evening.go(n));
    evening.pass(3_600_000);
    assert!(matches!(evening.table.stage(), Stage::Closed));
    for kind in
        ["CountingDown", "CountdownStopped", "SeatRevealed", "Paused", "Voted", "BotTookOver", "HostIs"]
    {
        let there = evening.log.iter().any(|(_, entry)| format!("{entry:?}").starts_with(kind));
        assert!(there, "nothing of {kind} happened");
    }
    check(&evening, 1);
}

fn a_running_game() -> Evening<Kniffel> {
    let mut evening = Evening::<Kniffel>::with_people(1, hurried());
    evening.begin(1, 2);
    evening.pass(40_000);
    evening
}

/// One byte that differs, anywhere: the snapshot is not used.
#[test]
fn a_flipped_byte_is_noticed_wherever_it_is() {
    let evening = a_running_game();
    let length = evening.log.len();
    let bytes = resting(&evening, length).to_snapshot().unwrap();
    assert!(from_snapshot(&evening, length, &bytes, length).is_ok());
    for at in 0..bytes.len() {
        for bit in [0, 5] {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            let read = from_snapshot(&evening, length, &flipped, length);
            assert!(matches!(read, Err(SnapshotFault::Damaged(_))), "byte {at}, bit {bit}");
        }
        assert!(from_snapshot(&evening, length, &bytes[..at], length).is_err());
    }
}

/// Changed by somebody who writes a new digest too: whatever comes of it, nothing panics.
#[test]
fn a_forged_snapshot_panics_nothing() {
    let evening = a_running_game();
    let length = evening.log.len();
    let bytes = resting(&evening, length).to_snapshot().unwrap();
    let text = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let mut refused = 0;
    for at in text..bytes.len() {
        let mut forged = bytes[text..].to_vec();
        forged[at - text] ^= 1 << (at % 7);
        let digest = Bytes32(Sha256::digest(&forged).into()).to_hex();
        let forged = [digest.as_bytes(), b"\n", &forged].concat();
        match from_snapshot(&evening, length, &forged, length) {
            Ok(resting) => drop(resting.wake(evening.now, evening.now)),
            Err(_) => refused += 1,
        }
    }
    assert!(refused * 2 > bytes.len() - text, "{refused}");
}

/// With its digest made anew after `change`.
fn changed(bytes: &[u8], change: (&str, &str)) -> Vec<u8> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let (_, text) = text.split_once('\n').unwrap();
    assert!(text.contains(change.0), "{text}");
    let text = text.replacen(change.0, change.1, 1);
    format!("{}\n{text}", Bytes32(Sha256::digest(&text).into()).to_hex()).into_bytes()
}

#[test]
fn what_does_not_belong_to_the_log_is_refused_with_a_reason() {
    let evening = a_running_game();
    let length = evening.log.len();
    let bytes = resting(&evening, length).to_snapshot().unwrap();
    let read =
        |bytes: &[u8], seq: usize, length: usize| from_snapshot(&evening, seq, bytes, length).unwrap_err();
    let format = changed(&bytes, ("\"format\":2", "\"format\":9"));
    assert_eq!(read(&format, length, length), SnapshotFault::Format { found: 9 });
    let rules = changed(&bytes, ("\"rules\":1", "\"rules\":77"));
    assert!(matches!(read(&rules, length, length), SnapshotFault::Rules { found: 77, .. }));
    let other = changed(&bytes, ("\"game\":\"kniffel\"", "\"game\":\"catan\""));
    assert!(matches!(read(&other, length, length), SnapshotFault::Unfit(_)));
    // Of another entry than the store says, of a log that is shorter, of one that went on differently.
    for (seq, length) in [(length - 1, length), (length, length - 1)] {
        assert!(matches!(read(&bytes, seq, length), SnapshotFault::Unfit(_)), "{seq} of {length}");
    }
    let mut elsewhere: Vec<(Millis, _)> = evening.stored().skip(length - 1).collect();
    elsewhere[0].0 += 1;
    let id = evening.table.id().clone();
    let read = Resting::<Kniffel>::from_snapshot(id, Limits::default(), length as u64, &bytes, elsewhere);
    assert!(matches!(read, Err(SnapshotFault::Unfit(_))));
}

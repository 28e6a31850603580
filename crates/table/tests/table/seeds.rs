//! Server and seats exchange seeds before the first move (docs/fairness.md §13).

use fair::commit::seat_commitment;
use fair::{Context, Secret};
use game::Seat;
use kniffel::Kniffel;
use protocol::table::{Bytes32, Changes, EntryOf};
use table::{Command, Notice, Stage};

use crate::evening::{Evening, person};

fn seeding(people: u8) -> Evening<Kniffel> {
    let mut evening = Evening::with_people(people, Changes::default());
    (0..people).for_each(|n| evening.does(n, Command::Sit { seat: None }));
    (0..people).for_each(|n| evening.does(n, Command::ToggleReady));
    evening.pass(5_000);
    assert!(matches!(evening.table.stage(), Stage::Seeding(_)));
    evening
}

fn commitment(evening: &Evening<Kniffel>, n: u8, seed: [u8; 32]) -> Bytes32 {
    let Stage::Seeding(seeding) = evening.table.stage() else { panic!() };
    let context = Context::new(evening.table.id().as_str(), seeding.number).unwrap();
    let seat = evening.table.seat_of(&person(n)).unwrap();
    Bytes32(seat_commitment(&context, seeding.ceremony.server(), seat, &Secret::from(seed)).0)
}

#[test]
fn commitments_are_in_before_anything_is_revealed() {
    let mut evening = seeding(2);
    let [a, b] = [[3; 32], [4; 32]];
    let (first, second) = (commitment(&evening, 0, a), commitment(&evening, 1, b));
    assert_eq!(evening.refused(0, Command::RevealSeed(Bytes32(a))), "seed_too_early");
    evening.does(0, Command::CommitSeed(first));
    assert_eq!(evening.refused(0, Command::CommitSeed(second)), "seed_already_committed");
    assert_eq!(evening.refused(0, Command::RevealSeed(Bytes32(a))), "seed_too_early");
    evening.check_log();
    evening.does(1, Command::CommitSeed(second));
    assert!(evening.told.iter().any(|notice| matches!(notice, Notice::SeedsCommitted { .. })));
    assert_eq!(evening.refused(1, Command::RevealSeed(Bytes32(a))), "seed_wrong");
    evening.does(1, Command::RevealSeed(Bytes32(b)));
    assert!(!evening.is_playing());
    evening.check_log();
    evening.does(0, Command::RevealSeed(Bytes32(a)));
    assert!(evening.is_playing(), "no time is lost when all have revealed");
    assert!(evening.table.game().unwrap().ceremony.missing().is_empty());
}

/// A seed that is not revealed in time is replaced by zero bytes, and the seat is named.
#[test]
fn a_missing_seed_is_named_and_replaced_by_zeros() {
    let mut evening = seeding(2);
    let first = commitment(&evening, 0, [3; 32]);
    evening.does(0, Command::CommitSeed(first));
    evening.pass(4_900);
    assert!(matches!(evening.table.stage(), Stage::Seeding(_)));
    evening.pass(200);
    assert_eq!(evening.refused(1, Command::CommitSeed(first)), "seed_commitments_closed");
    evening.pass(5_000);
    assert!(evening.is_playing());
    let playing = evening.table.game().unwrap();
    assert_eq!(playing.ceremony.missing().len(), 2);
    assert!(playing.ceremony.seat_seeds().iter().all(|seed| *seed == Secret::ZERO));
    let named = evening
        .log
        .iter()
        .any(|(_, entry)| matches!(entry, EntryOf::<Kniffel>::Started { missing, .. } if missing.len() == 2));
    assert!(named);
}

#[test]
fn bots_have_no_part_in_it_and_nobody_waits_for_them() {
    let mut evening = Evening::<Kniffel>::with_people(1, Changes::default());
    evening.does(0, Command::Sit { seat: None });
    evening.does(0, Command::AddBot("random".into()));
    evening.does(0, Command::ToggleReady);
    evening.pass(5_000);
    let seed = [8; 32];
    let own = commitment(&evening, 0, seed);
    evening.does(0, Command::CommitSeed(own));
    evening.does(0, Command::RevealSeed(Bytes32(seed)));
    assert!(evening.is_playing());
    assert!(evening.table.game().unwrap().ceremony.missing().is_empty());
}

/// The order of play is drawn: over many seeds everybody begins about equally often.
#[test]
fn the_order_of_play_is_drawn() {
    let mut begun = [0u32; 3];
    for round in 0..60u8 {
        let mut evening = seeding(3);
        let seed = [round.wrapping_mul(7); 32];
        let own = commitment(&evening, 0, seed);
        evening.does(0, Command::CommitSeed(own));
        evening.pass(5_001);
        evening.does(0, Command::RevealSeed(Bytes32(seed)));
        let first = &evening.table.chair(Seat(0)).unwrap().player;
        let who = (0..3).find(|n| person(*n) == *first).unwrap();
        begun[usize::from(who)] += 1;
    }
    assert!(begun.iter().all(|n| *n > 8), "{begun:?}");
}

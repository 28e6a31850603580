//! The raw door lets in every position that a game really comes to, and gives back the same.
//!
//! What the state keeps for speed is left out of the plain data and computed again, so this compares that too; the
//! lengths of roads are compared with a search of the test's own.

use std::collections::BTreeMap;

use catan::{Catan, Edge, Phase, Resume, Vertex};
use game::conformance::{SplitMix, Subject};
use game::{Game, Seat};

use crate::subject::AnyCatan;
use crate::{play, trail};

/// Actions played from each setup.
const ACTIONS: u32 = 60_000;
/// One position in how many goes through the door.
const EVERY: u32 = 50;

fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::RollForFirst(_) => "rolling for the first player",
        Phase::Setup { .. } => "setup",
        Phase::BeforeRoll => "before the roll",
        Phase::Discarding(_) => "discarding",
        Phase::MovingRobber(Resume::BeforeRoll) => "moving the robber, then the roll",
        Phase::MovingRobber(Resume::Main) => "moving the robber, then main",
        Phase::Stealing { resume: Resume::BeforeRoll, .. } => "stealing, then the roll",
        Phase::Stealing { resume: Resume::Main, .. } => "stealing, then main",
        Phase::RoadBuilding { left: 2, .. } => "road building, two left",
        Phase::RoadBuilding { .. } => "road building, one left",
        Phase::Main => "main",
        Phase::Ended => "ended",
    }
}

pub(crate) fn through_the_door(game: &Catan) {
    let raw = game.to_raw();
    match Catan::from_raw(&raw) {
        Ok(again) => assert_eq!(again, *game, "another state comes back"),
        Err(fault) => panic!("a position of a real game is refused: {fault}\n{game:?}"),
    }
}

fn check_lengths(game: &Catan) {
    for seat in game.seats_iter() {
        let roads: Vec<Edge> = game.roads(seat).collect();
        let others = game.seats_iter().filter(|&other| other != seat);
        let blocked: Vec<Vertex> =
            others.flat_map(|other: Seat| game.settlements(other).chain(game.cities(other))).collect();
        let length = trail::longest(&roads, &blocked);
        assert_eq!(usize::from(game.road_length(seat)), length, "{seat} in {game:?}");
    }
}

#[test]
fn every_real_position_passes_the_raw_door_unchanged() {
    let mut luck = SplitMix::new(21);
    let mut passed = BTreeMap::<_, u32>::new();
    for setup in AnyCatan::setups() {
        let mut game = Catan::create(&setup).expect("a fine setup");
        for _ in 0..ACTIONS {
            let phase = name(game.phase());
            let met = passed.entry(phase).or_default();
            // Rare phases always, so that each is met in many forms.
            if *met < 500 || luck.one_in(EVERY) || game.ended().is_some() {
                *met += 1;
                through_the_door(&game);
                check_lengths(&game);
            }
            if game.ended().is_some() {
                game = Catan::create(&setup).expect("a fine setup");
                continue;
            }
            play::step(&mut game, &mut luck);
        }
    }
    println!("positions that passed: {passed:#?}");
    assert_eq!(passed.len(), 12, "a phase was never met");
}

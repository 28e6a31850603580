//! The far ends: the largest stakes, the most chips, the last round.

use game::{Game, SeatSet};
use roulette::{MAX_START_CHIPS, MAX_TOTAL_BET, Roulette, Rules, Setup, Stage, TABLE};

use crate::script::Scene;

fn high_rollers() -> Scene {
    let rules = Rules { max_total_bet: MAX_TOTAL_BET, ..Rules::default() };
    Scene::with(&Setup { rules, chips: MAX_START_CHIPS, ..Setup::new(10) })
}

fn all_in_on_17(scene: &mut Scene) {
    for seat in 0..10 {
        scene.play(&format!("{seat} bet {MAX_TOTAL_BET} straight 17"));
    }
}

/// A table that has lost as much as a table can, just before the last round that can be spun.
fn at_the_edge() -> Scene {
    let mut raw = high_rollers().game.to_raw();
    raw.current_round = u32::MAX - 1;
    let settled = u64::from(u32::MAX - 2);
    let won = settled * 35 * u64::from(MAX_TOTAL_BET);
    for player in &mut raw.players {
        player.chips = u64::from(MAX_START_CHIPS) + won;
    }
    raw.house = -i64::try_from(10 * won).unwrap();
    raw.result_history = vec![17; 20];
    Scene { game: Roulette::load(&raw).unwrap(), transcript: String::new() }
}

// docs/rules/roulette.md §9.2
#[test]
fn the_largest_win_fits_to_the_very_end() {
    let mut scene = at_the_edge();
    all_in_on_17(&mut scene);
    scene.settle(17);
    let won = u64::from(u32::MAX - 1) * 35 * u64::from(MAX_TOTAL_BET);
    assert_eq!(scene.chips(9), u64::from(MAX_START_CHIPS) + won);
    assert_eq!(scene.game.house(), -i64::try_from(10 * won).unwrap());
    assert_eq!(scene.game.issued(), 10 * i64::from(MAX_START_CHIPS));
    assert_eq!(Roulette::load(&scene.game.to_raw()).unwrap(), scene.game);
}

// docs/rules/roulette.md §9.2: from the beginning, the bound is what the best luck gives and not a chip more.
#[test]
fn the_bound_on_chips_is_tight() {
    let mut scene = high_rollers();
    for round in 1..=3_u64 {
        all_in_on_17(&mut scene);
        scene.settle(17);
        let most = 1_000_000_000 + round * 35_000_000;
        assert_eq!(scene.chips(0), most);
        let mut raw = scene.game.to_raw();
        assert_eq!(Roulette::load(&raw).as_ref(), Ok(&scene.game));
        raw.players[0].chips += 1;
        raw.issued += 1;
        let faults = Roulette::load(&raw).unwrap_err().to_string();
        assert_eq!(faults, format!("seat 0: nobody can have {} chips after so few rounds", most + 1));
        scene.play("0 next");
    }
}

// docs/rules/roulette.md §5.9
#[test]
fn the_last_round_is_not_spun() {
    let mut scene = at_the_edge();
    scene.settle(17).play("0 next; 1 bet 5 red");
    assert_eq!(scene.game.round(), u32::MAX);
    scene.refuse("0 spin 1", "last_round").play("0 away").refuse("table spin 1", "last_round");
    // Nothing is left to play for, so the table need not wait until all are gone.
    let mut left_alone = Scene { game: scene.game.clone(), transcript: String::new() };
    assert_eq!(left_alone.game.to_move(), SeatSet::only(TABLE));
    left_alone.play("1 remove 0");
    assert_eq!(left_alone.game.to_move(), SeatSet::only(TABLE));
    left_alone.play("table close");
    assert!(left_alone.game.ended().is_some());
    scene.play("0 back; 0 close");
    assert!(scene.game.ended().is_some());

    let mut raw = at_the_edge().game.to_raw();
    raw.current_round = u32::MAX;
    assert!(Roulette::load(&raw).is_ok());
    raw.phase = Stage::Spinning;
    raw.winning_number = Some(17);
    let faults = Roulette::load(&raw).unwrap_err().to_string();
    assert_eq!(faults, "round 4294967295 cannot have been spun");
}

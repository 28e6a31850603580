//! Whole simulations: the same for any number of threads, and with figures that the games really have.

use serde_json::Value;
use simulate::{Details, GameName, Plan, Report, simulate};

fn run(plan: &Plan, threads: usize) -> Report {
    simulate(plan, threads, &|_| {}).expect("a possible plan")
}

fn plan(game: GameName, games: u64) -> Plan {
    Plan { games, rounds: 20, ..Plan::new(game) }
}

/// As JSON, without what differs from run to run.
fn figures(report: &Report) -> Value {
    let mut value = serde_json::to_value(report).expect("a report can be written");
    let timing = value.as_object_mut().and_then(|fields| fields.remove("timing"));
    assert!(timing.is_some_and(|timing| timing["wallSeconds"].is_f64()));
    value
}

#[test]
fn the_number_of_threads_changes_nothing_but_the_timing() {
    for game in GameName::ALL {
        for rules in game.profiles() {
            let plan = Plan { rules: rules.to_owned(), ..plan(game, 60) };
            let alone = run(&plan, 1);
            assert_eq!((alone.games, alone.unfinished), (60, 0), "{game} {rules}");
            for threads in [2, 3, 7] {
                let together = run(&plan, threads);
                assert_eq!(figures(&together), figures(&alone), "{game} {rules}, {threads} threads");
                assert_eq!(together.timing.threads, threads);
            }
        }
    }
}

#[test]
fn a_seed_is_a_series_and_another_seed_another() {
    for game in GameName::ALL {
        let first = plan(game, 20);
        let other = Plan { seed: 2, ..first.clone() };
        assert_eq!(figures(&run(&first, 1)), figures(&run(&first, 1)));
        assert_ne!(run(&first, 1).total_actions, run(&other, 1).total_actions, "{game}");
        // The first games of a longer series are the same games.
        let longer = run(&plan(game, 21), 1);
        let last = longer.total_actions - run(&first, 1).total_actions;
        assert!(last > 0 && longer.actions.max.is_some_and(|most| last <= u64::from(most)), "{game}");
    }
}

#[test]
fn wins_points_turns_and_dice_of_catan_add_up() {
    let report = run(&plan(GameName::Catan, 300), 2);
    assert_eq!(report.wins.len(), 4);
    assert_eq!(report.wins.iter().map(|seat| seat.share.count).sum::<u64>(), 300);
    let Details::Catan { turns, winners_points, dice } = &report.details else { panic!("not Catan") };
    assert_eq!(winners_points.iter().map(|row| row.count).sum::<u64>(), 300);
    assert!(winners_points.iter().all(|row| (10..=12).contains(&row.points)), "{winners_points:?}");
    // One roll in each turn, unless a card before the roll of the last turn wins.
    assert!(turns.sum - u128::from(dice.total) <= 300 && u128::from(dice.total) <= turns.sum);
    assert_eq!(dice.values.iter().map(|row| row.value).collect::<Vec<_>>(), (2..=12).collect::<Vec<_>>());
    assert!((dice.values.iter().map(|row| row.expected).sum::<f64>() - 1.0).abs() < 1e-12);
    check_fall(dice, 10.0);
    assert_eq!(report.actions.sum, u128::from(report.total_actions));
}

#[test]
fn kniffel_has_thirteen_turns_each_and_every_game_a_winner() {
    let report = run(&Plan { players: 3, ..plan(GameName::Kniffel, 500) }, 2);
    let Details::Kniffel { turns, scores, winners_scores, ties, dice } = &report.details else {
        panic!("not Kniffel")
    };
    assert_eq!((*turns, scores.n), (500 * 3 * 13, 1_500));
    let wins: u64 = report.wins.iter().map(|seat| seat.share.count).sum();
    assert!(wins == winners_scores.n && (500 + ties.count..=500 + 2 * ties.count).contains(&wins));
    assert!(winners_scores.mean > scores.mean && winners_scores.max == scores.max);
    check_fall(dice, 5.0);
}

#[test]
fn one_player_of_kniffel_always_wins() {
    let report = run(&Plan { players: 1, ..plan(GameName::Kniffel, 10) }, 1);
    assert_eq!(report.wins[0].share.share, Some(1.0));
}

#[test]
fn roulette_gives_back_36_of_37_chips() {
    let report = run(&Plan { rounds: 50, ..plan(GameName::Roulette, 100) }, 2);
    let Details::Roulette { rounds, chips, numbers, final_chips, .. } = &report.details else {
        panic!("not roulette")
    };
    assert_eq!((*rounds, numbers.total, numbers.values.len()), (5_000, 5_000, 37));
    assert!(report.wins.is_empty());
    let (low, high) = chips.low.zip(chips.high).expect("there were many rounds");
    assert!(low < chips.expected && chips.expected < high && high - low < 0.05, "{chips:?}");
    // Nothing is lost: what the players have not is what the house has won.
    let (staked, returned) = (u128::from(chips.staked), u128::from(chips.returned));
    assert_eq!(final_chips.sum + staked, 100 * 3 * 1_000 + returned);
    check_fall(numbers, 36.0);
}

/// Chi-square over a histogram, against a bound that fair dice of any seed pass but once in thousands of times.
fn check_fall(histogram: &simulate::Histogram, freedom: f64) {
    let chi: f64 = histogram
        .values
        .iter()
        .map(|row| {
            let share = row.share.expect("something fell");
            (share - row.expected).powi(2) / row.expected
        })
        .sum::<f64>()
        * u32::try_from(histogram.total).map(f64::from).expect("a small simulation");
    assert!(chi < freedom + 4.0 * (2.0 * freedom).sqrt(), "chi-square {chi} with {freedom} degrees");
}

#[test]
fn a_game_beyond_the_limit_is_given_up_and_counted() {
    for game in GameName::ALL {
        let plan = Plan { limit: 30, ..plan(game, 12) };
        let report = run(&plan, 3);
        assert_eq!((report.games, report.unfinished, report.total_actions), (12, 12, 360), "{game}");
        assert_eq!((report.actions.n, report.actions.mean), (0, None));
        assert!(report.wins.iter().all(|seat| seat.share.share.is_none()));
        assert!(report.to_string().contains("12 given up after 30 actions"));
    }
}

#[test]
fn no_games_make_an_empty_report() {
    for game in GameName::ALL {
        let report = run(&plan(game, 0), 2);
        assert_eq!((report.games, report.total_actions), (0, 0));
        assert!(!report.to_string().contains("NaN"));
        assert!(!figures(&report).to_string().contains("NaN"));
    }
}

#[test]
fn progress_is_told_game_by_game() {
    let done = std::sync::atomic::AtomicU64::new(0);
    let count = |n| {
        done.fetch_add(n, std::sync::atomic::Ordering::Relaxed);
    };
    simulate(&plan(GameName::Kniffel, 100), 3, &count).expect("a possible plan");
    assert_eq!(done.into_inner(), 100);
}

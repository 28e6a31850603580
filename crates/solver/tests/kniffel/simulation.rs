//! Many games by the plan, played through the rules: their mean is the exact one, their spread the outlook's.

use game::{Game, Seat, Unheard, draw};
use kniffel::{Action, Category, Dice, Kniffel, Phase, Rules, Setup, Sheet};
use solver::{BANDS, Choice, Plan};

use crate::scene::{Numbers, solution};

const SEAT: Seat = Seat(0);

/// What a plan depends on.
fn key(game: &Kniffel) -> (u32, u8, Option<u8>) {
    let sheet = &game.sheets()[0];
    let filled = sheet.filled().iter().map(|category| 1 << category.index()).sum();
    (filled, sheet.upper_sum().min(63), sheet.points(Category::Kniffel))
}

/// One turn by the plan.
fn play_turn(game: &mut Kniffel, plan: &Plan, luck: &mut Numbers) {
    let n_filled = game.sheets()[0].filled().len();
    while game.sheets()[0].filled().len() == n_filled {
        let Phase::Rolling { dice, rolls_remaining, .. } = game.phase() else {
            unreachable!("a game under way")
        };
        let action = match plan.choice(dice, rolls_remaining) {
            Choice::Roll(kept) => Action::RollDice { kept },
            Choice::Score(category) => Action::ChooseCategory { category },
        };
        let outcome = game.chance(SEAT, &action).map(|chance| draw(&chance, luck));
        game.apply(SEAT, &action, outcome, &mut Unheard).expect("the plan is legal");
    }
}

/// The totals of this many games. They are played side by side, turn by turn, so that games in the same state share a plan.
fn totals(n: usize, rules: Rules, seed: u64) -> Vec<f64> {
    let mut luck = Numbers(seed);
    let mut game = Kniffel::create(&Setup { players: 1, rules }).expect("a game");
    game.apply(SEAT, &Action::PlayerReady, None, &mut Unheard).expect("ready");
    let mut games = vec![game; n];
    for _ in 0..Category::COUNT {
        games.sort_unstable_by_key(key);
        for alike in games.chunk_by_mut(|one, next| key(one) == key(next)) {
            let plan = solution(rules).plan(&alike[0].sheets()[0]).expect("a turn");
            for game in alike {
                play_turn(game, &plan, &mut luck);
            }
        }
    }
    games.iter().map(|game| f64::from(game.sheets()[0].total())).collect()
}

/// The totals of games from two seeds, half of them each, on two threads.
fn totals_of_both(n: u32, rules: Rules) -> Vec<f64> {
    let half = |seed| move || totals(n as usize / 2, rules, seed);
    std::thread::scope(|scope| {
        let halves = [1, 2].map(|seed| scope.spawn(half(seed)));
        halves.into_iter().flat_map(|half| half.join().expect("it ends")).collect()
    })
}

/// Checks the mean and answers with the totals.
#[track_caller]
fn check_mean(n: u32, rules: Rules) -> Vec<f64> {
    let totals = totals_of_both(n, rules);
    let mean = totals.iter().sum::<f64>() / f64::from(n);
    let variance = totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>() / f64::from(n - 1);
    let error = (variance / f64::from(n)).sqrt();
    let exact = solution(rules).start();
    println!("{n} games, {rules:?}: mean {mean:.4}, exact {exact:.4}, standard error {error:.4}");
    assert!((mean - exact).abs() < 3.0 * error, "{mean} is too far from {exact} for an error of {error}");
    totals
}

#[test]
fn a_million_games_have_the_exact_mean_within_three_standard_errors() {
    let n = 1_000_000;
    let totals = check_mean(n, Rules::default());
    // The spread too: every band as often as the outlook says, within four standard errors.
    let bands = solution(Rules::default()).outlook(&Sheet::default(), Dice::PLACEHOLDER, 3).bands();
    let mut met = [0.0; BANDS.len() + 1];
    for total in totals {
        met[BANDS.partition_point(|limit| f64::from(*limit) <= total)] += 1.0 / f64::from(n);
    }
    for (met, chance) in met.into_iter().zip(bands) {
        let error = (chance * (1.0 - chance) / f64::from(n)).sqrt();
        assert!((met - chance).abs() < 4.0 * error, "{met} and {chance}");
    }
}

#[test]
fn games_with_both_options_have_the_exact_mean_too() {
    check_mean(100_000, Rules { five_of_a_kind_is_full_house: true, extra_kniffel: true });
}

//! How games are dealt and counted.

use std::collections::{BTreeMap, BTreeSet};

use simulate::GameName;
use simulate::contest::{Contest, ContestFault};
use simulate::statistics::sprt::{Hypotheses, Verdict};

use crate::{contest, figures, held};

#[test]
fn the_number_of_threads_changes_nothing_but_times() {
    for (game, seats) in [
        (GameName::Catan, "greedy,weighted,ab2:30n,random"),
        (GameName::Kniffel, "novice,random,novice"),
        (GameName::Roulette, "chaser,lucky,random"),
    ] {
        let plan = contest(game, seats, 12);
        let (alone, rows) = held(&plan, 1);
        assert_eq!((alone.games, rows.len()), (12, 12));
        for threads in [2, 5] {
            let (together, others) = held(&plan, threads);
            assert_eq!(figures(&together), figures(&alone), "{game}, {threads} threads");
            let without_times = |rows: &[simulate::contest::GameRow]| {
                let mut rows = rows.to_vec();
                rows.iter_mut().flat_map(|row| &mut row.seats).for_each(|seat| seat.nanos.clear());
                rows
            };
            assert_eq!(without_times(&others), without_times(&rows));
        }
        let other = Contest { seed: 2, ..plan };
        assert_ne!(figures(&held(&other, 2).0), figures(&alone), "{game}: another seed, other games");
    }
}

#[test]
fn everybody_plays_every_seat_of_every_board() {
    let plan = contest(GameName::Catan, "weighted,random,greedy", 10);
    let (report, rows) = held(&plan, 2);
    assert_eq!(report.games, 12, "rounded up to whole rotations");
    let mut seats: BTreeMap<u64, BTreeSet<(usize, usize)>> = BTreeMap::new();
    for (number, row) in (0..).zip(&rows) {
        assert_eq!((row.number, row.board), (number, number / 3));
        for (seat, player) in row.seats.iter().enumerate() {
            seats.entry(row.board).or_default().insert((player.entry, seat));
        }
    }
    assert_eq!(seats.len(), 4);
    assert!(seats.values().all(|pairs| pairs.len() == 9), "{seats:?}");
}

#[test]
fn the_report_is_the_sum_of_the_rows() {
    let (report, rows) = held(&contest(GameName::Catan, "greedy,weighted,greedy+notrade,greedy", 40), 2);
    for (number, entry) in report.entries.iter().enumerate() {
        let seats = || rows.iter().flat_map(|row| &row.seats).filter(|seat| seat.entry == number);
        let won: f64 = seats().map(|seat| seat.score).sum();
        assert_eq!(seats().count() as u64, entry.games);
        assert!((won - entry.share.unwrap() * 40.0).abs() < 1e-9);
        assert_eq!(seats().map(|seat| u128::from(seat.points)).sum::<u128>(), entry.points.sum);
        assert_eq!(seats().map(|seat| seat.nanos.len() as u64).sum::<u64>(), entry.decisions);
        assert_eq!(seats().map(|seat| seat.counts.offers).sum::<u64>(), entry.counts.offers);
        assert!(entry.low <= entry.share.unwrap() && entry.share.unwrap() <= entry.high);
        assert!(
            entry.decisions > 1_000
                && entry.time.p50_ms <= entry.time.p99_ms
                && entry.time.p99_ms <= entry.time.max_ms
        );
    }
    assert!((report.entries.iter().map(|entry| entry.share.unwrap()).sum::<f64>() - 1.0).abs() < 1e-9);
    // Every trade has two sides, of whom one has offered.
    let sum = |count: fn(&simulate::contest::Counts) -> u64| {
        report.entries.iter().map(|e| count(&e.counts)).sum::<u64>()
    };
    assert_eq!(sum(|counts| counts.trades), 2 * sum(|counts| counts.offers_done));
    assert!(
        sum(|counts| counts.offers_done) > 5
            && sum(|counts| counts.offers) > sum(|counts| counts.offers_done)
    );
    let [_, weighted, abstinent, _] = &report.entries[..] else { panic!("four players") };
    assert_eq!((abstinent.counts.offers, abstinent.counts.trades, weighted.counts.offers), (0, 0, 0));
    let [gain] = &report.trading[..] else { panic!("one pair: {:?}", report.trading) };
    assert_eq!((gain.with.as_str(), gain.without.as_str(), gain.games), ("greedy", "greedy+notrade", 40));
    let with = f64::midpoint(report.entries[0].share.unwrap(), report.entries[3].share.unwrap());
    assert!((gain.gain - (with - abstinent.share.unwrap())).abs() < 1e-9 && gain.margin > 0.0);
    let table = report.to_string();
    for word in
        ["greedy+notrade", "95 % interval", "ms a decision", "accepted", "more often than greedy+notrade"]
    {
        assert!(table.contains(word), "no {word:?} in\n{table}");
    }
}

#[test]
fn a_tie_counts_in_part_for_everybody_who_shares_it() {
    let (report, rows) = held(&contest(GameName::Kniffel, "expert,expert", 600), 2);
    let ties =
        rows.iter().filter(|row| row.seats.iter().all(|seat| (seat.score - 0.5).abs() < 1e-9)).count() as u64;
    assert!(ties > 0, "some of 600 games end in a tie");
    assert_eq!(report.entries.iter().map(|entry| entry.wins).sum::<u64>(), 600 + ties);
    assert!((report.entries.iter().map(|entry| entry.share.unwrap()).sum::<f64>() - 1.0).abs() < 1e-9);
    // The best mean total there is, within three deviations of a mean of 1 200 totals.
    assert!(report.entries.iter().all(|entry| (entry.points.mean.unwrap() - 245.87).abs() < 6.0), "{report}");
    assert_eq!(report.entries[0].counts.fallbacks, 0);
}

#[test]
fn roulette_is_won_by_whoever_has_most_chips() {
    let (report, rows) = held(&contest(GameName::Roulette, "cautious,chaser,random", 9), 2);
    assert_eq!((report.games, report.unfinished), (9, 0));
    for row in &rows {
        assert_eq!(row.turns, 10);
        let most = row.seats.iter().map(|seat| seat.points).max().unwrap();
        assert!(row.seats.iter().all(|seat| (seat.points == most) == (seat.score > 0.0)));
    }
}

#[test]
fn a_test_ends_early_and_with_the_same_game_on_any_number_of_threads() {
    let open = contest(GameName::Catan, "greedy,random", 400);
    let plan = Contest { test: Some(Hypotheses::Shares(0.5, 0.8)), ..open.clone() };
    let (alone, rows) = held(&plan, 1);
    let test = alone.test.clone().expect("a test");
    assert_eq!(test.verdict, Verdict::Upper);
    // ln(0.8/0.5) = 0.47 for each win: after seven of seven, and at the end of a rotation.
    assert_eq!((alone.games, rows.len()), (8, 8));
    assert!(alone.to_string().contains("greedy wins at least 80.00 %, not 50.00 %"), "{alone}");
    for threads in [2, 4] {
        assert_eq!(figures(&held(&plan, threads).0), figures(&alone));
    }
    let weak = contest(GameName::Catan, "random,greedy", 400);
    let (report, _) = held(&Contest { test: Some(Hypotheses::Elo(-100.0, 0.0)), ..weak }, 2);
    assert_eq!(report.test.expect("a test").verdict, Verdict::Lower);
    let short = Contest { games: 2, test: Some(Hypotheses::Elo(0.0, 1.0)), ..open };
    let (report, _) = held(&short, 2);
    assert_eq!(report.test.as_ref().expect("a test").verdict, Verdict::Open);
    assert!(report.to_string().contains("not yet clear whether greedy wins"), "{report}");
}

#[test]
fn a_round_robin_plays_every_table_and_rates_everybody() {
    let plan = Contest { players: 2, ..contest(GameName::Catan, "random,greedy,weighted", 30) };
    assert_eq!(plan.tables(), [[0, 1], [0, 2], [1, 2]]);
    let (report, rows) = held(&plan, 2);
    assert_eq!((report.games, rows.len(), report.tables.len()), (90, 90, 3));
    for (number, table) in report.tables.iter().enumerate() {
        let own: Vec<_> = rows.iter().filter(|row| row.table == number).collect();
        assert!(
            own.len() == 30
                && own.iter().all(|row| row.seats.iter().all(|s| table.players.contains(&s.entry)))
        );
        assert!((table.won.iter().sum::<f64>() - 30.0).abs() < 1e-9);
    }
    let elo: Vec<_> = report.entries.iter().map(|entry| entry.elo.expect("rated")).collect();
    assert!(elo[1].elo > elo[2].elo && elo[2].elo > elo[0].elo, "{elo:?}");
    assert!(elo.iter().all(|rating| rating.margin.is_some_and(|margin| margin > 10.0)));
    assert!(report.to_string().contains("Elo"), "{report}");
    let four = Contest { players: 3, ..contest(GameName::Catan, "random,greedy,weighted,random", 3) };
    assert_eq!(four.tables(), [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
    assert_eq!(four.total_games(), 12);
}

#[test]
fn what_cannot_be_held_is_refused() {
    let fault = |contest: Contest| contest.hold(1, &|_| {}, &mut ()).expect_err("not possible");
    let few = contest(GameName::Catan, "greedy", 4);
    assert!(fault(few).to_string().contains("2 to 4 players, not 1"));
    let many = Contest { players: 4, ..contest(GameName::Catan, "greedy,greedy", 4) };
    assert!(matches!(fault(many), ContestFault::TooFew { players: 4, entries: 2 }));
    let test = Some(Hypotheses::Elo(0.0, 10.0));
    let robin = Contest { players: 2, test, ..contest(GameName::Catan, "greedy,greedy,random", 4) };
    assert!(matches!(fault(robin), ContestFault::TestOfMany));
    let rules = Contest { rules: "offical".to_owned(), ..contest(GameName::Catan, "greedy,random", 4) };
    assert!(fault(rules).to_string().contains("official, online, practice"));
}

#[test]
fn a_game_beyond_the_limit_is_given_up_and_counted() {
    let plan = Contest { limit: 50, ..contest(GameName::Catan, "greedy,random", 4) };
    let (report, rows) = held(&plan, 2);
    assert_eq!((report.games, report.unfinished), (4, 4));
    assert!(rows.iter().all(|row| !row.is_finished && row.actions == 50));
    assert!(report.entries.iter().all(|entry| entry.share.is_none() && entry.games == 0));
    assert!(
        report.to_string().contains("4 given up after 50 actions") && !report.to_string().contains("NaN")
    );
}

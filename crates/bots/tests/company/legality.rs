//! Legality: whole games, in which every choice is legal, every bot stays within its manners, and every game ends.
//!
//! [`Table`] checks every choice. The long runs (10 000 games of every level) are too slow for every day; they are
//! ignored by default: `cargo test -p bots -- --ignored`.

use bots::{Budget, Company};
use catan::{Action, Catan, Event};
use game::{Game, Seat};
use kniffel::Kniffel;
use roulette::{HOST, Roulette, TABLE};

use crate::catan_setups;
use crate::table::{BUDGET, Done, Table};

/// No game of Catan may take more actions.
const LONGEST: u32 = 60_000;

/// What the seats have done in the turn that runs.
#[derive(Default)]
struct Manners {
    turn: u32,
    offers: [Vec<catan::Terms>; 4],
    made: u64,
    executed: u64,
}

impl Manners {
    fn watch(&mut self, game: &Catan, done: &Done<Catan>) {
        if game.turn() != self.turn {
            self.turn = game.turn();
            self.offers = Default::default();
        }
        if let Action::OfferTrade(terms) = &done.action {
            let offers = &mut self.offers[done.seat.index()];
            assert!(!offers.contains(terms), "{} repeats {terms:?}", done.seat);
            offers.push(*terms);
            assert!(offers.len() <= 2, "{} makes offer after offer: {offers:?}", done.seat);
            self.made += 1;
        }
        self.executed +=
            done.events.iter().filter(|event| matches!(event, Event::TradeExecuted { .. })).count() as u64;
    }
}

/// Plays games of a level in all seats, on tables of all kinds.
fn catan_games(level: &str, budget: Budget, games: std::ops::Range<u64>) {
    let mut manners = Manners::default();
    let (mut decisions, mut fallbacks, mut turns) = (0, 0, 0);
    for number in games.clone() {
        let game = catan_setups::any(number);
        let levels = vec![level; game.seats()];
        let mut table: Table<Catan> = Table::with(game, &levels, budget, 31 * number);
        manners.turn = 0;
        table.finish(LONGEST, |game, done| manners.watch(game, done));
        assert!(table.game.ended().is_some_and(|winners| winners.len() == 1));
        decisions += table.decisions;
        fallbacks += table.fallbacks;
        turns += u64::from(table.game.turn());
    }
    println!(
        "{level}: {} games, {turns} turns, {decisions} decisions, {} offers of which {} came about",
        games.count(),
        manners.made,
        manners.executed
    );
    assert_eq!(fallbacks, 0, "{level} was stuck");
}

#[test]
fn random_catan_is_legal_and_ends() {
    catan_games("random", BUDGET, 0..300);
}

#[test]
fn weighted_catan_is_legal_and_ends() {
    catan_games("weighted", BUDGET, 0..300);
}

#[test]
fn greedy_catan_is_legal_and_ends() {
    catan_games("greedy", BUDGET, 0..300);
}

#[test]
fn planner_catan_is_legal_and_ends() {
    catan_games("planner", BUDGET, 0..40);
}

#[test]
fn master_catan_is_legal_and_ends() {
    catan_games("master", BUDGET, 0..40);
}

/// All levels at one table, with greedy offers to those who answer otherwise.
#[test]
fn mixed_tables_are_legal_and_end() {
    let levels = ["greedy", "random", "weighted", "planner"];
    let mut manners = Manners::default();
    for number in 0..100 {
        let mut table: Table<Catan> = Table::new(catan_setups::official(4, number), &levels, number);
        table.finish(LONGEST, |game, done| manners.watch(game, done));
        assert_eq!(table.fallbacks, 0);
    }
    assert!(manners.executed > 0, "no trade came about");
}

#[test]
#[ignore = "minutes"]
fn ten_thousand_games_of_random_catan() {
    catan_games("random", BUDGET, 0..10_000);
}

#[test]
#[ignore = "minutes"]
fn ten_thousand_games_of_weighted_catan() {
    catan_games("weighted", BUDGET, 0..10_000);
}

#[test]
#[ignore = "minutes"]
fn ten_thousand_games_of_greedy_catan() {
    catan_games("greedy", BUDGET, 0..10_000);
}

#[test]
#[ignore = "hours"]
fn ten_thousand_games_of_planner_catan() {
    catan_games("planner", BUDGET, 0..10_000);
}

#[test]
#[ignore = "hours"]
fn ten_thousand_games_of_master_catan() {
    catan_games("master", BUDGET, 0..10_000);
}

/// Whole games with all the thought that the levels usually take.
#[test]
#[ignore = "minutes"]
fn twenty_games_at_the_usual_budget() {
    for level in Catan::LEVELS {
        catan_games(level, Budget::Usual, 0..20);
    }
}

/// The table without any bot: the fallback alone leads through every phase. It builds nothing, so the games do not end by
/// themselves, but they never stop.
#[test]
fn the_fallback_always_moves_catan_on() {
    for number in 0..40 {
        let game = catan_setups::any(number);
        let mut table: Table<Catan> = Table::new(game, &[], number);
        for _ in 0..2_000 {
            let (seat, action) = table.next().expect("somebody has to move");
            table.carry_out(seat, action);
        }
        assert!(table.game.turn() > 300, "{:?}", table.game);
    }
}

/// From any position that weighted players get into, too: discards, robber, road building, open offers.
#[test]
fn the_fallback_helps_out_anywhere() {
    for number in 0..60 {
        let game = catan_setups::any(number);
        let levels = vec![if number % 2 == 0 { "greedy" } else { "weighted" }; game.seats()];
        let mut table: Table<Catan> = Table::new(game, &levels, number);
        table.finish(LONGEST, |game, _| {
            for seat in game.to_move().iter() {
                let action = bots::fallback::<Catan>(&game.legal(seat)).expect("always something");
                assert_eq!(game.is_valid(seat, &action), Ok(()));
            }
        });
    }
}

/// A table of roulette for some rounds, then the players leave and it closes.
fn roulette_game(level: &str, number: u64) -> u64 {
    let manual = number.is_multiple_of(2);
    let rules = match number % 3 {
        0 => roulette::Rules { is_manual_spin: manual, ..roulette::Rules::default() },
        1 => roulette::Rules { min_bet: 5, max_total_bet: 60, is_manual_spin: manual, ..Default::default() },
        _ => roulette::Rules { zero_bets: false, min_bet: 20, is_manual_spin: manual, ..Default::default() },
    };
    let players = 1 + (number % 4) as u8;
    let setup =
        roulette::Setup { rules, chips: 100 + 50 * (number % 20) as u32, ..roulette::Setup::new(players) };
    let game = Roulette::create(&setup).expect("a table");
    let mut table: Table<Roulette> = Table::new(game, &vec![level; usize::from(players)], number);
    let mut placed = [0_u8; 10];
    let rounds = 1 + (number % 8) as u32;
    while table.game.round() <= rounds {
        let acted_for = table.fallbacks;
        let (seat, action) = table.next().expect("rounds follow each other");
        let by_bot = table.fallbacks == acted_for;
        #[expect(clippy::wildcard_enum_match_arm, reason = "a bot has no business with anything else")]
        match action {
            roulette::Action::PlaceBet { .. } => placed[seat.index()] += 1,
            roulette::Action::Spin => {
                assert!(!by_bot || manual && seat == HOST, "a bot spins only where nobody else can");
                assert!(placed.iter().all(|&n| n <= 5), "at most five bets a round: {placed:?}");
                placed = [0; 10];
            }
            _ => assert!(!by_bot, "{seat} wants {action}"),
        }
        table.carry_out(seat, action);
    }
    for seat in (0..players).map(Seat) {
        table.carry_out(seat, roulette::Action::Leave);
    }
    if table.game.ended().is_none() {
        table.carry_out(TABLE, roulette::Action::Close);
    }
    assert!(table.game.ended().is_some());
    table.decisions
}

#[test]
fn roulette_players_are_legal_and_their_tables_close() {
    for level in Roulette::LEVELS {
        let decisions: u64 = (0..10_000).map(|number| roulette_game(level, number)).sum();
        println!("{level}: {decisions} decisions");
        assert!(decisions > 20_000, "{level} hardly bets: {decisions}");
    }
}

#[test]
fn kniffel_players_are_legal_and_end() {
    for level in Kniffel::LEVELS {
        for number in 0..10_000 {
            let setup = kniffel::Setup { players: 1 + (number % 2) as u8, rules: kniffel::Rules::default() };
            let game = Kniffel::create(&setup).expect("a table");
            let levels = vec![*level; usize::from(setup.players)];
            let mut table: Table<Kniffel> = Table::new(game, &levels, number);
            table.finish(1_000, |_, _| {});
            assert_eq!(table.fallbacks, 0);
        }
    }
}

#[test]
fn unknown_levels_are_nobody() {
    assert!(Catan::bot("", Seat(0), 1).is_none() && Catan::bot("Greedy", Seat(0), 1).is_none());
    assert!(Roulette::bot("random ", Seat(0), 1).is_none() && Kniffel::bot("best", Seat(0), 1).is_none());
    for level in Catan::LEVELS {
        assert!(Catan::bot(level, Seat(9), 1).is_some(), "a seat that no table has is no reason to fail");
    }
}

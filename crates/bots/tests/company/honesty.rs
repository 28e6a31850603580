//! Honesty: a bot that is shown a twin of the position chooses the same.
//!
//! Every seat has two bots of the same level and seed. One is shown the real position; the other is shown, at every
//! single decision, a new twin that differs in everything the seat may not know, and hears of every action as it happens
//! at the twin's table where it can happen there. If a bot had any way to hidden cards, the two would part.

use bots::catan::Greedy;
use bots::{Bot, Company, Dice};
use catan::{Action, Catan, Closed, Event, Outcome, Seen};
use game::{Chance, Game, Legal, Seat, Viewer, draw};
use kniffel::Kniffel;
use roulette::Roulette;

use crate::catan_setups;
use crate::table::{BUDGET, Table};
use crate::twins::twin;

/// Decisions of each level that have to agree.
const DECISIONS: u64 = 10_000;

/// The two bots of a seat.
struct Pair<G: Company> {
    real: Box<dyn Bot<G>>,
    shadow: Box<dyn Bot<G>>,
}

fn pairs<G: Company>(level: &str, players: u8, seed: u64) -> Vec<Pair<G>> {
    let bot = |seat| G::bot_with(level, Seat(seat), seed + u64::from(seat), BUDGET).expect("a level");
    (0..players).map(|seat| Pair { real: bot(seat), shadow: bot(seat) }).collect()
}

/// What luck has decided, if it could have decided so at the other table too.
fn possible(game: &Catan, seat: Seat, action: &Action, outcome: Option<Outcome>) -> bool {
    match (game.chance(seat, action), outcome) {
        (Some(chance), Some(outcome)) => chance.weight(&outcome) > 0,
        (None, None) => game.legal(seat).contains(action),
        _ => false,
    }
}

/// What the rules lay open although it follows from hidden cards; where it differs, the twin has had its day.
fn laid_open(events: &[Event]) -> Vec<Event> {
    let open = |event: &&Event| {
        matches!(
            event,
            Event::MonopolyTaken { .. }
                | Event::AcceptanceWithdrawn { .. }
                | Event::TradeClosed { reason: Closed::CannotPay, .. }
                | Event::GameEnded { .. }
        )
    };
    events.iter().filter(open).copied().collect()
}

/// What the seat notices of the action at the twin's table; `None` if it could not have happened there.
fn seen_by_twin(
    twin: &Catan,
    listener: Seat,
    seat: Seat,
    action: &Action,
    outcome: Option<Outcome>,
    real: &[Event],
) -> Option<Vec<Seen>> {
    if !possible(twin, seat, action, outcome) {
        return None;
    }
    let mut after = *twin;
    let mut events = Vec::new();
    after.apply(seat, action, outcome, &mut events).ok()?;
    (laid_open(&events) == laid_open(real))
        .then(|| events.iter().filter_map(|event| after.seen(event, Viewer::Seat(listener))).collect())
}

#[derive(Default, Debug)]
struct Tally {
    decisions: u64,
    with_twin: u64,
    heard: u64,
    heard_from_twin: u64,
    kinds: std::collections::BTreeMap<String, u64>,
}

fn kind(action: &Action) -> String {
    let text = format!("{action:?}");
    text.split(['(', ' ']).next().unwrap_or_default().to_owned()
}

/// Plays one game; every decision, the decision to wait included, is made twice.
fn play(mut game: Catan, level: &str, seed: u64, tally: &mut Tally) {
    let mut luck = Dice::new(seed);
    let mut seats = pairs::<Catan>(level, game.players(), seed);
    let mut idle = 0;
    while game.ended().is_none() {
        let mut twins = Vec::new();
        let mut next = None;
        for (seat, pair) in (0..).map(Seat).zip(&mut seats) {
            let other = twin(&game, seat, &mut luck);
            let shown = other.as_ref().unwrap_or(&game);
            let viewer = Viewer::Seat(seat);
            let choice = pair.real.choose(&game.view(viewer), &game.legal(seat));
            let again = pair.shadow.choose(&shown.view(viewer), &shown.legal(seat));
            assert_eq!(choice, again, "{level} in {seat} can tell {game:?} from {shown:?}");
            if choice.is_some() {
                tally.decisions += 1;
                tally.with_twin += u64::from(other.is_some());
            }
            twins.push(other);
            next = next.or(choice.map(|action| (seat, action)));
            if next.is_some() {
                break;
            }
        }
        idle = if next.is_some() { 0 } else { idle + 1 };
        let Some((seat, action)) = next.or_else(|| {
            let seat = game.to_move().lowest().filter(|_| idle > 4)?;
            Some((seat, Catan::fallback(&game.legal(seat))?))
        }) else {
            continue;
        };
        *tally.kinds.entry(kind(&action)).or_insert(0) += 1;
        let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
        twins.resize_with(seats.len(), || None);
        for (listener, other) in (0..).map(Seat).zip(&mut twins).skip(seat.index() + 1) {
            *other = twin(&game, listener, &mut luck);
        }
        let mut events = Vec::new();
        game.apply(seat, &action, outcome, &mut events).expect("legal");
        for ((listener, pair), other) in (0..).map(Seat).zip(&mut seats).zip(&twins) {
            let viewer = Viewer::Seat(listener);
            let real: Vec<Seen> = events.iter().filter_map(|event| game.seen(event, viewer)).collect();
            let there =
                other.as_ref().and_then(|twin| seen_by_twin(twin, listener, seat, &action, outcome, &events));
            tally.heard += 1;
            tally.heard_from_twin += u64::from(there.is_some());
            for seen in there.as_ref().unwrap_or(&real) {
                pair.shadow.hear(seen);
            }
            for seen in &real {
                pair.real.hear(seen);
            }
        }
    }
}

fn check_catan(level: &str) {
    let mut tally = Tally::default();
    let mut number = 0;
    while tally.with_twin < DECISIONS {
        play(catan_setups::any(number), level, 1_000 + number, &mut tally);
        number += 1;
    }
    println!("{level}: {number} games, {tally:?}");
    assert!(tally.heard_from_twin * 2 > tally.heard, "the twins' tables were hardly heard: {tally:?}");
}

/// The control: were the others' cards shown, greedy would use them, and twins would make it choose otherwise. So the tests
/// beside this one have something to find.
#[test]
fn greedy_would_choose_otherwise_if_it_saw_hidden_cards() {
    let peek = |game: &Catan, seat: Seat| {
        let mut view = game.view(Viewer::Seat(seat));
        for (player, other) in view.players.iter_mut().zip((0..).map(Seat)) {
            player.resources = Some(game.hand(other));
        }
        view
    };
    let mut luck = Dice::new(6);
    let (mut compared, mut different) = (0, 0);
    for number in 0..5 {
        let mut table: Table<Catan> = Table::new(catan_setups::official(4, number), &["greedy"; 4], number);
        table.finish(60_000, |game, _| {
            let seat = game.current();
            let Some(twin) = twin(game, seat, &mut luck) else { return };
            let chosen = |game: &Catan| Greedy::new(seat).choose(&peek(game, seat), &game.legal(seat));
            compared += 1;
            different += u32::from(chosen(game) != chosen(&twin));
        });
    }
    println!("{different} of {compared} choices differ");
    assert!(different * 100 > compared, "{different} of {compared}");
}

#[test]
fn random_catan_does_not_see_hidden_cards() {
    check_catan("random");
}

#[test]
fn weighted_catan_does_not_see_hidden_cards() {
    check_catan("weighted");
}

#[test]
fn greedy_catan_does_not_see_hidden_cards() {
    check_catan("greedy");
}

#[test]
fn planner_catan_does_not_see_hidden_cards() {
    check_catan("planner");
}

#[test]
fn master_catan_does_not_see_hidden_cards() {
    check_catan("master");
}

/// Where nothing is hidden, the future is: the same sights lead to the same choices, whatever luck will bring. The shadow is
/// shown a table that was taken apart and put together again, and luck that nobody knows yet cannot be in it.
fn check_open<G: Company>(
    level: &str,
    begin: impl Fn(u64) -> G,
    rebuilt: impl Fn(&G) -> G,
    seats: u8,
    limit: u32,
) {
    let mut decisions = 0;
    let mut number = 0;
    while decisions < DECISIONS {
        let mut game = begin(number);
        let mut luck = Dice::of_game(9, number);
        let mut seated = pairs::<G>(level, seats, number);
        number += 1;
        for _ in 0..limit {
            let copy = rebuilt(&game);
            let mut next = None;
            for (seat, pair) in (0..).map(Seat).zip(&mut seated) {
                let viewer = Viewer::Seat(seat);
                let choice = pair.real.choose(&game.view(viewer), &game.legal(seat));
                let again = pair.shadow.choose(&copy.view(viewer), &copy.legal(seat));
                assert_eq!(choice, again, "{level} in {seat}");
                decisions += u64::from(choice.is_some());
                next = choice.map(|action| (seat, action));
                if next.is_some() {
                    break;
                }
            }
            let waited_for = game.to_move().lowest();
            let fallback = |seat: Seat| Some((seat, G::fallback(&game.legal(seat))?));
            let Some((seat, action)) = next.or_else(|| waited_for.and_then(fallback)) else { break };
            let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
            let mut events = Vec::new();
            game.apply(seat, &action, outcome, &mut events).expect("legal");
            for (listener, pair) in (0..).map(Seat).zip(&mut seated) {
                for seen in events.iter().filter_map(|event| game.seen(event, Viewer::Seat(listener))) {
                    pair.real.hear(&seen);
                    pair.shadow.hear(&seen);
                }
            }
        }
    }
}

#[test]
fn roulette_players_know_the_table_and_nothing_more() {
    for level in Roulette::LEVELS {
        let begin = |_| Roulette::create(&roulette::Setup::new(3)).expect("a table");
        check_open(level, begin, |game| Roulette::load(&game.to_raw()).expect("as it was"), 3, 200);
    }
}

#[test]
fn kniffel_players_know_the_table_and_nothing_more() {
    for level in Kniffel::LEVELS {
        let setup = kniffel::Setup { players: 3, rules: kniffel::Rules::default() };
        let begin = |_| Kniffel::create(&setup).expect("a table");
        check_open(level, begin, |game| Kniffel::try_from_raw(&game.to_raw()).expect("as it was"), 3, 1_000);
    }
}

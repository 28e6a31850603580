//! Node counts of the game tree, obtained by the crate and by the slow Catan, and compared with those on record.
//!
//! A *ply* is one decision (a listed action of any seat, or one way to discard) or one answer of luck; a *leaf* waits
//! for a decision or for luck, or is the end of a game. The positions and their counts stand in `data/perft.txt`, with the
//! moves that lead to them. `cargo test -p catan --test agreement -- --ignored --nocapture` prints that file anew.

use std::fmt::Write;

use crate::fast::Fast;
use crate::fast::table::Table;
use crate::slow::count::Leaves;
use crate::slow::dealer::Dealer;
use crate::slow::policy::Taste;
use crate::slow::{HexText, SlowRules, Spot};
use catan::Profile;

const RECORD: &str = include_str!("../data/perft.txt");

/// Beyond this many leaves the slow one takes too long; the draft has known counts and goes deeper.
const MOST_LEAVES: u64 = 60_000;
const MOST_LEAVES_OF_DRAFT: u64 = 900_000;

impl Fast {
    /// The leaves of the tree below this position.
    fn perft(&self, depth: u32) -> Leaves {
        if self.is_over() {
            return Leaves { ended: 1, ..Leaves::default() };
        }
        if depth == 0 {
            return Leaves { decision: 1, ..Leaves::default() };
        }
        let mut sum = Leaves::default();
        for seat in 0..self.seats() {
            for action in self.legal(seat).into_iter().chain(self.discards(seat)) {
                let outcomes = self.chances(seat, &action);
                if outcomes.is_empty() {
                    sum += self.after(seat, &action, None).perft(depth - 1);
                } else if depth == 1 {
                    sum += Leaves { chance: 1, ..Leaves::default() };
                } else {
                    for (outcome, _) in outcomes {
                        sum += self.after(seat, &action, Some(&outcome)).perft(depth - 2);
                    }
                }
            }
        }
        sum
    }

    fn after(mut self, seat: usize, action: &str, outcome: Option<&str>) -> Self {
        self.apply(seat, action, outcome).expect("a listed action is accepted");
        self
    }
}

/// A position of the record.
struct Position {
    name: String,
    table: Table,
    /// Depth and leaves.
    counts: Vec<(u32, Leaves)>,
}

/// Reads blocks of `position NAME`, `table PLAYERS PROFILE POINTS`, `hexes …`, `ports …`, any number of moves `SEAT ACTION [->
/// OUTCOME]`, and lines `depth D DECISION CHANCE ENDED`.
fn read(record: &str) -> Vec<Position> {
    let blocks = record.split("position ").skip(1);
    blocks.map(read_one).collect()
}

fn read_one(block: &str) -> Position {
    let mut lines = block.lines().map(str::trim).filter(|line| !line.is_empty());
    let name = lines.next().expect("a name").to_owned();
    let mut table = read_table([(); 3].map(|()| lines.next().expect("table, hexes, ports")));
    let mut counts = Vec::new();
    for line in lines {
        if let Some(numbers) = line.strip_prefix("depth ") {
            let numbers: Vec<u64> = numbers.split(' ').map(|n| n.parse().expect("a number")).collect();
            let [depth, decision, chance, ended] = numbers[..] else { panic!("{line}") };
            counts.push((depth as u32, Leaves { decision, chance, ended }));
        } else {
            let (seat, rest) = line.split_once(' ').expect("a move");
            let (action, outcome) = rest.split_once(" -> ").map_or((rest, None), |(a, o)| (a, Some(o)));
            table.act(seat.parse().expect("a seat"), action, outcome);
        }
    }
    table.compare();
    Position { name, table, counts }
}

fn read_table([table, hexes, ports]: [&str; 3]) -> Table {
    let words: Vec<&str> = table.split(' ').collect();
    let ["table", players, profile, points] = words[..] else { panic!("{table}") };
    let profile = Profile::from_name(profile).expect("a profile");
    let rules = SlowRules { points_to_win: points.parse().expect("points"), ..profile_rules(profile) };
    let spot = |text: &str| -> Spot {
        let (a, b) = text.split_once(',').expect("a pair");
        (a.parse().expect("a number"), b.parse().expect("a number"))
    };
    let hex = |text: &str| -> HexText {
        let words: Vec<&str> = text.split(' ').collect();
        (spot(words[0]), words[1].to_owned(), words.get(2).map(|token| token.parse().expect("a token")))
    };
    let port = |text: &str| {
        let (side, kind) = text.split_once(' ').expect("a port");
        (spot(side), kind.to_owned())
    };
    let hexes = hexes.strip_prefix("hexes ").expect("hexes").split("; ").map(hex).collect();
    let ports = ports.strip_prefix("ports ").expect("ports").split("; ").map(port).collect();
    Table::new(players.parse().expect("a number"), profile, rules, (hexes, ports), None)
}

fn profile_rules(profile: Profile) -> SlowRules {
    match profile {
        Profile::Official => SlowRules::official(),
        Profile::Online => SlowRules::online(),
        Profile::Practice => SlowRules::practice(),
    }
}

#[test]
fn the_counts_on_record_are_those_of_both() {
    let positions = read(RECORD);
    assert!(positions.len() >= 12);
    for Position { name, table, counts } in positions {
        assert!(!counts.is_empty(), "{name}");
        for (depth, leaves) in counts {
            assert_eq!(table.fast.perft(depth), leaves, "{name}, depth {depth}, fast");
            assert_eq!(table.slow.perft(depth), leaves, "{name}, depth {depth}, slow");
        }
    }
}

/// §5.7, from an empty board with four seats.
#[test]
fn the_draft_alone_has_the_known_counts() {
    let positions = read(RECORD);
    let draft = positions.iter().find(|position| position.name == DRAFT).expect("the draft is on record");
    let known = [54, 144, 7236, 19248, 897_180].map(|decision| Leaves { decision, ..Leaves::default() });
    assert_eq!(draft.table.players, 4);
    assert!(draft.counts.iter().copied().eq((1..).zip(known)));
}

/// Prints a new record: for each kind of position the first one that random games come to.
#[test]
#[ignore = "prints a new record instead of testing one"]
fn a_new_record() {
    let mut text = String::new();
    for (number, (kind, wanted)) in KINDS.iter().enumerate() {
        let (profile, players) = (Profile::ALL[number % 3], 4 - number % 2);
        let most = if *kind == DRAFT { MOST_LEAVES_OF_DRAFT } else { MOST_LEAVES };
        let moves =
            (0..).find_map(|seed| find(seed, players, profile, *wanted)).expect("some game comes to it");
        write!(text, "position {kind}\n{moves}").expect("a string");
        let table = read(&format!("position {kind}\n{moves}")).remove(0).table;
        for depth in 1.. {
            let Leaves { decision, chance, ended } = table.fast.perft(depth);
            if depth > 1 && decision + chance + ended > most {
                break;
            }
            writeln!(text, "depth {depth} {decision} {chance} {ended}").expect("a string");
        }
        text.push('\n');
    }
    println!("{text}");
}

/// The name of the first position.
const DRAFT: &str = "an empty board";

/// Kinds of positions, and how to tell one from its facts.
type Wanted = fn(&dyn Fn(&str) -> String) -> bool;
const KINDS: &[(&str, Wanted)] = &[
    (DRAFT, |fact| fact("phase") == "setup"),
    ("the last road of the draft", |fact| {
        fact("draft").starts_with("11 ") || fact("draft").starts_with("15 ")
    }),
    ("rolling for the first turn", |fact| fact("phase") == "roll_first" && fact("first rolls").contains(',')),
    ("before the roll with cards", |fact| fact("phase") == "before_roll" && mover_has(fact, 2, "dev")),
    ("after the roll with much to do", |fact| {
        fact("phase") == "main" && fact("legal").split(';').count() >= 25
    }),
    ("several owe", |fact| fact("to_move").contains(',')),
    ("moving the robber", |fact| fact("phase") == "moving" && fact("rolled") == "true"),
    ("moving the robber before the roll", |fact| fact("phase") == "moving" && fact("rolled") == "false"),
    ("a choice of victims", |fact| fact("phase") == "stealing"),
    ("free roads", |fact| fact("phase") == "road_building" && fact("free roads placed") == "0"),
    ("an offer and its counter", |fact| {
        (1..60).any(|n| {
            fact(&format!("offer {n}")).contains("counters") && !fact(&format!("offer {n}")).ends_with('-')
        })
    }),
    ("one point short", |fact| {
        fact(&format!("points {}", fact("turn owner"))) == "5" && fact("legal").contains("build_settlement")
    }),
    ("the last road", |fact| fact(&format!("roads left {}", fact("turn owner"))) == "1" && free_road(fact)),
    ("the bank out of a kind", |fact| {
        fact("phase") == "main" && fact("bank").contains("=0") && mover_has(fact, 5, "hand")
    }),
];

/// Whether the mover is placing a free road, or could.
fn free_road(fact: &dyn Fn(&str) -> String) -> bool {
    fact("legal").contains("play_road_building") || fact("phase") == "road_building"
}

/// Whether the mover holds at least so many cards of one sort.
fn mover_has(fact: &dyn Fn(&str) -> String, n: u32, sort: &str) -> bool {
    let cards = fact(&format!("{sort} {}", fact("turn owner")));
    cards.split(' ').filter_map(|word| word.split_once('=')?.1.parse::<u32>().ok()).sum::<u32>() >= n
}

/// The board and the moves that lead to a wanted position in the game of this seed.
fn find(seed: u64, players: usize, profile: Profile, wanted: Wanted) -> Option<String> {
    let mut dealer = Dealer::new(seed);
    let (hexes, ports) = (dealer.hexes(), dealer.ports());
    let points = 6;
    let mut text = format!("table {players} {profile} {points}\n");
    let token = |number: &Option<u8>| number.map_or(String::new(), |n| format!(" {n}"));
    let tiles = hexes.iter().map(|((q, r), terrain, number)| format!("{q},{r} {terrain}{}", token(number)));
    writeln!(text, "hexes {}", tiles.collect::<Vec<_>>().join("; ")).expect("a string");
    let sides = ports.iter().map(|((x, y), kind)| format!("{x},{y} {kind}"));
    writeln!(text, "ports {}", sides.collect::<Vec<_>>().join("; ")).expect("a string");
    let rules = SlowRules { points_to_win: points, ..profile_rules(profile) };
    let mut game = crate::slow::Slow::new(players, rules, hexes, ports, None);
    let taste = Taste::new(seed as usize % 5, 150, 4);
    for step in 0..400 {
        let legal: Vec<Vec<String>> =
            (0..players).map(|seat| game.legal(seat).into_iter().collect()).collect();
        let mut facts = game.facts();
        facts.insert("legal".into(), legal.concat().join(";"));
        if wanted(&|name| facts.get(name).cloned().unwrap_or_default()) {
            return Some(text);
        }
        if game.is_over() {
            return None;
        }
        let (seat, action) = taste.next(&game, step, &legal, &mut dealer);
        let outcome = dealer.outcome(&game.chances(seat, &action));
        let luck = outcome.as_ref().map_or(String::new(), |outcome| format!(" -> {outcome}"));
        writeln!(text, "{seat} {action}{luck}").expect("a string");
        game.apply(seat, &action, outcome.as_deref()).expect("a listed action is accepted");
    }
    None
}

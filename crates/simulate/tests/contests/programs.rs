//! Programs in a seat: good ones, and every way to be a bad one.
//!
//! They are written in Python, so nothing is tested where there is none.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use simulate::GameName;
use simulate::contest::{Contest, ContestFault, Counts};

use crate::{contest, held};

fn has_python() -> bool {
    let found = Command::new("python3").arg("-c").arg("").stdin(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        eprintln!("no python3: not tested");
    }
    found
}

/// A program that says hello, and then this for every line it reads; `said` is the line.
fn program(name: &str, answer: &str) -> String {
    let path = std::env::temp_dir().join(format!("stammtisch-{}-{name}.py", std::process::id()));
    let text = format!(
        "import json, os, sys, time\n\
         def say(**fields): print(json.dumps(fields), flush=True)\n\
         say(type='hello', protocol=1)\n\
         for line in sys.stdin:\n    said = json.loads(line)\n    if said['type'] != 'choose': continue\n    {}\n",
        answer.replace('\n', "\n    ")
    );
    std::fs::write(&path, text).expect("a folder for temporary files");
    format!("python3 '{}'", path.display())
}

const FIRST: &str = "a = said['legal']['actions']\nact = a[0]['action'] if a else None";

/// A contest of Kniffel against a program, and what was counted of the program.
fn counted(time: &str, name: &str, answer: &str, games: u64) -> (Counts, u64) {
    let seats = format!("novice,exec:{time}:{}", program(name, answer));
    let (report, _) = held(&contest(GameName::Kniffel, &seats, games), 1);
    assert_eq!((report.games, report.unfinished), (games, 0), "{name}: every game ends");
    let entry = &report.entries[1];
    assert!(entry.player.starts_with("exec:"), "{}", entry.player);
    (entry.counts, entry.decisions)
}

#[test]
fn the_example_plays_legally_and_better_than_chance() {
    if !has_python() {
        return;
    }
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    let text = std::fs::read_to_string(bot).expect("the example is there");
    assert!(text.lines().count() < 60);
    let seats = format!("random,exec:10s:python3 '{bot}',random");
    let (report, _) = held(&contest(GameName::Catan, &seats, 12), 2);
    let example = &report.entries[1];
    assert_eq!(example.counts, Counts::default(), "no fault, no offer");
    assert!(example.wins >= 10, "{report}");
    assert!(example.decisions > 500);
    // It refuses every offer of somebody who makes some.
    let seats = format!("greedy,exec+notrade:10s:python3 '{bot}',exec:10s:python3 '{bot}'");
    let (report, _) = held(&contest(GameName::Catan, &seats, 3), 1);
    assert!(
        report.entries.iter().all(|entry| entry.counts.trades == 0 && entry.counts.illegal == 0),
        "{report}"
    );
}

#[test]
fn a_good_program_makes_no_faults_and_is_told_everything() {
    if !has_python() {
        return;
    }
    // It checks what it is told: ids that rise by one, its own seat in every action, events that add up to the view.
    let answer = format!(
        "{FIRST}\nasked = globals().get('asked', 0) + 1\nassert said['id'] == asked\n\
         assert set(said) == {{'type', 'id', 'seen', 'view', 'legal'}} and (said['seen'] or said['view']['phase'] == 'waiting')\n\
         assert len({{one['seat'] for one in a}}) <= 1\nsay(id=said['id'], action=act)"
    );
    let (counts, decisions) = counted("10s", "good", &answer, 4);
    assert_eq!(counts, Counts::default());
    assert!(
        decisions >= 4 * 27,
        "ready once, then at least a roll and a box in thirteen rounds: {decisions}"
    );
}

#[test]
fn illegal_answers_are_replaced_and_counted() {
    if !has_python() {
        return;
    }
    for (name, action) in [
        ("unknown", "{'type': 'surrender'}"),
        ("impossible", "{'type': 'choose_category', 'category': 'chance', 'extra': 1}"),
        ("number", "7"),
    ] {
        let (counts, decisions) = counted("10s", name, &format!("say(id=said['id'], action={action})"), 2);
        assert_eq!(counts, Counts { illegal: decisions, ..Counts::default() }, "{name}");
    }
    let (counts, decisions) = counted("10s", "without", "say(id=said['id'], act=1)", 2);
    assert_eq!(counts.illegal, decisions, "an answer without an action");
}

#[test]
fn a_late_answer_is_not_taken_for_the_next_question() {
    if !has_python() {
        return;
    }
    // Every third answer comes too late; were it taken for that to the next question, it would often be illegal there.
    let answer = format!("{FIRST}\nif said['id'] % 3 == 0: time.sleep(0.45)\nsay(id=said['id'], action=act)");
    let (counts, decisions) = counted("300ms", "late", &answer, 2);
    assert!(counts.late >= decisions / 4 && counts.late > 5, "{counts:?} of {decisions}");
    assert_eq!((counts.illegal, counts.dead, counts.fallbacks), (0, 0, 0), "{counts:?}");
}

#[test]
fn a_program_that_falls_silent_is_given_up_and_ended() {
    if !has_python() {
        return;
    }
    let began = Instant::now();
    let (counts, decisions) = counted("20ms", "silent", "time.sleep(600)", 2);
    // Twenty late answers, then it is dead for the rest of the game; a new one is started for the second.
    assert_eq!((counts.late, counts.dead), (40, decisions - 40), "{counts:?}");
    assert!(began.elapsed() < Duration::from_mins(1), "nobody waits for it");
}

#[test]
fn a_dead_program_is_replaced_for_the_game_and_started_again_for_the_next() {
    if !has_python() {
        return;
    }
    let answer = format!("{FIRST}\nif said['id'] == 10: os._exit(1)\nsay(id=said['id'], action=act)");
    let (counts, decisions) = counted("10s", "dead", &answer, 4);
    assert!(counts.dead > 30, "{counts:?}");
    assert_eq!((counts.late, counts.illegal), (0, 0));
    assert_eq!(decisions - counts.dead, 36, "nine answers in each of four games");
}

#[test]
fn noise_is_skipped_and_a_line_without_end_ends_the_program() {
    if !has_python() {
        return;
    }
    let answer = format!("{FIRST}\nprint('thinking', flush=True)\nsay(id=said['id'], action=act)");
    let (counts, decisions) = counted("10s", "noisy", &answer, 2);
    assert_eq!(counts, Counts { unreadable: decisions, ..Counts::default() });
    let flood = "while True: os.write(1, b'x' * 100000)";
    let (counts, decisions) = counted("10s", "flood", flood, 2);
    assert_eq!((counts.dead, counts.late), (decisions, 0), "{counts:?}");
    // Short lines for ever: the answer among them is found, and memory stays bounded since the program has to wait.
    let chatter = format!(
        "{FIRST}\nsay(id=said['id'], action=act)\nfor _ in range(1000): print('x')\nsys.stdout.flush()"
    );
    let (counts, decisions) = counted("10s", "chatter", &chatter, 2);
    assert_eq!((counts.dead, counts.late, counts.illegal), (0, 0, 0), "{counts:?} of {decisions}");
    assert!(counts.unreadable > 1_000);
}

#[test]
fn who_waits_too_long_is_moved_on() {
    if !has_python() {
        return;
    }
    let (counts, decisions) = counted("10s", "waiting", "say(id=said['id'], action=None)", 2);
    assert!(counts.fallbacks > 20 && decisions == 0, "{counts:?}");
    assert_eq!(counts, Counts { fallbacks: counts.fallbacks, ..Counts::default() });
}

#[test]
fn a_program_that_cannot_take_part_is_named_before_the_first_game() {
    let fault = |command: &str| {
        let contest: Contest = contest(GameName::Kniffel, &format!("novice,exec:{command}"), 2);
        contest.hold(1, &|_| {}, &mut ()).expect_err("no program")
    };
    assert!(
        matches!(fault("/no/such/program"), ContestFault::Program { command, .. } if command == "/no/such/program")
    );
    if has_python() {
        assert!(fault("python3 -c ''").to_string().ends_with("it ended without a hello"));
        assert!(fault("python3 -c 'print(1)'").to_string().ends_with("no hello of this protocol"));
    }
}

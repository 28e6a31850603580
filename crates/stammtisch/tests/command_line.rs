//! The binary as its users run it: what it prints, to whom, and with which exit code.

use std::io::Read;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn stammtisch(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stammtisch"));
    command.args(arguments.split_whitespace()).stdin(Stdio::null());
    command
}

fn run(arguments: &str) -> Output {
    stammtisch(arguments).output().expect("the binary runs")
}

/// What a successful run printed; nothing may have gone to standard error.
#[track_caller]
fn printed(arguments: &str) -> String {
    let output = run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{arguments}: {}\n{stderr}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

/// A run that is refused: exit code 2, nothing on standard output, these words on standard error.
#[track_caller]
fn refused(arguments: &str, words: &[&str]) {
    let output = run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments}\n{stderr}");
    assert!(output.stdout.is_empty(), "{arguments}");
    for word in words {
        assert!(stderr.contains(word), "{arguments}: no \"{word}\" in\n{stderr}");
    }
}

#[test]
fn arguments_that_make_no_sense_are_refused_with_what_would() {
    refused("simulate catan --rules offical", &["\"offical\"", "official, online, practice"]);
    refused("simulate catan --players 5", &["2 to 4 players, not 5"]);
    refused("simulate catan --rules online --players 2", &["3 to 4 players, not 2"]);
    refused("show kniffel --players 0", &["1 to 8 players, not 0"]);
    refused("show roulette --players 4294967295", &["1 to 10 players, not 4294967295"]);
    refused("show kniffel --rules official", &["it has: default"]);
    refused("simulate chess", &["catan", "kniffel", "roulette"]);
    refused("simulate", &["<GAME>"]);
    refused("simulate catan --games 0", &["--games"]);
    refused("simulate catan --games -1", &["-1"]);
    refused("simulate catan --threads 0", &["--threads", "1..=1024"]);
    refused("simulate catan --threads 9999", &["1..=1024"]);
    refused("simulate catan --seed seven", &["seven"]);
    refused("simulate catan --limit 0", &["--limit"]);
    refused("simulate catan --seats greddy,random", &["\"greddy\"", "weighted, greedy, ", "exec:COMMAND"]);
    refused("simulate catan --seats greedy,random --players 3", &["names 2 players, --players says 3"]);
    refused("simulate catan --seats greedy", &["2 to 4 players, not 1"]);
    refused("simulate catan --seats greedy:50,random", &["\"50\" is no budget"]);
    refused("simulate catan --seats greedy,exec:/no/such/program", &["/no/such/program: "]);
    refused("simulate catan --seats greedy,random --sprt 5", &["25%,30%"]);
    refused("simulate catan --sprt 0,10", &["--seats"]);
    refused("simulate catan --round-robin", &["--seats"]);
    refused("simulate kniffel --seats expert+notrade,expert", &["nobody trades in kniffel"]);
    refused("show catan --delay never", &["--delay"]);
    refused("dance", &["dance"]);
    refused("--loud", &["--loud"]);
}

#[test]
fn help_and_version_are_answers() {
    assert_eq!(printed("--version"), format!("stammtisch {}\n", env!("CARGO_PKG_VERSION")));
    let help = printed("--help");
    for word in ["show", "simulate", "Examples:"] {
        assert!(help.contains(word), "{help}");
    }
    assert!(printed("simulate --help").contains("Example: stammtisch simulate"));
}

/// The report, without what differs from run to run.
fn report(arguments: &str) -> Value {
    let printed = printed(arguments);
    assert_eq!(printed.lines().count(), 1, "one object on one line");
    let mut report: Value = serde_json::from_str(&printed).expect("JSON");
    let timing = report.as_object_mut().and_then(|fields| fields.remove("timing")).expect("a timing");
    assert!(timing["gamesPerSecond"].as_f64().is_some_and(|rate| rate > 0.0), "{timing}");
    report
}

#[test]
fn json_is_the_same_for_any_number_of_threads() {
    for (game, games) in [("catan", 40), ("kniffel", 200), ("roulette --rounds 5", 20)] {
        let with = |threads: usize| {
            report(&format!("simulate {game} --games {games} --seed 7 --json --threads {threads}"))
        };
        let alone = with(1);
        assert_eq!((alone["games"].as_u64(), alone["seed"].as_u64()), (Some(games), Some(7)));
        for threads in [2, 3, 7] {
            assert_eq!(with(threads), alone, "{game}, {threads} threads");
        }
        assert_ne!(report(&format!("simulate {game} --games {games} --seed 8 --json")), alone, "{game}");
    }
}

#[test]
fn a_simulation_prints_a_table() {
    let table = printed("simulate catan --games 20 --players 3 --rules practice");
    for word in [
        "catan, 3 players, rules practice, seed 1",
        "seat 2",
        "95 % interval",
        "won with",
        "dice",
        "\n      12",
    ] {
        assert!(table.contains(word), "no \"{word}\" in\n{table}");
    }
    assert!(!table.contains("seat 3") && !table.contains('\x1b'));
    assert!(printed("simulate roulette --games 2 --rounds 3").contains("36/37"));
    assert!(printed("simulate kniffel --games 5").contains("ties"));
    assert!(printed("simulate catan --games 3 --limit 10").contains("3 given up after 10 actions"));
}

#[test]
fn an_arena_prints_a_table_and_keeps_rows_and_logs_that_verify() {
    let folder = std::env::temp_dir().join(format!("stammtisch-arena-{}", std::process::id()));
    let rows = folder.with_extension("csv");
    let wanted = "simulate catan --seats greedy,weighted,random --games 5 --seed 7";
    let table = printed(&format!("{wanted} --csv={} --replays {}", rows.display(), folder.display()));
    for word in ["catan, 3 at a table", "6, 2 deals", "greedy", "weighted", "95 % interval", "p99"] {
        assert!(table.contains(word), "no \"{word}\" in\n{table}");
    }
    let text = std::fs::read_to_string(&rows).expect("the rows");
    let fields: Vec<_> = text.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(fields, [6 + 3 * 12; 7], "a header and six games");
    let seconds =
        |text: &str| text.lines().next().expect("a header").split(',').position(|f| f == "seconds_0");
    let on_screen = printed(&format!("{wanted} --csv --threads 1"));
    assert_eq!((seconds(&on_screen), on_screen.lines().count()), (seconds(&text), 7));
    let mut logs: Vec<_> =
        std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("a file").path()).collect();
    logs.sort();
    assert_eq!(logs.len(), 6);
    for log in logs {
        let said = printed(&format!("verify {}", log.display()));
        assert!(said.starts_with("catan, 3 players, ") && said.contains("recomputed, 0 given"), "{said}");
    }
    std::fs::remove_dir_all(folder).expect("removed");
    std::fs::remove_file(rows).expect("removed");
}

#[test]
fn an_arena_is_the_same_for_any_number_of_threads() {
    let held = |threads: usize| {
        let wanted = "simulate catan --seats greedy,ab2:20n,weighted --games 6 --seed 3 --json";
        let mut report = report(&format!("{wanted} --threads {threads}"));
        for entry in report["entries"].as_array_mut().expect("a list") {
            entry.as_object_mut().and_then(|entry| entry.remove("time")).expect("times");
        }
        report
    };
    assert_eq!(held(1), held(3));
    let rated = printed("simulate kniffel --seats novice,random,novice --round-robin --games 10");
    assert!(rated.contains("30 at 3 tables") && rated.contains("Elo"), "{rated}");
    let tested = printed("simulate catan --seats greedy,random --sprt 50%,80% --games 100");
    assert!(tested.contains("test: greedy wins at least 80.00 %"), "{tested}");
}

#[test]
fn kniffel_is_solved_for_every_option() {
    for (options, value, states) in [
        ("", 245.870_775, 357_632),
        ("--five-of-a-kind-is-full-house --threads 1", 245.904_728, 357_632),
        ("--extra-kniffel --threads 2", 249.889_400, 536_448),
    ] {
        let printed = printed(&format!("solve kniffel --json {options}"));
        assert_eq!(printed.lines().count(), 1, "one object on one line");
        let report: Value = serde_json::from_str(&printed).expect("JSON");
        assert!(report["value"].as_f64().is_some_and(|found| (found - value).abs() < 1e-6), "{report}");
        assert_eq!(report["states"].as_u64(), Some(states));
        assert!(report["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{report}");
    }
    assert!(printed("solve kniffel").starts_with("best mean total  245.870775\n"));
    refused("solve catan", &["catan"]);
    refused("solve kniffel --threads 0", &["1..=1024"]);
}

#[test]
fn a_shown_game_is_the_same_for_the_same_seed_and_has_an_end() {
    for (arguments, end) in [
        ("show catan --seed 3", " has won after "),
        ("show catan --seed 3 --rules practice --players 2", " has won after "),
        ("show kniffel --seed 3 --players 3", "The last box is filled."),
        ("show roulette --seed 3 --rounds 2", "After 2 rounds the house"),
    ] {
        let first = printed(arguments);
        assert!(first.contains(end), "{arguments}\n{first}");
        assert!(!first.contains('\x1b'), "no colors in a pipe");
        assert_eq!(printed(arguments), first);
        // The first line says how to see it again.
        let again =
            first.lines().next().and_then(|line| line.split("again: stammtisch ").nth(1)).expect("how");
        assert_eq!(printed(again), first);
    }
    assert_ne!(printed("show kniffel --seed 3"), printed("show kniffel --seed 4"));
}

#[test]
fn without_a_subcommand_the_table_is_served_for_this_machine_only() {
    let data = std::env::temp_dir().join(format!("stammtisch-bare-{}", std::process::id()));
    let mut child = stammtisch("")
        .env("STAMMTISCH_DATA", &data)
        .env("STAMMTISCH_LISTEN", "127.0.0.1:0")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut shown = [0; 45];
    child.stdout.as_mut().expect("a pipe").read_exact(&mut shown).expect("it says where it is");
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    std::fs::remove_dir_all(&data).expect("it kept its data there");
    let shown = String::from_utf8_lossy(&shown).into_owned();
    assert!(shown.starts_with("The table is open:\n  http://127.0.0.1:"), "{shown}");
}

#[test]
fn whoever_stops_reading_ends_it_quietly() {
    for arguments in ["show catan --seed 1", "show catan --seed 1 --delay 1"] {
        let mut child = stammtisch(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut first = [0; 5];
        child.stdout.take().expect("a pipe").read_exact(&mut first).expect("it says something");
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments}: {output:?}");
    }
}

//! Whole games verify, and the report says what they hold.

use std::collections::BTreeSet;

use engine::verify::{Start, verify};
use protocol::file::Text;
use serde_json::Value;

use crate::play::all;

#[test]
fn whole_games_of_every_kind_verify() {
    let mut purposes = BTreeSet::new();
    for (name, file) in all() {
        let report = verify(file).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let ceremony = report.ceremony.clone().unwrap();
        let is_catan = report.game == "catan";
        assert!(name.starts_with(report.game), "{name}: {report}");
        assert_eq!(report.winners.is_none(), name.ends_with("aborted"), "{name}: {report}");
        assert_eq!(report.start, if is_catan { Start::DrawnBoard } else { Start::Given }, "{name}");
        assert_eq!((ceremony.deck, ceremony.chain), (is_catan, report.game == "roulette"), "{name}");
        assert_eq!(ceremony.seats_drawn, report.game != "roulette", "{name}");
        assert!(*name == "kniffel-aborted" || report.drawn > 1, "{name}: {report}");
        for line in str::from_utf8(file).unwrap().lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            purposes.extend(line["draw"]["purpose"].as_str().map(str::to_owned));
        }
    }
    assert_eq!(purposes.into_iter().collect::<Vec<_>>(), ["deck", "dice", "steal", "wheel"]);
}

/// docs/fairness.md §17: a digest over all lines before it, the header, the end.
#[test]
fn a_file_has_the_lines_that_the_page_says() {
    for (name, file) in all() {
        let text = Text::split(file).unwrap();
        let lines: Vec<&str> = str::from_utf8(file).unwrap().lines().collect();
        assert_eq!(lines.len(), text.n_moves() + 3, "{name}");
        assert!(lines[0].starts_with(r#"{"drawn":["#), "{name}");
        assert!(lines[lines.len() - 2].starts_with(r#"{"end":""#), "{name}");
        assert!(lines[lines.len() - 1].starts_with(r#"{"digest":""#), "{name}");
        assert_eq!(text.digest().unwrap(), text.expected_digest(), "{name}");
        assert_eq!((text.end_line(), text.digest_line()), (lines.len() - 1, lines.len()));
    }
}

/// The report names who added nothing, and a game that nobody finished.
#[test]
fn the_report_is_a_sentence() {
    let report = |name: &str| {
        let (_, file) = all().iter().find(|(other, _)| *other == name).unwrap();
        verify(file).unwrap().to_string()
    };
    assert_eq!(
        report("kniffel-aborted"),
        "kniffel, 2 players, 0 moves, aborted; game 1 of table w-rfel_6; the server kept its commitment and so did 2 \
         people; the order of the seats drawn from the seed and recomputed; 0 outcomes drawn from the seeds and recomputed"
    );
    let online = report("catan-online");
    assert!(
        online.contains(
            "; the server kept its commitment and so did 2 people; no seed came from chair 0; the order"
        ),
        "{online}"
    );
    assert!(online.contains("; the deck fits its root; "), "{online}");
    let practice = report("catan-practice");
    assert!(practice.contains("; the server kept its commitment; the order"), "{practice}");
    let roulette = report("roulette");
    assert!(roulette.contains(", over without a winner; game 70000 of table kessel;"), "{roulette}");
    assert!(roulette.contains("; every link of the chain follows from the one before; "), "{roulette}");
}

//! What a forger does who knows the format, and where each of it is found.

use engine::verify::{Part, Place, Report, verify};
use fair::{Context, Hash, Kind, Secret, commit};
use serde_json::{Value, json};

use crate::forger::{Forgery, sealed};
use crate::play::Part::{IsBot, OnlyCommits, Reveals};
use crate::play::{catan, kniffel, roulette};

fn verified(forgery: &Forgery) -> Result<Report, engine::verify::Fault> {
    verify(&forgery.bytes())
}

/// Changes a file, and says where that is found.
#[track_caller]
fn found(file: &Forgery, change: impl FnOnce(&mut Forgery)) -> (usize, Part, String) {
    let mut forgery = file.clone();
    change(&mut forgery);
    let fault = verified(&forgery).unwrap_err();
    let Place::Line { number, part } = fault.place else { panic!("{fault}") };
    (number, part, fault.problem.to_string())
}

/// Changes the header, and says where and with which sentence that is found.
#[track_caller]
fn check_header(file: &Forgery, place: &str, value: Value, part: Part, sentence: &str) {
    let change = |forgery: &mut Forgery| *forgery.header().pointer_mut(place).unwrap() = value;
    let (line, found, problem) = found(file, change);
    assert_eq!((line, found), (1, part), "{place}: {problem}");
    assert!(problem.contains(sentence), "{place}: {problem}");
}

fn official() -> Forgery {
    Forgery::of(&catan(
        protocol::catan::Profile::Official,
        &[Reveals, IsBot, Reveals, OnlyCommits],
        usize::MAX,
    ))
}

fn other_hex(value: &Value) -> Value {
    let text = value.as_str().unwrap();
    json!(format!("{}{}", if text.starts_with('0') { "1" } else { "0" }, &text[1..]))
}

#[test]
fn a_forger_who_changes_nothing_changes_nothing() {
    let file = catan(protocol::catan::Profile::Official, &[Reveals, IsBot], 30);
    assert_eq!(Forgery::of(&file).bytes(), file);
}

#[test]
fn changed_secrets_are_found() {
    let file = official();
    let at = |place: &str| other_hex(file.0[0].pointer(place).unwrap());
    let server = "this is not the seed that the server has committed to";
    let seat = "this is not the seed that the seat has committed to";
    for (place, part, sentence) in [
        ("/fairness/serverSeed", Part::ServerSeed, server),
        ("/fairness/serverCommitment", Part::ServerSeed, server),
        ("/fairness/chairs/0/seed", Part::Chair(0), seat),
        ("/fairness/chairs/2/commitment", Part::Chair(2), seat),
        ("/fairness/deckRoot", Part::Deck, "expected the root "),
    ] {
        check_header(&file, place, at(place), part, sentence);
    }
    // Another table or another game at it: no commitment is good for both.
    check_header(&file, "/number", json!(4), Part::ServerSeed, server);
    check_header(&file, "/table", json!("holz"), Part::ServerSeed, server);
    check_header(&file, "/table", json!("h0lz\n"), Part::Context, "a table is named by");
    check_header(&file, "/number", json!(0), Part::Context, "numbered from 1");
    check_header(&file, "/fairness/missing", json!([]), Part::Missing, "expected [3], found []");
    check_header(&file, "/fairness/chairs/0", json!({}), Part::Missing, "expected [0,3], found [3]");
    let bot = at("/fairness/serverSeed");
    check_header(&file, "/fairness/chairs/1", json!({ "seed": bot }), Part::Chair(1), "a bot adds nothing");
    check_header(&file, "/fairness/chairs/3/commitment", json!(null), Part::Itself, "");
}

/// A reveal that the host chose not to count, or a seed exchanged together with its commitment, is another game.
#[test]
fn other_secrets_that_fit_each_other_lead_to_another_game() {
    let file = official();
    let (_, part, problem) = found(&file, |forgery| {
        let fairness = &mut forgery.header()["fairness"];
        fairness["chairs"][0].as_object_mut().unwrap().remove("seed");
        fairness["missing"] = json!([0, 3]);
    });
    assert_eq!(part, Part::SeatOrder, "{problem}");
    assert!(problem.contains("as the seeds have it"), "{problem}");

    let (_, part, problem) = found(&file, |forgery| {
        let fairness = &mut forgery.header()["fairness"];
        let server = Hash::from_hex(fairness["serverCommitment"].as_str().unwrap()).unwrap();
        let context = Context::new("h0lz", 3).unwrap();
        let seed = Secret::from([7; 32]);
        let commitment = commit::seat_commitment(&context, &server, game::Seat(2), &seed);
        fairness["chairs"][2] = json!({ "commitment": commitment.to_hex(), "seed": seed.to_hex() });
    });
    assert!(matches!(part, Part::SeatOrder | Part::Board), "{part}: {problem}");

    // The server's seed with its commitment: the seats have committed to a game with the other one.
    let (_, part, problem) = found(&file, |forgery| {
        let seed = Secret::from([8; 32]);
        let context = Context::new("h0lz", 3).unwrap();
        let commitment = commit::server_commitment(Kind::Seed, &context, &seed);
        let fairness = &mut forgery.header()["fairness"];
        fairness["serverSeed"] = json!(seed.to_hex());
        fairness["serverCommitment"] = json!(commitment.to_hex());
    });
    assert_eq!((part, &*problem), (Part::Chair(0), "this is not the seed that the seat has committed to"));
}

#[test]
fn a_changed_beginning_is_found() {
    let file = official();
    let hexes = file.0[0]["start"]["board"]["hexes"].as_array().unwrap();
    let numbered = |at: usize| hexes[at]["number"].is_number();
    let other = (1..19)
        .find(|&at| numbered(at) && hexes[at]["terrain"] != hexes[0]["terrain"] && numbered(0))
        .expect("the first hex of this game is not the desert");
    let (line, part, problem) = found(&file, |forgery| {
        let hexes = &mut forgery.header()["start"]["board"]["hexes"];
        let [a, b] = [hexes[0]["terrain"].take(), hexes[other]["terrain"].take()];
        (hexes[0]["terrain"], hexes[other]["terrain"]) = (b, a);
    });
    assert_eq!((line, part), (1, Part::Board));
    assert!(problem.contains("\"hex\":\"0,-2\"") && problem.contains("as the seeds have it"), "{problem}");

    check_header(&file, "/drawn", json!(["seat_order", "board"]), Part::Drawn, "each part once");
    check_header(&file, "/drawn", json!(["board", "board"]), Part::Drawn, "each part once");
    check_header(&file, "/start/rules", json!("official"), Part::Start, "");
    check_header(&file, "/start/board", json!(null), Part::Itself, "");
    let (_, part, problem) = found(&file, |forgery| {
        forgery.header()["start"].as_object_mut().unwrap().remove("board");
    });
    assert_eq!((part, &*problem), (Part::Start, "it leaves something open"));
    // Who sits where.
    let (_, part, problem) = found(&file, |forgery| {
        let players = forgery.header()["players"].as_array_mut().unwrap();
        players.swap(0, 1);
    });
    assert_eq!(part, Part::SeatOrder, "{problem}");
    check_header(&file, "/players/0/chair", json!(9), Part::Players, "one chair each");
    check_header(&file, "/players", json!([]), Part::Players, "there are 0 of them and 4 chairs");
}

/// A game of which the order was given, not drawn, says so.
#[test]
fn what_is_not_said_to_be_drawn_is_not_reported_as_drawn() {
    let mut file = Forgery::of(&kniffel(&[Reveals, IsBot], 20));
    file.header()["drawn"] = json!([]);
    let report = verified(&file).unwrap().to_string();
    assert!(report.contains("; the order of the seats given; "), "{report}");
    // A board that the seeds have drawn cannot be passed off as one that was given; another one can, and is called that.
    let mut file = Forgery::of(&catan(protocol::catan::Profile::Official, &[Reveals, Reveals], 0));
    let given = |forgery: &mut Forgery| forgery.header()["drawn"] = json!(["seat_order"]);
    let (_, part, problem) = found(&file, given);
    assert_eq!(
        (part, &*problem),
        (Part::Drawn, "the board is said to be given, but the seeds have drawn it")
    );
    let ports = &mut file.header()["start"]["board"]["ports"];
    let other = (1..9).find(|&at| ports[at]["kind"] != ports[0]["kind"]).unwrap();
    let [a, b] = [ports[0]["kind"].take(), ports[other]["kind"].take()];
    (ports[0]["kind"], ports[other]["kind"]) = (b, a);
    assert_eq!(found(&file, |_| ()).1, Part::Board, "it is not the one that was drawn");
    given(&mut file);
    let report = verified(&file).unwrap().to_string();
    assert!(report.ends_with("; the board given"), "{report}");
    // But what luck has no part in cannot be said to be drawn.
    let (_, part, problem) = found(&file, |forgery| {
        let start = &mut forgery.header()["start"];
        start["rules"]["board"] = json!("beginner");
        forgery.header()["drawn"] = json!(["board", "seat_order"]);
    });
    assert_eq!((part, &*problem), (Part::Drawn, "expected [], found [\"board\"]"));
}

#[test]
fn changed_dice_and_draws_are_found_at_their_line() {
    let file = official();
    for line in file.lines_with("/draw/purpose", "dice").into_iter().step_by(40) {
        let (at, part, problem) = found(&file, |forgery| {
            let die = &mut forgery.line(line)["outcome"]["dice"][0];
            *die = json!(die.as_u64().unwrap() % 6 + 1);
        });
        assert_eq!((at, part), (line, Part::Outcome));
        assert!(problem.contains("as the seeds have it, found {\"dice\":["), "{problem}");
        for field in ["ticket", "bound", "index"] {
            let (at, part, _) = found(&file, |forgery| {
                let number = &mut forgery.line(line)["draw"][field];
                *number = json!(number.as_u64().unwrap() + 1);
            });
            assert_eq!((at, part), (line, Part::Draw), "{field}");
        }
        let without = |name: &'static str| {
            move |forgery: &mut Forgery| {
                forgery.line(line).as_object_mut().unwrap().remove(name);
            }
        };
        assert_eq!(found(&file, without("draw")).1, Part::Draw);
        assert_eq!(found(&file, without("outcome")).1, Part::Outcome);
    }
}

/// The deck cannot be dealt otherwise, and a theft neither.
#[test]
fn swapped_cards_are_found() {
    let file = official();
    let cards = file.lines_with("/draw/purpose", "deck");
    let kind = |line: usize| file.0[line - 1]["outcome"]["card"].clone();
    let second = *cards.iter().find(|&&line| kind(line) != kind(cards[0])).expect("cards of two kinds");
    let first = *cards.iter().rfind(|&&line| line < second).unwrap();
    let (at, part, problem) = found(&file, |forgery| {
        forgery.line(first)["outcome"]["card"] = kind(second);
        forgery.line(second)["outcome"]["card"] = kind(first);
    });
    assert_eq!((at, part), (first, Part::Outcome), "{problem}");

    let thefts = file.lines_with("/draw/purpose", "steal");
    assert!(thefts.len() > 3);
    for &line in thefts.iter().step_by(5) {
        // One card more in the hand than there was.
        let (at, part, _) = found(&file, |forgery| {
            let hand = &mut forgery.line(line)["draw"]["hand"];
            hand[4] = json!(hand[4].as_u64().unwrap() + 1);
        });
        assert_eq!((at, part), (line, Part::Draw));
        let (at, part, _) = found(&file, |forgery| {
            let stolen = &mut forgery.line(line)["outcome"]["stolen"];
            *stolen = json!(if stolen == "ore" { "wood" } else { "ore" });
        });
        assert_eq!((at, part), (line, Part::Outcome));
    }
}

#[test]
fn moves_left_out_repeated_or_exchanged_are_found() {
    let file = official();
    let end = file.0.len();
    let (line, part, problem) = found(&file, |forgery| {
        forgery.0.remove(end - 2);
    });
    assert_eq!((line, part), (end - 1, Part::End));
    assert_eq!(problem, "expected a game that is not over and so was aborted, found a game that is won");
    let mut exchanged = 0;
    for at in (2..end - 3).step_by(23) {
        // Numbers that do not go on are found at once; others where the game could not go on like this.
        let swap = |forgery: &mut Forgery| forgery.0.swap(at, at + 1);
        let (line, part, _) = found(&file, swap);
        assert_eq!((line, part), (at + 1, Part::Position));
        // Two moves that leave nothing to luck and do not touch each other could as well have been made the other way
        // round; a throw could not.
        let is_throw =
            |at: usize| file.0[at].pointer("/draw/purpose").is_some_and(|purpose| purpose == "dice");
        if is_throw(at) != is_throw(at + 1) {
            let (line, ..) = found(&file, |forgery| {
                swap(forgery);
                forgery.renumber();
            });
            assert!(line > at, "exchanged {at}, found at {line}");
            exchanged += 1;
        }
        let (line, ..) = found(&file, |forgery| {
            forgery.0.remove(at);
            forgery.renumber();
        });
        assert!(line > at, "left out {at}, found at {line}");
        let (line, ..) = found(&file, |forgery| {
            let again = forgery.0[at].clone();
            forgery.0.insert(at, again);
            forgery.renumber();
        });
        assert!(line > at, "repeated {at}, found at {line}");
    }
    assert!(exchanged > 5);
}

#[test]
fn another_end_is_found() {
    let file = official();
    let line = file.0.len();
    let winner = file.0[line - 1]["winners"][0].as_u64().unwrap();
    let other = (winner + 1) % 4;
    let (at, part, problem) = found(&file, |forgery| forgery.end()["winners"] = json!([other]));
    assert_eq!((at, part), (line, Part::End));
    assert_eq!(problem, format!("expected winners [{winner}], found winners [{other}]"));
    let (_, part, problem) = found(&file, |forgery| {
        let score = &mut forgery.end()["scores"][0]["score"];
        *score = json!(score.as_u64().unwrap() + 1);
    });
    assert!(part == Part::End && problem.starts_with("expected scores [{"), "{problem}");
    for end in ["aborted", "closed"] {
        let (_, part, _) = found(&file, |forgery| forgery.end()["end"] = json!(end));
        assert_eq!(part, Part::End, "{end}");
    }
}

/// Winners and scores that do not fit each other, or the game.
#[test]
fn other_winners_and_scores_are_found() {
    for file in [official(), Forgery::of(&kniffel(&[Reveals, IsBot, Reveals], usize::MAX))] {
        let end = file.0.last().unwrap();
        let scores = end["scores"].as_array().unwrap();
        let score = |&seat: &usize| scores[seat]["score"].as_u64();
        let worst = (0..scores.len()).min_by_key(score).unwrap();
        let best = (0..scores.len()).max_by_key(score).unwrap();
        let all: Vec<usize> = (0..scores.len()).collect();
        let check = |change: &dyn Fn(&mut Value), sentence: &str| {
            let (line, part, problem) = found(&file, |forgery| change(forgery.end()));
            assert_eq!((line, part), (file.0.len(), Part::End));
            assert!(problem.starts_with(sentence), "{problem}");
        };
        check(&|end| end["winners"] = json!([worst]), "expected winners");
        check(&|end| end["winners"] = json!(all), "expected winners");
        check(&|end| end["winners"] = json!([]), "expected winners");
        check(&|end| drop(end["scores"].as_array_mut().unwrap().remove(0)), "expected scores");
        check(&|end| end["scores"].as_array_mut().unwrap().swap(worst, best), "expected scores");
        check(
            &|end| {
                let [low, high] = [worst, best].map(|seat| scores[seat]["score"].clone());
                end["scores"][worst]["score"] = high;
                end["scores"][best]["score"] = low;
            },
            "expected scores",
        );
    }
}

#[test]
fn a_changed_link_or_number_of_a_spin_is_found() {
    let file = Forgery::of(&roulette(&[Reveals, Reveals], usize::MAX));
    let spins = file.lines_with("/draw/purpose", "wheel");
    assert!(spins.len() > 3);
    let spin = spins[2];
    let (at, part, _) = found(&file, |forgery| {
        let link = &mut forgery.line(spin)["draw"]["link"];
        *link = other_hex(link);
    });
    assert_eq!((at, part), (spin, Part::Link));
    // The link of another round.
    let (at, part, _) = found(&file, |forgery| {
        let link = forgery.line(spins[1])["draw"]["link"].clone();
        forgery.line(spin)["draw"]["link"] = link;
    });
    assert_eq!((at, part), (spin, Part::Link));
    let (at, part, problem) = found(&file, |forgery| {
        let number = &mut forgery.line(spin)["outcome"]["winningNumber"];
        *number = json!((number.as_u64().unwrap() + 1) % 37);
    });
    assert_eq!((at, part), (spin, Part::Outcome), "{problem}");
    check_header(
        &file,
        "/drawn",
        json!(["seat_order"]),
        Part::Drawn,
        "in a game with a chain nothing is drawn",
    );
}

/// §17: one spelling for everything, even for who computes the digest again.
#[test]
fn another_spelling_is_found() {
    let file = Forgery::of(&roulette(&[Reveals], 40));
    let several =
        |line: &Value| line["action"]["numbers"].as_array().is_some_and(|numbers| numbers.len() > 1);
    let bet = 1 + file.0.iter().position(several).unwrap();
    let respelled = |change: &dyn Fn(&mut String)| {
        let mut lines: Vec<String> = file.0.iter().map(protocol::canonical).collect();
        change(&mut lines[bet - 1]);
        let text = lines.join("\n") + "\n";
        let fault = verify(&sealed(&text)).unwrap_err();
        assert_eq!(fault.place, Place::Line { number: bet, part: Part::Itself }, "{fault}");
    };
    respelled(&|line| line.push(' '));
    respelled(&|line| line.push('\r'));
    respelled(&|line| line.insert(0, ' '));
    respelled(&|line| *line = line.replacen(':', ": ", 1));
    respelled(&|line| *line = line.replacen("\"action\"", "\"\\u0061ction\"", 1));
    respelled(&|line| *line = line.replacen("\"seat\":0", "\"seat\":0.0", 1));
    respelled(&|line| *line = line.replacen("\"seat\":0", "\"seat\":0,\"seat\":0", 1));
    respelled(&|line| *line = line.replacen("\"seat\":0", "\"seat\":0,\"zeal\":0", 1));
    respelled(&|line| {
        let (front, position) = line.trim_end_matches('}').rsplit_once(",\"seat\"").unwrap();
        *line = format!("{{\"seat\"{position},{}}}", &front[1..]);
    });
    // The same bet in other words is another spelling too.
    let (_, part, problem) = found(&file, |forgery| {
        let action = &mut forgery.line(bet)["action"];
        action["numbers"].as_array_mut().unwrap().reverse();
    });
    assert_eq!(part, Part::Action, "{problem}");
}

/// What this program does not know is refused before it can be misread.
#[test]
fn unknown_versions_are_refused_first() {
    let file = Forgery::of(&kniffel(&[Reveals], 2));
    let refused = |field: &str, value: Value| {
        let (line, part, problem) = found(&file, |forgery| {
            forgery.header()[field] = value;
            forgery.header()["players"] = json!("later versions may write this otherwise");
        });
        assert_eq!((line, part), (1, Part::Version), "{problem}");
        problem
    };
    assert_eq!(
        refused("version", json!(2)),
        "this file has version 2 of the format; this program reads version 1"
    );
    assert_eq!(
        refused("format", json!("pgn")),
        "this is not the file of a game: its format is not \"stammtisch-game\""
    );
    assert_eq!(refused("game", json!("chess")), "there is no game \"chess\"");
    assert!(refused("rulesVersion", json!(9)).contains("version 9 of the rules of kniffel"));
    assert!(refused("scheme", json!(2)).contains("drawn by scheme 2"));
}

//! Log files: written, read, replayed.

use game::conformance::SplitMix;
use game::{Move, Record, replay};
use protocol::engine::{AnyLog, GameName, LOG_VERSION, LogFile, LogFormat, LogMove, LogOf, log_game};
use protocol::{Json, Wire};
use serde_json::{Value, json};

use crate::games::{Subject, walk};
use crate::round_trip::through_text;
use crate::validator::Validator;

/// Plays the first setup of a game and writes it down.
fn log_of<G: Subject>(moves: u32) -> (G, LogOf<G>) {
    let setup = G::setups(&mut SplitMix::new(21)).remove(0);
    let mut first = Vec::new();
    let mut last = None;
    let mut games = 0;
    walk::<G>(21, moves, &mut |game, step| {
        games += u32::from(step.is_none());
        if games == 1 {
            last = Some(game.clone());
            first.extend(step.map(|step| Move {
                seat: step.seat,
                action: step.action.clone(),
                outcome: step.outcome,
            }));
        }
    });
    let (players, start) = G::setup_out(&setup);
    let log = LogFile {
        format: LogFormat::Stammtisch,
        version: LOG_VERSION,
        game: GameName::from_name(G::NAME).unwrap(),
        rules_version: G::RULES_VERSION,
        players,
        setup: Some(start),
        setup_drawn: true,
        state: None,
        position: 0,
        seed: Some("00ff".to_owned()),
        scheme: Some(1),
        moves: first.iter().map(|m| LogMove::new::<G>(m, m.outcome.is_some())).collect(),
        digest: "0".repeat(64),
    };
    (last.unwrap(), log)
}

fn a_log_replays<G: Subject>() {
    let (state, log) = log_of::<G>(150);
    assert!(log.moves.len() > 10);
    let log = through_text(&log);
    let json = Json(serde_json::to_value(&log).unwrap());
    Validator::engine().check("answer-log.json", &json.0);
    assert_eq!(log_game(&json), Ok(log.game));
    assert_eq!(LogOf::<G>::read(&json).as_ref(), Ok(&log));
    let setup = G::setup_in(log.players, log.setup.as_ref().unwrap(), &mut SplitMix::new(0)).unwrap();
    let moves = log.moves.iter().map(|m| m.read::<G>().unwrap()).collect();
    assert_eq!(replay(&Record { setup, moves }).ok(), Some(state));
}

#[test]
fn a_log_makes_its_state_again() {
    a_log_replays::<catan::Catan>();
    a_log_replays::<kniffel::Kniffel>();
    a_log_replays::<roulette::Roulette>();
}

#[test]
fn a_log_that_is_none_is_refused_with_a_sentence() {
    let (_, log) = log_of::<kniffel::Kniffel>(20);
    let good = serde_json::to_value(log).unwrap();
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut log = good.clone();
        change(&mut log);
        LogOf::<kniffel::Kniffel>::read(&Json(log)).unwrap_err().message
    };
    for (change, expected) in [
        (
            &(|log: &mut Value| log["format"] = json!("pgn")) as &dyn Fn(&mut Value),
            "format: there is no \"pgn\", only stammtisch-log",
        ),
        (&|log| log["version"] = json!(2), "version: this log has format 2, not 1"),
        (&|log| log["game"] = json!("chess"), "game: there is no \"chess\", only catan, kniffel, roulette"),
        (
            &|log| log["extra"] = json!(1),
            "there is no field \"extra\", only format, version, game, rulesVersion, players, setup, setupDrawn, state, position, seed, scheme, moves, digest",
        ),
        (
            &|log| log["moves"][3]["seat"] = json!(-1),
            "moves.3.seat: expected a whole number from 0 to 255, not -1",
        ),
        (
            &|log| log["moves"][3]["action"] = json!({ "type": "spin" }),
            "moves.3.action: type: there is no \"spin\", only player_ready, roll_dice, choose_category, player_disconnect, player_reconnect",
        ),
        (&|log| log["setup"] = Value::Null, "a log begins with a setup or with a state, and not with both"),
        (&|log| *log = json!([]), "format: expected a name, not null"),
    ] {
        assert_eq!(refused(change), expected);
    }
}

/// A log may begin with a state, in place of a setup.
#[test]
fn a_log_may_begin_in_the_middle() {
    let (state, log) = log_of::<catan::Catan>(60);
    let later = LogOf::<catan::Catan> {
        setup: None,
        setup_drawn: false,
        state: Some(state.state_out()),
        position: 60,
        moves: Vec::new(),
        ..log
    };
    let json = Json(serde_json::to_value(through_text(&later)).unwrap());
    assert!(json.0.get("setup").is_none() && json.0.get("setupDrawn").is_none());
    assert!(LogOf::<catan::Catan>::read(&json).is_ok());
    assert!(AnyLog::read(&json).is_ok());
}

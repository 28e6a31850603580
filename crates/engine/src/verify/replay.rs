//! Making a recorded game again, move by move.
//!
//! Every check compares what the log says with what follows from what comes before it, so the first difference is where
//! the log was changed, or right behind it.

use fair::{Fair, Seed};
use game::Unheard;
use protocol::engine::{AnyAction, AnyLog, AnyOutcome, LogMove};
use protocol::{Json, read, read_at};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Fault, Place, Report, Start};
use crate::digest;
use crate::hosted::Hosted;
use crate::seeds::Witness;
use crate::serving::SETUP_PURPOSE;

/// The field of a setup that luck can decide.
const DRAWN_FIELD: &str = "board";

/// Makes the game again that a log of a known version holds. `json` is the log as it came.
pub(super) fn replay<G: Hosted>(json: &Json, log: &AnyLog) -> Result<Report, Fault> {
    let fair = log.seed.as_deref().map(seed).transpose()?.map(|seed| Fair::new(&seed));
    let (mut game, start) = begin::<G>(log, fair.as_ref())?;
    let [mut drawn, mut given] = [0, 0];
    for (number, recorded) in log.moves.iter().enumerate() {
        let position = u64::from(log.position) + number as u64;
        match step(&mut game, recorded, fair.as_ref(), position, Place::Move(number))? {
            Luck::None => {}
            Luck::Drawn => drawn += 1,
            Luck::Given => given += 1,
        }
    }
    let expected = digest::of_log(&json.0, &game.state_out());
    if log.digest != expected {
        return Err(Fault::differs(Place::Digest, expected, &log.digest));
    }
    Ok(Report {
        game: G::NAME,
        players: log.players.into(),
        moves: log.moves.len(),
        winners: game.ended().map(|winners| winners.iter().map(|seat| seat.0).collect()),
        drawn,
        given,
        start,
        ceremony: None,
    })
}

fn seed(hex: &str) -> Result<Seed, Fault> {
    Seed::from_hex(hex).map_err(|fault| Fault::refused(Place::Seed, fault))
}

/// The state before the first recorded move.
fn begin<G: Hosted>(log: &AnyLog, fair: Option<&Fair>) -> Result<(G, Start), Fault> {
    let refused = |why: &dyn std::fmt::Display| Fault::refused(Place::Start, why);
    if let Some(state) = &log.state {
        let state = state.read::<G>().map_err(|fault| refused(&fault))?;
        let game = G::state_in(&state).map_err(|faults| refused(&faults.join("; ")))?;
        if log.setup_drawn {
            return Err(refused(&"a state cannot be drawn from a seed"));
        }
        if game.players() != log.players {
            return Err(Fault::differs(Place::Start, format!("{} players", game.players()), log.players));
        }
        return Ok((game, Start::State { position: log.position.into() }));
    }
    if log.position != 0 {
        return Err(refused(&"a log that begins with a setup begins at position 0"));
    }
    // Whether there is a setup at all was checked when the log was read.
    let given = log.setup.as_ref().map(|setup| read_at("setup", &setup.0)).transpose();
    let given: Option<G::WireStart> = given.map_err(|fault| refused(&fault))?;
    let given = given.ok_or_else(|| refused(&"there is none"))?;
    let setup = settle::<G>(log.players, &given, &mut NoLuck)?;
    if log.setup_drawn {
        let fair =
            fair.ok_or_else(|| Fault::refused(Place::Seed, "the board was drawn, but from no seed"))?;
        compare_drawn::<G>(log.players, &given, &setup, fair)?;
    }
    let game = G::create(&setup).map_err(|fault| refused(&fault))?;
    Ok((game, if log.setup_drawn { Start::DrawnBoard } else { Start::Given }))
}

/// Luck for a setup that must not need any.
struct NoLuck;

impl game::Luck for NoLuck {
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

/// The setup with nothing left open.
fn settle<G: Hosted>(
    players: u8,
    start: &G::WireStart,
    luck: &mut impl game::Luck,
) -> Result<G::Setup, Fault> {
    let mut luck = Witness::new(luck);
    let setup =
        G::setup_in(players, start, &mut luck).map_err(|fault| Fault::refused(Place::Start, fault))?;
    if luck.was_asked() {
        return Err(Fault::refused(Place::Start, format!("setup.{DRAWN_FIELD} is missing")));
    }
    Ok(setup)
}

/// Draws the setup once more and compares.
fn compare_drawn<G: Hosted>(
    players: u8,
    given: &G::WireStart,
    setup: &G::Setup,
    fair: &Fair,
) -> Result<(), Fault> {
    let mut open = as_json(given);
    if let Value::Object(fields) = &mut open {
        fields.remove(DRAWN_FIELD);
    }
    let open: G::WireStart = read(&Json(open)).map_err(|fault| Fault::refused(Place::Start, fault))?;
    let mut luck = Witness::new(fair.stream(SETUP_PURPOSE, 0));
    let drawn =
        G::setup_in(players, &open, &mut luck).map_err(|fault| Fault::refused(Place::Board, fault))?;
    if !luck.was_asked() {
        return Err(Fault::refused(
            Place::Board,
            "it is said to be drawn, but these rules leave nothing to luck",
        ));
    }
    if drawn == *setup {
        return Ok(());
    }
    let board =
        |setup: &G::Setup| as_json(&G::setup_out(setup).1).get(DRAWN_FIELD).cloned().unwrap_or_default();
    let [expected, found] = first_difference(&board(&drawn), &board(setup));
    Err(Fault::differs(Place::Board, format!("{expected}, as the seed has it"), found))
}

/// What luck had to do with a move.
enum Luck {
    None,
    Drawn,
    Given,
}

/// Carries out one recorded move.
fn step<G: Hosted>(
    game: &mut G,
    recorded: &LogMove<AnyAction, AnyOutcome>,
    fair: Option<&Fair>,
    position: u64,
    here: Place,
) -> Result<Luck, Fault> {
    let refused = |why: &dyn std::fmt::Display| Fault::refused(here, why);
    let action = recorded
        .action
        .read::<G>()
        .and_then(|action| G::action_in(&action))
        .map_err(|fault| refused(&fault))?;
    let outcome = recorded.outcome.as_ref().map(AnyOutcome::read::<G>).transpose();
    let outcome = outcome.map_err(|fault| refused(&fault))?.map(|outcome| G::outcome_in(&outcome));
    let seat = recorded.seat.into();
    let luck = match (game.chance(seat, &action), outcome) {
        (Some(chance), Some(outcome)) if !recorded.given => {
            let fair = fair.ok_or_else(|| refused(&"its outcome was drawn, but there is no seed"))?;
            let drawn = fair.draw(&chance, position);
            if drawn != outcome {
                let [expected, found] = [drawn, outcome].map(|outcome| as_json(&G::outcome_out(outcome)));
                return Err(Fault::differs(here, format!("{expected}, as the seed has it"), found));
            }
            Luck::Drawn
        }
        (_, Some(_)) => Luck::Given,
        (_, None) if recorded.given => {
            return Err(refused(&"its outcome is said to be given, but there is none"));
        }
        (_, None) => Luck::None,
    };
    game.apply(seat, &action, outcome, &mut Unheard).map_err(|rejected| refused(&rejected))?;
    Ok(luck)
}

pub(super) fn as_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// The first parts in which two values differ, as small as still says something: a tile, not a number on it.
pub(super) fn first_difference(a: &Value, b: &Value) -> [String; 2] {
    let has_parts =
        |fields: &Map<String, Value>| fields.values().any(|value| value.is_array() || value.is_object());
    let pairs: Vec<(&Value, &Value)> = match (a, b) {
        (Value::Array(a), Value::Array(b)) => a.iter().zip(b).collect(),
        (Value::Object(a), Value::Object(b)) if has_parts(a) => a.values().zip(b.values()).collect(),
        _ => Vec::new(),
    };
    match pairs.into_iter().find(|(a, b)| a != b) {
        Some((a, b)) => first_difference(a, b),
        None => [a.to_string(), b.to_string()],
    }
}

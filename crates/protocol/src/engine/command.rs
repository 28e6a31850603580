//! What the engine can be asked.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{AnyAction, AnyOutcome, AnyRules, AnyState, GameName};
use crate::tagged::tagged;
use crate::{Failure, Json, Seat, Wire, catan, read};

tagged! {
    /// What the engine is asked.
    pub enum Command by "cmd" {
        /// What the engine can do.
        Hello {},
        /// Begins a game.
        New {
            /// Which game.
            game: GameName,
            /// How many play.
            players: u8,
            /// The rules: a profile's name, or a profile with changes.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            rules: Option<AnyRules>,
            /// What decides all luck, in hex.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            seed: Option<String>,
            /// Catan: the board.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            board: Option<catan::Board>,
            /// Catan: the order of play and of the draft.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            seat_order: Option<Vec<Seat>>,
            /// Roulette: what each player begins with.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            chips: Option<u32>,
        },
        /// The full state.
        State {
            /// Of which game.
            handle: u32,
        },
        /// What one viewer may know.
        View {
            /// Of which game.
            handle: u32,
            /// Who looks; null for a spectator.
            seat: Viewer,
        },
        /// What is legal.
        Legal {
            /// In which game.
            handle: u32,
        },
        /// Carries out an action.
        Apply {
            /// In which game.
            handle: u32,
            /// Who acts.
            seat: Seat,
            /// What.
            action: AnyAction,
            /// What luck decides; drawn from the game's seed if missing.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            outcome: Option<AnyOutcome>,
        },
        /// Asks a bot.
        Best {
            /// In which game.
            handle: u32,
            /// For whom.
            seat: Seat,
            /// Which bot.
            bot: String,
            /// How long it may think, in milliseconds.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            budget_ms: Option<u32>,
            /// How many positions it may look at.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            budget_nodes: Option<u32>,
            /// What decides the bot's own luck, in hex.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            seed: Option<String>,
        },
        /// Makes a second game that goes on from here.
        Clone {
            /// Of which game.
            handle: u32,
        },
        /// Takes moves back.
        Undo {
            /// In which game.
            handle: u32,
            /// How many.
            plies: u32,
        },
        /// Goes on from a state.
        Load {
            /// Which game.
            game: GameName,
            /// The state.
            state: AnyState,
        },
        /// The replayable log.
        Log {
            /// Of which game.
            handle: u32,
        },
        /// Forgets a game.
        Drop {
            /// Which.
            handle: u32,
        },
    }
}

impl Command {
    /// The names of all commands.
    pub const NAMES: [&'static str; 12] =
        ["hello", "new", "state", "view", "legal", "apply", "best", "clone", "undo", "load", "log", "drop"];

    /// How a game of `G` begins that a [`Command::New`] asks for.
    ///
    /// # Errors
    /// `bad_request` if it names something that the game does not have.
    pub fn start<G: Wire>(&self) -> Result<G::WireStart, Failure> {
        let mut fields = Map::new();
        if let Self::New { rules, board, seat_order, chips, .. } = self {
            let mut add = |name: &str, value: Option<Value>| {
                fields.extend(value.map(|value| (name.to_owned(), value)));
            };
            add("rules", rules.as_ref().map(|rules| rules.0.0.clone()));
            add("board", board.as_ref().and_then(|board| serde_json::to_value(board).ok()));
            add("seatOrder", seat_order.as_ref().and_then(|seats| serde_json::to_value(seats).ok()));
            add("chips", chips.map(Value::from));
        }
        read(&Json(Value::Object(fields)))
    }
}

/// Whoever looks: a seat, or null for a spectator. It has to be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Viewer(pub Option<Seat>);

impl From<Viewer> for game::Viewer {
    fn from(viewer: Viewer) -> Self {
        viewer.0.map_or(Self::Spectator, |seat| Self::Seat(seat.into()))
    }
}

impl<'de> Deserialize<'de> for Viewer {
    // Not derived: a derived field that may be null may also be missing.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrNull;

        impl serde::de::Visitor<'_> for NumberOrNull {
            type Value = Viewer;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a seat, or null for a spectator")
            }

            fn visit_unit<E>(self) -> Result<Viewer, E> {
                Ok(Viewer(None))
            }

            fn visit_u64<E: serde::de::Error>(self, seat: u64) -> Result<Viewer, E> {
                let seat = u8::try_from(seat)
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(seat), &self))?;
                Ok(Viewer(Some(Seat(seat))))
            }
        }

        deserializer.deserialize_any(NumberOrNull)
    }
}

impl JsonSchema for Viewer {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Viewer".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Option::<Seat>::json_schema(generator)
    }
}

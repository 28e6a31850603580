//! Parts of a message that depend on the game, before anybody knows which game is meant.
//!
//! Each keeps the JSON as it came and reads it for one game when asked. Its schema is any of theirs.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::GameName;
use crate::{Failure, Json, Wire, read_at};

/// Defines such a part. `of` names the types whose schemas it may have; `=` the type that each game has for it, whose schema
/// lies beside the engine's in a folder named after the game; `in` the field that it is read from.
macro_rules! any {
    ($(#[$meta:meta])* $name:ident of $schema:expr) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Json);

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let any_of: fn(&mut SchemaGenerator) -> Vec<Schema> = $schema;
                json_schema!({ "anyOf": any_of(generator) })
            }
        }
    };
    ($(#[$meta:meta])* $name:ident = $part:ident as $file:literal) => {
        any! { $(#[$meta])* $name of |_| GameName::ALL.map(|game| in_file(game, $file)).to_vec() }
    };
    ($(#[$meta:meta])* $name:ident = $part:ident as $file:literal in $field:literal) => {
        any! { $(#[$meta])* $name = $part as $file }

        impl $name {
            /// Reads it for one game.
            ///
            /// # Errors
            /// `bad_request` with a sentence that names the field.
            pub fn read<G: Wire>(&self) -> Result<G::$part, Failure> {
                read_at($field, &self.0)
            }
        }
    };
}

fn in_file(game: GameName, file: &str) -> Schema {
    json_schema!({ "$ref": format!("{}/{file}", game.name()) })
}

any! {
    /// What a seat asks for.
    AnyAction = WireAction as "action.json" in "action"
}
any! {
    /// What luck decides.
    AnyOutcome = WireOutcome as "outcome.json" in "outcome"
}
any! {
    /// A full state.
    AnyState = WireState as "state.json" in "state"
}
any! {
    /// How a game begins.
    AnyStart = WireStart as "start.json"
}
any! {
    /// What happened.
    AnyEvent = WireEvent as "event.json"
}
any! {
    /// What one viewer may know.
    AnyView = WireView as "view.json"
}
any! {
    /// What is legal but not listed.
    AnyOpen = WireOpen as "open.json"
}
any! {
    /// A profile's name, or a profile with changes.
    AnyRules of |generator| vec![
        generator.subschema_for::<crate::catan::RulesChoice>(),
        generator.subschema_for::<crate::kniffel::RulesChoice>(),
        generator.subschema_for::<crate::roulette::RulesChoice>(),
    ]
}

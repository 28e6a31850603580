//! Parts of a message that depend on the game, before anybody knows which game is meant.
//!
//! Each keeps the JSON as it came and reads it for one game when asked. Its schema is that of all games together.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::{Failure, Json, Wire, read_at};

/// Defines such a part: its name, the type that each game has for it, and the field it stands in.
macro_rules! any {
    ($(#[$meta:meta])* $name:ident of [$catan:ty, $kniffel:ty, $roulette:ty]) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Json);

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "anyOf": [
                        generator.subschema_for::<$catan>(),
                        generator.subschema_for::<$kniffel>(),
                        generator.subschema_for::<$roulette>(),
                    ],
                })
            }
        }
    };
    ($(#[$meta:meta])* $name:ident = $part:ident) => {
        any! {
            $(#[$meta])*
            $name of [
                <catan::Catan as Wire>::$part,
                <kniffel::Kniffel as Wire>::$part,
                <roulette::Roulette as Wire>::$part
            ]
        }
    };
    ($(#[$meta:meta])* $name:ident = $part:ident in $field:literal) => {
        any! { $(#[$meta])* $name = $part }

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

any! {
    /// What a seat asks for.
    AnyAction = WireAction in "action"
}
any! {
    /// What luck decides.
    AnyOutcome = WireOutcome in "outcome"
}
any! {
    /// A full state.
    AnyState = WireState in "state"
}
any! {
    /// How a game begins.
    AnyStart = WireStart in "setup"
}
any! {
    /// What happened.
    AnyEvent = WireEvent
}
any! {
    /// What one viewer may know.
    AnyView = WireView
}
any! {
    /// What is legal but not listed.
    AnyOpen = WireOpen
}
any! {
    /// A profile's name, or a profile with changes.
    AnyRules of [crate::catan::RulesChoice, crate::kniffel::RulesChoice, crate::roulette::RulesChoice]
}

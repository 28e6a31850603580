//! What is wrong with a value, and where.
//!
//! A *fault* is a path such as `rules.pointsToWin` and a sentence. serde's own sentences speak of Rust types; here they
//! speak of JSON.

use std::fmt;

use serde::de::{Error, Expected, Unexpected};

/// What is wrong, and where.
#[derive(Debug)]
pub(crate) struct Fault {
    /// From the outside in, joined by dots.
    path: String,
    message: String,
}

impl Fault {
    /// The same fault, seen from one level further out.
    pub(crate) fn under(mut self, key: &str) -> Self {
        let key = short(key);
        self.path = if self.path.is_empty() { key } else { format!("{key}.{}", self.path) };
        self
    }
}

impl Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { path: String::new(), message: message.to_string() }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {}, not {}", wanted(expected), given(found)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn invalid_length(found: usize, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {}, not {found}", wanted(expected)))
    }

    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Self {
        Self::custom(format_args!("there is no {:?}, only {}", short(found), expected.join(", ")))
    }

    fn unknown_field(found: &str, expected: &'static [&'static str]) -> Self {
        let found = short(found);
        match expected {
            [] => Self::custom(format_args!("there is no field {found:?}, nor any other")),
            _ => Self::custom(format_args!("there is no field {found:?}, only {}", expected.join(", "))),
        }
    }

    fn missing_field(name: &'static str) -> Self {
        Self::custom(format_args!("the field {name:?} is missing"))
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::custom(format_args!("the field {name:?} is there twice"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// The beginning of a text from a stranger, so that no sentence grows with what is sent.
fn short(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What would have been right, without the names of Rust.
fn wanted(expected: &dyn Expected) -> String {
    let text = expected.to_string();
    let whole = |max: u32| format!("a whole number from 0 to {max}");
    match text.as_str() {
        "u8" => whole(u8::MAX.into()),
        "u16" => whole(u16::MAX.into()),
        "u32" => whole(u32::MAX),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "an object".to_owned(),
        "variant identifier" => "a name".to_owned(),
        _ if text.starts_with("struct ") => "an object".to_owned(),
        _ if text.starts_with("enum ") => "a name".to_owned(),
        _ => text.replace("an array of length", "a list of"),
    }
}

/// What came instead.
fn given(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(b) => b.to_string(),
        Unexpected::Unsigned(n) => n.to_string(),
        Unexpected::Signed(n) => n.to_string(),
        Unexpected::Float(n) => format!("{n:?}"),
        Unexpected::Str(text) => format!("{:?}", short(text)),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        // None of these comes from JSON.
        Unexpected::Char(_)
        | Unexpected::Bytes(_)
        | Unexpected::NewtypeStruct
        | Unexpected::Enum
        | Unexpected::UnitVariant
        | Unexpected::NewtypeVariant
        | Unexpected::TupleVariant
        | Unexpected::StructVariant
        | Unexpected::Other(_) => found.to_string(),
    }
}

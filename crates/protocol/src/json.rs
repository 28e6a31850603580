//! JSON from strangers.
//!
//! [`Json`] is any JSON value, read strictly: an object that names a key twice and text nested more than [`NESTING`]
//! deep are refused. Whoever wrote a key twice meant one of the two, and nobody can know which.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{ErrorCode, Failure};

/// How deep arrays and objects may lie in each other.
pub const NESTING: usize = 32;

/// Any JSON value.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Json(pub Value);

/// Why a text is no JSON that is taken here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseFault {
    /// Not JSON, or a key twice.
    #[error("{0}")]
    NotJson(String),
    /// Too deep.
    #[error("arrays and objects may lie at most {NESTING} deep in each other")]
    TooDeep,
}

impl From<ParseFault> for Failure {
    fn from(fault: ParseFault) -> Self {
        let code = match fault {
            ParseFault::NotJson(_) => ErrorCode::Parse,
            ParseFault::TooDeep => ErrorCode::Limit,
        };
        Self::new(code, fault.to_string())
    }
}

impl Json {
    /// Reads a text that is one JSON value and nothing else.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, ParseFault> {
        // Measured before anything is built, so that no depth of brackets costs more than reading them.
        if depth(text) > NESTING {
            return Err(ParseFault::TooDeep);
        }
        serde_json::from_str(text).map_err(|fault| ParseFault::NotJson(fault.to_string()))
    }
}

/// How deep the brackets of a text lie in each other; those inside strings do not count.
fn depth(text: &str) -> usize {
    let (mut now, mut deepest): (usize, usize) = (0, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => {
                now += 1;
                deepest = deepest.max(now);
            }
            b']' | b'}' => now = now.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Strict.deserialize(deserializer).map(Self)
    }
}

/// Builds a value and refuses a key that comes twice.
struct Strict;

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(Value::Bool(v))
    }

    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        Ok(Value::from(v))
    }

    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(Value::from(v))
    }

    fn visit_f64<E>(self, v: f64) -> Result<Value, E> {
        Ok(Value::from(v))
    }

    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(Value::from(v))
    }

    fn visit_string<E>(self, v: String) -> Result<Value, E> {
        Ok(Value::from(v))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format_args!("duplicate field `{key}`")));
            }
            let value = entries.next_value_seed(Self)?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

impl JsonSchema for Json {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Json".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        true.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_value_is_read_and_written_unchanged() {
        for text in
            ["null", "true", "-3", "18446744073709551615", "1.5", "\"ä\\n\"", "[1,[2,{}]]", "{\"a\":[{}]}"]
        {
            let json = Json::parse(text).unwrap();
            assert_eq!(json.0, serde_json::from_str::<Value>(text).unwrap());
            assert_eq!(
                serde_json::from_str::<Value>(&serde_json::to_string(&json).unwrap()).unwrap(),
                json.0
            );
        }
    }

    #[test]
    fn a_key_may_come_once() {
        for text in [r#"{"a":1,"a":1}"#, r#"[{"b":{"a":1,"c":2,"a":3}}]"#, r#"{"a":1,"\u0061":2}"#] {
            let fault = Json::parse(text).unwrap_err();
            assert!(fault.to_string().contains("duplicate field `a`"), "{fault}");
        }
    }

    #[test]
    fn what_is_not_one_value_is_refused() {
        for text in [
            "",
            " ",
            "{",
            "[1",
            "{\"a\"}",
            "1 2",
            "nul",
            "NaN",
            "'a'",
            "{a:1}",
            "[1,]",
            "\u{feff}1",
            "\"\u{1}\"",
        ] {
            assert!(matches!(Json::parse(text), Err(ParseFault::NotJson(_))), "{text:?}");
        }
    }

    #[test]
    fn nesting_ends_at_32() {
        let nested = |n: usize| "[".repeat(n) + &"]".repeat(n);
        assert!(Json::parse(&nested(32)).is_ok());
        assert_eq!(Json::parse(&nested(33)), Err(ParseFault::TooDeep));
        assert_eq!(Json::parse(&"{\"a\":".repeat(200_000)), Err(ParseFault::TooDeep));
        // Brackets in a string are text, also behind an escaped quote.
        assert!(Json::parse(&format!(r#"["\"{}"]"#, "[".repeat(100))).is_ok());
    }
}

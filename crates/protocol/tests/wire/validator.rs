//! A validator for the part of JSON Schema that our schemas use, so that they can be held against real messages.
//!
//! It fails on a keyword it does not know rather than ignoring it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::schemas::{self, Schemas};

/// All schemas by file.
pub(crate) struct Validator(BTreeMap<PathBuf, Value>);

impl Validator {
    /// For the messages of the engine.
    pub(crate) fn engine() -> Self {
        Self::of(schemas::engine())
    }

    /// For the messages of the table's socket.
    pub(crate) fn socket() -> Self {
        Self::of(schemas::socket())
    }

    /// For the lines of the file of a finished game.
    pub(crate) fn file() -> Self {
        Self::of(schemas::file())
    }

    fn of(schemas: Schemas) -> Self {
        Self(schemas.into_iter().map(|(file, schema)| (file, schema.to_value())).collect())
    }

    /// Panics unless the value has the form that the file describes.
    #[track_caller]
    pub(crate) fn check(&self, file: impl AsRef<Path>, value: &Value) {
        if let Err(fault) = self.fault(&file, value) {
            panic!("{}: {fault}\n{value:#}", file.as_ref().display());
        }
    }

    /// What is wrong with the value.
    pub(crate) fn fault(&self, file: impl AsRef<Path>, value: &Value) -> Result<(), String> {
        let file = file.as_ref();
        let root = self.0.get(file).unwrap_or_else(|| panic!("no schema {}", file.display()));
        Scope { all: self, file, root }.validate(root, value)
    }
}

/// A schema within its file.
#[derive(Clone, Copy)]
struct Scope<'a> {
    all: &'a Validator,
    file: &'a Path,
    root: &'a Value,
}

impl Scope<'_> {
    fn validate(self, schema: &Value, value: &Value) -> Result<(), String> {
        if let Some(anything) = schema.as_bool() {
            return if anything { Ok(()) } else { Err("nothing is allowed here".to_owned()) };
        }
        let keywords = schema.as_object().unwrap_or_else(|| panic!("no schema: {schema}"));
        keywords.iter().try_for_each(|(keyword, wanted)| self.keyword(keyword, wanted, keywords, value))
    }

    fn keyword(
        self,
        keyword: &str,
        wanted: &Value,
        all: &Map<String, Value>,
        value: &Value,
    ) -> Result<(), String> {
        let unless =
            |fine: bool| if fine { Ok(()) } else { Err(format!("{value} against {keyword}: {wanted}")) };
        match keyword {
            "$schema" | "$defs" | "title" | "description" | "default" | "format" => Ok(()),
            "$ref" => self.reference(wanted.as_str().unwrap(), value),
            "type" => unless(has_type(wanted, value)),
            "not" => unless(self.validate(wanted, value).is_err()),
            "const" => unless(wanted == value),
            "enum" => unless(wanted.as_array().unwrap().contains(value)),
            "minimum" => unless(value.as_f64().is_none_or(|n| n >= wanted.as_f64().unwrap())),
            "maximum" => unless(value.as_f64().is_none_or(|n| n <= wanted.as_f64().unwrap())),
            "minItems" => unless(value.as_array().is_none_or(|a| a.len() as u64 >= wanted.as_u64().unwrap())),
            "maxItems" => unless(value.as_array().is_none_or(|a| a.len() as u64 <= wanted.as_u64().unwrap())),
            "items" => {
                value.as_array().into_iter().flatten().try_for_each(|item| self.validate(wanted, item))
            }
            "required" => {
                let missing = |name: &&Value| value.get(name.as_str().unwrap()).is_none();
                let missing = wanted.as_array().unwrap().iter().find(missing).filter(|_| value.is_object());
                missing.map_or(Ok(()), |name| Err(format!("{name} is missing")))
            }
            "properties" => wanted.as_object().unwrap().iter().try_for_each(|(name, schema)| {
                let Some(field) = value.get(name) else { return Ok(()) };
                self.validate(schema, field).map_err(|fault| format!("{name}: {fault}"))
            }),
            "pattern" => {
                assert_eq!(wanted, BYTES, "the only pattern of a text that is understood");
                unless(value.as_str().is_none_or(is_bytes))
            }
            "patternProperties" => self.pattern_properties(wanted, value),
            "additionalProperties" => {
                value.as_object().into_iter().flatten().try_for_each(|(name, field)| {
                    if all.get("properties").is_some_and(|known| known.get(name).is_some())
                        || all.get("patternProperties").is_some_and(|known| matches_any(known, name))
                    {
                        return Ok(());
                    }
                    self.validate(wanted, field).map_err(|fault| format!("{name}: {fault}"))
                })
            }
            "propertyNames" => value
                .as_object()
                .into_iter()
                .flatten()
                .try_for_each(|(name, _)| self.validate(wanted, &Value::from(name.as_str()))),
            "anyOf" | "oneOf" => {
                let faults: Vec<String> =
                    wanted.as_array().unwrap().iter().filter_map(|s| self.validate(s, value).err()).collect();
                let fitting = wanted.as_array().unwrap().len() - faults.len();
                match (fitting, keyword) {
                    (0, _) => Err(format!("none fits: {}", faults.join(" | "))),
                    (1, _) | (_, "anyOf") => Ok(()),
                    _ => Err(format!("{value} fits {fitting} of oneOf")),
                }
            }
            _ => panic!("the keyword {keyword} is new here"),
        }
    }

    fn reference(self, target: &str, value: &Value) -> Result<(), String> {
        if let Some(name) = target.strip_prefix("#/$defs/") {
            return self.validate(&self.root["$defs"][name], value);
        }
        self.all.fault(self.file.parent().unwrap().join(target), value)
    }

    fn pattern_properties(self, wanted: &Value, value: &Value) -> Result<(), String> {
        let (pattern, schema) = wanted.as_object().unwrap().iter().next().unwrap();
        assert_eq!(pattern, NUMBER, "the only pattern that is understood");
        value
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(name, _)| is_number(name))
            .try_for_each(|(_, field)| self.validate(schema, field))
    }
}

/// How a schema says that a key is a number.
const NUMBER: &str = r"^\d+$";

/// How a schema says that a text stands for 32 bytes.
const BYTES: &str = "^[0-9a-f]{64}$";

fn is_bytes(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit())
}

fn matches_any(patterns: &Value, name: &str) -> bool {
    patterns.as_object().is_some_and(|patterns| patterns.contains_key(NUMBER)) && is_number(name)
}

fn has_type(wanted: &Value, value: &Value) -> bool {
    if let Some(several) = wanted.as_array() {
        return several.iter().any(|one| has_type(one, value));
    }
    match wanted.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type: {other}"),
    }
}

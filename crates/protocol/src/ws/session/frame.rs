//! A frame from a page: a JSON object with a `type`, and for everything that changes something an `id`.
//!
//! The `id` is taken off first, so that even a frame that is wrong in every other way can be answered to it.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::{Failure, Json, read};

/// How many characters an id may have.
pub const ID_LENGTH: std::ops::RangeInclusive<usize> = 1..=64;

/// A frame, as far as every frame is the same.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// The id of the page's choice; what only asks may have none.
    pub id: Option<String>,
    /// The type.
    pub kind: String,
    /// All of it but the id.
    rest: Json,
}

/// A frame that cannot be read.
#[derive(Clone, PartialEq, Debug)]
pub struct FrameFault {
    /// The id, where at least that could be read.
    pub id: Option<String>,
    /// What is wrong.
    pub failure: Failure,
}

impl Frame {
    /// Reads a frame as far as every frame is the same.
    ///
    /// # Errors
    /// [`FrameFault`] with the id, if there is one to answer to.
    pub fn parse(text: &str) -> Result<Self, FrameFault> {
        let failed = |id, failure| Err(FrameFault { id, failure });
        let fields = match Json::parse(text) {
            Ok(Json(Value::Object(fields))) => fields,
            Ok(_) => return failed(None, Failure::bad_request("a message is a JSON object")),
            Err(fault) => return failed(None, fault.into()),
        };
        Self::take_apart(fields)
    }

    fn take_apart(mut fields: Map<String, Value>) -> Result<Self, FrameFault> {
        let id = match fields.remove("id") {
            None => None,
            Some(Value::String(id)) if ID_LENGTH.contains(&id.chars().count()) => Some(id),
            Some(_) => {
                let failure = Failure::bad_request("id: expected a text of 1 to 64 characters");
                return Err(FrameFault { id: None, failure });
            }
        };
        match fields.get("type") {
            Some(Value::String(kind)) => {
                Ok(Self { id, kind: kind.clone(), rest: Json(Value::Object(fields)) })
            }
            Some(_) => Err(FrameFault { id, failure: Failure::bad_request("type: expected a text") }),
            None => Err(FrameFault { id, failure: Failure::bad_request("missing field `type`") }),
        }
    }

    /// Reads the frame as a message of this kind.
    ///
    /// # Errors
    /// A sentence that names the field.
    pub fn read<T: for<'de> serde::Deserialize<'de>>(&self) -> Result<T, Failure> {
        read(&self.rest)
    }

    /// The frame as a text that says the same: for whoever passes it on.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut whole = self.rest.0.clone();
        if let (Value::Object(fields), Some(id)) = (&mut whole, &self.id) {
            fields.insert("id".to_owned(), Value::String(id.clone()));
        }
        whole.to_string()
    }

    /// The contents without the id, written in one way only: the same id with other contents is another command.
    #[must_use]
    pub fn contents(&self) -> String {
        self.rest.0.to_string()
    }

    /// The contents in 32 bytes, as they stand in the log beside the id.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.contents().as_bytes()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_that_is_passed_on_says_the_same() {
        for text in [
            r#"{"type":"chat","id":"a1","text":"\u00e4\"\\ 😀"}"#,
            r#"{"type":"get_view"}"#,
            r#"{"type":"place","id":"7","n":12345678901234567890,"x":-0.5,"deep":[{"a":null}]}"#,
        ] {
            let frame = Frame::parse(text).unwrap();
            assert_eq!(Frame::parse(&frame.to_text()).unwrap(), frame);
        }
    }

    #[test]
    fn the_id_is_found_whatever_else_is_wrong() {
        let fault = |text: &str| Frame::parse(text).unwrap_err();
        assert_eq!(fault(r#"{"id":"a","type":7}"#).id.as_deref(), Some("a"));
        assert_eq!(fault(r#"{"id":"a"}"#).failure.message, "missing field `type`");
        for wrong in [
            "",
            "[]",
            "1",
            "{",
            r#"{"id":1,"type":"x"}"#,
            r#"{"id":"","type":"x"}"#,
            r#"{"id":"a","id":"b"}"#,
        ] {
            assert_eq!(fault(wrong).id, None, "{wrong}");
        }
        let long = format!(r#"{{"id":"{}","type":"x"}}"#, "ä".repeat(65));
        assert!(Frame::parse(&long).is_err());
        let longest = format!(r#"{{"id":"{}","type":"x"}}"#, "ä".repeat(64));
        assert_eq!(Frame::parse(&longest).unwrap().kind, "x");
    }

    #[test]
    fn contents_do_not_depend_on_spaces_order_or_id() {
        let one = Frame::parse(r#"{"id":"1","type":"x","a":1,"b":2}"#).unwrap();
        let two = Frame::parse(r#"{ "b": 2, "type":"x", "a":1, "id":"2"}"#).unwrap();
        assert_eq!(one.contents(), two.contents());
        assert_ne!(one.contents(), Frame::parse(r#"{"type":"x","a":1,"b":3}"#).unwrap().contents());
    }
}

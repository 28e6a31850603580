//! A frame from a page: a JSON object with a `type`, and for everything that changes something an `id`.
//!
//! The `id` is taken off first, so that even a frame that is wrong in every other way can be answered to it.

use std::borrow::Cow;

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::plain::Plain;
use crate::{Failure, Json, read};

/// How many characters an id may have.
pub const ID_LENGTH: std::ops::RangeInclusive<usize> = 1..=64;

/// A frame, as far as every frame is the same.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The id of the page's choice; what only asks may have none.
    pub id: Option<String>,
    /// The type.
    pub kind: String,
    rest: Rest,
}

/// All of a frame but the id.
#[derive(Clone, Debug)]
enum Rest {
    /// In its one writing.
    Text(String),
    Tree(Json),
}

/// Frames are equal that say the same, in whichever way they were read.
impl PartialEq for Frame {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.contents() == other.contents()
    }
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
        if let Some(Plain { id, kind, contents }) = Plain::parse(text) {
            return Ok(Self { id: id.map(str::to_owned), kind: kind.to_owned(), rest: Rest::Text(contents) });
        }
        Self::parse_any(text)
    }

    /// The same for frames that need not be plain.
    fn parse_any(text: &str) -> Result<Self, FrameFault> {
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
                Ok(Self { id, kind: kind.clone(), rest: Rest::Tree(Json(Value::Object(fields))) })
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
        match &self.rest {
            Rest::Text(text) => read(&Json::parse(text)?),
            Rest::Tree(tree) => read(tree),
        }
    }

    /// The frame as a text that says the same: for whoever passes it on.
    #[must_use]
    pub fn to_text(&self) -> String {
        let contents = self.contents();
        match (&self.id, contents.strip_prefix('{')) {
            // There is always a type, so something stands behind the id.
            (Some(id), Some(fields)) => format!(r#"{{"id":{},{fields}"#, Value::from(id.as_str())),
            (Some(_), None) | (None, _) => contents.into_owned(),
        }
    }

    /// The contents without the id, written in one way only: the same id with other contents is another command.
    #[must_use]
    pub fn contents(&self) -> Cow<'_, str> {
        match &self.rest {
            Rest::Text(text) => Cow::Borrowed(text),
            Rest::Tree(tree) => Cow::Owned(tree.0.to_string()),
        }
    }

    /// The contents, if they are at hand.
    #[must_use]
    pub fn plain(&self) -> Option<&str> {
        match &self.rest {
            Rest::Text(text) => Some(text),
            Rest::Tree(_) => None,
        }
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

    /// Whatever is read as a plain frame is the same as in the way of all frames, fault by fault and byte by byte.
    #[test]
    fn a_plain_frame_is_read_like_any_other() {
        let mut texts: Vec<String> = [
            r#"{"type":"roll_dice","id":"a-17","keptDice":[true,false,true,false,true]}"#,
            r#"{"id":"17","type":"choose_category","category":"three_of_a_kind"}"#,
            r#"{"type":"get_view"}"#,
            r#"{"type":"chat","id":"ä","text":"Grüße, 😀"}"#,
            r#"{"n":[0,10,999999999999999],"type":"x","":"","Z":0,"a":[],"id":"1"}"#,
            r#"{"n":1000000000000000,"type":"x","o":{"a":[1]},"z":null,"f":1.50,"e":[[1]],"m":-0}"#,
            r#" {"type" : "x" , "a":[1, 2]} "#,
            r#"{"type":"x","a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11,"l":12}"#,
        ]
        .map(str::to_owned)
        .into();
        texts.push(format!(r#"{{"type":"x","id":"{}"}}"#, "ä".repeat(64)));
        texts.push(format!(r#"{{"type":"x","id":"{}"}}"#, "ä".repeat(65)));
        texts.push("{\"type\":\"x\",\"a\":\"\u{7f}\u{1f}\"}".to_owned());
        // All of them with one letter left out, doubled, or another one in its place.
        let letters: Vec<char> = r#"{}[],:"\0123.etfidn- ä"#.chars().collect();
        let mut tried = texts.clone();
        for text in &texts {
            for (place, old) in text.char_indices() {
                let (before, behind) = (&text[..place], &text[place + old.len_utf8()..]);
                tried.push(format!("{before}{behind}"));
                tried.extend(letters.iter().map(|letter| format!("{before}{letter}{behind}")));
                tried.extend(letters.iter().map(|letter| format!("{before}{letter}{old}{behind}")));
            }
        }
        let mut plain = 0;
        for text in &tried {
            let any = Frame::parse_any(text);
            let read = Frame::parse(text);
            assert_eq!(read, any, "{text}");
            let (Ok(read), Ok(any)) = (read, any) else { continue };
            plain += usize::from(read.plain().is_some());
            assert_eq!((&read.kind, read.digest(), read.to_text()), (&any.kind, any.digest(), any.to_text()));
            assert_eq!(read.read::<Json>(), any.read::<Json>(), "{text}");
        }
        assert!(plain > 1_000, "{plain}");
    }

    #[test]
    fn contents_do_not_depend_on_spaces_order_or_id() {
        let one = Frame::parse(r#"{"id":"1","type":"x","a":1,"b":2}"#).unwrap();
        let two = Frame::parse(r#"{ "b": 2, "type":"x", "a":1, "id":"2"}"#).unwrap();
        assert_eq!(one.contents(), two.contents());
        assert_ne!(one.contents(), Frame::parse(r#"{"type":"x","a":1,"b":3}"#).unwrap().contents());
    }
}

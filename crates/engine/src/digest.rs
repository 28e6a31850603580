//! The digest of a log: one number for all that it says and for the state it leads to.
//!
//! *Canonical* JSON is the one text for a value: no spaces, keys in the order of their bytes. The digest is SHA-256, in
//! hex, of the canonical log without its digest, a line feed, and the canonical state after the last move. So it
//! differs if anything in the log was changed, and if the rules have changed so that the same moves lead elsewhere.
//!
//! Published: docs/engine.md.

use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The field of a log that its digest leaves out.
const FIELD: &str = "digest";

/// The digest that belongs to a log and the state it leads to.
pub(crate) fn of_log(log: &impl Serialize, end: &impl Serialize) -> String {
    // Neither has a key that is not text, so both can be written; a null would be noticed by whoever verifies.
    let [log, end] = [serde_json::to_value(log), serde_json::to_value(end)].map(Result::unwrap_or_default);
    let mut text = String::new();
    if let Value::Object(fields) = &log {
        write_fields(fields, |key| key != FIELD, &mut text);
    } else {
        write_canonical(&log, &mut text);
    }
    text.push('\n');
    write_canonical(&end, &mut text);
    Sha256::digest(text).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Appends the one text for a value.
pub(crate) fn write_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                write_canonical(item, text);
            }
            text.push(']');
        }
        Value::Object(fields) => write_fields(fields, |_| true, text),
        leaf @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
            let _ = write!(text, "{leaf}");
        }
    }
}

fn write_fields(fields: &Map<String, Value>, take: impl Fn(&str) -> bool, text: &mut String) {
    // The order of a map depends on features that any crate in the tree may turn on.
    let mut sorted: Vec<_> = fields.iter().filter(|(key, _)| take(key)).collect();
    sorted.sort_unstable_by_key(|(key, _)| key.as_bytes());
    text.push('{');
    for (i, (key, value)) in sorted.into_iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        let _ = write!(text, "{}:", Value::from(key.as_str()));
        write_canonical(value, text);
    }
    text.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn one_value_has_one_text() {
        let mut text = String::new();
        write_canonical(
            &json!({ "b": [1, -2, null, true], "a": { "ö": "\u{1}\n\"ö", "B": {} }, "": [] }),
            &mut text,
        );
        assert_eq!(text, r#"{"":[],"a":{"B":{},"ö":"\u0001\n\"ö"},"b":[1,-2,null,true]}"#);
    }

    /// The value was computed with Python: `hashlib.sha256(b'{"a":1}\n{"z":2}').hexdigest()`.
    #[test]
    fn the_digest_leaves_itself_out_and_nothing_else() {
        let digest = |log: Value, end: Value| of_log(&log, &end);
        let expected = "453bc57981f11c4928fe6531499dbbb21c61a00bbdc642d79aa332395a58706c";
        let plain = digest(json!({ "a": 1 }), json!({ "z": 2 }));
        assert_eq!(plain, expected);
        assert_eq!(digest(json!({ "a": 1, "digest": "x" }), json!({ "z": 2 })), plain);
        assert_ne!(digest(json!({ "a": 1, "c": { "digest": "x" } }), json!({ "z": 2 })), plain);
        assert_ne!(digest(json!({ "a": 2 }), json!({ "z": 2 })), plain);
        assert_ne!(digest(json!({ "a": 1 }), json!({ "z": 3 })), plain);
    }
}

//! The digest of a log: one number for all that it says and for the state it leads to.
//!
//! *Canonical* JSON is the one text for a value: no spaces, keys in the order of their bytes. The digest is SHA-256, in
//! hex, of the canonical log without its digest, a line feed, and the canonical state after the last move. So it
//! differs if anything in the log was changed, and if the rules have changed so that the same moves lead elsewhere.
//!
//! Published: docs/engine.md.

use std::fmt::Write;

use protocol::canonical;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The field of a log that its digest leaves out.
const FIELD: &str = "digest";

/// The digest that belongs to a log and the state it leads to.
pub(crate) fn of_log(log: &impl Serialize, end: &impl Serialize) -> String {
    // It has no key that is not text, so it can be written; a null would be noticed by whoever verifies.
    let mut log = serde_json::to_value(log).unwrap_or_default();
    if let Value::Object(fields) = &mut log {
        fields.remove(FIELD);
    }
    let text = format!("{}\n{}", canonical(&log), canonical(end));
    Sha256::digest(text).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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

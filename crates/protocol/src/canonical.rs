//! The one text for a JSON value: no spaces, keys in the order of their bytes.
//!
//! Whatever is hashed or compared byte by byte is written like this, as `json.dumps(value, sort_keys=True, separators=(",", ":"),
//! ensure_ascii=False)` writes it in Python.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

/// The canonical text of anything that has a JSON form.
#[must_use]
pub fn canonical(value: &impl Serialize) -> String {
    // What is written here has only texts for keys and no floats, so there is always a value.
    let value = serde_json::to_value(value).unwrap_or_default();
    let mut text = String::new();
    write_canonical(&value, &mut text);
    text
}

/// Appends the canonical text of a value.
fn write_canonical(value: &Value, text: &mut String) {
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
        Value::Object(fields) => {
            // The order of a map depends on features that any crate in the tree may turn on.
            let mut sorted: Vec<_> = fields.iter().collect();
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
        leaf @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
            let _ = write!(text, "{leaf}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn one_value_has_one_text() {
        let value = json!({ "b": [1, -2, null, true], "a": { "ö": "\u{1}\n\"ö\u{7f}", "B": {} }, "": [] });
        assert_eq!(
            canonical(&value),
            "{\"\":[],\"a\":{\"B\":{},\"ö\":\"\\u0001\\n\\\"ö\u{7f}\"},\"b\":[1,-2,null,true]}"
        );
    }
}

//! Frames as programs write them: flat, without spaces, with nothing that has to be escaped.
//!
//! Nearly every frame is one. Its contents in their one writing are then pieces of its own text in another order, and no tree of
//! values has to be built. What is not plain is read in the way that is right for all frames, and so is what is wrong.

use super::frame::ID_LENGTH;

/// How many fields a plain frame may have.
const MOST_FIELDS: usize = 12;

/// A plain frame.
pub(super) struct Plain<'a> {
    pub(super) id: Option<&'a str>,
    pub(super) kind: &'a str,
    /// Everything but the id, with the keys in order.
    pub(super) contents: String,
}

impl<'a> Plain<'a> {
    /// Reads a plain frame; `None` if it may be another one.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let (mut fields, mut n) = ([("", ""); MOST_FIELDS], 0);
        let mut rest = text.strip_prefix('{')?;
        loop {
            let key = string(rest)?;
            let value = rest.get(key.len()..)?.strip_prefix(':')?;
            let length = value_length(value)?;
            // In the order of the keys' bytes, as a tree has them. A key that comes twice is a fault, about which others find words.
            let key = inside(key)?;
            let place =
                fields.get(..n)?.iter().rposition(|(other, _)| *other <= key).map_or(0, |before| before + 1);
            if fields.get(..place)?.last().is_some_and(|(other, _)| *other == key) {
                return None;
            }
            fields.get_mut(place..=n)?.rotate_right(1);
            *fields.get_mut(place)? = (key, value.get(..length)?);
            n += 1;
            let behind = value.get(length..)?;
            if behind == "}" {
                break;
            }
            rest = behind.strip_prefix(',')?;
        }
        let fields = fields.get(..n)?;
        let named = |name| fields.iter().find(|(key, _)| *key == name).map(|(_, value)| inside(value));
        let id = match named("id") {
            None => None,
            Some(id) => Some(id.filter(|id| ID_LENGTH.contains(&id.chars().count()))?),
        };
        let kind = named("type")??;
        let mut contents = String::with_capacity(text.len());
        for (key, value) in fields.iter().filter(|(key, _)| *key != "id") {
            contents.push_str(if contents.is_empty() { "{\"" } else { ",\"" });
            contents.push_str(key);
            contents.push_str("\":");
            contents.push_str(value);
        }
        contents.push('}');
        Some(Self { id, kind, contents })
    }
}

/// What stands between the quotes, if it is a string.
fn inside(string: &str) -> Option<&str> {
    string.strip_prefix('"')?.strip_suffix('"')
}

/// The string that a text begins with, quotes included, if nothing in it is or has to be escaped.
fn string(text: &str) -> Option<&str> {
    let behind = text.strip_prefix('"')?;
    let length = behind.bytes().position(|byte| matches!(byte, b'"' | b'\\' | ..=0x1f))?;
    (behind.as_bytes().get(length) == Some(&b'"')).then(|| text.get(..length + 2)).flatten()
}

/// How long the value is that a text begins with: a string, a truth, a number that is short and whole, or a list of these.
fn value_length(text: &str) -> Option<usize> {
    let Some(items) = text.strip_prefix('[') else { return scalar_length(text) };
    let mut at = 0;
    loop {
        at += scalar_length(items.get(at..)?)?;
        match items.as_bytes().get(at)? {
            b',' => at += 1,
            b']' => return Some(at + 2),
            _ => return None,
        }
    }
}

fn scalar_length(text: &str) -> Option<usize> {
    match text.as_bytes().first()? {
        b'"' => string(text).map(str::len),
        b't' => text.starts_with("true").then_some(4),
        b'f' => text.starts_with("false").then_some(5),
        b'0' => Some(1),
        b'1'..=b'9' => {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            // Longer ones may be written otherwise than they are read.
            (digits <= 15).then_some(digits)
        }
        _ => None,
    }
}

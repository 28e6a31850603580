//! Merge patches: from one view to the next, only what has changed.
//!
//! A *merge patch* (RFC 7396) looks like the object that it changes: what it names is replaced, what it sets to null is
//! taken out, everything else stays. It cannot say that something becomes null, so no part of a view ever is; then a
//! patch is exact.

mod taking;
mod tokens;
mod writer;

pub use tokens::Tokens;
pub(crate) use tokens::count;
pub(crate) use writer::Writer;

use serde_json::{Map, Value};

/// The patch from one value to another, neither of which has a null anywhere; `None` if they are equal.
#[must_use]
pub fn diff(from: &Value, to: &Value) -> Option<Value> {
    match (from, to) {
        (Value::Object(from), Value::Object(to)) => {
            let patch = diff_fields(from, to);
            (!patch.is_empty()).then_some(Value::Object(patch))
        }
        _ => (from != to).then(|| to.clone()),
    }
}

/// Both are sorted by key, so one walk along both finds what was taken out, what was added and what may have changed.
fn diff_fields(from: &Map<String, Value>, to: &Map<String, Value>) -> Map<String, Value> {
    let mut patch = Map::new();
    let (mut old, mut new) = (from.iter().peekable(), to.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => return patch,
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some((was, _)), Some((is, _))) => was.cmp(is),
        };
        let was = if order.is_le() { old.next() } else { None };
        let is = if order.is_ge() { new.next() } else { None };
        match (was, is) {
            (Some((key, _)), None) => drop(patch.insert(key.clone(), Value::Null)),
            (None, Some((key, value))) => drop(patch.insert(key.clone(), value.clone())),
            (Some((key, was)), Some((_, is))) => {
                if let Some(change) = diff(was, is) {
                    patch.insert(key.clone(), change);
                }
            }
            (None, None) => return patch,
        }
    }
}

/// Applies a patch, as RFC 7396 says.
pub fn apply(target: &mut Value, patch: Value) {
    let Value::Object(patch) = patch else {
        *target = patch;
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let Value::Object(fields) = target else { return };
    for (key, change) in patch {
        if change.is_null() {
            fields.remove(&key);
        } else if let Some(field) = fields.get_mut(&key) {
            apply(field, change);
        } else {
            let mut field = Value::Null;
            apply(&mut field, change);
            fields.insert(key, field);
        }
    }
}

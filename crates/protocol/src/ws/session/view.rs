//! The messages around a view, written by hand for views and patches that are text already: they are most of what a server
//! sends, and reading them only to write them again would cost more than everything else.

use crate::ws::patch::count;

/// The text of [`Told::View`](super::Told::View) with this view.
#[must_use]
pub fn view_text(seq: u64, view: &str) -> String {
    format!(r#"{{"type":"view","seq":{seq},"view":{view}}}"#)
}

/// Most messages with a patch are shorter than this, in bytes.
const PATCH: usize = 384;

/// The text of [`Told::ViewPatch`](super::Told::ViewPatch) with a patch that is written into its place; `None` if there is nothing to
/// write.
#[must_use]
pub fn patch_text(seq: u64, from: u64, patch: impl FnOnce(&mut String) -> bool) -> Option<String> {
    let mut text = String::with_capacity(PATCH);
    text.push_str(r#"{"type":"view_patch","seq":"#);
    count(seq, &mut text);
    text.push_str(r#","from":"#);
    count(from, &mut text);
    text.push_str(r#","patch":"#);
    patch(&mut text).then(|| {
        text.push('}');
        text
    })
}

#[cfg(test)]
mod tests {
    use super::super::Told;
    use super::*;
    use crate::Json;
    use serde_json::json;

    #[test]
    fn the_text_is_what_the_message_would_be() {
        let view = json!({ "phase": "rolling", "players": { "0": { "total": 7 } } });
        let told = Told::View { seq: 7, view: Json(view.clone()) };
        assert_eq!(view_text(7, &view.to_string()), serde_json::to_string(&told).unwrap());
        let told = Told::ViewPatch { seq: 8, from: 7, patch: Json(view.clone()) };
        let patch = |text: &mut String| {
            text.push_str(&view.to_string());
            true
        };
        assert_eq!(patch_text(8, 7, patch), serde_json::to_string(&told).ok());
        assert_eq!(patch_text(8, 7, |_| false), None);
    }
}

//! The messages around a view, written by hand for views and patches that are text already: they are most of what a server
//! sends, and reading them only to write them again would cost more than everything else.

/// The text of [`Told::View`](super::Told::View) with this view.
#[must_use]
pub fn view_text(seq: u64, view: &str) -> String {
    format!(r#"{{"type":"view","seq":{seq},"view":{view}}}"#)
}

/// The text of [`Told::ViewPatch`](super::Told::ViewPatch) with this patch.
#[must_use]
pub fn patch_text(seq: u64, from: u64, patch: &str) -> String {
    format!(r#"{{"type":"view_patch","seq":{seq},"from":{from},"patch":{patch}}}"#)
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
        assert_eq!(patch_text(8, 7, &view.to_string()), serde_json::to_string(&told).unwrap());
    }
}

//! Merge patches: exact between values without null, no larger than they must be, and applied as RFC 7396 says.

use game::Luck;
use game::conformance::SplitMix;
use protocol::ws::patch::{Tokens, apply, diff};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

/// A random value without null; few keys, so that two values have some in common.
fn value(luck: &mut SplitMix, depth: u32) -> Value {
    match luck.below(if depth == 0 { 4 } else { 7 }) {
        0 => json!(luck.below(3)),
        1 => json!(luck.one_in(2)),
        2 => json!(["", "a", "b"][luck.index(3)]),
        3 => json!(-1.5),
        4 => (0..luck.below(3)).map(|_| value(luck, depth - 1)).collect(),
        _ => Value::Object(object(luck, depth)),
    }
}

fn object(luck: &mut SplitMix, depth: u32) -> Map<String, Value> {
    let keys: Vec<&str> = ["a", "b", "c", "d", ""].into_iter().filter(|_| luck.one_in(2)).collect();
    keys.into_iter().map(|key| (key.to_owned(), value(luck, depth - 1))).collect()
}

/// Changes something here and there, so that much stays as it was.
fn changed(luck: &mut SplitMix, from: &Value) -> Value {
    let Value::Object(fields) = from else {
        return if luck.one_in(4) { value(luck, 2) } else { from.clone() };
    };
    let mut fields = fields.clone();
    for key in ["a", "b", "c", "d", ""] {
        match luck.below(6) {
            0 => drop(fields.remove(key)),
            1 => drop(fields.insert(key.to_owned(), value(luck, 2))),
            2 | 3 => {
                if let Some(field) = fields.get_mut(key) {
                    *field = changed(luck, field);
                }
            }
            _ => {}
        }
    }
    Value::Object(fields)
}

/// Whether the patch names nothing that is already so.
fn says_nothing_needless(from: &Value, patch: &Value) -> bool {
    let (Value::Object(from), Value::Object(patch)) = (from, patch) else { return from != patch };
    !patch.is_empty()
        && patch.iter().all(|(key, change)| match from.get(key) {
            None => !change.is_null(),
            Some(was) => change.is_null() || says_nothing_needless(was, change),
        })
}

fn check(from: &Value, to: &Value) {
    let mut target = from.clone();
    match diff(from, to) {
        None => assert_eq!(from, to),
        Some(patch) => {
            assert_ne!(from, to);
            assert!(says_nothing_needless(from, &patch), "{from} → {to}: {patch}");
            apply(&mut target, patch.clone());
            assert_eq!(&target, to, "{from}: {patch}");
            // A second time changes nothing.
            apply(&mut target, patch);
            assert_eq!(&target, to);
        }
    }
}

#[test]
fn a_patch_leads_exactly_from_one_value_to_the_other() {
    let mut luck = SplitMix::new(1);
    for _ in 0..30_000 {
        let from = value(&mut luck, 4);
        check(&from, &value(&mut luck, 4));
        check(&from, &changed(&mut luck, &from));
        check(&from, &from.clone());
    }
}

/// A value whose objects have their fields in another order, the same one wherever it is asked for.
struct InOrder<'a>(&'a Value, u64);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Value::Object(fields) = self.0 else { return self.0.serialize(serializer) };
        let mut fields: Vec<_> = fields.iter().collect();
        fields.sort_by_key(|(key, _)| (key.bytes().map(u64::from).sum::<u64>() * 31 + self.1) % 7);
        let mut map = serializer.serialize_map(Some(fields.len()))?;
        for (key, value) in fields {
            map.serialize_entry(key, &InOrder(value, self.1))?;
        }
        map.end()
    }
}

/// A value in such an order, taken down in one piece or with its last field added afterwards.
fn taken(value: &Value, order: u64, in_pieces: bool) -> Tokens {
    let mut whole = value.clone();
    let last = whole.as_object_mut().filter(|_| in_pieces).and_then(|fields| fields.remove("d"));
    let mut taken = Tokens::new(&InOrder(&whole, order), 16);
    if let Some(last) = last {
        taken.add("d", &InOrder(&last, order));
    }
    assert_eq!(serde_json::from_str::<Value>(&taken.to_text()).unwrap(), *value);
    taken
}

#[test]
fn a_patch_of_tokens_is_the_patch_of_what_they_say() {
    let mut luck = SplitMix::new(2);
    for n in 0..30_000 {
        let from = Value::Object(object(&mut luck, 4));
        let before = taken(&from, n, n % 2 == 0);
        for to in [Value::Object(object(&mut luck, 4)), changed(&mut luck, &from), from.clone()] {
            let mut patch = "before".to_owned();
            let differs = before.patch(&taken(&to, n, n % 2 == 0), &mut patch);
            let said = differs.then(|| serde_json::from_str(&patch["before".len()..]).unwrap());
            assert_eq!(said, diff(&from, &to), "{from} → {to}");
            assert!(differs || patch == "before");
        }
    }
}

/// Whatever serde knows, the tokens say what JSON says.
#[test]
fn tokens_say_what_json_says() {
    #[derive(serde::Serialize)]
    enum Kind {
        Unit,
        Newtype(u8),
        Tuple(i8, char),
        Struct { real: f64, short: f32, wild: f64 },
    }
    #[derive(serde::Serialize)]
    struct Pair(u16, &'static str);
    #[derive(serde::Serialize)]
    struct Nothing;
    #[derive(serde::Serialize)]
    struct All {
        kinds: Vec<Kind>,
        pair: Pair,
        numbers: (i64, u64, i16, u32),
        text: String,
        by_number: std::collections::BTreeMap<i32, bool>,
        by_truth: std::collections::BTreeMap<bool, Option<u8>>,
        by_letter: std::collections::BTreeMap<char, u8>,
        unit: (),
        none: Option<u8>,
        nothing: Nothing,
        empty: (Vec<u8>, std::collections::BTreeMap<String, u8>),
    }
    let all = All {
        kinds: vec![
            Kind::Unit,
            Kind::Newtype(7),
            Kind::Tuple(-7, '"'),
            Kind::Struct { real: 1.0, short: 0.1, wild: f64::NAN },
        ],
        pair: Pair(1, "ä😀\\ \"quoted\" \u{1} \n"),
        numbers: (i64::MIN, u64::MAX, -1, 0),
        text: "/ \u{7f} \u{2028} \t".to_owned(),
        by_number: [(-2, true), (3, false)].into(),
        by_truth: [(true, Some(1)), (false, None)].into(),
        by_letter: [('a', 1), ('\\', 2)].into(),
        unit: (),
        none: None,
        nothing: Nothing,
        empty: (vec![], [].into()),
    };
    assert_eq!(Tokens::new(&all, 0).to_text(), serde_json::to_string(&all).unwrap());
    assert_eq!(Tokens::default().to_text(), "{}");
}

/// What is no object, or cannot be written, becomes nothing, and nobody falls over it.
#[test]
fn a_patch_of_what_is_no_object_is_something_all_the_same() {
    let object = Tokens::new(&json!({ "a": { "b": 1 } }), 0);
    let unwritable = std::collections::BTreeMap::from([((1, 2), 3)]);
    let mut added = object.clone();
    added.add("c", &unwritable);
    assert_eq!(added, object);
    for odd in [Tokens::default(), Tokens::new(&json!([1]), 0), Tokens::new(&unwritable, 0)] {
        let mut with = odd.clone();
        with.add("a", &1);
        for (from, to) in [(&odd, &object), (&object, &odd), (&odd, &with)] {
            let mut patch = String::new();
            let differs = from.patch(to, &mut patch);
            assert!(!differs || serde_json::from_str::<Value>(&patch).unwrap().is_object(), "{patch}");
        }
    }
}

/// The examples of RFC 7396, appendix A: target, patch, result.
#[test]
fn patches_are_applied_as_the_standard_says() {
    let rows = [
        (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "b"}), json!({"b": "c"}), json!({"a": "b", "b": "c"})),
        (json!({"a": "b"}), json!({"a": null}), json!({})),
        (json!({"a": "b", "b": "c"}), json!({"a": null}), json!({"b": "c"})),
        (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "c"}), json!({"a": ["b"]}), json!({"a": ["b"]})),
        (json!({"a": {"b": "c"}}), json!({"a": {"b": "d", "c": null}}), json!({"a": {"b": "d"}})),
        (json!({"a": [{"b": "c"}]}), json!({"a": [1]}), json!({"a": [1]})),
        (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
        (json!({"a": "b"}), json!(["c"]), json!(["c"])),
        (json!({"a": "foo"}), json!(null), json!(null)),
        (json!({"a": "foo"}), json!("bar"), json!("bar")),
        (json!({"e": null}), json!({"a": 1}), json!({"e": null, "a": 1})),
        (json!([1, 2]), json!({"a": "b", "c": null}), json!({"a": "b"})),
        (json!({}), json!({"a": {"bb": {"ccc": null}}}), json!({"a": {"bb": {}}})),
    ];
    for (mut target, patch, result) in rows {
        let row = format!("{target} {patch}");
        apply(&mut target, patch);
        assert_eq!(target, result, "{row}");
    }
}

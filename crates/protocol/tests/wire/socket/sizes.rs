//! How many bytes a move costs each viewer, and how large a whole view is.

use game::Viewer;
use protocol::ws::Spoken;
use protocol::ws::patch::{apply, diff};
use serde_json::{Value, json};

use super::play::{Played, play};

/// What one move costs one viewer: every event, and the patch to the next view, as frames.
fn cost(told: &[Value], patch: Option<Value>, seq: u32) -> usize {
    let event = |told: &Value| {
        let mut frame = told.clone();
        frame["seq"] = json!(seq);
        frame.to_string().len()
    };
    let patch =
        patch.map(|patch| json!({ "type": "view_patch", "seq": seq, "from": seq - 1, "patch": patch }));
    told.iter().map(event).sum::<usize>() + patch.map_or(0, |frame| frame.to_string().len())
}

struct Sizes {
    costs: Vec<usize>,
    largest_view: usize,
}

impl Sizes {
    fn quantile(&self, of_hundred: usize) -> usize {
        self.costs[(self.costs.len() - 1) * of_hundred / 100]
    }
}

fn no_null(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(items) => items.iter().all(no_null),
        Value::Object(fields) => fields.values().all(no_null),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

fn measure<G: Played>(seed: u64, patience: u32) -> Sizes {
    let mut sizes = Sizes { costs: Vec::new(), largest_view: 0 };
    let mut pages: Vec<(Viewer, Value)> = Vec::new();
    let mut seq = 100;
    play::<G>(seed, patience, &mut |turn| {
        seq += 1;
        // A page keeps what it was shown and applies patches blindly, to the end of the game.
        if turn.viewers().count() != pages.len()
            || turn.page_before(Viewer::Spectator) != pages[pages.len() - 1].1
        {
            pages = turn.viewers().map(|viewer| (viewer, turn.page_before(viewer))).collect();
        }
        for (viewer, page) in &mut pages {
            let after = turn.page(*viewer);
            assert!(no_null(&after), "{after}");
            let told: Vec<Value> =
                turn.told(*viewer).iter().map(|told| serde_json::to_value(told).unwrap()).collect();
            let patch = diff(page, &after);
            sizes.costs.push(cost(&told, patch.clone(), seq));
            if let Some(patch) = patch {
                apply(page, patch);
            }
            assert_eq!(page, &after);
            sizes.largest_view = sizes.largest_view.max(after.to_string().len());
        }
    });
    sizes.costs.sort_unstable();
    sizes
}

#[track_caller]
fn check<G: Played>(patience: u32) {
    let sizes = measure::<G>(7, patience);
    let [median, most] = [50, 99].map(|of_hundred| sizes.quantile(of_hundred));
    let measured = sizes.costs.len();
    println!(
        "{}: median {median}, 99 of 100 below {most}, largest view {} ({measured} moves and viewers)",
        G::NAME,
        sizes.largest_view
    );
    assert!(measured > 1_000, "{measured}");
    assert!(median < 600, "{}: {median}", G::NAME);
    assert!(sizes.largest_view < 14 * 1024 / 2, "{}: {}", G::NAME, sizes.largest_view);
}

#[test]
fn a_move_of_catan_costs_little() {
    check::<catan::Catan>(2_500);
}

#[test]
fn a_move_of_kniffel_costs_little() {
    check::<kniffel::Kniffel>(1_000);
}

#[test]
fn a_move_of_roulette_costs_little() {
    check::<roulette::Roulette>(500);
}

/// What never changes travels once, and is small too.
#[test]
fn the_board_fits_beside_a_view() {
    let mut largest = 0;
    play::<catan::Catan>(3, 1, &mut |turn| {
        largest = largest.max(serde_json::to_string(&turn.after.fixed()).unwrap().len());
    });
    assert!((500..3_000).contains(&largest), "{largest}");
}

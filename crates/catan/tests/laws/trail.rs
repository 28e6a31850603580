//! The longest road once more, the slow and obvious way: try every trail (docs/rules/catan.md §12.1).

use catan::{Edge, Vertex};

/// The number of edges in the longest trail; it does not pass through `blocked` vertices.
pub(crate) fn longest(roads: &[Edge], blocked: &[Vertex]) -> usize {
    let mut left = roads.to_vec();
    let begins = roads.iter().flat_map(|edge| edge.ends());
    begins.map(|vertex| from(vertex, &mut left, blocked)).max().unwrap_or(0)
}

/// The longest trail that begins here.
fn from(at: Vertex, left: &mut Vec<Edge>, blocked: &[Vertex]) -> usize {
    let mut best = 0;
    for i in 0..left.len() {
        let [a, b] = left[i].ends();
        if a != at && b != at {
            continue;
        }
        let next = if a == at { b } else { a };
        let edge = left.swap_remove(i);
        let onwards = if blocked.contains(&next) { 0 } else { from(next, left, blocked) };
        best = best.max(1 + onwards);
        // Back into its place, so that the loop goes on over the same list.
        left.push(edge);
        let last = left.len() - 1;
        left.swap(i, last);
    }
    best
}

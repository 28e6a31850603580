//! Longest road against brute force, on a hundred thousand networks of roads.
//!
//! The networks grow at random from one or several places, some of them bent on closing loops, with foreign buildings
//! strewn over them. docs/rules/catan.md §12.1.

use std::collections::{BTreeMap, BTreeSet};

use crate::slow::dealer::Dealer;
use crate::slow::titles;
use crate::slow::{Grid, Spot};
use catan::road::longest_trail;
use catan::{Edge, Vertex};

const NETWORKS: usize = 100_000;

/// Roads that hang together, or nearly: every now and then the network goes on somewhere else.
fn network(dealer: &mut Dealer) -> BTreeSet<Spot> {
    let grid = Grid::island();
    let all: Vec<Spot> = grid.ends.keys().copied().collect();
    let (size, tries) = (1 + dealer.below(15), *dealer.pick(&[1, 12]));
    let mut roads = BTreeSet::new();
    let mut corners: Vec<Spot> = Vec::new();
    while roads.len() < size {
        let mut next = *dealer.pick(&all);
        if !corners.is_empty() && !dealer.one_in(30) {
            // Whoever tries several times and takes the first that joins at both ends gets many loops.
            for _ in 0..tries {
                let sides: Vec<Spot> = grid.sides_at[dealer.pick(&corners)].iter().copied().collect();
                next = *dealer.pick(&sides);
                if !roads.contains(&next) && grid.ends[&next].iter().all(|end| corners.contains(end)) {
                    break;
                }
            }
        }
        if roads.insert(next) {
            corners.extend(grid.ends[&next]);
        }
    }
    roads
}

/// Whether the roads contain a loop: more roads than a forest on as many corners could have.
fn has_loop(roads: &BTreeSet<Spot>) -> bool {
    let mut left = roads.clone();
    loop {
        let ends: Vec<Spot> = left.iter().flat_map(|road| Grid::island().ends[road]).collect();
        let loose = |road: &Spot| {
            Grid::island().ends[road].iter().any(|end| ends.iter().filter(|other| *other == end).count() == 1)
        };
        let kept: BTreeSet<Spot> = left.iter().copied().filter(|road| !loose(road)).collect();
        if kept.len() == left.len() {
            return !left.is_empty();
        }
        left = kept;
    }
}

#[test]
fn a_hundred_thousand_networks_have_the_length_that_brute_force_finds() {
    let id = |(x, y): &Spot| format!("{x},{y}");
    let grid = Grid::island();
    let edges: BTreeMap<Spot, usize> =
        grid.ends.keys().map(|at| (*at, Edge::parse(&id(at)).expect("an edge").index())).collect();
    let vertices: BTreeMap<Spot, usize> =
        grid.neighbors.keys().map(|at| (*at, Vertex::parse(&id(at)).expect("a vertex").index())).collect();
    let mut dealer = Dealer::new(12);
    let (mut loops, mut cut) = (0, 0);
    for number in 0..NETWORKS {
        let roads = network(&mut dealer);
        let corners: BTreeSet<Spot> = roads.iter().flat_map(|road| grid.ends[road]).collect();
        let one_in = *dealer.pick(&[1_000, 8, 4, 2]);
        let blocked: BTreeSet<Spot> = corners.into_iter().filter(|_| dealer.one_in(one_in)).collect();
        let edges = roads.iter().fold(0_u128, |bits, road| bits | 1 << edges[road]);
        let vertices = blocked.iter().fold(0_u64, |bits, corner| bits | 1 << vertices[corner]);
        let (fast, slow) = (longest_trail(edges, vertices), titles::longest_trail(&roads, &blocked));
        assert_eq!(usize::from(fast), slow, "roads {roads:?}, blocked {blocked:?}");
        if number % 10 == 0 {
            loops += usize::from(has_loop(&roads));
            cut += usize::from(slow < titles::longest_trail(&roads, &BTreeSet::new()));
        }
    }
    // Of every tenth network.
    assert!(loops > NETWORKS / 100, "{loops} have loops");
    assert!(cut > NETWORKS / 50, "{cut} are cut");
}

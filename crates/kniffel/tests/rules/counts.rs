//! Node counts: the first two throws of a turn, counted through the rules and by formula.
//!
//! Dice are counted as multisets here: throws that differ only in order are one node.

use std::collections::BTreeSet;

use game::{Chance, Game, Legal, Seat, Unheard};
use kniffel::{Action, Kniffel, Outcome, Rules};

use crate::scene::begun;

fn sorted(outcome: Outcome) -> [u8; 5] {
    let mut faces = outcome.dice;
    faces.sort_unstable();
    faces
}

/// Every roll that is legal for seat 0, with the faces it keeps in order.
fn rolls(game: &Kniffel) -> Vec<(Action, Vec<u8>)> {
    let faces = game.to_raw().dice;
    let listed = game.legal(Seat(0)).iter().collect::<Vec<_>>();
    let kept = |action: &Action| match action {
        Action::RollDice { kept } => {
            let mut held: Vec<u8> =
                (0..5).filter(|&place| kept.holds(place)).map(|place| faces[place]).collect();
            held.sort_unstable();
            Some(held)
        }
        Action::PlayerReady
        | Action::ChooseCategory { .. }
        | Action::PlayerDisconnect
        | Action::PlayerReconnect => None,
    };
    listed.into_iter().filter_map(|action| kept(&action).map(|held| (action, held))).collect()
}

/// The throws that can lie on the table after a roll, as multisets, each with one outcome that shows it.
fn results(game: &Kniffel, action: Action) -> BTreeSet<[u8; 5]> {
    let mut throws = BTreeSet::new();
    if let Some(chance) = game.chance(Seat(0), &action) {
        chance.each(&mut |outcome, _| _ = throws.insert(sorted(outcome)));
    }
    throws
}

/// The number of multisets of this size from six faces.
fn multisets(size: u64) -> u64 {
    (1..=5).fold(1, |product, k| product * (size + k) / k)
}

/// How often each size of keep occurs in (throw, keep) pairs: choose the kept multiset and the rest of the throw,
/// counting each throw once per distinct kept multiset. Summed over faces by convolution.
fn pairs_by_size() -> [u64; 6] {
    // ways[t][k]: t dice so far in the throw, k of them kept. One face: n dice of it, of which 0..=n are kept.
    let mut ways = [[0_u64; 6]; 6];
    ways[0][0] = 1;
    for _face in 0..6 {
        let mut next = [[0; 6]; 6];
        for (t, row) in ways.iter().enumerate() {
            for (k, n_ways) in row.iter().enumerate() {
                for n in 0..=5 - t {
                    for kept in 0..=n.min(5 - k) {
                        next[t + n][k + kept] += n_ways;
                    }
                }
            }
        }
        ways = next;
    }
    ways[5]
}

#[test]
fn node_counts_of_the_first_two_throws() {
    let start = begun(1, Rules::default());
    let first_rolls = rolls(&start);
    assert_eq!(first_rolls.len(), 1, "one roll before the first throw");
    let throws = results(&start, first_rolls[0].0);
    assert_eq!(throws.len(), 252);
    assert_eq!(multisets(5), 252);

    let (mut pairs, mut keeps_all, mut nodes) = (0_u64, 0, 0);
    let mut keeps = BTreeSet::new();
    for throw in throws {
        let mut game = start;
        let outcome = Some(Outcome { dice: throw });
        game.apply(Seat(0), &first_rolls[0].0, outcome, &mut Unheard).expect("a possible throw");
        let listed = rolls(&game);
        assert_eq!(listed.len(), 32);
        let mut seen = BTreeSet::new();
        for (action, held) in listed {
            // Several keeps may hold the same faces: one node.
            if seen.insert(held.clone()) {
                pairs += 1;
                let results = results(&game, action).len() as u64;
                if held.len() == 5 {
                    // Nothing is thrown: the same node, one roll poorer.
                    keeps_all += results;
                } else {
                    nodes += results;
                }
                keeps.insert(held);
            }
        }
    }
    assert_eq!((pairs, keeps_all, keeps.len(), nodes), (4_368, 252, 462, 253_848));

    let by_size = pairs_by_size();
    assert_eq!(by_size.iter().sum::<u64>(), 4_368);
    assert_eq!(by_size[5], 252);
    assert_eq!((0..=5).map(multisets).sum::<u64>(), 462);
    assert_eq!((0..5).zip(by_size).map(|(size, n)| n * multisets(5 - size)).sum::<u64>(), 253_848);
}

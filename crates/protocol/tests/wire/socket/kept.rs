//! Pages as a server keeps them, along whole games: they say what the views say, and change as the views change.

use std::collections::VecDeque;

use game::Viewer;
use protocol::ws::patch::Tokens;
use protocol::ws::{Kept, Spoken};

use super::play::{Played, play};

/// How many moves may lie between two pages that are compared: some are shown several moves in one piece.
const APART: usize = 9;

/// The view and what may be done, in one piece and as tokens.
fn taken<G: Spoken>(game: &G, viewer: Viewer, memory: &G::Memory, deadline: Option<i64>) -> Tokens {
    let mut tokens = Tokens::new(&game.page(viewer, memory), 0);
    if let Some(deadline) = deadline {
        tokens.add("deadline", &deadline);
    }
    tokens
}

fn kept<G: Spoken>(game: &G, viewer: Viewer, memory: &G::Memory, deadline: Option<i64>) -> G::Kept {
    let mut kept = G::Kept::new(game, viewer, 0);
    let acts = viewer.seat().is_some_and(|seat| kept.offer(game, seat, memory));
    assert_eq!(acts, viewer.seat().is_some_and(|seat| game.offered(seat, memory).is_some()));
    if let Some(deadline) = deadline {
        kept.end(deadline);
    }
    kept
}

fn text(patch: impl FnOnce(&mut String) -> bool) -> Option<String> {
    let mut text = "before{".to_owned();
    let some = patch(&mut text);
    assert_eq!(some, text != "before{");
    some.then_some(text)
}

/// How many patches were compared.
fn check<G: Played>(seed: u64, patience: u32) -> usize {
    let (mut patches, mut moves) = (0, 0_i64);
    let mut before: VecDeque<Vec<(Viewer, G::Kept, Tokens)>> = VecDeque::new();
    play::<G>(seed, patience, &mut |turn| {
        moves += 1;
        // With and without a clock, which stands, runs and is set back.
        let deadline = (moves % 3 > 0).then_some(1_800_000_000_000 * (moves % 7 - 1) + moves / 5);
        let now: Vec<_> = turn
            .viewers()
            .map(|viewer| {
                let kept = kept(turn.after, viewer, turn.memory, deadline);
                let taken = taken(turn.after, viewer, turn.memory, deadline);
                assert_eq!(kept.to_text(), taken.to_text());
                (viewer, kept, taken)
            })
            .collect();
        // Also between viewers and backwards: whatever the server compares, a patch is right.
        for (was, earlier, old) in before.iter().flatten().chain(&now) {
            for (is, later, new) in &now {
                let slow = text(|patch| old.patch(new, patch));
                assert_eq!(text(|patch| earlier.patch(later, patch)), slow, "from {was:?} to {is:?}");
                let slow = text(|patch| new.patch(old, patch));
                assert_eq!(text(|patch| later.patch(earlier, patch)), slow, "back from {is:?} to {was:?}");
                patches += usize::from(slow.is_some());
            }
        }
        before.push_back(now);
        if before.len() > APART {
            before.pop_front();
        }
    });
    patches
}

#[test]
fn a_page_of_kniffel_changes_as_its_tokens_would() {
    let patches: usize = (0..4).map(|seed| check::<kniffel::Kniffel>(seed, 1_000)).sum();
    assert!(patches > 50_000, "{patches}");
}

#[test]
fn pages_of_the_other_games_are_tokens() {
    assert!(check::<catan::Catan>(1, 300) > 1_000);
    assert!(check::<roulette::Roulette>(1, 300) > 1_000);
}

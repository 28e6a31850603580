//! The laws of the contract for Catan: every profile, two to four players, every action that can be written down.
//!
//! A *subject* tells the suite of crate `game` what it cannot know by itself; the other modules are its parts. What the
//! suite has no law for (the raw door, luck that others must not see) is tested beside it.

mod audit;
mod conceivable;
mod door;
mod edit;
mod hidden_luck;
mod play;
mod positions;
mod soundness;
mod strata;
mod subject;
mod trail;
mod twins;

use game::conformance;

use subject::{AnyCatan, Official, Online, Practice, Tables};

#[test]
fn accepts_exactly_what_is_legal() {
    conformance::accepts_exactly_what_is_legal::<AnyCatan>(2_000);
}

#[test]
fn rejection_changes_nothing() {
    conformance::rejection_changes_nothing::<AnyCatan>(3_000);
}

#[test]
fn replay_gives_the_same_state() {
    conformance::replay_gives_the_same_state::<AnyCatan>(60);
}

#[test]
fn chances_add_up() {
    conformance::chances_add_up::<AnyCatan>(500_000);
}

#[test]
fn order_of_legal_actions_is_stable() {
    conformance::order_of_legal_actions_is_stable::<AnyCatan>(10_000);
}

#[test]
fn finished_game_accepts_nothing() {
    conformance::finished_game_accepts_nothing::<AnyCatan>(60);
}

#[test]
fn somebody_can_always_move() {
    conformance::somebody_can_always_move::<AnyCatan>(200_000);
}

#[test]
fn nothing_hidden_shows() {
    conformance::nothing_hidden_shows::<AnyCatan>(10_000);
}

#[test]
fn invariants_hold_for_a_million_actions_of_official() {
    conformance::invariants_hold::<Tables<Official>>(1_000_000);
}

#[test]
fn invariants_hold_for_a_million_actions_of_online() {
    conformance::invariants_hold::<Tables<Online>>(1_000_000);
}

#[test]
fn invariants_hold_for_a_million_actions_of_practice() {
    conformance::invariants_hold::<Tables<Practice>>(1_000_000);
}

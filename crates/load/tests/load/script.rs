//! Whatever the script says to a table of Catan can be read and is legal: the rules are the judge, without a server between.

use std::collections::BTreeSet;

use bots::Dice;
use catan::{Board, Catan, Profile, Setup};
use game::{Game, Unheard, Viewer, draw};
use protocol::ws::Spoken;
use protocol::{Json, read};

/// The commands that a script gives in games of this profile, until they are over or have gone on for very long.
fn said(profile: Profile, seed: u64) -> BTreeSet<String> {
    let (mut luck, mut said) = (Dice::new(seed), BTreeSet::new());
    let board = Board::random(&mut luck);
    let mut game = Catan::create(&Setup { players: 4, rules: profile.rules(), board, order: None }).unwrap();
    for _ in 0..4_000 {
        let Some(seat) = game.to_move().lowest() else { break };
        let view = Catan::shown(&game.view(Viewer::Seat(seat)), game.offered(seat, &()));
        let view = serde_json::to_value(&view).unwrap();
        let message =
            load::choose(&view, Some(seat.0.into()), &mut luck, |_| true).expect("something is legal");
        said.insert(message["type"].as_str().unwrap().to_owned());
        let command = read(&Json(message.clone())).unwrap_or_else(|fault| panic!("{message}: {fault:?}"));
        for action in game.moves(seat, &command, &()).unwrap() {
            let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
            let applied = game.apply(seat, &action, outcome, &mut Unheard);
            assert!(applied.is_ok(), "{message}: {applied:?}");
        }
    }
    said
}

/// Whoever names the cards of a year of plenty by their number instead of one by one never plays one.
#[test]
fn a_script_says_nothing_that_cannot_be_read_or_is_not_legal() {
    let all: BTreeSet<String> = Profile::ALL
        .into_iter()
        .flat_map(|profile| (0..8).flat_map(move |seed| said(profile, seed)))
        .collect();
    for kind in
        ["play_year_of_plenty", "play_monopoly", "play_road_building", "play_knight", "discard", "bank_trade"]
    {
        assert!(all.contains(kind), "no {kind} in {all:?}");
    }
}

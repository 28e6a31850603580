//! Transcripts: a whole game of each profile as people would tell it, compared with files under `tests/data`.
//!
//! After a wanted change: `INSTA_UPDATE=always cargo test -p catan --test transcripts`, and read the difference. A tag at
//! the beginning of a line says who hears it (see `script`): a changed tag is a secret lost or a message gone astray.

mod player;
mod script;
mod words;

use std::collections::BTreeSet;

use catan::{Action, Board, Catan, Closed, Event, Phase, Profile, Setup};
use game::Game;
use game::conformance::SplitMix;

use script::Script;

/// What each of the games shows, so that reading it is worth the while. The seeds were chosen for it.
const EVERYWHERE: [&str; 15] = [
    "a seven with discards",
    "an only victim",
    "a knight before the roll",
    "knight",
    "road building",
    "year of plenty",
    "monopoly",
    "the longest road",
    "the largest army",
    "a trade",
    "a counter-offer",
    "an offer replaced",
    "an offer declined by all",
    "something withdrawn",
    "the end",
];

/// What a position and an action show.
fn of_action(game: &Catan, action: &Action) -> Option<String> {
    let early = game.phase() == Phase::BeforeRoll && *action == Action::PlayKnight;
    let stays = *action == Action::MoveRobber(game.robber());
    let mut declined = game.offers().filter(|offer| offer.declined == offer.to);
    let in_vain = declined.any(|offer| *action == Action::CancelTrade { offer: offer.number });
    let shown = [
        (early, "a knight before the roll"),
        (stays, "a robber that stays"),
        (in_vain, "an offer declined by all"),
    ];
    shown.into_iter().find(|(shown, _)| *shown).map(|(_, name)| name.into())
}

/// What an event shows, given the position before it.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others are too common to be asked for")]
fn of_event(before: &Catan, event: &Event) -> Option<String> {
    let name = match event {
        Event::FirstPlayerTied { .. } => "a tie for the first player",
        Event::DiscardsOwed { .. } => "a seven with discards",
        Event::Stolen { automatic: false, .. } => "a chosen victim",
        Event::Stolen { automatic: true, .. } => "an only victim",
        Event::NothingToSteal { .. } => "nothing to steal",
        Event::LongestRoadChanged { .. } if before.longest_road().is_some() => "the longest road taken over",
        Event::LongestRoadChanged { .. } => "the longest road",
        Event::LargestArmyChanged { .. } if before.largest_army().is_some() => "the largest army taken over",
        Event::LargestArmyChanged { .. } => "the largest army",
        Event::TradeOffered { counters: Some(_), .. } => "a counter-offer",
        Event::TradeExecuted { .. } => "a trade",
        Event::TradeClosed { reason: Closed::CannotPay, .. } | Event::AcceptanceWithdrawn { .. } => {
            "something withdrawn"
        }
        Event::TradeClosed { reason: Closed::Replaced, .. } => "an offer replaced",
        Event::GameEnded { .. } => "the end",
        Event::DevCardPlayed { card, .. } => return Some(card.to_string()),
        _ => return None,
    };
    Some(name.into())
}

/// Plays a game to its end, checks that it shows what it should, and compares it with its file.
#[track_caller]
fn check(profile: Profile, players: u8, seed: u64, besides: &[&str]) {
    let rules = profile.rules();
    let mut luck = SplitMix::new(seed);
    let board = Board::generate(rules.board, &mut luck);
    let mut script = Script::new(&Setup { players, rules, board, order: None });
    let mut shown = BTreeSet::new();
    while script.game.ended().is_none() {
        let before = script.game;
        let (seat, action) = player::choose(&before, &mut luck);
        let events = script.act(seat, &action, &mut luck);
        shown.extend(of_action(&before, &action));
        shown.extend(events.iter().filter_map(|event| of_event(&before, event)));
    }
    let missing: Vec<_> = EVERYWHERE.iter().chain(besides).filter(|what| !shown.contains(**what)).collect();
    assert!(missing.is_empty(), "another seed is needed: the game lacks {missing:?}");
    insta::with_settings!({
        snapshot_path => "../data",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(format!("{profile}_game"), script.text);
    });
}

#[test]
fn official_game_of_four() {
    check(Profile::Official, 4, 2390, &["a chosen victim", "the largest army taken over"]);
}

#[test]
fn online_game_of_three() {
    let besides =
        ["a chosen victim", "nothing to steal", "a robber that stays", "the longest road taken over"];
    check(Profile::Online, 3, 2533, &besides);
}

#[test]
fn practice_game_of_two() {
    let besides = ["a tie for the first player", "victory point", "the longest road taken over"];
    check(Profile::Practice, 2, 90, &besides);
}

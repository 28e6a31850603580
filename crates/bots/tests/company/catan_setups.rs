//! Tables of Catan to test with: every profile, two to four players.

use bots::Dice;
use catan::{Board, Catan, Profile, Rules, Setup};
use game::Game;

/// A table with the default rules.
pub(crate) fn official(players: u8, number: u64) -> Catan {
    create(Profile::Official.rules(), players, number)
}

/// A table of this profile's kind; each number has another board.
pub(crate) fn create(rules: Rules, players: u8, number: u64) -> Catan {
    let board = Board::generate(rules.board, &mut Dice::of_game(77, number));
    Catan::create(&Setup { players, rules, board, order: None }).expect("a fine setup")
}

/// The tables one after the other: profiles and numbers of players take turns, now and then with open hands.
pub(crate) fn any(number: u64) -> Catan {
    let profile = Profile::ALL[(number % 3) as usize];
    let range = profile.players();
    let players = range.start() + (number / 3 % u64::from(range.end() - range.start() + 1)) as u8;
    let rules = Rules { hands_open: number.is_multiple_of(17), ..profile.rules() };
    create(rules, players, number)
}

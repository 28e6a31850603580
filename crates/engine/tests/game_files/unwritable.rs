//! What does not follow from its secrets and its rules has no file.

use fair::Secret;
use game::Seat;
use protocol::file::{DrawnPart, RecordFault, Recorded, ToldFault};

use crate::page::example;

#[test]
fn another_outcome_has_no_file() {
    let mut game = example();
    let dice = &mut game.moves[3].outcome.as_mut().unwrap().dice;
    dice[0] = dice[0] % 6 + 1;
    assert_eq!(game.file(), Err(RecordFault::Outcome { position: 3 }));
    game.moves[3].outcome = None;
    assert_eq!(game.file(), Err(RecordFault::Outcome { position: 3 }));
}

#[test]
fn a_move_that_the_rules_refuse_has_no_file() {
    let mut game = example();
    game.moves[4].seat = Seat(1);
    let fault = game.file().unwrap_err();
    assert_eq!(fault.to_string(), "move 4: Not your turn");
    assert!(matches!(fault, RecordFault::Move { position: 4, fault: ToldFault::Refused(_) }));
}

#[test]
fn a_ceremony_with_another_seed_has_no_file() {
    let mut game = example();
    game.server_seed = Secret::ZERO;
    let fault = game.file().unwrap_err();
    assert_eq!(fault.to_string(), "this is not the seed that the server has committed to");
}

#[test]
fn only_a_start_that_leaves_something_open_is_drawn() {
    let luck = example().ceremony.seal(&example().server_seed).unwrap().luck;
    let open = protocol::catan::Start::default();
    let (setup, drawn) = catan::Catan::settle(3, &open, &luck).unwrap();
    assert_eq!(drawn, [DrawnPart::Board]);
    let (_, whole) = <catan::Catan as protocol::Wire>::setup_out(&setup);
    assert_eq!(catan::Catan::settle(3, &whole, &luck).unwrap(), (setup, vec![]));
}

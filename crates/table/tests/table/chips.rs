//! Chips: taken, held, paid out, given back; never made or lost.

use kniffel::Kniffel;
use protocol::roulette::BetType;
use protocol::table::{Changes, HowEnded, Topic};
use protocol::ws::roulette::Command as Wheel;
use roulette::Roulette;
use table::{Command, Input, Stage};

use crate::evening::{Evening, person};

fn staked(people: u8, bots: u8, stake: u32) -> Evening<Kniffel> {
    let changes = Changes { stake: Some(stake), turn_seconds: Some(5), ..Changes::default() };
    let mut evening = Evening::with_people(people, changes);
    evening.begin(people, bots);
    evening
}

#[test]
fn stakes_are_taken_at_the_start_and_paid_to_the_winners() {
    let mut evening = staked(2, 1, 50);
    assert_eq!(evening.purse("table"), 150);
    assert_eq!((evening.purse_of(0), evening.purse_of(1), evening.purse("house")), (-50, -50, -50));
    evening.pass_until(3_000, Evening::is_over);
    assert_eq!(evening.purse("table"), 0);
    assert_eq!(evening.chips.values().sum::<i64>(), 0);
    let Stage::Over(over) = evening.table.stage() else { panic!() };
    let share = 150 / i64::try_from(over.winners.len()).unwrap();
    for (seat, chair) in evening.table.seated() {
        let purse =
            if chair.is_person() { evening.purse(chair.player.as_str()) } else { evening.purse("house") };
        let won = over.winners.contains(&seat.into());
        assert!((purse - if won { share - 50 } else { -50 }).abs() <= 1);
    }
}

/// Pitfalls 45 and 46: what was taken for a game that does not come to an end is given back.
#[test]
fn an_abort_gives_the_stakes_back() {
    let mut evening = staked(2, 1, 50);
    (0..2).for_each(|n| evening.does(n, Command::Vote { topic: Topic::Abort, yes: true }));
    assert!(matches!(evening.table.stage(), Stage::Over(over) if over.how == HowEnded::Aborted));
    assert!(evening.chips.values().all(|chips| *chips == 0), "{:?}", evening.chips);
}

#[test]
fn a_deserted_table_gives_the_stakes_back() {
    let mut evening = staked(2, 0, 50);
    evening.go(0);
    evening.go(1);
    evening.pass(31 * 86_400_000);
    assert!(matches!(evening.table.stage(), Stage::Closed));
    assert!(evening.chips.values().all(|chips| *chips == 0), "{:?}", evening.chips);
}

#[test]
fn who_cannot_pay_is_not_ready_and_nobody_else_pays() {
    let changes = Changes { stake: Some(50), ..Changes::default() };
    let mut evening = Evening::<Kniffel>::with_people(2, changes);
    (0..2).for_each(|n| evening.does(n, Command::Sit { seat: None }));
    (0..2).for_each(|n| evening.does(n, Command::ToggleReady));
    evening.pass(6_000);
    assert!(matches!(evening.table.stage(), Stage::Seeding(_)));
    evening.input(Input::CannotPay { player: person(1) }).unwrap();
    assert!(matches!(evening.table.stage(), Stage::Lobby { countdown: None }));
    assert!(evening.chips.is_empty());
    evening.check_log();
    evening.pass(60_000);
    assert!(!evening.is_playing());
}

fn bet(amount: i64) -> Command<Roulette> {
    Command::Move(Wheel::PlaceBet {
        bet_type: BetType::Red,
        numbers: vec![],
        amount: protocol::Whole::new(amount),
    })
}

#[test]
fn roulette_chips_come_from_and_go_to_the_players() {
    let mut evening = Evening::<Roulette>::with_people(2, Changes::default());
    evening.begin(1, 1);
    assert_eq!((evening.purse_of(0), evening.purse("house"), evening.purse("table")), (-200, -200, 400));
    evening.does(1, Command::Sit { seat: None });
    assert_eq!((evening.purse_of(1), evening.purse("table")), (-200, 600));
    evening.does(0, bet(100));
    assert_eq!(evening.refused(0, Command::Stand), "bets_on_table");
    evening.does(0, Command::Move(Wheel::Spin {}));
    evening.pass(7_000);
    let on_table: u64 = (0..10)
        .map(|seat| table::Played::holdings(&evening.table.game().unwrap().game, game::Seat(seat)))
        .sum();
    assert_eq!(u64::try_from(evening.purse("table")).unwrap(), on_table);
    evening.does(0, Command::Stand);
    assert!([-100, -300 + 200].contains(&evening.purse_of(0)) || evening.purse_of(0) == 100);
    assert_eq!(evening.table.seat_of(&person(0)), None);
    evening.does(1, Command::Vote { topic: Topic::Abort, yes: true });
    assert_eq!(evening.purse("table"), 0);
    assert_eq!(evening.purse_of(1), 0);
    assert_eq!(evening.chips.values().sum::<i64>(), 0);
}

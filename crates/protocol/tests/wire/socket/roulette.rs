//! The commands of roulette that stand for several moves: taking the last chip back, clearing, repeating, doubling.
//!
//! Rules: docs/rules/roulette.md §5.2–§5.4.

use game::conformance::SplitMix;
use game::{Game, Luck, Seat, Viewer};
use protocol::ws::roulette::{Command, Memory};
use protocol::ws::{NoMove, People, Spoken};
use protocol::{Json, read};
use roulette::{Action, Bet, Event, Roulette, Setup, TABLE};
use serde_json::{Value, json};

/// A table with its memory, at which one says things.
struct Table {
    game: Roulette,
    memory: Memory,
}

impl Table {
    fn new(players: u8) -> Self {
        Self { game: Roulette::create(&Setup::new(players)).unwrap(), memory: Memory::default() }
    }

    /// Carries out a command, all of it or nothing.
    fn try_say(&mut self, seat: u8, message: &Value) -> Result<Vec<Event>, String> {
        let command: Command = read(&Json(message.clone())).map_err(|failure| failure.message)?;
        let seat = Seat(seat);
        let moves = self.game.moves(seat, &command, &self.memory).map_err(|fault| match fault {
            NoMove::Refused(refusal) => refusal.code().to_owned(),
            NoMove::Nothing { code, .. } => code.to_owned(),
        })?;
        self.carry_out(seat, &moves)
    }

    fn carry_out(&mut self, seat: Seat, moves: &[Action]) -> Result<Vec<Event>, String> {
        let mut copy = self.game.clone();
        let mut events = Vec::new();
        for action in moves {
            let outcome = copy.chance(seat, action).map(|_| roulette::Outcome { winning_number: 7 });
            copy.apply(seat, action, outcome, &mut events).map_err(|rejected| match rejected {
                game::Rejected::Refused(refusal) => refusal.code().to_owned(),
                game::Rejected::Outcome(fault) => fault.to_string(),
            })?;
        }
        self.game = copy;
        for event in &events {
            Roulette::remember(&mut self.memory, event);
        }
        Ok(events)
    }

    #[track_caller]
    fn say(&mut self, seat: u8, kind: &str) -> Vec<Event> {
        self.try_say(seat, &json!({ "type": kind })).unwrap_or_else(|code| panic!("{kind}: {code}"))
    }

    #[track_caller]
    fn place(&mut self, seat: u8, bet: &str, amount: u32) {
        let message = json!({ "type": "place_bet", "betType": bet, "numbers": [], "amount": amount });
        self.try_say(seat, &message).unwrap_or_else(|code| panic!("{bet} {amount}: {code}"));
    }

    fn round(&mut self) {
        self.say(0, "spin");
        self.carry_out(TABLE, &[Action::Settle, Action::EndRound]).unwrap();
        self.say(0, "next_round");
    }

    /// The bets of a seat and the chips in its hand.
    fn lies(&self, seat: u8) -> String {
        let mut bets: Vec<String> =
            self.game.bets(Seat(seat)).map(|(bet, amount)| format!("{bet} {amount}")).collect();
        bets.sort();
        bets.join(", ")
    }

    fn chips(&self, seat: u8) -> u64 {
        self.game.chips(Seat(seat)).unwrap()
    }
}

#[test]
fn undo_takes_chip_after_chip_back() {
    let mut table = Table::new(2);
    for (bet, amount) in [("red", 5), ("black", 7), ("red", 20), ("red", 3), ("odd", 1), ("black", 2)] {
        table.place(0, bet, amount);
        table.place(1, "even", amount);
    }
    let steps =
        ["black 7, odd 1, red 28", "black 7, red 28", "black 7, red 25", "black 7, red 5", "red 5", ""];
    for lies in steps {
        table.say(0, "undo_bet");
        assert_eq!(table.lies(0), lies);
        let staked: u32 = table.game.bets(Seat(0)).map(|(_, amount)| amount).sum();
        assert_eq!(table.chips(0), 1_000 - u64::from(staked));
        assert_eq!(table.lies(1), "even 38", "nobody else's");
    }
    assert_eq!(table.try_say(0, &json!({ "type": "undo_bet" })), Err("nothing_to_undo".to_owned()));
}

#[test]
fn undo_knows_of_bets_that_were_taken_back() {
    let mut table = Table::new(1);
    for (bet, amount) in [("red", 5), ("black", 7), ("red", 20)] {
        table.place(0, bet, amount);
    }
    table.try_say(0, &json!({ "type": "remove_bet", "betIndex": 0 })).unwrap();
    assert_eq!(table.lies(0), "black 7");
    table.say(0, "undo_bet");
    assert_eq!(table.lies(0), "");
    assert_eq!(table.try_say(0, &json!({ "type": "undo_bet" })), Err("nothing_to_undo".to_owned()));
    // Laid again after all, it is a new chip.
    table.place(0, "black", 7);
    table.place(0, "red", 1);
    table.try_say(0, &json!({ "type": "remove_bet", "betIndex": 1 })).unwrap();
    table.place(0, "red", 9);
    table.say(0, "undo_bet");
    assert_eq!(table.lies(0), "black 7");
}

#[test]
fn undo_ends_with_the_round() {
    let mut table = Table::new(1);
    table.place(0, "red", 5);
    table.round();
    assert_eq!(table.try_say(0, &json!({ "type": "undo_bet" })), Err("nothing_to_undo".to_owned()));
}

/// Any way of laying chips is taken back chip by chip in the other order.
#[test]
fn undoing_everything_leads_back_the_same_way() {
    let mut luck = SplitMix::new(31);
    for _ in 0..200 {
        let mut table = Table::new(1);
        let mut past = Vec::new();
        for _ in 0..luck.below(25) {
            past.push((table.lies(0), table.chips(0)));
            let bet = Bet::from_index(145 + luck.index(4)).unwrap();
            table.carry_out(Seat(0), &[Action::PlaceBet { bet, amount: 1 + luck.below(3) }]).unwrap();
            if luck.one_in(4) {
                table.say(0, "undo_bet");
                assert_eq!(past.pop(), Some((table.lies(0), table.chips(0))));
            }
        }
        while let Some(before) = past.pop() {
            table.say(0, "undo_bet");
            assert_eq!((table.lies(0), table.chips(0)), before);
        }
        assert!(table.try_say(0, &json!({ "type": "undo_bet" })).is_err());
    }
}

/// However many chips somebody lays, no more than some are remembered, and those can be taken back.
#[test]
fn the_memory_does_not_grow_for_ever() {
    let mut table = Table::new(1);
    let bet = |i: usize| Bet::from_index(145 + i % 2).unwrap();
    for i in 0..900 {
        table.carry_out(Seat(0), &[Action::PlaceBet { bet: bet(i), amount: 1 }]).unwrap();
    }
    let mut undone = 0;
    while table.try_say(0, &json!({ "type": "undo_bet" })).is_ok() {
        undone += 1;
    }
    assert_eq!((undone, table.chips(0)), (512, 1_000 - 900 + 512));
}

#[test]
fn bets_are_repeated_doubled_and_cleared() {
    let mut table = Table::new(2);
    assert_eq!(table.try_say(0, &json!({ "type": "repeat_bets" })), Err("nothing_to_repeat".to_owned()));
    assert_eq!(table.try_say(0, &json!({ "type": "double_bets" })), Err("nothing_to_double".to_owned()));
    assert_eq!(table.try_say(0, &json!({ "type": "clear_bets" })), Err("nothing_to_clear".to_owned()));
    table.place(0, "black", 5);
    table.place(0, "even", 10);
    table.say(0, "double_bets");
    assert_eq!(table.lies(0), "black 10, even 20");
    table.place(1, "even", 300);
    table.round();
    table.say(0, "repeat_bets");
    assert_eq!((table.lies(0).as_str(), table.chips(0)), ("black 10, even 20", 1_000 - 60));
    // A round without bets does not change what is repeated.
    table.say(0, "clear_bets");
    assert_eq!((table.lies(0).as_str(), table.chips(0)), ("", 1_000 - 30));
    table.round();
    table.say(0, "repeat_bets");
    table.say(0, "undo_bet");
    assert_eq!(table.lies(0), "black 10", "each bet is a chip");
    // All or nothing.
    table.say(1, "repeat_bets");
    table.say(1, "double_bets");
    let before = (table.lies(1), table.chips(1));
    assert_eq!(before, ("even 600".to_owned(), 100));
    assert_eq!(table.try_say(1, &json!({ "type": "double_bets" })), Err("over_chips".to_owned()));
    assert_eq!(table.try_say(1, &json!({ "type": "repeat_bets" })), Err("over_chips".to_owned()));
    assert_eq!((table.lies(1), table.chips(1)), before);
}

#[test]
fn whoever_sits_down_inherits_nothing() {
    let mut table = Table::new(2);
    table.place(1, "red", 5);
    table.round();
    table.carry_out(Seat(1), &[Action::Leave]).unwrap();
    table.carry_out(Seat(1), &[Action::Join { name: None }]).unwrap();
    assert_eq!(table.try_say(1, &json!({ "type": "repeat_bets" })), Err("nothing_to_repeat".to_owned()));
}

/// The phase is asked before the bet (§5.2), for every command that is about bets.
#[test]
fn a_wrong_bet_at_the_wrong_time_is_refused_for_the_time() {
    let wrong = json!({ "type": "place_bet", "betType": "corner", "numbers": [0, 1, 3, 4], "amount": 5 });
    let negative = json!({ "type": "place_bet", "betType": "red", "numbers": [], "amount": -5 });
    let mut table = Table::new(2);
    assert_eq!(table.try_say(0, &wrong), Err("not_on_layout".to_owned()));
    assert_eq!(table.try_say(0, &negative), Err("negative_amount".to_owned()));
    assert_eq!(table.try_say(5, &wrong), Err("not_at_table".to_owned()));
    assert_eq!(table.try_say(200, &wrong), Err("no_such_seat".to_owned()));
    table.place(0, "red", 5);
    table.say(0, "spin");
    for kind in ["undo_bet", "clear_bets", "repeat_bets", "double_bets"] {
        assert_eq!(table.try_say(0, &json!({ "type": kind })), Err("bets_closed".to_owned()), "{kind}");
        assert_eq!(table.try_say(7, &json!({ "type": kind })), Err("not_at_table".to_owned()), "{kind}");
    }
    for message in [&wrong, &negative] {
        assert_eq!(table.try_say(0, message), Err("bets_closed".to_owned()));
    }
    assert_eq!(table.try_say(1, &json!({ "type": "spin" })), Err("only_host".to_owned()));
}

fn told(table: &Table, events: &[Event]) -> Vec<Value> {
    let told = Roulette::told(&table.game.view(Viewer::Spectator), events, People(&[]), None);
    told.iter().map(|told| serde_json::to_value(told).unwrap()).collect()
}

/// Taking a chip back is one message about that chip, however the rules do it.
#[test]
fn undo_is_told_as_what_it_is() {
    let mut table = Table::new(1);
    table.place(0, "red", 5);
    table.place(0, "red", 20);
    let removed = |amount, stake| json!({ "type": "bet_removed", "seat": 0, "betType": "red", "numbers": [], "amount": amount, "stake": stake });
    let events = table.say(0, "undo_bet");
    assert_eq!(told(&table, &events), [removed(20, 5)]);
    let events = table.say(0, "undo_bet");
    assert_eq!(told(&table, &events), [removed(5, 0)]);
}

#[test]
fn the_results_of_a_round_are_one_message() {
    let mut table = Table::new(3);
    table.place(0, "red", 5);
    table.place(0, "black", 2);
    table.place(2, "odd", 7);
    table.say(0, "spin");
    let events = table.carry_out(TABLE, &[Action::Settle]).unwrap();
    let bet = |kind: &str, amount, back| json!({ "bet": { "betType": kind, "numbers": [], "amount": amount }, "return": back });
    let results = json!([
        { "seat": 0, "bets": [bet("red", 5, 10), bet("black", 2, 0)], "net": 3 },
        { "seat": 2, "bets": [bet("odd", 7, 14)], "net": 7 },
    ]);
    let message = json!({ "type": "round_settled", "round": 1, "winningNumber": 7, "results": results });
    assert_eq!(told(&table, &events), [message]);
}

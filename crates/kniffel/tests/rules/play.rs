//! A turn and a game from beginning to end: ready, rolling, scoring, advancing, ending, presence.

use game::{Game, OutcomeFault, Rejected, Seat, SeatSet, Unheard};
use kniffel::{
    Action, Category, Dice, Entry, Event, Keep, Kniffel, Outcome, Phase, Refusal, Rules, Setup, SetupFault,
    Turn,
};

use crate::scene::{act, ask, begun, current, dice, keep, roll, table, turn};

const SCORE_CHANCE: Action = Action::ChooseCategory { category: Category::Chance };

fn turn_of(round: u8, seat: u8) -> Turn {
    Turn { round, seat: Seat(seat) }
}

fn phase(round: u8, seat: u8, rolls_remaining: u8, faces: &str, kept: &str) -> Phase {
    let dice = Dice::new(dice(faces)).expect("faces from 1 to 6");
    Phase::Rolling { turn: turn_of(round, seat), rolls_remaining, dice, kept: keep(kept) }
}

/// docs/rules/kniffel.md §1.1.
#[test]
fn one_to_eight_play() {
    for players in 0..=u8::MAX {
        let made = Kniffel::create(&Setup { players, rules: Rules::default() });
        if (1..=8).contains(&players) {
            assert_eq!(made.map(|game| game.seats()), Ok(usize::from(players)));
        } else {
            assert_eq!(made, Err(SetupFault::Players(players)));
        }
    }
}

/// docs/rules/kniffel.md §2.2.
#[test]
fn a_new_game_waits_with_nothing_done() {
    let raw = table(3, Rules::default()).to_raw();
    assert_eq!((raw.round, raw.current_player_index, raw.rolls_remaining), (1, 0, 3));
    assert_eq!((raw.dice, raw.kept_dice), ([1; 5], [false; 5]));
    assert_eq!(raw.players.len(), 3);
    assert!(raw.players.iter().all(|player| !player.is_ready && player.is_connected));
    assert!(raw.players.iter().all(|player| player.scores == [None; 13] && player.total == 0));
    assert!(raw.winners.is_empty());
}

/// docs/rules/kniffel.md §3.1, §3.2.
#[test]
fn the_game_begins_when_the_last_seat_is_ready() {
    let mut game = table(3, Rules::default());
    assert_eq!(act(&mut game, 2, Action::PlayerReady), [Event::PlayerReady { seat: Seat(2) }]);
    assert_eq!(game.phase(), Phase::Waiting { ready: SeatSet::only(Seat(2)) });
    assert_eq!(game.to_move(), SeatSet::first(2));
    act(&mut game, 0, Action::PlayerReady);
    let started = [
        Event::PlayerReady { seat: Seat(1) },
        Event::GameStarted,
        Event::TurnStarted { turn: turn_of(1, 0) },
    ];
    assert_eq!(act(&mut game, 1, Action::PlayerReady), started);
    assert_eq!(game.phase(), phase(1, 0, 3, "11111", "-----"));
    assert_eq!(game.to_move(), SeatSet::only(Seat(0)));
    assert_eq!(game.ready(), SeatSet::first(3));
}

/// docs/rules/kniffel.md §3.2.
#[test]
fn a_table_for_one_begins_at_once() {
    let mut game = table(1, Rules::default());
    assert_eq!(act(&mut game, 0, Action::PlayerReady).len(), 3);
    assert_eq!(game.phase(), phase(1, 0, 3, "11111", "-----"));
}

/// docs/rules/kniffel.md §4.1, §4.3, §4.4, §4.5.
#[test]
fn three_rolls_with_dice_kept_and_given_up_again() {
    let mut game = begun(2, Rules::default());
    let rolled = Event::DiceRolled {
        seat: Seat(0),
        kept: Keep::NONE,
        dice: Dice::new([2, 3, 3, 5, 6]).expect("dice"),
        rolls_remaining: 2,
    };
    assert_eq!(roll(&mut game, "-----", "23356"), [rolled]);
    roll(&mut game, "-xx--", "13344");
    assert_eq!(game.phase(), phase(1, 0, 1, "13344", "-xx--"));
    roll(&mut game, "---xx", "62244");
    assert_eq!(game.phase(), phase(1, 0, 0, "62244", "---xx"));
    assert_eq!(
        ask(&mut game, 0, Action::RollDice { kept: Keep::ALL }),
        Err(Refusal::NoRollsRemaining.into())
    );
    act(&mut game, 0, SCORE_CHANCE);
    assert_eq!(game.phase(), phase(1, 1, 3, "62244", "-----"));
}

/// docs/rules/kniffel.md §4.1.
#[test]
fn keeping_all_five_costs_a_roll() {
    let mut game = begun(1, Rules::default());
    roll(&mut game, "-----", "23356");
    roll(&mut game, "xxxxx", "23356");
    assert_eq!(game.phase(), phase(1, 0, 1, "23356", "xxxxx"));
}

/// docs/rules/kniffel.md §4.2: for every keep, in the first turn and in a later one.
#[test]
fn pitfall_17_nothing_is_kept_in_the_first_roll_of_a_turn() {
    let mut later = begun(2, Rules::default());
    turn(&mut later, "66666", Category::Kniffel);
    for game in [begun(2, Rules::default()), later] {
        let seat = current(&game);
        let lying = game.to_raw().dice;
        for number in 1..Keep::COUNT {
            let kept = Keep::from_number(number).expect("a keep");
            let mut tried = game;
            let answer =
                tried.apply(seat, &Action::RollDice { kept }, Some(Outcome { dice: lying }), &mut Unheard);
            assert_eq!(answer, Err(Refusal::NothingToKeep.into()), "{kept:?}");
            assert_eq!(tried, game);
        }
        let mut tried = game;
        assert_eq!(ask(&mut tried, seat.0, SCORE_CHANCE), Err(Refusal::RollFirst.into()));
        roll(&mut tried, "-----", "12345");
        assert_eq!(tried.to_raw().dice, [1, 2, 3, 4, 5]);
    }
}

/// docs/rules/kniffel.md §4.3.
#[test]
fn a_reported_throw_must_fit_what_was_kept() {
    let mut game = begun(1, Rules::default());
    roll(&mut game, "-----", "23356");
    let action = Action::RollDice { kept: keep("-xx--") };
    for (faces, fits) in [
        ("13356", true),
        ("23356", true),
        ("63311", true),
        ("14356", false),
        ("13456", false),
        ("03356", false),
        ("73356", false),
        ("13357", false),
        ("13306", false),
    ] {
        let mut tried = game;
        let answer = tried.apply(Seat(0), &action, Some(Outcome { dice: dice(faces) }), &mut Unheard);
        let expected = if fits { Ok(()) } else { Err(Rejected::Outcome(OutcomeFault::Impossible)) };
        assert_eq!(answer, expected, "{faces}");
    }
    assert_eq!(ask(&mut game, 0, action), Err(Rejected::Outcome(OutcomeFault::Missing)));
    let needless = game.apply(Seat(0), &SCORE_CHANCE, Some(Outcome { dice: [1; 5] }), &mut Unheard);
    assert_eq!(needless, Err(Rejected::Outcome(OutcomeFault::Unexpected)));
}

/// docs/rules/kniffel.md §5.1, §5.3.
#[test]
fn a_zero_is_a_legal_choice_and_the_turn_passes() {
    let mut game = begun(2, Rules::default());
    let events = turn(&mut game, "12345", Category::Kniffel);
    let entry = Entry { points: 0, extra_kniffel: false };
    let scored =
        Event::CategoryScored { seat: Seat(0), category: Category::Kniffel, entry, upper_bonus: false };
    assert_eq!(events, [scored, Event::TurnStarted { turn: turn_of(1, 1) }]);
    assert_eq!(game.sheets()[0].points(Category::Kniffel), Some(0));
    assert_eq!(game.sheets()[1].points(Category::Kniffel), None);
    turn(&mut game, "12345", Category::LargeStraight);
    assert_eq!(game.phase(), phase(2, 0, 3, "12345", "-----"));
}

/// docs/rules/kniffel.md §6.4: three of each face make exactly 63.
#[test]
fn the_upper_bonus_comes_with_63() {
    for (last, sum, bonus) in [("66612", 63, 35), ("66123", 57, 0), ("66662", 69, 35)] {
        let mut game = begun(1, Rules::default());
        for (faces, category) in [
            ("11123", Category::Ones),
            ("22213", Category::Twos),
            ("33312", Category::Threes),
            ("44412", Category::Fours),
            ("55512", Category::Fives),
        ] {
            turn(&mut game, faces, category);
            assert_eq!(game.sheets()[0].upper_bonus(), 0);
        }
        let events = turn(&mut game, last, Category::Sixes);
        let earned = matches!(events[0], Event::CategoryScored { upper_bonus: true, .. });
        assert_eq!(earned, bonus > 0);
        let sheet = game.sheets()[0];
        assert_eq!(
            (sheet.upper_sum(), sheet.upper_bonus(), sheet.total()),
            (sum, bonus, u16::from(sum + bonus))
        );
        let after = turn(&mut game, "12345", Category::Chance);
        assert!(matches!(after[0], Event::CategoryScored { upper_bonus: false, .. }), "earned only once");
        assert_eq!(game.sheets()[0].total(), u16::from(sum + bonus) + 15);
    }
}

/// A whole game in which every seat throws the same faces each round.
fn whole_game(faces_of_seats: &[&str]) -> (Kniffel, Vec<Event>) {
    let mut game = begun(faces_of_seats.len() as u8, Rules::default());
    let mut last = Vec::new();
    for category in Category::ALL {
        for faces in faces_of_seats {
            last = turn(&mut game, faces, category);
        }
    }
    (game, last)
}

/// docs/rules/kniffel.md §5.4, §2.3.
#[test]
fn after_round_13_the_highest_total_wins() {
    let (game, last) = whole_game(&["12345", "66666", "11111"]);
    assert_eq!(game.ended(), Some(SeatSet::only(Seat(1))));
    assert_eq!(last[1..], [Event::GameEnded { winners: SeatSet::only(Seat(1)) }]);
    let raw = game.to_raw();
    assert_eq!((raw.round, raw.current_player_index, raw.rolls_remaining), (13, 2, 0));
    assert_eq!((raw.dice, raw.kept_dice, raw.winners), ([1; 5], [false; 5], vec![1]));
    // 12345: 1+2+3+4+5 above, then 30, 40 and 15. 66666: 30, then 30, 30, 50, 30. 11111: 5, then 5, 5, 50, 5.
    assert_eq!(game.sheets().iter().map(kniffel::Sheet::total).collect::<Vec<_>>(), [100, 170, 70]);
}

/// docs/rules/kniffel.md §5.4.
#[test]
fn pitfall_19_a_tie_is_not_decided_by_seat_order() {
    for (seats, winners) in [
        (&["12345", "54321", "11111"][..], &[0, 1][..]),
        (&["11111", "23456", "65432"], &[1, 2]),
        (&["12345", "11111", "12345"], &[0, 2]),
        (&["12345", "12345"], &[0, 1]),
    ] {
        let expected: SeatSet = winners.iter().copied().map(Seat).collect();
        assert_eq!(whole_game(seats).0.ended(), Some(expected), "{seats:?}");
    }
}

/// docs/rules/kniffel.md §10.1: the end is noticed with the last box, and nothing works after it.
#[test]
fn pitfall_14_the_last_box_ends_the_game_and_nothing_works_after_it() {
    let (game, _) = whole_game(&["12345", "66666"]);
    let keeps = (0..32).filter_map(Keep::from_number).map(|kept| Action::RollDice { kept });
    let choices = Category::ALL.map(|category| Action::ChooseCategory { category });
    let marks = [Action::PlayerReady, Action::PlayerDisconnect, Action::PlayerReconnect];
    for action in keeps.chain(choices).chain(marks) {
        for seat in [0, 1, 2, 255] {
            for outcome in [None, Some(Outcome { dice: [1; 5] })] {
                let mut tried = game;
                let answer = tried.apply(Seat(seat), &action, outcome, &mut Unheard);
                assert_eq!(answer, Err(Refusal::GameOver.into()), "{action:?}");
                assert_eq!(tried, game);
            }
        }
    }
}

/// docs/rules/kniffel.md §7.1, §7.2.
#[test]
fn an_absent_seat_keeps_its_turn_and_its_sheet() {
    let mut game = begun(2, Rules::default());
    turn(&mut game, "12345", Category::Chance);
    let away = act(&mut game, 0, Action::PlayerDisconnect);
    assert_eq!(away, [Event::PlayerDisconnected { seat: Seat(0) }]);
    assert_eq!(game.connected(), SeatSet::only(Seat(1)));
    turn(&mut game, "12345", Category::Chance);
    turn(&mut game, "66666", Category::Kniffel);
    assert_eq!(game.sheets()[0].total(), 65);
    let back = act(&mut game, 0, Action::PlayerReconnect);
    assert_eq!(back, [Event::PlayerReconnected { seat: Seat(0) }]);
    assert_eq!(game.connected(), SeatSet::first(2));
}

/// docs/rules/kniffel.md §3.2: being away neither counts as ready nor stands in the way.
#[test]
fn who_is_away_can_be_made_ready() {
    let mut game = table(2, Rules::default());
    act(&mut game, 1, Action::PlayerDisconnect);
    act(&mut game, 0, Action::PlayerReady);
    assert!(matches!(game.phase(), Phase::Waiting { .. }));
    act(&mut game, 1, Action::PlayerReady);
    assert!(matches!(game.phase(), Phase::Rolling { .. }));
    assert_eq!(game.connected(), SeatSet::only(Seat(0)));
}

//! Loading: whatever is printed comes back equal, and every fault is named, all at once.

use std::collections::BTreeSet;

use game::conformance::SplitMix;
use game::{Game, Legal, Luck, Seat, Unheard, draw};
use kniffel::{Category, Fault, Kniffel, PhaseName, Raw, RawPlayer, Rules, score};

use crate::scene::{OPTIONS, begun, load, rolling, sheet, table, throws};

/// Whole random games, presence included: every position on the way loads to an equal state.
#[test]
fn whatever_is_printed_loads_again_to_an_equal_state() {
    let mut luck = SplitMix::new(3);
    let mut loaded = 0;
    for players in 1..=8 {
        for rules in OPTIONS {
            let mut game = table(players, rules);
            while game.ended().is_none() {
                assert_eq!(Kniffel::try_from_raw(&game.to_raw()), Ok(game));
                loaded += 1;
                assert!(loaded < 100_000, "the game does not end: {game:?}");
                let waited_for = game.to_move();
                let seat = if luck.one_in(9) {
                    Seat(luck.below(players.into()) as u8)
                } else {
                    waited_for.iter().nth(luck.index(waited_for.len())).expect("somebody")
                };
                let legal = game.legal(seat);
                let action = legal.get(luck.index(legal.len())).expect("something");
                let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
                game.apply(seat, &action, outcome, &mut Unheard).expect("legal");
            }
            assert_eq!(Kniffel::try_from(&game.to_raw()), Ok(game));
        }
    }
    assert!(loaded > 5_000, "{loaded}");
}

/// Sound to begin with: round 3, seat 1 of two, after the first roll.
fn sound() -> Raw {
    let first = sheet(&[(Category::Ones, 3), (Category::Chance, 17), (Category::Kniffel, 50)]);
    let second = sheet(&[(Category::Sixes, 18), (Category::FullHouse, 25)]);
    rolling(3, 1, [1, 2, 3, 4, 6], 2, vec![first, second])
}

#[track_caller]
fn check(change: impl FnOnce(&mut Raw), expected: &[Fault]) {
    let mut raw = sound();
    load(&raw);
    change(&mut raw);
    assert_eq!(Kniffel::try_from_raw(&raw), Err(expected.to_vec()));
}

#[test]
fn ranges() {
    check(|raw| raw.dice[2] = 0, &[Fault::Die { place: 2, face: 0 }]);
    check(|raw| raw.dice[4] = 7, &[Fault::Die { place: 4, face: 7 }]);
    check(|raw| raw.rolls_remaining = 4, &[Fault::Rolls(4)]);
    check(|raw| raw.rolls_remaining = 255, &[Fault::Rolls(255)]);
    check(|raw| raw.current_player_index = 2, &[Fault::CurrentPlayer(2), filled(1, 2, 3)]);
    check(|raw| raw.round = 0, &[Fault::Round(0), filled(0, 3, 0), filled(1, 2, 0)]);
    check(|raw| raw.round = 14, &[Fault::Round(14), filled(0, 3, 14), filled(1, 2, 13)]);
    check(|raw| raw.round = 4, &[filled(0, 3, 4), filled(1, 2, 3)]);
    check(|raw| raw.players.clear(), &[Fault::Players(0), Fault::CurrentPlayer(1)]);
    let nine = || vec![sheet(&[]); 9];
    assert_eq!(Kniffel::try_from_raw(&rolling(1, 0, [1; 5], 3, nine())), Err(vec![Fault::Players(9)]));
    load(&rolling(1, 0, [1; 5], 3, nine().split_off(1)));
}

fn filled(seat: u8, filled: usize, expected: usize) -> Fault {
    Fault::Filled { seat: Seat(seat), filled, expected }
}

#[test]
fn phase_data() {
    check(|raw| raw.kept_dice[0] = true, &[Fault::Kept]);
    let mut second_roll = sound();
    (second_roll.rolls_remaining, second_roll.kept_dice[0]) = (1, true);
    load(&second_roll);
    check(|raw| (raw.rolls_remaining, raw.kept_dice) = (3, [true; 5]), &[Fault::Kept]);
    check(|raw| raw.players[0].is_ready = false, &[Fault::Ready]);
    check(|raw| raw.winners = vec![0], &[Fault::Winners]);
    check(|raw| raw.current_player_index = 0, &[filled(0, 3, 2)]);
    check(
        |raw| raw.phase = PhaseName::Waiting,
        &[
            Fault::Round(3),
            Fault::CurrentPlayer(1),
            Fault::Rolls(2),
            Fault::Ready,
            filled(0, 3, 0),
            filled(1, 2, 0),
        ],
    );
    check(
        |raw| raw.phase = PhaseName::Ended,
        &[Fault::Round(3), Fault::Rolls(2), filled(0, 3, 13), filled(1, 2, 13), Fault::Winners],
    );
    check(
        |raw| (raw.phase, raw.current_player_index) = (PhaseName::Ended, 0),
        &[
            Fault::Round(3),
            Fault::CurrentPlayer(0),
            Fault::Rolls(2),
            filled(0, 3, 13),
            filled(1, 2, 13),
            Fault::Winners,
        ],
    );
}

/// docs/rules/kniffel.md §2.2.
#[test]
fn the_dice_before_the_first_roll_of_the_game_are_a_placeholder() {
    for (mut raw, is_placeholder) in [
        (table(2, Rules::default()).to_raw(), true),
        (begun(2, Rules::default()).to_raw(), true),
        (rolling(1, 1, [1; 5], 3, vec![sheet(&[(Category::Ones, 0)]), sheet(&[])]), false),
        (rolling(1, 0, [1; 5], 2, vec![sheet(&[])]), false),
    ] {
        load(&raw);
        raw.dice = [2, 3, 4, 5, 6];
        let expected = if is_placeholder { vec![Fault::DiceBeforeFirstRoll] } else { vec![] };
        assert_eq!(Kniffel::try_from_raw(&raw).err().unwrap_or_default(), expected);
    }
}

#[test]
fn a_waiting_game_is_waiting_for_somebody() {
    let mut raw = table(2, Rules::default()).to_raw();
    raw.players[0].is_ready = true;
    load(&raw);
    raw.players[1].is_ready = true;
    assert_eq!(Kniffel::try_from_raw(&raw), Err(vec![Fault::Ready]));
}

#[test]
fn sums_follow_from_the_boxes() {
    let seat = Seat(0);
    check(|raw| raw.players[0].upper_sum = 4, &[Fault::UpperSum { seat, given: 4, expected: 3 }]);
    check(|raw| raw.players[0].upper_bonus = 35, &[Fault::UpperBonus { seat, given: 35, expected: 0 }]);
    check(|raw| raw.players[0].total = 71, &[Fault::Total { seat, given: 71, expected: 70 }]);
    let upper = [5, 6, 12, 16, 15, 30].into_iter();
    for (sixes, sum, bonus) in [(6, 60, 0), (12, 66, 35)] {
        let mut boxes: Vec<_> = Category::ALL.into_iter().zip(upper.clone()).collect();
        boxes[5].1 = sixes;
        let game = load(&rolling(7, 0, [1; 5], 1, vec![sheet(&boxes)]));
        assert_eq!((game.sheets()[0].upper_sum(), game.sheets()[0].upper_bonus()), (sum, bonus));
    }
}

/// Exactly those points are taken that some throw brings.
#[test]
fn a_box_holds_only_what_a_throw_can_bring() {
    for category in Category::ALL {
        let brought: BTreeSet<u16> =
            throws().map(|dice| u16::from(score(dice, category, Rules::default()))).collect();
        for points in (0..=400).chain([u16::MAX]) {
            let is_possible = brought.contains(&points);
            let mut player = RawPlayer { is_ready: true, ..RawPlayer::default() };
            player.scores[category.index()] = Some(points);
            if category.face().is_some() {
                player.upper_sum = points;
            }
            player.upper_bonus = if player.upper_sum >= 63 { 35 } else { 0 };
            player.total = points.saturating_add(player.upper_bonus);
            let answer = Kniffel::try_from_raw(&rolling(2, 0, [1; 5], 1, vec![player]));
            let seat = Seat(0);
            let expected = if is_possible { vec![] } else { vec![Fault::Score { seat, category, points }] };
            assert_eq!(answer.err().unwrap_or_default(), expected, "{points} in {category:?}");
        }
    }
}

/// docs/rules/kniffel.md §8: a further Kniffel needs the option, a scored Kniffel and a box it went into.
#[test]
fn further_kniffels_need_boxes_that_took_them() {
    use Category::{
        Chance, FourOfAKind, FullHouse, Kniffel as Box50, LargeStraight, Ones, SmallStraight, ThreeOfAKind,
        Twos,
    };
    for (extra_kniffel, boxes, possible) in [
        (true, &[(Box50, 50), (Twos, 10)][..], 1),
        (false, &[(Box50, 50), (Twos, 10)], 0),
        (true, &[(Box50, 0), (Twos, 10)], 0),
        (true, &[(Chance, 5), (Twos, 10)], 0),
        (true, &[(Box50, 50)], 0),
        (true, &[(Box50, 50), (Twos, 8)], 0),
        (true, &[(Box50, 50), (Twos, 0)], 1),
        (true, &[(Box50, 50), (Ones, 5), (FullHouse, 25), (SmallStraight, 30), (LargeStraight, 40)], 4),
        (true, &[(Box50, 50), (Ones, 4), (FullHouse, 0), (SmallStraight, 0), (LargeStraight, 0)], 0),
        (true, &[(Box50, 50), (ThreeOfAKind, 20), (FourOfAKind, 25), (Chance, 5)], 3),
        (true, &[(Box50, 50), (ThreeOfAKind, 21), (FourOfAKind, 0), (Chance, 6)], 0),
    ] {
        for given in 0..=possible + 2 {
            let mut player = sheet(boxes);
            player.extra_kniffels = given;
            player.total += u16::from(given) * 50;
            let rules = Rules { extra_kniffel, ..Rules::default() };
            let raw = Raw { rules, ..rolling(boxes.len() as u8 + 1, 0, [1; 5], 1, vec![player]) };
            let expected = Fault::ExtraKniffels { seat: Seat(0), given, possible };
            let expected = if given > possible { vec![expected] } else { vec![] };
            assert_eq!(Kniffel::try_from_raw(&raw).err().unwrap_or_default(), expected, "{boxes:?}");
        }
    }
}

#[test]
fn the_winners_follow_from_the_totals() {
    let low: Vec<_> =
        Category::ALL.into_iter().map(|c| (c, if c == Category::Chance { 5 } else { 0 })).collect();
    let mut high = low.clone();
    high[0].1 = 1;
    let ended = |players: Vec<RawPlayer>, winners: &[u8]| {
        let current_player_index = players.len() as u8 - 1;
        let winners = winners.to_vec();
        let phase = PhaseName::Ended;
        Raw { phase, winners, ..rolling(13, current_player_index, [1; 5], 0, players) }
    };
    let players = vec![sheet(&high), sheet(&low), sheet(&high)];
    assert_eq!(load(&ended(players.clone(), &[0, 2])).ended().map(game::SeatSet::bits), Some(0b101));
    for winners in [&[][..], &[0], &[2], &[1], &[2, 0], &[0, 1, 2], &[0, 0, 2], &[0, 2, 3], &[0, 2, 255]] {
        let faults = Kniffel::try_from_raw(&ended(players.clone(), winners));
        assert_eq!(faults, Err(vec![Fault::Winners]), "{winners:?}");
    }
}

#[test]
fn all_faults_are_reported_at_once() {
    let mut raw = sound();
    raw.dice = [0, 9, 1, 1, 1];
    raw.rolls_remaining = 9;
    raw.players[1].scores[8] = Some(24);
    raw.players[1].upper_sum = 1;
    raw.winners = vec![1];
    let faults = Kniffel::try_from_raw(&raw).expect_err("full of faults");
    let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "die 0 shows 0",
            "die 1 shows 9",
            "9 rolls remaining are not possible here",
            "seat 1 cannot have 24 points in full_house",
            "the upper sum of seat 1 is 18, not 1",
            "the total of seat 1 is 42, not 43",
            "the winners do not follow from the totals",
        ]
    );
}

/// No raw state, however wild, makes loading panic; and what loads prints the same again.
#[test]
fn wild_states_never_panic() {
    let mut luck = SplitMix::new(9);
    let wild =
        |luck: &mut SplitMix| if luck.one_in(4) { luck.below(65_536) as u16 } else { luck.below(60) as u16 };
    let mut loaded = 0;
    for _ in 0..20_000 {
        let mut raw =
            if luck.one_in(2) { sound() } else { table(1 + luck.below(8) as u8, OPTIONS[3]).to_raw() };
        for _ in 0..luck.below(4) {
            let seat = luck.index(raw.players.len());
            let n = wild(&mut luck);
            match luck.below(12) {
                0 => raw.round = n as u8,
                1 => raw.current_player_index = n as u8,
                2 => raw.dice[luck.index(5)] = n as u8,
                3 => raw.kept_dice[luck.index(5)] ^= true,
                4 => raw.rolls_remaining = n as u8 % 5,
                5 => {
                    raw.phase =
                        [PhaseName::Waiting, PhaseName::Rolling, PhaseName::Ended][usize::from(n % 3)];
                }
                6 => raw.winners.push(n as u8),
                7 => raw.players[seat].is_ready ^= true,
                8 => raw.players[seat].is_connected ^= true,
                9 => raw.players[seat].scores[luck.index(13)] = Some(n),
                10 => raw.players[seat].extra_kniffels = n as u8,
                _ => raw.players[seat].total = n,
            }
        }
        if let Ok(game) = Kniffel::try_from_raw(&raw) {
            loaded += 1;
            assert_eq!(game.to_raw(), raw);
        }
    }
    assert!((2_000..18_000).contains(&loaded), "{loaded}");
}

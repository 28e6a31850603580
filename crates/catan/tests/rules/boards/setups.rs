//! Setups: how many play, in which order, and all that is wrong at once (§1.2–§1.4).

use catan::raw::RawPhase;
use catan::{Action, Board, Catan, Profile, Setup};
use game::{Game, Legal, Seat, Unheard};

use crate::scene::{play, roll};

pub(super) fn setup(players: u8, profile: Profile, order: Option<&[u8]>) -> Setup {
    let order = order.map(|seats| seats.iter().copied().map(Seat).collect());
    Setup { players, rules: profile.rules(), board: Board::beginner(), order }
}

/// All orders of `n` things.
fn orders(n: u8) -> Vec<Vec<u8>> {
    (0..n).fold(vec![vec![]], |shorter, next| {
        let insert =
            |order: Vec<u8>| (0..=order.len()).map(move |at| [&order[..at], &[next], &order[at..]].concat());
        shorter.into_iter().flat_map(insert).collect()
    })
}

#[test]
fn draft_and_turns_follow_the_given_order() {
    // §1.3, §5.1, §5.6, §6.5: all 32 orders of two to four seats, a roll for the first player skipped.
    for order in (2..=4).flat_map(orders) {
        let n = order.len() as u8;
        let mut game = Catan::create(&setup(n, Profile::Practice, Some(&order))).expect("a fair setup");
        let there_and_back = order.iter().chain(order.iter().rev());
        for &seat in there_and_back {
            for _ in 0..2 {
                assert_eq!(game.current(), Seat(seat), "{order:?}");
                let first = game.legal(Seat(seat)).get(0).expect("a place");
                game.apply(Seat(seat), &first, None, &mut Unheard).expect("a legal move");
            }
        }
        for &seat in order.iter().cycle().take(9) {
            assert_eq!(
                (game.current(), game.to_raw().phase),
                (Seat(seat), RawPhase::BeforeRoll),
                "{order:?}"
            );
            roll(&mut game, seat, [1, 1]);
            play(&mut game, seat, Action::EndTurn);
        }
    }
}

#[test]
fn an_order_names_each_seat_once() {
    for (n, order) in [
        (2, &[0][..]),
        (2, &[]),
        (2, &[0, 0]),
        (2, &[0, 2]),
        (3, &[0, 1]),
        (3, &[0, 1, 1]),
        (3, &[0, 1, 2, 3]),
        (3, &[0, 1, 2, 2]),
        (4, &[3, 2, 1, 255]),
    ] {
        let fault = Catan::create(&setup(n, Profile::Official, Some(order))).expect_err("§1.3");
        assert_eq!(fault.0, [format!("seatOrder must name each of the {n} seats once")], "{order:?}");
    }
}

#[test]
fn each_profile_has_its_number_of_players() {
    // §1.2, every number that can be written down.
    for (profile, allowed) in
        [(Profile::Official, 2..=4), (Profile::Online, 3..=4), (Profile::Practice, 2..=4)]
    {
        for n in 0..=u8::MAX {
            let made = Catan::create(&setup(n, profile, None));
            assert_eq!(made.is_ok(), allowed.contains(&n), "{profile} with {n}");
            assert!(made.map_or_else(
                |fault| fault.0.len() == 1 && fault.to_string().contains(&format!("not {n}")),
                |game| game.seats() == usize::from(n)
            ));
        }
    }
}

#[test]
fn all_faults_of_a_setup_are_listed() {
    // §1.4.
    let mut faulty = setup(5, Profile::Online, Some(&[0, 1, 2, 3]));
    (faulty.rules.points_to_win, faulty.rules.discard_from) = (2, 21);
    assert_eq!(
        Catan::create(&faulty).expect_err("full of faults").0,
        [
            "pointsToWin must be 3 to 20, not 2",
            "discardFrom must be 7 to 20, not 21",
            "online is for 3 to 4 players, not 5",
            "seatOrder must name each of the 5 seats once",
        ]
    );
}

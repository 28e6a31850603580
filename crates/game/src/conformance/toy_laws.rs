//! The suite tested on itself: sound Whispers keeps every law, and each fault breaks the law it should.

use super::toy::{Action, DRAWS, Fault, Whispers};
use super::{
    SplitMix, Subject, Tally, accepts_exactly_what_is_legal, chances_add_up, finished_game_accepts_nothing,
    invariants_hold, nothing_hidden_shows, order_of_legal_actions_is_stable, rejection_changes_nothing,
    replay_gives_the_same_state, somebody_can_always_move,
};
use crate::{Game, Luck, Seat, Viewer};

/// Whispers with the fault of this number.
struct Faulty<const FAULT: u8>;

const FAULTS: [Fault; 19] = [
    Fault::Nothing,
    Fault::AcceptsUnlisted,
    Fault::RefusesListed,
    Fault::AcceptsGhosts,
    Fault::ChangesWhenRefused,
    Fault::TellsWhenRefused,
    Fault::TakesAnyOutcome,
    Fault::TakesNeedlessOutcome,
    Fault::WeighsWrong,
    Fault::PicksWrong,
    Fault::ListsTwice,
    Fault::ListsInMoods,
    Fault::MovesAfterTheEnd,
    Fault::WaitsForNobody,
    Fault::ViewLeaks,
    Fault::EventLeaks,
    Fault::RefusalLeaks,
    Fault::LosesCards,
    Fault::ReplaysInMoods,
];

/// A sound game, but a subject that asks for a situation it can never meet.
const UNMET: u8 = 100;

impl<const FAULT: u8> Subject for Faulty<FAULT> {
    type Game = Whispers;
    const SECRETS: bool = true;

    fn setups() -> Vec<(u8, Fault)> {
        let fault = FAULTS.get(usize::from(FAULT)).copied().unwrap_or(Fault::Nothing);
        vec![(2, fault), (4, fault)]
    }

    fn positions() -> Vec<Whispers> {
        let Ok(mut late) = Whispers::create(&Self::setups()[1]) else { return vec![] };
        (late.draws, late.sums) = ([3, 3, 3, 2], [9, 3, 3, 6]);
        vec![late]
    }

    fn conceivable(_: &Whispers, _: Seat, visit: &mut dyn FnMut(Action)) {
        [Action::Draw, Action::Pass, Action::Leave].into_iter().for_each(&mut *visit);
        (0..=255).map(Action::Bid).for_each(visit);
    }

    fn random_open(game: &Whispers, seat: Seat, luck: &mut SplitMix) -> Option<Action> {
        let open = seat.0 == game.turn && game.bids < 2 && !game.is_over();
        open.then(|| Action::Bid(1 + luck.below(200) as u8))
    }

    fn sample_outcomes() -> Vec<u8> {
        vec![0, 1, 2, 3, 4, 255]
    }

    fn moves_on(action: &Action) -> bool {
        *action != Action::Leave
    }

    fn strata(game: &Whispers, tally: &mut Tally) {
        tally.met(if game.seats == 2 { "two seats" } else { "four seats" });
        tally.met_if(game.is_over(), "over");
        tally.met_if(game.bids == 2, "bids used up");
    }

    fn required_strata() -> &'static [&'static str] {
        if FAULT == UNMET { &["eight seats"] } else { &["two seats", "four seats", "over", "bids used up"] }
    }

    fn check_invariants(game: &Whispers) -> Result<(), String> {
        let fits = |(n, sum): (&u8, &u8)| (*n..=3 * n).contains(sum);
        if !game.draws.iter().zip(&game.sums).all(fits) {
            return Err("a card is lost".to_owned());
        }
        Ok(())
    }

    fn twist(game: &Whispers, viewer: Viewer, luck: &mut SplitMix) -> Option<Whispers> {
        let mut twisted = game.clone();
        let hidden = (0..game.seats).filter(|&seat| !viewer.is(Seat(seat)));
        for seat in hidden.map(usize::from) {
            twisted.sums[seat] = game.draws[seat] + luck.below(u32::from(game.draws[seat]) * 2 + 1) as u8;
        }
        (!game.is_over()).then_some(twisted)
    }

    fn reveals(game: &Whispers, _: &Whispers, _: Viewer, _: Seat, action: &Action) -> bool {
        *action == Action::Draw && game.draws.iter().sum::<u8>() + 1 == DRAWS
    }
}

#[test]
#[should_panic(expected = "situations never met: [\"eight seats\"]")]
fn a_situation_that_is_never_met_fails_the_law() {
    accepts_exactly_what_is_legal::<Faulty<UNMET>>(10);
}

/// One test for each law on the sound game, and one for each fault.
macro_rules! suite {
    ($($law:ident($n:expr) { $($fault:ident = $number:literal: $message:literal,)* })*) => {$(
        mod $law {
            use super::*;

            #[test]
            fn holds_for_the_sound_game() {
                super::$law::<Faulty<0>>($n);
            }

            $(
                #[test]
                #[should_panic(expected = $message)]
                #[expect(non_snake_case, reason = "the test has the name of the fault")]
                fn $fault() {
                    assert_eq!(FAULTS[$number], Fault::$fault);
                    super::$law::<Faulty<$number>>($n);
                }
            )*
        }
    )*};
}

suite! {
    accepts_exactly_what_is_legal(100) {
        AcceptsUnlisted = 1: "`legal` contains it: false, but `is_valid` says Ok",
        RefusesListed = 2: "`legal` contains it: true, but `is_valid` says Err",
        AcceptsGhosts = 3: "`legal` contains it: false",
        ChangesWhenRefused = 4: "refused, but the state changed",
        TellsWhenRefused = 5: "refused, but told",
        MovesAfterTheEnd = 12: "`legal` contains it: false",
    }
    rejection_changes_nothing(100) {
        ChangesWhenRefused = 4: "rejected, but the state changed",
        TellsWhenRefused = 5: "rejected, but told",
        TakesAnyOutcome = 6: "Ok(()) instead of Err(Outcome(Impossible))",
        TakesNeedlessOutcome = 7: "Ok(()) instead of Err(Outcome(Unexpected))",
    }
    chances_add_up(1_000) {
        TakesAnyOutcome = 6: "has weight 0, accepted: true",
        WeighsWrong = 8: "the weights add up to 6, not to 7",
        PicksWrong = 9: "has weight 1, but 2 tickets",
    }
    order_of_legal_actions_is_stable(100) {
        ListsTwice = 10: "listed twice",
        ListsInMoods = 11: "differs",
    }
    finished_game_accepts_nothing(10) {
        MovesAfterTheEnd = 12: "over, but seat 0 does",
    }
    somebody_can_always_move(100) {
        WaitsForNobody = 13: "not over, but waiting for nobody",
    }
    nothing_hidden_shows(200) {
        ViewLeaks = 14: "the view shows it",
        EventLeaks = 15: "show it",
        RefusalLeaks = 16: "the answer to the own Draw shows it",
    }
    invariants_hold(1_000) {
        LosesCards = 17: "a card is lost",
    }
    replay_gives_the_same_state(10) {
        ReplaysInMoods = 18: "replay",
    }
}

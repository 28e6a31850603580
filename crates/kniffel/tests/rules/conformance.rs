//! The laws of the contract, for Kniffel: every number of players, every combination of options.
//!
//! Situations that random play hardly meets (jokers, a shared win) are begun from positions written by hand.

use game::conformance::{self, Subject, Tally};
use game::{Game, Seat};
use kniffel::{Action, Category, CategorySet, Keep, Kniffel, Outcome, Phase, Raw, Setup};

use crate::scene::{OPTIONS, load, rolling, sheet};

struct AnyKniffel;

/// A table for one, after one roll, with five dice of this face on the table.
fn five_alike(face: u8, scores: &[(Category, u16)]) -> Kniffel {
    let round = scores.len() as u8 + 1;
    load(&Raw { rules: OPTIONS[2], ..rolling(round, 0, [face; 5], 2, vec![sheet(scores)]) })
}

/// Two sheets that differ in nothing, but for the last box of the second, which the dice fill equally.
fn nearly_shared() -> Kniffel {
    let full: Vec<_> =
        Category::ALL.into_iter().map(|c| (c, if c == Category::Chance { 5 } else { 0 })).collect();
    load(&rolling(13, 1, [1; 5], 0, vec![sheet(&full), sheet(&full[..12])]))
}

impl Subject for AnyKniffel {
    type Game = Kniffel;
    const SECRETS: bool = false;

    fn setups() -> Vec<Setup> {
        (1..=8).flat_map(|players| OPTIONS.map(|rules| Setup { players, rules })).collect()
    }

    fn positions() -> Vec<Kniffel> {
        use Category::{Chance, Kniffel, Twos};
        let worthless = CategorySet::LOWER.iter().filter(|category| !matches!(category, Kniffel | Chance));
        let lower: Vec<_> =
            worthless.map(|category| (category, 0)).chain([(Kniffel, 50), (Chance, 5), (Twos, 4)]).collect();
        vec![
            five_alike(2, &[(Kniffel, 50)]),
            five_alike(2, &[(Kniffel, 50), (Twos, 6)]),
            five_alike(2, &lower),
            five_alike(2, &[(Kniffel, 0), (Twos, 6)]),
            nearly_shared(),
        ]
    }

    fn conceivable(_: &Kniffel, _: Seat, visit: &mut dyn FnMut(Action)) {
        [Action::PlayerReady, Action::PlayerDisconnect, Action::PlayerReconnect]
            .into_iter()
            .for_each(&mut *visit);
        (0..Keep::COUNT).filter_map(Keep::from_number).for_each(|kept| visit(Action::RollDice { kept }));
        for category in Category::ALL {
            visit(Action::ChooseCategory { category });
        }
    }

    fn sample_outcomes() -> Vec<Outcome> {
        [
            [1, 1, 1, 1, 1],
            [6, 6, 6, 6, 6],
            [1, 2, 3, 4, 5],
            [6, 5, 4, 3, 2],
            [0, 1, 1, 1, 1],
            [1, 1, 1, 1, 7],
            [255, 6, 6, 6, 6],
            [0; 5],
        ]
        .map(|dice| Outcome { dice })
        .into()
    }

    fn moves_on(action: &Action) -> bool {
        !action.is_presence()
    }

    fn strata(game: &Kniffel, tally: &mut Tally) {
        tally.met(
            [
                "1 player",
                "2 players",
                "3 players",
                "4 players",
                "5 players",
                "6 players",
                "7 players",
                "8 players",
            ][game.seats() - 1],
        );
        tally.met_if(game.connected().len() < game.seats(), "somebody is away");
        match game.phase() {
            Phase::Waiting { ready } => {
                tally.met("waiting");
                tally.met_if(!ready.is_empty(), "waiting for some");
            }
            Phase::Ended { winners, .. } => {
                tally.met("ended");
                tally.met_if(winners.len() > 1, "shared win");
            }
            Phase::Rolling { turn, rolls_remaining, dice, .. } => {
                tally.met(
                    ["no roll remaining", "1 roll remaining", "2 rolls remaining", "3 rolls remaining"]
                        [usize::from(rolls_remaining)],
                );
                tally.met_if(turn.round == 13, "last round");
                let sheet = &game.sheets()[turn.seat.index()];
                tally.met_if(sheet.upper_bonus() > 0, "upper bonus");
                tally.met_if(sheet.n_extra_kniffels() > 0, "further Kniffel scored");
                tally.met_if(!game.connected().contains(turn.seat), "the player is away");
                if rolls_remaining < 3 && dice.five_alike().is_some() {
                    strata_of_five_alike(game, tally);
                }
            }
        }
    }

    fn required_strata() -> &'static [&'static str] {
        &[
            "1 player",
            "2 players",
            "3 players",
            "4 players",
            "5 players",
            "6 players",
            "7 players",
            "8 players",
            "somebody is away",
            "the player is away",
            "waiting",
            "waiting for some",
            "ended",
            "shared win",
            "no roll remaining",
            "1 roll remaining",
            "2 rolls remaining",
            "3 rolls remaining",
            "last round",
            "further Kniffel scored",
            "five equal dice, Kniffel free",
            "five equal dice, Kniffel struck",
            "joker with its own box free",
            "joker with a lower box free",
            "joker for a zero",
        ]
    }

    fn check_invariants(game: &Kniffel) -> Result<(), String> {
        let n = game.players();
        let turn = match game.phase() {
            Phase::Waiting { ready } if ready.len() >= game.seats() => {
                return Err("all ready, yet waiting".into());
            }
            Phase::Waiting { .. } => 0,
            Phase::Rolling { turn, rolls_remaining, .. } => {
                if turn.seat.0 >= n || rolls_remaining > 3 {
                    return Err(format!("no such turn: {turn:?}, {rolls_remaining} rolls remaining"));
                }
                (turn.round - 1) * n + turn.seat.0
            }
            Phase::Ended { .. } => 13 * n,
        };
        for (seat, sheet) in (0..n).zip(game.sheets()) {
            // How many turns this seat has had before turn number `turn`.
            let expected = (turn + n - 1 - seat) / n;
            if sheet.filled().len() != usize::from(expected) {
                return Err(format!("seat {seat} has filled {:?} after {expected} turns", sheet.filled()));
            }
            let mut causes = u16::from(sheet.n_extra_kniffels()) * 50;
            let mut upper = 0;
            for category in Category::ALL {
                let points = u16::from(sheet.points(category).unwrap_or(0));
                causes += points;
                upper += if category.face().is_some() { points } else { 0 };
            }
            causes += if upper >= 63 { 35 } else { 0 };
            if sheet.total() != causes {
                return Err(format!("seat {seat} has {} points, not {causes}", sheet.total()));
            }
        }
        Ok(())
    }
}

/// Only called with five equal dice that may be scored.
fn strata_of_five_alike(game: &Kniffel, tally: &mut Tally) {
    let Phase::Rolling { turn, dice, .. } = game.phase() else { return };
    let sheet = &game.sheets()[turn.seat.index()];
    match sheet.points(Category::Kniffel) {
        None => tally.met("five equal dice, Kniffel free"),
        Some(0) => tally.met("five equal dice, Kniffel struck"),
        Some(_) if !game.rules().extra_kniffel => {}
        Some(_) => {
            let free = sheet.filled().complement();
            let own = dice.five_alike().and_then(Category::of_face);
            tally.met(if own.is_some_and(|own| free.contains(own)) {
                "joker with its own box free"
            } else if free.and(CategorySet::LOWER).is_empty() {
                "joker for a zero"
            } else {
                "joker with a lower box free"
            });
        }
    }
}

#[test]
fn accepts_exactly_what_is_legal() {
    conformance::accepts_exactly_what_is_legal::<AnyKniffel>(5_000);
}

#[test]
fn rejection_changes_nothing() {
    conformance::rejection_changes_nothing::<AnyKniffel>(2_000);
}

#[test]
fn replay_gives_the_same_state() {
    conformance::replay_gives_the_same_state::<AnyKniffel>(200);
}

#[test]
fn chances_add_up() {
    conformance::chances_add_up::<AnyKniffel>(2_000_000);
}

#[test]
fn order_of_legal_actions_is_stable() {
    conformance::order_of_legal_actions_is_stable::<AnyKniffel>(2_000);
}

#[test]
fn finished_game_accepts_nothing() {
    conformance::finished_game_accepts_nothing::<AnyKniffel>(200);
}

#[test]
fn somebody_can_always_move() {
    conformance::somebody_can_always_move::<AnyKniffel>(100_000);
}

#[test]
fn everyone_sees_the_same() {
    conformance::nothing_hidden_shows::<AnyKniffel>(2_000);
}

#[test]
fn invariants_hold_for_a_million_actions_with_each_combination_of_options() {
    conformance::invariants_hold::<AnyKniffel>(4_000_000);
}

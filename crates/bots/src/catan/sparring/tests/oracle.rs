//! The same decisions the long way: no windows, every pair of dice, luck as the rules tell it, a value that visits lists.

use catan::{Action, Catan, Hand, Phase, Resource};
use game::{Chance, Game, Legal, Seat, Unheard};

use super::super::value::Land;

/// The worth to `me` when `depth` further decisions are looked at, by plain means and extremes.
pub(super) fn worth(land: &Land, game: &Catan, me: Seat, depth: u32) -> f64 {
    // Who has moved the robber still owes a victim: that belongs to the same decision.
    let choosing = matches!(game.phase(), Phase::Stealing { .. });
    let Some(mover) = game.to_move().lowest().filter(|_| depth > 0 || choosing) else {
        return land.worth(game, me);
    };
    let depth = if choosing { depth } else { depth - 1 };
    let worths = actions(game, mover).into_iter().map(|action| mean(land, game, mover, &action, me, depth));
    if mover == me { worths.fold(f64::NEG_INFINITY, f64::max) } else { worths.fold(f64::INFINITY, f64::min) }
}

/// The mean worth after an action.
pub(super) fn mean(land: &Land, game: &Catan, mover: Seat, action: &Action, me: Seat, depth: u32) -> f64 {
    let after = |outcome| {
        let mut next = *game;
        next.apply(mover, action, outcome, &mut Unheard).expect("listed actions are legal");
        worth(land, &next, me, depth)
    };
    let Some(chance) = game.chance(mover, action) else { return after(None) };
    let total = f64::from(chance.total());
    let mut sum = 0.0;
    chance.each(&mut |outcome, weight| sum += f64::from(weight) / total * after(Some(outcome)));
    sum
}

/// What a sparring partner considers.
pub(super) fn actions(game: &Catan, seat: Seat) -> Vec<Action> {
    let legal = game.legal(seat);
    if let Some(owed) = legal.discard_owed() {
        return vec![Action::Discard(super::super::moves::discard(game.hand(seat), owed))];
    }
    legal.iter().filter(|action| *action != Action::EndRoadBuilding).collect()
}

/// Every way to give up `n` cards of a hand.
pub(super) fn discards(hand: Hand, n: u8) -> Vec<Hand> {
    let mut all = vec![[0u8; 5]];
    for kind in Resource::ALL {
        let grown = |given: &[u8; 5]| {
            let given = *given;
            (0..=hand.get(kind)).map(move |count| {
                let mut more = given;
                more[kind.index()] = count;
                more
            })
        };
        all = all.iter().flat_map(grown).collect();
    }
    all.into_iter().filter(|given| given.iter().sum::<u8>() == n).filter_map(Hand::new).collect()
}

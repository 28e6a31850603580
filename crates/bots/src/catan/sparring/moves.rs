//! What a sparring partner may do, and what may come of it.
//!
//! A *move* is one decision. It is an action, except that the robber's new hex and the victim there are one move, and that
//! a debt is paid by one move, whatever cards it takes. Sparring partners neither offer nor accept trades, and they use
//! both roads of a road building.

use catan::{Action, Catan, CatanChance, DevCard, Hand, Outcome, Resource};
use game::{Game, Legal, Seat, Unheard};

use super::value::synergy;

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    /// What the seat does first.
    pub(super) action: Action,
    /// Whom it robs after that, where it has the choice.
    victim: Option<Seat>,
}

/// Everything the seat may decide, in the order of the rules' list.
pub(super) fn moves(game: &Catan, seat: Seat) -> Vec<Move> {
    let legal = game.legal(seat);
    if let Some(owed) = legal.discard_owed() {
        let action = Action::Discard(discard(game.hand(seat), owed));
        return vec![Move { action, victim: None }];
    }
    let mut list = Vec::with_capacity(legal.len() + 8);
    for action in legal.iter().filter(is_own_play) {
        let victims = if let Action::MoveRobber(hex) = action {
            game.steal_candidates(hex, seat)
        } else {
            game::SeatSet::EMPTY
        };
        if victims.len() > 1 {
            list.extend(victims.iter().map(|victim| Move { action, victim: Some(victim) }));
        } else {
            list.push(Move { action, victim: None });
        }
    }
    list
}

fn is_own_play(action: &Action) -> bool {
    !matches!(
        action,
        Action::OfferTrade(_)
            | Action::AcceptTrade { .. }
            | Action::DeclineTrade { .. }
            | Action::ConfirmTrade { .. }
            | Action::CancelTrade { .. }
            | Action::EndRoadBuilding
    )
}

/// The cards to give up: one after the other, always the one whose loss costs the hand least.
///
/// Of all that the value counts, only the synergy of the hand depends on which cards go. What a further card of a kind adds
/// to it never grows with the number of them, so this is also the best choice of all that are possible.
pub(super) fn discard(hand: Hand, owed: u8) -> Hand {
    let mut left = hand.counts();
    let mut given = [0; 5];
    for _ in 0..owed {
        let mut best: Option<(f64, usize)> = None;
        for kind in Resource::ALL.map(Resource::index) {
            if left[kind] == 0 {
                continue;
            }
            left[kind] -= 1;
            let kept = synergy(Hand::new(left).unwrap_or_default());
            left[kind] += 1;
            if best.is_none_or(|(most, _)| kept > most) {
                best = Some((kept, kind));
            }
        }
        let Some((_, kind)) = best else { break };
        left[kind] -= 1;
        given[kind] += 1;
    }
    Hand::new(given).unwrap_or_default()
}

/// Shows every position that may come of a move, with its probability.
pub(super) fn outcomes(game: &Catan, seat: Seat, chosen: Move, visit: &mut dyn FnMut(&Catan, f64)) {
    let Some(victim) = chosen.victim else { return draws(game, seat, &chosen.action, visit) };
    let mut moved = *game;
    if moved.apply(seat, &chosen.action, None, &mut Unheard).is_ok() {
        draws(&moved, seat, &Action::Steal(victim), visit);
    }
}

/// Whether luck has a say in the move.
pub(super) fn is_certain(game: &Catan, seat: Seat, chosen: Move) -> bool {
    chosen.victim.is_none() && game.chance(seat, &chosen.action).is_none()
}

fn draws(game: &Catan, seat: Seat, action: &Action, visit: &mut dyn FnMut(&Catan, f64)) {
    let mut show = |outcome: Option<Outcome>, weight: u32, total: u32| {
        let mut after = *game;
        if after.apply(seat, action, outcome, &mut Unheard).is_ok() {
            visit(&after, f64::from(weight) / f64::from(total));
        }
    };
    match game.chance(seat, action) {
        None => show(None, 1, 1),
        // Only the sum matters in a turn, so one pair of dice stands for all with its sum.
        Some(CatanChance::Dice) => {
            for sum in 2..=12u8 {
                let low = (sum - 1).min(6);
                show(Some(Outcome::Dice([low, sum - low])), u32::from(6 - sum.abs_diff(7)), 36);
            }
        }
        Some(CatanChance::Theft(hand)) => {
            for kind in Resource::ALL.into_iter().filter(|&kind| hand.get(kind) > 0) {
                show(Some(Outcome::Stolen(kind)), u32::from(hand.get(kind)), hand.total());
            }
        }
        Some(CatanChance::Deck(deck)) => {
            for card in DevCard::ALL.into_iter().filter(|&card| deck.get(card) > 0) {
                show(Some(Outcome::Card(card)), u32::from(deck.get(card)), deck.total());
            }
        }
    }
}

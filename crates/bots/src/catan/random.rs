//! The random player, behind the honest interface: uniform over the listed actions, discards card by card.
//!
//! It makes no offers. It answers one once and then leaves it at that, or two of its kind would never stop.

use catan::{Action, Catan, CatanLegal, Seen, View};
use game::{Legal, Luck, Seat};

use super::patience::{Patience, unanswered};
use crate::random::random_cards;
use crate::{Bot, Dice};

/// A random player of one seat.
#[derive(Clone, Debug)]
pub struct Random {
    seat: Seat,
    dice: Dice,
    patience: Patience,
}

impl Random {
    /// A player for this seat with luck of its own.
    #[must_use]
    pub fn new(seat: Seat, seed: u64) -> Self {
        Self { seat, dice: Dice::new(seed), patience: Patience::default() }
    }
}

impl Bot<Catan> for Random {
    fn hear(&mut self, _: &Seen) {}

    fn choose(&mut self, view: &View, legal: &CatanLegal) -> Option<Action> {
        if let Some(owed) = legal.discard_owed() {
            return Some(Action::Discard(random_cards(legal.hand(), owed, &mut self.dice)));
        }
        if legal.is_empty() {
            return None;
        }
        if view.current != self.seat {
            self.patience.tidy(view);
            return answer(view, self.seat, legal, &mut self.patience, |_| self.dice.below(2) == 0);
        }
        legal.get(self.dice.below(legal.len() as u32) as usize)
    }
}

/// The answer of a bystander to the first open offer: accepted where `likes` says so and the cards are there.
pub(super) fn answer(
    view: &View,
    seat: Seat,
    legal: &CatanLegal,
    patience: &mut Patience,
    likes: impl FnOnce(&catan::Offer) -> bool,
) -> Option<Action> {
    let offer = unanswered(view, seat).next()?;
    if patience.waits(offer, seat) {
        return None;
    }
    let accept = Action::AcceptTrade { offer: offer.number };
    let takes = likes(offer) && legal.contains(&accept);
    let answer = if takes { accept } else { Action::DeclineTrade { offer: offer.number } };
    legal.contains(&answer).then_some(answer)
}

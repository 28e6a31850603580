//! The random player: uniform over the listed actions; what is only described is drawn card by card.
//!
//! It makes no offers and takes no marks of presence: it plays, it does not come and go.

use catan::{Action, Catan, Hand};
use game::{Game, Legal, Luck, Seat, Unheard, draw};

/// A game that the random player knows how to play.
pub trait Player: Game {
    /// What a random player in this seat does now; `None` if the seat has nothing to do.
    fn random_action(&self, seat: Seat, luck: &mut impl Luck) -> Option<Self::Action>;
}

impl Player for Catan {
    #[inline]
    fn random_action(&self, seat: Seat, luck: &mut impl Luck) -> Option<Action> {
        let legal = self.legal(seat);
        if let Some(owed) = legal.discard_owed() {
            return Some(Action::Discard(random_cards(self.hand(seat), owed, luck)));
        }
        if legal.is_empty() { None } else { legal.get(luck.below(legal.len() as u32) as usize) }
    }
}

/// `n` cards of a hand, each card equally likely.
#[must_use]
pub fn random_cards(hand: Hand, n: u8, luck: &mut impl Luck) -> Hand {
    let mut left = hand.counts();
    let mut total = hand.total();
    let mut chosen = [0; 5];
    for _ in 0..n.min(total.min(255) as u8) {
        let mut ticket = luck.below(total);
        for (kind, count) in left.iter_mut().enumerate() {
            if ticket < u32::from(*count) {
                *count -= 1;
                chosen[kind] += 1;
                break;
            }
            ticket -= u32::from(*count);
        }
        total -= 1;
    }
    Hand::new(chosen).unwrap_or_default()
}

/// Plays on with random players until the game is over or `limit` actions have been taken; says how many were.
#[inline]
pub fn playout<G: Player>(game: &mut G, luck: &mut impl Luck, limit: u64) -> u64 {
    let mut actions = 0;
    while actions < limit {
        let Some(seat) = game.to_move().lowest() else { break };
        let Some(action) = game.random_action(seat, luck) else { break };
        let outcome = game.chance(seat, &action).map(|chance| draw(&chance, luck));
        if game.apply(seat, &action, outcome, &mut Unheard).is_err() {
            break;
        }
        actions += 1;
    }
    actions
}

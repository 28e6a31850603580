//! The weighted player: random, with the leanings of somebody who knows what is good but does not think ahead.
//!
//! Cities before settlements before cards before roads; first settlements where the pips are; the robber on others, the
//! leader above all. It makes no offers and accepts what gives it at least as many cards as it takes.

use catan::{Action, Catan, CatanLegal, Seen, View};
use game::{Legal, Luck, Seat};

use super::patience::{Patience, own_offer};
use super::random::answer;
use super::sight::Sight;
use crate::random::random_cards;
use crate::{Bot, Dice};

/// A weighted player of one seat.
#[derive(Clone, Debug)]
pub struct Weighted {
    seat: Seat,
    dice: Dice,
    patience: Patience,
}

impl Weighted {
    /// A player for this seat with luck of its own.
    #[must_use]
    pub fn new(seat: Seat, seed: u64) -> Self {
        Self { seat, dice: Dice::new(seed), patience: Patience::default() }
    }

    /// One of the listed actions, each as likely as its weight says.
    fn draw(&mut self, sight: &Sight, legal: &CatanLegal) -> Option<Action> {
        let total: u32 = legal.iter().map(|action| weight(sight, &action)).sum();
        let mut ticket = self.dice.below(total);
        legal.iter().find(|action| {
            let weight = weight(sight, action);
            let drawn = ticket < weight;
            ticket = ticket.saturating_sub(weight);
            drawn
        })
    }
}

/// How much the player leans towards an action; 0 where it never does.
fn weight(sight: &Sight, action: &Action) -> u32 {
    match *action {
        Action::PlaceSettlement(vertex) => whole(sight.land.pips(vertex)).pow(3) + 1,
        Action::MoveRobber(hex) => whole(sight.block_worth(hex)).pow(2) + 1,
        Action::Steal(victim) => whole(4.0 * sight.threat(victim.index())) + 1,
        Action::BuildCity(_) | Action::PlayVictoryPoint => 4_000,
        Action::BuildSettlement(_) => 1_000,
        Action::PlayKnight
        | Action::PlayRoadBuilding
        | Action::PlayYearOfPlenty(_)
        | Action::PlayMonopoly(_) => 30,
        Action::BuyDevCard => 200,
        Action::BuildRoad(_) | Action::EndTurn => 40,
        Action::RollDice => 100,
        Action::BankTrade { give, .. } => {
            // Only of what there is plenty: the same kind would be wanted back at once.
            if sight.hand[give.index()] > sight.own().rates[give.index()] + 0.5 { 20 } else { 2 }
        }
        Action::PlaceRoad(_) | Action::ConfirmTrade { .. } | Action::DeclineTrade { .. } => 1,
        Action::CancelTrade { .. }
        | Action::AcceptTrade { .. }
        | Action::OfferTrade(_)
        | Action::Discard(_)
        | Action::EndRoadBuilding => 0,
    }
}

/// Rounded down, and 0 for what is below.
#[expect(clippy::cast_sign_loss, reason = "negative numbers are cut off first")]
fn whole(number: f32) -> u32 {
    number.clamp(0.0, 1_000.0) as u32
}

impl Bot<Catan> for Weighted {
    fn hear(&mut self, _: &Seen) {}

    fn choose(&mut self, view: &View, legal: &CatanLegal) -> Option<Action> {
        if let Some(owed) = legal.discard_owed() {
            return Some(Action::Discard(random_cards(legal.hand(), owed, &mut self.dice)));
        }
        if legal.is_empty() {
            return None;
        }
        self.patience.tidy(view);
        let fair = |offer: &catan::Offer| offer.give.total() >= offer.receive.total();
        let open = answer(view, self.seat, legal, &mut self.patience, fair);
        if view.current != self.seat || open.is_some() {
            return open;
        }
        // An offer of whoever sat here before is settled first.
        if let Some(offer) = own_offer(view, self.seat) {
            let number = offer.number;
            let confirmed = offer.accepted.lowest().map(|with| Action::ConfirmTrade { offer: number, with });
            return Some(confirmed.unwrap_or(Action::CancelTrade { offer: number }));
        }
        let sight = Sight::new(view, self.seat)?;
        self.draw(&sight, legal)
    }
}

//! The greedy player: it looks one action ahead and takes what gains most.
//!
//! It knows the view and what it has heard, and has no luck of its own: the same sights lead to the same choices. What is
//! worth how much stands in `goals` and `prospect`; this file only says which question is open.

use catan::{Action, Catan, CatanLegal, Phase, Seen, View};
use game::{Legal, Seat};

use super::memory::Memory;
use super::offered::Offered;
use super::patience::{Patience, own_offer, unanswered};
use super::robber;
use super::setup;
use super::sight::Sight;
use super::trading::Market;
use super::turn::Turn;
use crate::{Bot, Company};

/// The greedy player of one seat.
#[derive(Clone, Debug)]
pub struct Greedy {
    seat: Seat,
    memory: Memory,
    patience: Patience,
    offered: Offered,
}

impl Greedy {
    /// A player for this seat.
    #[must_use]
    pub fn new(seat: Seat) -> Self {
        Self { seat, memory: Memory::default(), patience: Patience::default(), offered: Offered::new(seat) }
    }

    /// A turn after the roll: answers first, then the best action, with offers before what costs more.
    fn main(&mut self, sight: &Sight, view: &View, legal: &CatanLegal) -> Option<Action> {
        let turn = Turn::new(sight, view, &self.memory);
        let market = Market::new(sight, &self.memory, &turn.prospect);
        if let Some(offer) = unanswered(view, self.seat).next() {
            return Some(if market.likes(offer) {
                Action::AcceptTrade { offer: offer.number }
            } else {
                Action::DeclineTrade { offer: offer.number }
            });
        }
        if let Some(offer) = own_offer(view, self.seat) {
            if self.patience.waits(offer, self.seat) {
                return None;
            }
            return Some(match market.partner(offer) {
                Some(with) => Action::ConfirmTrade { offer: offer.number, with },
                None => Action::CancelTrade { offer: offer.number },
            });
        }
        let best = turn.best(legal)?;
        if matches!(best, Action::EndTurn | Action::BankTrade { .. }) {
            let made = view.players.get(self.seat.index()).map_or(u8::MAX, |player| player.offers_made);
            let offer = market.offer(made, legal, &mut self.offered);
            return offer.or(Some(best));
        }
        Some(best)
    }

    /// Somebody else's turn: answers, when people had their chance.
    fn bystander(&mut self, sight: &Sight, view: &View) -> Option<Action> {
        if let Some(own) = own_offer(view, self.seat) {
            // The greedy player makes none out of turn: whoever sat here before did, and is not here to mean it.
            return Some(Action::CancelTrade { offer: own.number });
        }
        let offer = unanswered(view, self.seat).next()?;
        if self.patience.waits(offer, self.seat) {
            return None;
        }
        let turn = Turn::new(sight, view, &self.memory);
        let likes = Market::new(sight, &self.memory, &turn.prospect).likes(offer);
        Some(if likes {
            Action::AcceptTrade { offer: offer.number }
        } else {
            Action::DeclineTrade { offer: offer.number }
        })
    }

    /// A knight before the roll frees an own hex that would pay, or wins.
    fn before_roll(&self, sight: &Sight, view: &View, legal: &CatanLegal) -> Action {
        if legal.contains(&Action::PlayVictoryPoint) {
            return Action::PlayVictoryPoint;
        }
        if legal.contains(&Action::PlayKnight) {
            let gain = Turn::new(sight, view, &self.memory).knight();
            if gain > 5.0 || gain > 0.0 && sight.own_loss(view.robber) > 0.0 {
                return Action::PlayKnight;
            }
        }
        Action::RollDice
    }

    fn wish(&mut self, view: &View, legal: &CatanLegal) -> Option<Action> {
        if legal.is_empty() && legal.discard_owed().is_none() {
            return None;
        }
        let sight = Sight::new(view, self.seat)?;
        self.memory.fit(view, self.seat);
        self.patience.tidy(view);
        self.offered.tidy(view.turn);
        if let Some(action) = robber::respond(&sight, view, legal, &self.memory) {
            return Some(action);
        }
        if view.current != self.seat {
            return self.bystander(&sight, view);
        }
        match view.phase {
            Phase::RollForFirst(_) => Some(Action::RollDice),
            Phase::Setup { .. } => setup::place(&sight, legal),
            Phase::BeforeRoll => Some(self.before_roll(&sight, view, legal)),
            Phase::RoadBuilding { left, .. } => {
                let turn = Turn::new(&sight, view, &self.memory);
                let roads = legal.iter().filter_map(|action| {
                    if let Action::BuildRoad(edge) = action { Some(edge) } else { None }
                });
                robber::best(roads, |&edge| turn.free_road(edge, left.saturating_sub(1)))
                    .map(|(edge, _)| Action::BuildRoad(edge))
            }
            Phase::Main => self.main(&sight, view, legal),
            Phase::Discarding(_) | Phase::MovingRobber(_) | Phase::Stealing { .. } | Phase::Ended => None,
        }
    }
}

impl Bot<Catan> for Greedy {
    fn hear(&mut self, seen: &Seen) {
        self.memory.hear(seen);
        self.offered.hear(seen);
    }

    fn choose(&mut self, view: &View, legal: &CatanLegal) -> Option<Action> {
        let wish = self.wish(view, legal)?;
        // A wish that the rules do not grant would be a mistake here; the table must not be left waiting for it.
        if legal.contains(&wish) { Some(wish) } else { Catan::fallback(legal) }
    }
}

#[cfg(test)]
mod tests {
    use catan::{Board, Profile, Setup};
    use game::{Game, Viewer, draw};

    use super::*;
    use crate::Dice;

    /// The rules grant every wish: the fallback is for mistakes, and there are none.
    #[test]
    fn no_wish_needs_the_fallback() {
        let mut wishes = 0;
        for number in 0..60 {
            let mut dice = Dice::of_game(8, number);
            let profile = Profile::ALL[(number % 3) as usize];
            let players = 3 + (number % 2) as u8;
            let board = Board::random(&mut dice);
            let setup = Setup { players, rules: profile.rules(), board, order: None };
            let mut game = Catan::create(&setup).unwrap();
            let mut seats: Vec<_> = (0..players).map(|seat| Greedy::new(Seat(seat))).collect();
            while game.ended().is_none() {
                let wish = seats.iter_mut().find_map(|greedy| {
                    let legal = game.legal(greedy.seat);
                    let wish = greedy.wish(&game.view(Viewer::Seat(greedy.seat)), &legal)?;
                    assert!(legal.contains(&wish), "{} wants {wish:?} in {game:?}", greedy.seat);
                    Some((greedy.seat, wish))
                });
                let Some((seat, wish)) = wish else { continue };
                wishes += 1;
                let outcome = game.chance(seat, &wish).map(|chance| draw(&chance, &mut dice));
                let mut events = Vec::new();
                game.apply(seat, &wish, outcome, &mut events).unwrap();
                for greedy in &mut seats {
                    let viewer = Viewer::Seat(greedy.seat);
                    events
                        .iter()
                        .filter_map(|event| game.seen(event, viewer))
                        .for_each(|seen| greedy.hear(&seen));
                }
            }
        }
        assert!(wishes > 10_000, "{wishes}");
    }
}

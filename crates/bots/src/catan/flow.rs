//! The flow of cards: which heard events move resource cards, and between whom.
//!
//! Whoever keeps track of hands, by expected numbers or by whole deals, says what a gain, a payment and a theft mean to it;
//! which event means which stands here alone.

use catan::{Event, Hand, Piece, Resource, Seen};
use game::Seat;

/// Somebody who keeps track of the cards in hands.
pub(super) trait Tracker {
    /// A seat got these cards.
    fn gain(&mut self, seat: Seat, cards: Hand);
    /// A seat gave these cards away, openly.
    fn pay(&mut self, seat: Seat, cards: Hand);
    /// A card changed hands and nobody else saw which.
    fn unseen_theft(&mut self, thief: Seat, victim: Seat);

    /// A monopoly took so many cards of a kind from each seat.
    fn monopoly(&mut self, seat: Seat, resource: Resource, taken: [u8; 4]) {
        for (victim, n) in (0..).map(Seat).zip(taken) {
            self.pay(victim, Hand::some(resource, n));
            self.gain(seat, Hand::some(resource, n));
        }
    }

    /// Takes in the cards that an event moves.
    fn follow(&mut self, seen: &Seen) {
        match *seen {
            Seen::Public(event) => self.follow_public(&event),
            Seen::Stolen { thief, victim, card: Some(card), .. } => {
                self.pay(victim, Hand::one(card));
                self.gain(thief, Hand::one(card));
            }
            Seen::Stolen { thief, victim, card: None, .. } => self.unseen_theft(thief, victim),
            Seen::DevCardBought { seat, .. } => self.pay(seat, Piece::DevCard.cost()),
        }
    }

    /// Takes in the cards that a public event moves.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only what moves cards matters here")]
    fn follow_public(&mut self, event: &Event) {
        match *event {
            Event::SettlementPlaced { seat, granted, .. } => self.gain(seat, granted),
            Event::DiceRolled { distributed, .. } => {
                for (seat, gained) in (0..).map(Seat).zip(distributed) {
                    self.gain(seat, gained);
                }
            }
            Event::Discarded { seat, cards, .. } => self.pay(seat, cards),
            Event::RoadBuilt { seat, free: false, .. } => self.pay(seat, Piece::Road.cost()),
            Event::SettlementBuilt { seat, .. } => self.pay(seat, Piece::Settlement.cost()),
            Event::CityBuilt { seat, .. } => self.pay(seat, Piece::City.cost()),
            Event::PlentyTaken { seat, cards } => self.gain(seat, cards),
            Event::MonopolyTaken { seat, resource, taken } => self.monopoly(seat, resource, taken),
            Event::BankTraded { seat, give, count, receive } => {
                self.pay(seat, Hand::some(give, count));
                self.gain(seat, Hand::one(receive));
            }
            Event::TradeExecuted { from, with, give, receive, .. } => {
                self.pay(from, give);
                self.pay(with, receive);
                self.gain(from, receive);
                self.gain(with, give);
            }
            _ => {}
        }
    }
}

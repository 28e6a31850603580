//! The open offers, packed small: at most one per seat.
//!
//! Rules: docs/rules/catan.md §15.3, §15.5.

use game::{Seat, SeatSet};

use crate::resource::{Hand, Resource};

/// One open offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Its number, which never repeats in a game.
    pub number: u32,
    /// Who made it.
    pub from: Seat,
    /// To whom.
    pub to: SeatSet,
    /// What the offerer gives.
    pub give: Hand,
    /// What the offerer wants.
    pub receive: Hand,
    /// Who has accepted.
    pub accepted: SeatSet,
    /// Who has declined.
    pub declined: SeatSet,
    /// The number of the offer it answers.
    pub counters: Option<u32>,
}

/// The open offers by seat, with how many each seat made this turn. A number of 0 means that the seat has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offers {
    give: [u32; 4],
    receive: [u32; 4],
    number: [u16; 4],
    counters: [u16; 4],
    /// Three groups of four bits: to, accepted, declined.
    seats: [u16; 4],
    /// The last number given away.
    pub(crate) last: u16,
    /// Offers made this turn, by seat.
    pub(crate) made: [u8; 4],
}

impl Offers {
    /// Whether no seat has one.
    #[inline]
    pub(crate) fn none_open(&self) -> bool {
        self.number == [0; 4]
    }

    /// The open offer of a seat.
    #[inline]
    pub(crate) fn of(&self, seat: Seat) -> Option<Offer> {
        let i = seat.index();
        let number = *self.number.get(i)?;
        let group = |shift: u32| SeatSet::from_bits(self.seats[i] >> shift & 15);
        (number != 0).then(|| Offer {
            number: u32::from(number),
            from: seat,
            to: group(0),
            accepted: group(4),
            declined: group(8),
            give: unpack(self.give[i]),
            receive: unpack(self.receive[i]),
            counters: (self.counters[i] != 0).then(|| u32::from(self.counters[i])),
        })
    }

    /// All open offers by seat.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Offer> {
        (0..4).filter_map(|s| self.of(Seat(s)))
    }

    /// The open offer with this number.
    pub(crate) fn numbered(&self, number: u32) -> Option<Offer> {
        self.iter().find(|offer| offer.number == number)
    }

    /// Writes an offer into its offerer's place, replacing what was there. Its hands must not exceed 19 of a kind.
    pub(crate) fn put(&mut self, offer: &Offer) {
        let i = offer.from.index() & 3;
        self.give[i] = pack(offer.give);
        self.receive[i] = pack(offer.receive);
        self.number[i] = offer.number as u16;
        self.counters[i] = offer.counters.map_or(0, |n| n as u16);
        self.seats[i] =
            offer.to.bits() & 15 | (offer.accepted.bits() & 15) << 4 | (offer.declined.bits() & 15) << 8;
    }

    /// Takes a seat's offer off the table.
    pub(crate) fn remove(&mut self, seat: Seat) {
        let i = seat.index() & 3;
        self.give[i] = 0;
        self.receive[i] = 0;
        self.number[i] = 0;
        self.counters[i] = 0;
        self.seats[i] = 0;
    }
}

/// Five bits a kind are enough for 19 cards.
fn pack(hand: Hand) -> u32 {
    Resource::ALL.into_iter().fold(0, |bits, r| bits | (u32::from(hand.get(r)) & 31) << (5 * r as u32))
}

fn unpack(bits: u32) -> Hand {
    Hand::of(Resource::ALL.map(|r| (bits >> (5 * r as u32)) as u8 & 31))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_comes_back_as_it_was_put() {
        let offer = Offer {
            number: 65_535,
            from: Seat(2),
            to: SeatSet::from_bits(0b1011),
            give: Hand::of([0, 19, 1, 0, 0]),
            receive: Hand::of([3, 0, 0, 19, 2]),
            accepted: SeatSet::from_bits(0b1000),
            declined: SeatSet::from_bits(0b0011),
            counters: Some(7),
        };
        let mut offers = Offers::default();
        assert!(offers.none_open());
        offers.put(&offer);
        assert!(!offers.none_open());
        assert_eq!(offers.numbered(65_535), Some(offer));
        assert_eq!(offers.iter().count(), 1);
        assert_eq!((offers.of(Seat(1)), offers.of(Seat(9)), offers.numbered(0)), (None, None, None));
        offers.remove(Seat(2));
        assert_eq!(offers, Offers::default());
    }
}

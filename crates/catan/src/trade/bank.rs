//! Trading with the bank.
//!
//! Rules: docs/rules/catan.md §14.

use game::{Seat, Sink};

use crate::Catan;
use crate::action::Event;
use crate::refusal::Refusal;
use crate::resource::{Hand, Resource};

/// What the bank asks for one card of each kind, for every combination of ports (bits 0–4 the resources, bit 5 any).
static RATES: [Hand; 64] = rates();

const fn rates() -> [Hand; 64] {
    let mut table = [Hand::EMPTY; 64];
    let mut ports = 0;
    while ports < 64 {
        let general = if ports & 32 != 0 { 3 } else { 4 };
        let mut counts = [general; 5];
        let mut r = 0;
        while r < 5 {
            if ports >> r & 1 == 1 {
                counts[r] = 2;
            }
            r += 1;
        }
        table[ports] = Hand::of(counts);
        ports += 1;
    }
    table
}

impl Catan {
    /// The player's best rate for each kind.
    #[must_use]
    #[inline]
    pub fn rates(&self, seat: Seat) -> Hand {
        RATES[self.ports[seat.index() & 3] as usize & 63]
    }

    pub(crate) fn check_bank_trade(
        &self,
        seat: Seat,
        give: Resource,
        receive: Resource,
    ) -> Result<(), Refusal> {
        self.in_main(seat)?;
        if give == receive {
            return Err(Refusal::SameResource);
        }
        let (rate, have) = (self.rates(seat).get(give), self.hands[seat.index() & 3].get(give));
        if have < rate {
            return Err(Refusal::RateNotMet { resource: give, rate, have });
        }
        if self.bank.get(receive) == 0 {
            return Err(Refusal::BankCannotPay(Hand::one(receive)));
        }
        Ok(())
    }

    pub(crate) fn bank_trade(
        &mut self,
        seat: Seat,
        give: Resource,
        receive: Resource,
        events: &mut impl Sink<Event>,
    ) {
        let count = self.rates(seat).get(give);
        self.pay(seat, Hand::some(give, count));
        self.collect(seat, Hand::one(receive));
        events.event(Event::BankTraded { seat, give, count, receive });
        self.withdraw_unpayable(events);
    }

    /// The trades that are possible now: bit `5 × give + receive`.
    #[inline]
    pub(crate) fn bank_trades(&self, seat: Seat) -> u32 {
        let mut giving = self.hands[seat.index() & 3].at_least(self.rates(seat));
        if giving == 0 {
            return 0;
        }
        let in_bank = u32::from(self.bank.at_least(Hand::of([1; 5])));
        let mut trades = 0;
        while giving != 0 {
            let give = giving.trailing_zeros();
            giving &= giving - 1;
            trades |= (in_bank & !(1 << give)) << (5 * give);
        }
        trades
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_port_sets_the_rate() {
        // §14.1: 4 without a port, 3 with a general one, 2 with the kind's own, whatever else there is.
        assert_eq!(RATES[0].counts(), [4; 5]);
        assert_eq!(RATES[0b10_0000].counts(), [3; 5]);
        assert_eq!(RATES[0b00_1001].counts(), [2, 4, 4, 2, 4]);
        assert_eq!(RATES[0b11_0000].counts(), [3, 3, 3, 3, 2]);
        assert_eq!(RATES[63].counts(), [2; 5]);
    }
}

//! Manners at the trading table: people first.
//!
//! A bot that is asked about an open offer for the first time, while others have yet to answer, would rather wait; asked
//! again, it answers. The offerer waits a little longer. The bot has no clock: whoever asks it decides how long that is,
//! and since it never waits more than [`OFFERER_WAITS`] times for an offer, no game can be locked up.

use catan::{Offer, View};
use game::{Seat, SeatSet};

/// How often a bot waits before it answers somebody's offer.
const ANSWERER_WAITS: u8 = 1;
/// How often a bot waits for answers to its own offer.
const OFFERER_WAITS: u8 = 2;

/// Which offers the bot has been asked about, and how often.
#[derive(Clone, Debug, Default)]
pub(super) struct Patience {
    asked: Vec<(u32, u8)>,
}

/// The addressees who have not answered.
pub(super) fn silent(offer: &Offer) -> SeatSet {
    SeatSet::from_bits(offer.to.bits() & !offer.accepted.bits() & !offer.declined.bits())
}

impl Patience {
    /// Whether the seat would rather wait before it acts on this offer. Counts how often it was asked.
    pub(super) fn waits(&mut self, offer: &Offer, me: Seat) -> bool {
        if silent(offer).without(me).is_empty() {
            return false;
        }
        let limit = if offer.from == me { OFFERER_WAITS } else { ANSWERER_WAITS };
        if !self.asked.iter().any(|(number, _)| *number == offer.number) {
            self.asked.push((offer.number, 0));
        }
        let asked = self.asked.iter_mut().find(|(number, _)| *number == offer.number);
        asked.is_some_and(|(_, times)| {
            *times = times.saturating_add(1);
            *times <= limit
        })
    }

    /// Forgets the offers that are no longer open.
    pub(super) fn tidy(&mut self, view: &View) {
        self.asked.retain(|(number, _)| view.offers.iter().any(|offer| offer.number == *number));
    }
}

/// The open offers to which the seat owes an answer, its own excepted.
pub(super) fn unanswered(view: &View, me: Seat) -> impl Iterator<Item = &Offer> {
    view.offers.iter().filter(move |offer| offer.from != me && silent(offer).contains(me))
}

/// The seat's own open offer.
pub(super) fn own_offer(view: &View, me: Seat) -> Option<&Offer> {
    view.offers.iter().find(|offer| offer.from == me)
}

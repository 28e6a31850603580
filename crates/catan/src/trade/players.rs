//! Trading between players: offers, answers, counter-offers.
//!
//! Only the player whose turn it is trades, as offerer or as the one who is offered to. An open offer can always be
//! paid by its offerer, and a standing acceptance by its acceptor: whatever changes a hand withdraws what it breaks, so a
//! confirmation is never refused for cards that the confirmer cannot see.
//!
//! Rules: docs/rules/catan.md §15.

use game::{Seat, SeatSet, Sink};

use super::Offer;
use crate::Catan;
use crate::action::{Closed, Event, Terms};
use crate::phase::Phase;
use crate::refusal::Refusal;
use crate::resource::{Hand, Resource};

/// No hand can hold more of a kind than the box has.
const CARDS_OF_A_KIND: u8 = 19;

impl Catan {
    /// Whether trading between players is possible at all, and the seat is at the table.
    fn may_trade(&self, seat: Seat) -> Result<(), Refusal> {
        if self.phase == Phase::Main && seat.0 < self.players {
            return Ok(());
        }
        if seat == self.current() {
            return self.in_main(seat);
        }
        Err(if self.phase == Phase::Ended {
            Refusal::GameOver
        } else if seat.0 >= self.players {
            Refusal::NotYourTurn
        } else {
            Refusal::NoTradingNow
        })
    }

    /// Whether the seat has an offer left in this turn and the game a number for it.
    pub(crate) fn check_offer_limit(&self, seat: Seat) -> Result<(), Refusal> {
        let limit = self.rules.offers_per_turn;
        if self.offers.made[seat.index() & 3] >= limit {
            return Err(Refusal::TooManyOffers { limit });
        }
        if self.offers.last == u16::MAX {
            return Err(Refusal::OfferNumbersUsedUp);
        }
        Ok(())
    }

    pub(crate) fn check_offer(&self, seat: Seat, terms: &Terms) -> Result<(), Refusal> {
        self.may_trade(seat)?;
        check_terms(terms, self.hands[seat.index() & 3])?;
        self.check_addressees(seat, terms)?;
        self.check_offer_limit(seat)
    }

    fn check_addressees(&self, seat: Seat, terms: &Terms) -> Result<(), Refusal> {
        let active = self.current();
        if seat == active {
            let others = SeatSet::first(self.players).without(seat);
            let to = terms.to.unwrap_or(others);
            if to.is_empty() || to.bits() & !others.bits() != 0 {
                return Err(Refusal::InvalidAddressee);
            }
            return if terms.counters.is_some() { Err(Refusal::CountersNothing) } else { Ok(()) };
        }
        if terms.to.is_some_and(|to| to != SeatSet::only(active)) {
            return Err(Refusal::OnlyWithActivePlayer);
        }
        match terms.counters {
            Some(number) if !self.may_counter(seat, number) => Err(Refusal::CountersNothing),
            _ => Ok(()),
        }
    }

    /// Whether the active player's open offer has this number and is addressed to the seat.
    fn may_counter(&self, seat: Seat, number: u32) -> bool {
        self.offers.of(self.current()).is_some_and(|offer| offer.number == number && offer.to.contains(seat))
    }

    pub(crate) fn offer(&mut self, seat: Seat, terms: &Terms, events: &mut impl Sink<Event>) {
        if let Some(old) = self.offers.of(seat) {
            self.close_offer(&old, Closed::Replaced, events);
        }
        if let Some(countered) = terms.counters.and_then(|number| self.offers.numbered(number))
            && !countered.declined.contains(seat)
        {
            self.note_answer(&countered, seat, false, events);
        }
        let active = self.current();
        let everybody =
            if seat == active { SeatSet::first(self.players).without(seat) } else { SeatSet::only(active) };
        self.offers.last += 1;
        self.offers.made[seat.index() & 3] += 1;
        let offer = Offer {
            number: u32::from(self.offers.last),
            from: seat,
            to: terms.to.unwrap_or(everybody),
            give: terms.give,
            receive: terms.receive,
            accepted: SeatSet::EMPTY,
            declined: SeatSet::EMPTY,
            counters: terms.counters,
        };
        self.offers.put(&offer);
        let Offer { number, from, to, give, receive, counters, .. } = offer;
        events.event(Event::TradeOffered { offer: number, from, to, give, receive, counters });
    }

    /// The open offer with this number, if it is addressed to the seat.
    fn addressed(&self, seat: Seat, number: u32) -> Result<Offer, Refusal> {
        self.may_trade(seat)?;
        let offer = self.offers.numbered(number).ok_or(Refusal::NoSuchOffer(number))?;
        if offer.to.contains(seat) { Ok(offer) } else { Err(Refusal::NotAddressed) }
    }

    pub(crate) fn check_accept(&self, seat: Seat, number: u32) -> Result<Offer, Refusal> {
        let offer = self.addressed(seat, number)?;
        if offer.accepted.contains(seat) {
            return Err(Refusal::AlreadyAnswered);
        }
        if !self.hands[seat.index() & 3].covers(offer.receive) {
            return Err(Refusal::CannotGive(offer.receive));
        }
        Ok(offer)
    }

    pub(crate) fn accept(&mut self, seat: Seat, offer: &Offer, events: &mut impl Sink<Event>) {
        self.note_answer(offer, seat, true, events);
        // The active player's yes to another seat's offer needs nobody's confirmation.
        if offer.from != self.current() {
            self.execute(offer, seat, events);
        }
    }

    pub(crate) fn check_decline(&self, seat: Seat, number: u32) -> Result<Offer, Refusal> {
        let offer = self.addressed(seat, number)?;
        if offer.declined.contains(seat) { Err(Refusal::AlreadyAnswered) } else { Ok(offer) }
    }

    pub(crate) fn decline(&mut self, seat: Seat, offer: &Offer, events: &mut impl Sink<Event>) {
        self.note_answer(offer, seat, false, events);
        if offer.from != self.current() {
            self.close_offer(offer, Closed::Declined, events);
        }
    }

    pub(crate) fn check_confirm(&self, seat: Seat, number: u32, with: Seat) -> Result<Offer, Refusal> {
        self.may_trade(seat)?;
        if seat != self.current() {
            return Err(Refusal::OnlyActiveConfirms);
        }
        let offer = self.offers.numbered(number).ok_or(Refusal::NoSuchOffer(number))?;
        if offer.from != seat {
            return Err(Refusal::ConfirmOwnOffer);
        }
        if offer.accepted.contains(with) { Ok(offer) } else { Err(Refusal::NotAccepted) }
    }

    pub(crate) fn check_cancel(&self, seat: Seat, number: u32) -> Result<Offer, Refusal> {
        self.may_trade(seat)?;
        let offer = self.offers.numbered(number).ok_or(Refusal::NoSuchOffer(number))?;
        if offer.from == seat { Ok(offer) } else { Err(Refusal::NotYourOffer) }
    }

    /// Swaps the cards and takes the offer off the table.
    pub(crate) fn execute(&mut self, offer: &Offer, with: Seat, events: &mut impl Sink<Event>) {
        let (from, to) = (offer.from.index() & 3, with.index() & 3);
        self.hands[from] = self.hands[from].minus(offer.give).plus(offer.receive);
        self.hands[to] = self.hands[to].minus(offer.receive).plus(offer.give);
        self.offers.remove(offer.from);
        let Offer { number, from, give, receive, .. } = *offer;
        events.event(Event::TradeExecuted { offer: number, from, with, give, receive });
        self.withdraw_unpayable(events);
    }

    fn note_answer(&mut self, offer: &Offer, seat: Seat, accepted: bool, events: &mut impl Sink<Event>) {
        let answered = if accepted {
            Offer { accepted: offer.accepted.with(seat), declined: offer.declined.without(seat), ..*offer }
        } else {
            Offer { accepted: offer.accepted.without(seat), declined: offer.declined.with(seat), ..*offer }
        };
        self.offers.put(&answered);
        events.event(Event::TradeAnswered { offer: offer.number, seat, accepted });
    }

    pub(crate) fn close_offer(&mut self, offer: &Offer, reason: Closed, events: &mut impl Sink<Event>) {
        self.offers.remove(offer.from);
        events.event(Event::TradeClosed { offer: offer.number, reason });
    }

    /// Withdraws, openly, every offer and acceptance that the cards no longer cover (§15.12). After any change of hands.
    #[inline]
    pub(crate) fn withdraw_unpayable(&mut self, events: &mut impl Sink<Event>) {
        if !self.offers.none_open() {
            self.withdraw_each(events);
        }
    }

    fn withdraw_each(&mut self, events: &mut impl Sink<Event>) {
        for offerer in 0..self.players {
            let Some(mut offer) = self.offers.of(Seat(offerer)) else { continue };
            if !self.hands[offerer as usize & 3].covers(offer.give) {
                self.close_offer(&offer, Closed::CannotPay, events);
                continue;
            }
            for seat in offer.accepted.iter() {
                if !self.hands[seat.index() & 3].covers(offer.receive) {
                    offer.accepted = offer.accepted.without(seat);
                    self.offers.put(&offer);
                    events.event(Event::AcceptanceWithdrawn { offer: offer.number, seat });
                }
            }
        }
    }

    /// Closes everything that is open; the turn is over.
    #[inline]
    pub(crate) fn close_all_offers(&mut self, events: &mut impl Sink<Event>) {
        if !self.offers.none_open() {
            for seat in 0..self.players {
                if let Some(offer) = self.offers.of(Seat(seat)) {
                    self.close_offer(&offer, Closed::TurnEnded, events);
                }
            }
        }
    }

    /// The open offers, by seat.
    pub fn offers(&self) -> impl Iterator<Item = Offer> {
        self.offers.iter()
    }

    /// How many offers a seat has made in this turn.
    #[must_use]
    pub fn offers_made(&self, seat: Seat) -> u8 {
        self.offers.made.get(seat.index()).copied().unwrap_or(0)
    }
}

/// What does not depend on who is asked: two sides, different kinds, cards that exist and that the offerer holds.
pub(crate) fn check_terms(terms: &Terms, hand: Hand) -> Result<(), Refusal> {
    if terms.give.is_empty() || terms.receive.is_empty() {
        return Err(Refusal::EmptySide);
    }
    if terms.give.shares_a_kind(terms.receive) {
        return Err(Refusal::KindOnBothSides);
    }
    if Resource::ALL.into_iter().any(|r| terms.receive.get(r) > CARDS_OF_A_KIND) {
        return Err(Refusal::MoreThanExist);
    }
    if hand.covers(terms.give) { Ok(()) } else { Err(Refusal::CannotGive(terms.give)) }
}

//! Trades between players: offers, answers, counter-offers, and what becomes of them when a hand changes.
//!
//! docs/rules/catan.md §15. An *offer* is always between the active player and others; `give` and `receive` are as
//! the offerer sees them.

use std::collections::BTreeSet;

use super::check::{Verdict, ensure};
use super::words::{Act, Pile, Resource};
use super::{Phase, Slow};

/// An open offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offer {
    pub(super) from: usize,
    pub(super) to: BTreeSet<usize>,
    pub(super) give: Pile<Resource>,
    pub(super) receive: Pile<Resource>,
    pub(super) accepted: BTreeSet<usize>,
    pub(super) declined: BTreeSet<usize>,
    /// The offer of the active player that this one answers.
    pub(super) counters: Option<u32>,
}

impl Slow {
    /// Every answer, confirmation and cancellation that the open offers make conceivable.
    pub(super) fn answers(&self) -> Vec<Act> {
        let mut all = Vec::new();
        for &n in self.offers.keys() {
            all.extend([Act::AcceptTrade(n), Act::DeclineTrade(n), Act::CancelTrade(n)]);
            all.extend((0..self.players.len()).map(|with| Act::ConfirmTrade(n, with)));
        }
        all
    }

    /// Whom an offer goes to: as said, or else everybody whom the offerer may trade with.
    fn addressees(&self, seat: usize, to: Option<&BTreeSet<usize>>) -> BTreeSet<usize> {
        match to {
            Some(to) => to.clone(),
            None if seat == self.active() => (0..self.players.len()).filter(|&other| other != seat).collect(),
            None => [self.active()].into(),
        }
    }

    pub(super) fn check_trade(&self, seat: usize, act: &Act) -> Verdict {
        ensure(self.phase == Phase::Main, "no trade now")?;
        let find = |n: &u32| self.offers.get(n).ok_or("no such offer");
        match act {
            Act::OfferTrade { give, receive, to, counters } => {
                self.check_offer(seat, give, receive, to.as_ref())?;
                counters.map_or(Ok(()), |n| {
                    let countered = find(&n)?;
                    ensure(countered.from == self.active(), "not the active player's")?;
                    ensure(countered.to.contains(&seat), "not addressed to you")
                })
            }
            Act::AcceptTrade(n) => {
                let offer = find(n)?;
                ensure(offer.to.contains(&seat), "not addressed to you")?;
                ensure(!offer.accepted.contains(&seat), "said already")?;
                ensure(self.players[seat].hand.covers(&offer.receive), "cannot pay")
            }
            Act::DeclineTrade(n) => {
                let offer = find(n)?;
                ensure(offer.to.contains(&seat), "not addressed to you")?;
                ensure(!offer.declined.contains(&seat), "said already")
            }
            Act::ConfirmTrade(n, with) => {
                let offer = find(n)?;
                ensure(seat == self.active() && seat == offer.from, "not yours to confirm")?;
                ensure(offer.accepted.contains(with), "has not accepted")
            }
            Act::CancelTrade(n) => ensure(find(n)?.from == seat, "not yours"),
            _ => Err("not a trade"),
        }
    }

    fn check_offer(
        &self,
        seat: usize,
        give: &Pile<Resource>,
        receive: &Pile<Resource>,
        to: Option<&BTreeSet<usize>>,
    ) -> Verdict {
        let to = self.addressees(seat, to);
        ensure(!to.is_empty(), "to nobody")?;
        ensure(to.iter().all(|other| *other < self.players.len() && *other != seat), "no such seat")?;
        if seat != self.active() {
            ensure(to == [self.active()].into(), "only with the active player")?;
        }
        ensure(give.total() > 0 && receive.total() > 0, "a gift")?;
        ensure(give.each().all(|(kind, _)| receive.count(kind) == 0), "a kind on both sides")?;
        ensure(receive.each().all(|(_, n)| n <= 19), "more than there are")?;
        ensure(self.players[seat].hand.covers(give), "not in hand")?;
        ensure(
            self.offers_made.get(&seat).copied().unwrap_or(0) < self.rules.offers_per_turn,
            "enough offers",
        )
    }

    /// Carries out a trade action that was checked.
    pub(super) fn trade(&mut self, seat: usize, act: &Act) {
        match act {
            Act::OfferTrade { give, receive, to, counters } => {
                let to = self.addressees(seat, to.as_ref());
                if let Some(countered) = counters {
                    self.answer(*countered, seat, false);
                }
                self.offers.retain(|_, offer| offer.from != seat);
                let offer = Offer {
                    from: seat,
                    to,
                    give: give.clone(),
                    receive: receive.clone(),
                    accepted: BTreeSet::new(),
                    declined: BTreeSet::new(),
                    counters: *counters,
                };
                self.offers.insert(self.next_offer, offer);
                self.next_offer += 1;
                *self.offers_made.entry(seat).or_default() += 1;
            }
            Act::AcceptTrade(n) if seat == self.active() => self.exchange(*n, seat),
            Act::AcceptTrade(n) => self.answer(*n, seat, true),
            Act::DeclineTrade(n) if seat == self.active() => {
                self.offers.remove(n);
            }
            Act::DeclineTrade(n) => self.answer(*n, seat, false),
            Act::ConfirmTrade(n, with) => self.exchange(*n, *with),
            Act::CancelTrade(n) => {
                self.offers.remove(n);
            }
            _ => {}
        }
    }

    /// Notes a yes or a no in place of whatever the seat said before.
    fn answer(&mut self, n: u32, seat: usize, yes: bool) {
        let offer = self.offers.get_mut(&n).expect("the offer was found by the check");
        let (said, unsaid) = if yes {
            (&mut offer.accepted, &mut offer.declined)
        } else {
            (&mut offer.declined, &mut offer.accepted)
        };
        said.insert(seat);
        unsaid.remove(&seat);
    }

    fn exchange(&mut self, n: u32, with: usize) {
        let offer = self.offers.remove(&n).expect("the offer was found by the check");
        self.players[offer.from].hand.take_all(&offer.give);
        self.players[with].hand.take_all(&offer.receive);
        self.players[offer.from].hand.put_all(&offer.receive);
        self.players[with].hand.put_all(&offer.give);
    }

    /// Takes back every offer and every acceptance that can no longer be paid.
    pub(super) fn withdraw_unpayable(&mut self) {
        let players = &self.players;
        self.offers.retain(|_, offer| players[offer.from].hand.covers(&offer.give));
        for offer in self.offers.values_mut() {
            let receive = offer.receive.clone();
            offer.accepted.retain(|seat| players[*seat].hand.covers(&receive));
        }
    }
}

//! What a seat has offered, and how it was received.
//!
//! Nothing is offered twice within a while, and somebody who has said no again and again is left in peace: the third refusal
//! in a row earns a few turns of *rest*, every further one more. Whoever accepts something, or makes an offer, is
//! listened to again at once.

use catan::{Event, Hand, Seen, Terms};
use game::{Seat, SeatSet};

/// For how many turns of anybody an offer is not made again.
const PAUSE: u32 = 12;
/// How many refusals in a row are taken as they come.
const PATIENCE: u32 = 2;
/// For how many turns of anybody each refusal beyond that earns rest, and how many together at most.
const REST: u32 = 6;
const LONGEST_REST: u32 = 36;

/// What one seat has offered.
#[derive(Clone, Debug)]
pub(super) struct Offered {
    me: Seat,
    turn: u32,
    lately: Vec<(u32, Hand, Hand)>,
    /// The number of one's newest offer.
    own: Option<u32>,
    others: [Reception; 4],
}

/// How somebody took what was offered.
#[derive(Clone, Copy, Debug, Default)]
struct Reception {
    /// Refusals since they last said yes or asked for something.
    refusals: u32,
    /// When the last one was.
    turn: u32,
}

impl Offered {
    pub(super) fn new(me: Seat) -> Self {
        Self { me, turn: 0, lately: Vec::new(), own: None, others: Default::default() }
    }

    /// Whether this was not offered lately.
    pub(super) fn is_new(&self, give: Hand, receive: Hand) -> bool {
        !self.lately.iter().any(|&(_, g, r)| (g, r) == (give, receive))
    }

    /// Those among the seats who may be asked now.
    pub(super) fn open_to(&self, seats: SeatSet) -> SeatSet {
        seats.iter().filter(|seat| !self.rests(*seat)).fold(SeatSet::EMPTY, SeatSet::with)
    }

    fn rests(&self, seat: Seat) -> bool {
        let Some(reception) = self.others.get(seat.index()) else { return false };
        let rest = (reception.refusals.saturating_sub(PATIENCE) * REST).min(LONGEST_REST);
        self.turn < reception.turn.saturating_add(rest)
    }

    /// Notes an offer.
    pub(super) fn note(&mut self, terms: &Terms) {
        self.lately.push((self.turn, terms.give, terms.receive));
    }

    /// Notes what turn it is, and forgets what was long ago.
    pub(super) fn tidy(&mut self, turn: u32) {
        self.turn = turn;
        self.lately.retain(|&(then, _, _)| turn < then.saturating_add(PAUSE));
    }

    /// Takes in how people deal with offers.
    pub(super) fn hear(&mut self, seen: &Seen) {
        let Seen::Public(event) = seen else { return };
        #[expect(clippy::wildcard_enum_match_arm, reason = "only offers matter here")]
        match *event {
            Event::TradeOffered { offer, from, .. } if from == self.me => self.own = Some(offer),
            Event::TradeOffered { from, .. } => self.received(from, true),
            Event::TradeAnswered { offer, seat, accepted } if self.own == Some(offer) => {
                self.received(seat, accepted);
            }
            _ => {}
        }
    }

    fn received(&mut self, by: Seat, kindly: bool) {
        let turn = self.turn;
        if let Some(reception) = self.others.get_mut(by.index()) {
            let refusals = if kindly { 0 } else { reception.refusals + 1 };
            *reception = Reception { refusals, turn };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: Seat = Seat(0);
    const OTHER: Seat = Seat(1);

    fn offer(number: u32, from: Seat) -> Seen {
        Seen::Public(Event::TradeOffered {
            offer: number,
            from,
            to: SeatSet::only(OTHER),
            give: Hand::EMPTY,
            receive: Hand::EMPTY,
            counters: None,
        })
    }

    fn answer(number: u32, accepted: bool) -> Seen {
        Seen::Public(Event::TradeAnswered { offer: number, seat: OTHER, accepted })
    }

    fn refused(times: u32) -> Offered {
        let mut offered = Offered::new(ME);
        offered.tidy(10);
        for number in 0..times {
            offered.hear(&offer(number, ME));
            offered.hear(&answer(number, false));
        }
        offered
    }

    /// For how many turns nobody asks.
    fn rest(mut offered: Offered) -> u32 {
        let others = SeatSet::only(OTHER);
        let first = (10..100).find(|&turn| {
            offered.tidy(turn);
            offered.open_to(others) == others
        });
        first.expect("nobody rests for ever") - 10
    }

    #[test]
    fn who_refuses_again_and_again_is_left_in_peace() {
        let rests: Vec<u32> = (0..12).map(|times| rest(refused(times))).collect();
        assert_eq!(rests, [0, 0, 0, 6, 12, 18, 24, 30, 36, 36, 36, 36]);
    }

    #[test]
    fn a_yes_or_an_offer_of_theirs_ends_the_rest() {
        let mut accepting = refused(5);
        accepting.hear(&offer(9, ME));
        accepting.hear(&answer(9, true));
        assert_eq!(rest(accepting), 0);
        let mut asking = refused(5);
        asking.hear(&offer(9, OTHER));
        assert_eq!(rest(asking), 0);
    }

    #[test]
    fn what_others_refuse_each_other_means_nothing() {
        let mut offered = Offered::new(ME);
        offered.tidy(10);
        for number in 0..9 {
            offered.hear(&offer(number, Seat(2)));
            offered.hear(&answer(number, false));
        }
        assert_eq!(rest(offered), 0);
    }
}

//! Trades between players: offers worth making, and answers.
//!
//! Both sides of a trade are judged by the same worth of cards ([`Prospect`]): one's own exactly, the other's by what
//! one believes they hold. Nobody within two visible points of winning is traded with at all, since any card may be the
//! one that wins.

use catan::{Action, CatanLegal, Hand, Offer, Resource, Terms};
use game::{Seat, SeatSet};

use super::memory::Memory;
use super::offered::Offered;
use super::prospect::Prospect;
use super::robber::best;
use super::sight::{Cards, Sight, cards, minus, plus};

/// The most offers in a turn.
pub(super) const OFFERS: u8 = 2;
/// A gain below this is not worth anybody's time.
const WORTHWHILE: f32 = 0.08;
/// How much the other side may lose and still say yes.
const TOLERANCE: f32 = 0.02;
/// How much more than oneself somebody may gain who is not ahead: a trade that nobody would take helps nobody.
const GENEROSITY: f32 = 1.8;

/// Whether cards can go from one hand to another.
fn swap(hand: &Cards, out: &Cards, into: &Cards) -> Cards {
    plus(&minus(hand, out), into)
}

/// The worths by which trades are judged.
#[derive(Clone, Debug)]
pub(super) struct Market<'a> {
    sight: &'a Sight,
    memory: &'a Memory,
    own: &'a Prospect,
}

impl<'a> Market<'a> {
    pub(super) const fn new(sight: &'a Sight, memory: &'a Memory, own: &'a Prospect) -> Self {
        Self { sight, memory, own }
    }

    /// What the seat itself gains.
    fn own_gain(&self, out: &Cards, into: &Cards) -> f32 {
        self.own.of(&swap(&self.sight.hand, out, into)) - self.own.of(&self.sight.hand)
    }

    /// What another seat gains, as far as one can tell.
    fn other_gain(&self, seat: usize, prospect: &Prospect, out: &Cards, into: &Cards) -> f32 {
        let belief = self.memory.of(seat);
        prospect.of(&swap(&belief, out, into)) - prospect.of(&belief)
    }

    fn prospect_of(&self, seat: usize) -> Prospect {
        Prospect::new(self.sight, seat, &self.sight.estates[seat & 3], 0)
    }

    /// Whether somebody else's offer is to be accepted: it helps, and helps oneself more than the other.
    pub(super) fn likes(&self, offer: &Offer) -> bool {
        let from = offer.from.index();
        if self.sight.is_close(from) {
            return false;
        }
        let (into, out) = (cards(offer.give), cards(offer.receive));
        if minus(&out, &self.sight.hand).iter().any(|&short| short > 0.0) {
            return false;
        }
        let own = self.own_gain(&out, &into);
        own > WORTHWHILE / 2.0 && own > self.other_gain(from, &self.prospect_of(from), &into, &out)
    }

    /// The acceptor to trade with: the least dangerous, and nobody who is about to win.
    pub(super) fn partner(&self, offer: &Offer) -> Option<Seat> {
        if self.own_gain(&cards(offer.give), &cards(offer.receive)) <= 0.0 {
            return None;
        }
        let acceptors = offer.accepted.iter().filter(|seat| !self.sight.is_close(seat.index()));
        best(acceptors, |seat| -self.sight.threat(seat.index())).map(|(seat, _)| seat)
    }

    /// An offer worth making now; it is then remembered as made.
    pub(super) fn offer(&self, made: u8, legal: &CatanLegal, offered: &mut Offered) -> Option<Action> {
        let offering = legal.offering().filter(|offering| offering.chooses)?;
        if made >= OFFERS {
            return None;
        }
        let to = offered.open_to(offering.to);
        let partners: Vec<_> = self
            .sight
            .others()
            .filter(|&seat| !self.sight.is_close(seat) && to.contains(Seat(seat as u8)))
            .map(|seat| (seat, self.prospect_of(seat)))
            .collect();
        if partners.is_empty() {
            return None;
        }
        let candidates = swaps(&self.sight.hand).filter(|&(give, receive)| offered.is_new(give, receive));
        let rated = candidates.filter_map(|(give, receive)| {
            let (out, into) = (cards(give), cards(receive));
            let gain = self.own_gain(&out, &into);
            if gain < WORTHWHILE {
                return None;
            }
            let (to, likely) = self.takers(&partners, &out, &into, gain);
            (!to.is_empty()).then_some((gain * likely, Terms { give, receive, to: Some(to), counters: None }))
        });
        let ((worth, terms), _) = best(rated, |&(worth, _)| worth)?;
        if worth < WORTHWHILE / 2.0 {
            return None;
        }
        offered.note(&terms);
        Some(Action::OfferTrade(terms))
    }

    /// Who might take an offer without gaining too much by it, and how likely one of them does.
    fn takers(&self, partners: &[(usize, Prospect)], out: &Cards, into: &Cards, gain: f32) -> (SeatSet, f32) {
        let own_points = self.sight.own().points;
        let mut to = SeatSet::EMPTY;
        let mut nobody = 1.0;
        for (seat, prospect) in partners {
            let belief = self.memory.of(*seat);
            let has: f32 =
                (0..5).filter(|&kind| into[kind] > 0.0).map(|kind| belief[kind].min(1.0)).product();
            let theirs = self.other_gain(*seat, prospect, into, out);
            let ahead = self.sight.estates[*seat & 3].points > own_points;
            let most = if ahead { gain } else { GENEROSITY * gain };
            if has > 0.25 && theirs > -TOLERANCE && theirs <= most {
                to = to.with(Seat(*seat as u8));
                nobody *= 1.0 - has * eagerness(theirs, gain);
            }
        }
        (to, 1.0 - nobody)
    }
}

/// How likely somebody says yes who gains `theirs` where the offerer gains `ours`.
fn eagerness(theirs: f32, ours: f32) -> f32 {
    if theirs < WORTHWHILE / 2.0 {
        0.1
    } else if theirs < 0.8 * ours {
        0.3
    } else {
        0.7
    }
}

/// One card for one, and two for one where there are cards to spare.
fn swaps(hand: &Cards) -> impl Iterator<Item = (Hand, Hand)> {
    let hand = *hand;
    let kinds = move |least: f32| Resource::ALL.into_iter().filter(move |kind| hand[kind.index()] >= least);
    let pairs = move |n: u8, least: f32| {
        kinds(least).flat_map(move |give| {
            let wanted = Resource::ALL.into_iter().filter(move |&receive| receive != give);
            wanted.map(move |receive| (Hand::some(give, n), Hand::one(receive)))
        })
    };
    pairs(1, 0.5).chain(pairs(2, 2.5))
}

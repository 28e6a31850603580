//! Trades between players, judged by what they do to the chances of winning.
//!
//! Every trade is carried out in a few worlds and the position after it compared with the one before: for oneself, and, as
//! far as the world is right about their cards, for the other. One's own turn is thought through after the trade, since
//! cards are worth most where they are spent. Nobody within two visible points of winning is traded with, whatever the
//! numbers say: any card may be the one that wins.

use catan::{Action, Catan, Hand, Offer, Phase, Resource, Terms, View};
use game::{Game, Seat, SeatSet, Unheard};

use super::end::End;
use super::judge::Judge;
use super::turn::Search;

/// A gain below this is not worth anybody's time.
const WORTHWHILE: f32 = 0.006;
/// What an answer has to gain.
const ACCEPTABLE: f32 = 0.002;
/// How much the other may lose, as one guesses, and might still say yes.
const TOLERANCE: f32 = 0.004;
/// In which share of the worlds somebody must hold the cards to be asked.
const LIKELY: f32 = 0.3;
/// Nodes for thinking a turn through after a trade.
const NODES: u64 = 40;

/// A bargainer of one seat.
#[derive(Debug)]
pub(in super::super) struct Bargain<'a, 'n> {
    me: Seat,
    view: &'a View,
    worlds: &'a [Catan],
    judge: &'a mut Judge<'n>,
    end: End,
    /// What the worlds are worth to the seats before any trade, once asked for.
    before: Vec<[Option<f32>; 4]>,
}

/// Cards that would change hands.
#[derive(Clone, Copy, Debug)]
struct Swap {
    from: Seat,
    with: Seat,
    give: Hand,
    receive: Hand,
}

impl<'a, 'n> Bargain<'a, 'n> {
    pub(in super::super) fn new(
        me: Seat,
        view: &'a View,
        worlds: &'a [Catan],
        judge: &'a mut Judge<'n>,
        end: End,
    ) -> Self {
        Self { me, view, worlds, judge, end, before: vec![[None; 4]; worlds.len()] }
    }

    /// Whether somebody else's offer is to be accepted.
    pub(in super::super) fn likes(&mut self, offer: &Offer) -> bool {
        let swap = Swap { from: offer.from, with: self.me, give: offer.give, receive: offer.receive };
        !self.is_close(offer.from) && self.gain(&swap, self.me).is_some_and(|(gain, _)| gain > ACCEPTABLE)
    }

    /// The acceptor of one's own offer with whom one is best off; nobody if the trade has lost its point.
    pub(in super::super) fn partner(&mut self, offer: &Offer) -> Option<Seat> {
        let mut best: Option<(f32, Seat)> = None;
        for with in offer.accepted.iter() {
            if self.is_close(with) {
                continue;
            }
            let swap = Swap { from: self.me, with, give: offer.give, receive: offer.receive };
            let Some((gain, _)) = self.gain(&swap, self.me) else { continue };
            if gain > ACCEPTABLE && best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, with));
            }
        }
        best.map(|(_, with)| with)
    }

    /// The offer to some of these seats most worth making in one's own turn, among those that are new.
    pub(in super::super) fn offer(
        &mut self,
        open: SeatSet,
        is_new: impl Fn(Hand, Hand) -> bool,
    ) -> Option<Terms> {
        let hand = self.view.players.get(self.me.index())?.resources?;
        let mut best: Option<(f32, Terms)> = None;
        for (give, receive) in swaps(hand) {
            if self.end.is_reached(self.judge) {
                break;
            }
            if !is_new(give, receive)
                || self.first_glance(give, receive).is_none_or(|gain| gain <= WORTHWHILE)
            {
                continue;
            }
            let Some((gain, to, likely)) = self.takers(open, give, receive) else { continue };
            let worth = gain * likely;
            if worth > WORTHWHILE && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, Terms { give, receive, to: Some(to), counters: None }));
            }
        }
        best.map(|(_, terms)| terms)
    }

    /// Another proposal to somebody whose offer one does not take: their wish for something that helps oneself more.
    pub(in super::super) fn counter(
        &mut self,
        offer: &Offer,
        is_new: impl Fn(Hand, Hand) -> bool,
    ) -> Option<Terms> {
        let hand = self.view.players.get(self.me.index())?.resources?;
        if self.is_close(offer.from) || !hand.covers(offer.receive) {
            return None;
        }
        let mut best: Option<(f32, Terms)> = None;
        for receive in asked_instead(offer) {
            if self.end.is_reached(self.judge) {
                break;
            }
            if receive.shares_a_kind(offer.receive) || !is_new(offer.receive, receive) {
                continue;
            }
            let swap = Swap { from: self.me, with: offer.from, give: offer.receive, receive };
            let Some((gain, likely)) = self.gain(&swap, self.me) else { continue };
            if likely < LIKELY || gain * likely <= WORTHWHILE {
                continue;
            }
            let theirs = self.gain(&swap, offer.from).map_or(f32::MIN, |(gain, _)| gain);
            if theirs > -TOLERANCE && best.is_none_or(|(most, _)| gain * likely > most) {
                let terms = Terms { give: offer.receive, receive, to: None, counters: Some(offer.number) };
                best = Some((gain * likely, terms));
            }
        }
        best.map(|(_, terms)| terms)
    }

    /// Who might take an offer, what one would gain at least, and how likely one of them has the cards and says yes.
    fn takers(&mut self, open: SeatSet, give: Hand, receive: Hand) -> Option<(f32, SeatSet, f32)> {
        let holds_cards =
            |seat: &Seat| self.view.players.get(seat.index()).is_some_and(|player| player.resource_count > 0);
        let others: Vec<Seat> =
            open.without(self.me).iter().filter(|&seat| !self.is_close(seat)).filter(holds_cards).collect();
        let (mut to, mut least, mut nobody) = (SeatSet::EMPTY, f32::MAX, 1.0);
        for with in others {
            let swap = Swap { from: self.me, with, give, receive };
            let Some((theirs, has)) = self.gain(&swap, with) else { continue };
            if has < LIKELY || theirs < -TOLERANCE {
                continue;
            }
            let Some((gain, _)) = self.gain(&swap, self.me) else { continue };
            if gain <= WORTHWHILE {
                continue;
            }
            to = to.with(with);
            least = least.min(gain);
            nobody *= 1.0 - has * if theirs > ACCEPTABLE { 0.7 } else { 0.25 };
        }
        (!to.is_empty()).then_some((least, to, 1.0 - nobody))
    }

    /// What a seat gains by a swap on average, and in which share of the worlds the cards are there; `None` if in none.
    fn gain(&mut self, swap: &Swap, seat: Seat) -> Option<(f32, f32)> {
        let (mut sum, mut n) = (0.0, 0.0);
        for at in 0..self.worlds.len() {
            if let Some(gain) = self.gain_in(at, swap, seat) {
                sum += gain;
                n += 1.0;
            }
        }
        (n > 0.0).then(|| (sum / n, n / self.worlds.len() as f32))
    }

    /// What a seat gains in one world; `None` if the cards are not there, or it is too late to tell.
    fn gain_in(&mut self, at: usize, swap: &Swap, seat: Seat) -> Option<f32> {
        if self.end.is_too_late() {
            return None;
        }
        let world = self.worlds.get(at)?;
        let after = traded(world, swap)?;
        let known = self.before[at][seat.index() & 3];
        let before = known.unwrap_or_else(|| self.worth(world, seat));
        self.before[at][seat.index() & 3] = Some(before);
        Some(self.worth(&after, seat) - before)
    }

    /// What one gains with the first partner in the first world that has the cards: most swaps need no further thought.
    fn first_glance(&mut self, give: Hand, receive: Hand) -> Option<f32> {
        let me = self.me;
        (0..self.worlds.len()).find_map(|at| {
            let others = (0..self.view.players.len() as u8).map(Seat).filter(|&seat| seat != me);
            others.into_iter().find_map(|with| self.gain_in(at, &Swap { from: me, with, give, receive }, me))
        })
    }

    fn worth(&mut self, world: &Catan, seat: Seat) -> f32 {
        if world.current() == seat && world.phase() == Phase::Main {
            let weighed = Search::new(self.judge, seat, NODES).until(self.end).weigh(world);
            if let Some(best) = weighed.first() {
                return best.value;
            }
        }
        self.judge.value(world, seat)
    }

    /// Whether the seat is within two visible points of winning.
    fn is_close(&self, seat: Seat) -> bool {
        let points = self.view.players.get(seat.index()).map_or(0, |player| player.public_points);
        points + 2 >= self.view.rules.points_to_win
    }
}

/// The position after a swap; `None` if somebody does not have the cards, or offers are used up.
fn traded(world: &Catan, swap: &Swap) -> Option<Catan> {
    let mut game = *world;
    let own = game.current() == swap.from;
    let to = own.then(|| SeatSet::only(swap.with));
    let terms = Terms { give: swap.give, receive: swap.receive, to, counters: None };
    game.apply(swap.from, &Action::OfferTrade(terms), None, &mut Unheard).ok()?;
    let offer = game.offers().find(|offer| offer.from == swap.from)?.number;
    game.apply(swap.with, &Action::AcceptTrade { offer }, None, &mut Unheard).ok()?;
    if own {
        game.apply(swap.from, &Action::ConfirmTrade { offer, with: swap.with }, None, &mut Unheard).ok()?;
    }
    Some(game)
}

/// One card for one, and two for one where there are cards to spare.
fn swaps(hand: Hand) -> impl Iterator<Item = (Hand, Hand)> {
    let pairs = move |n: u8, least: u8| {
        Resource::ALL.into_iter().filter(move |&give| hand.get(give) >= least).flat_map(move |give| {
            let wanted = Resource::ALL.into_iter().filter(move |&receive| receive != give);
            wanted.map(move |receive| (Hand::some(give, n), Hand::one(receive)))
        })
    };
    pairs(1, 1).chain(pairs(2, 3))
}

/// What could be asked for instead of what an offer gives: one card of each kind, or one more of the same.
fn asked_instead(offer: &Offer) -> impl Iterator<Item = Hand> {
    let given = offer.give;
    let more = Resource::ALL.into_iter().filter(move |&kind| given.get(kind) > 0).filter_map(move |kind| {
        let mut counts = given.counts();
        counts[kind.index()] += 1;
        Hand::new(counts)
    });
    Resource::ALL.into_iter().map(Hand::one).filter(move |&one| one != given).chain(more)
}

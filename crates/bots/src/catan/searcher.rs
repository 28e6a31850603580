//! The players that search: `planner` thinks its own turn through, `master` plays the best of it on.
//!
//! Both see what their seat sees. What the others may hold they draw from all that they have heard, weigh their options in
//! several such worlds, and take what is best on average.

use catan::{Action, Catan, CatanLegal, Phase, Seen, View};
use game::{Legal, Seat};

use super::mind::bargain::Bargain;
use super::mind::contest::Contest;
use super::mind::end::Allowance;
use super::mind::judge::{Judge, net_for};
use super::mind::turn::{Search, Weighed};
use super::mind::worlds::Worlds;
use super::offered::Offered;
use super::patience::{Patience, own_offer, unanswered};
use super::trading::OFFERS;
use crate::{Bot, Budget, Company, Dice};

/// How a level thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Weighs the own turn in a few worlds.
    Planner,
    /// Plays the best options on.
    Master,
}

/// Nodes that `planner` takes when nobody says how many.
const PLANNER_NODES: u32 = 1_200;
/// Nodes that `master` takes when nobody says how many.
const MASTER_NODES: u32 = 30_000;
/// In how many worlds the own turn is weighed.
const WORLDS: u64 = 4;
/// The fewest and the most nodes for a turn in one world.
const LEAST: u64 = 20;
const MOST_IN_A_WORLD: u64 = 600;
/// Hundredths of the budget for the search; what is left is for offers.
const SEARCH: u32 = 80;
const ALL: u32 = 97;
/// A chance that only a finished game has.
const WON: f32 = 0.999_99;
/// How many options are played on at most.
const CANDIDATES: usize = 6;
/// How much worse than the best an option may look to be played on.
const MARGIN: f32 = 0.05;
/// In how many worlds a trade is judged.
const BARGAINS: usize = 3;
/// How many turns are played on for each player at the table.
const ROUNDS: u32 = 1;

/// A player of one seat that searches.
#[derive(Debug)]
pub(super) struct Searcher {
    seat: Seat,
    style: Style,
    budget: Budget,
    worlds: Worlds,
    patience: Patience,
    offered: Offered,
    luck: Dice,
    judge: Option<Judge<'static>>,
    /// What the last choice looked worth, if it was thought about.
    worth: Option<f32>,
}

impl Searcher {
    pub(super) fn new(style: Style, seat: Seat, seed: u64, budget: Budget) -> Self {
        let mut luck = Dice::new(seed ^ 0x5eed);
        let worlds = Worlds::new(seat, luck.word());
        Self {
            seat,
            style,
            budget,
            worlds,
            patience: Patience::default(),
            offered: Offered::new(seat),
            luck,
            judge: None,
            worth: None,
        }
    }

    /// What the level usually takes, or what it was given.
    fn allowance(&self) -> Allowance {
        let usual = match self.style {
            Style::Planner => PLANNER_NODES,
            Style::Master => MASTER_NODES,
        };
        Allowance::begin(self.budget, usual)
    }

    /// What the seat would do, offers apart.
    fn search(&mut self, view: &View, legal: &CatanLegal, allowance: &Allowance) -> Option<Action> {
        self.worlds.fit(view);
        let first = self.worlds.draw(view)?;
        let mut judge = self.judge.take().unwrap_or_else(|| Judge::new(net_for(first.players()), &first));
        judge.turn_to(&first);
        let best = self.think(view, legal, &first, &mut judge, allowance);
        self.judge = Some(judge);
        self.worth = best.map(|best| best.value);
        best.map(|best| best.action)
    }

    fn think(
        &mut self,
        view: &View,
        legal: &CatanLegal,
        first: &Catan,
        judge: &mut Judge<'static>,
        allowance: &Allowance,
    ) -> Option<Weighed> {
        let end = allowance.end(SEARCH, judge);
        let share = match self.style {
            Style::Planner => allowance.nodes() / WORLDS,
            // Most of the time is for playing on.
            Style::Master => allowance.nodes() / (4 * WORLDS),
        };
        let share = share.clamp(LEAST, MOST_IN_A_WORLD);
        let mut sums: Vec<(Action, f32, u8)> = Vec::new();
        let mut world = Some(*first);
        for _ in 0..WORLDS {
            let Some(game) = world else { break };
            let weighed = Search::new(judge, self.seat, share).until(end).weigh(&game);
            // A world that was left in the middle says too little, unless there is no other.
            if end.is_too_late() && !sums.is_empty() {
                break;
            }
            for Weighed { action, value } in weighed {
                if !legal.contains(&action) {
                    continue;
                }
                match sums.iter_mut().find(|(known, _, _)| *known == action) {
                    Some((_, sum, n)) => {
                        *sum += value;
                        *n += 1;
                    }
                    None => sums.push((action, value, 1)),
                }
            }
            // Without hidden cards all worlds are alike.
            if view.turn == 0 || end.is_reached(judge) {
                break;
            }
            world = self.worlds.draw(view);
        }
        let most = sums.iter().map(|&(_, _, n)| n).max()?;
        let mut means: Vec<Weighed> = sums
            .into_iter()
            .filter(|&(_, _, n)| n == most)
            .map(|(action, sum, n)| Weighed { action, value: sum / f32::from(n) })
            .collect();
        means.sort_by(|a, b| b.value.total_cmp(&a.value));
        let best = means.first()?.value;
        if self.style == Style::Master {
            means.retain(|option| option.value >= best - MARGIN);
            means.truncate(CANDIDATES);
            // What wins at once needs no comparison.
            if means.len() > 1 && best < WON {
                let turns = ROUNDS * view.players.len() as u32;
                let mut contest = Contest::new(self.seat, turns, &means);
                while !end.is_reached(judge) && !contest.is_decided() {
                    let Some(world) = self.worlds.draw(view) else { break };
                    contest.round(judge, &world, self.luck.word(), end);
                }
                return contest.winner();
            }
        }
        means.first().copied()
    }

    fn wish(&mut self, view: &View, legal: &CatanLegal) -> Option<Action> {
        if legal.is_empty() && legal.discard_owed().is_none() {
            return None;
        }
        self.patience.tidy(view);
        self.offered.tidy(view.turn);
        let allowance = self.allowance();
        if legal.discard_owed().is_some() {
            return self.search(view, legal, &allowance).or_else(|| Catan::fallback(legal));
        }
        if view.current != self.seat {
            return self.bystander(view, legal, &allowance);
        }
        if let Phase::RollForFirst(_) = view.phase {
            return Some(Action::RollDice);
        }
        if legal.contains(&Action::PlayVictoryPoint) {
            return Some(Action::PlayVictoryPoint);
        }
        if view.phase == Phase::Main
            && let Some(answer) = self.open_offers(view, &allowance)
        {
            return answer;
        }
        let best = if legal.len() == 1 { legal.get(0) } else { self.search(view, legal, &allowance) };
        let best = best.or_else(|| Catan::fallback(legal))?;
        if matches!(best, Action::EndTurn | Action::BankTrade { .. }) {
            return self.offer(view, legal, &allowance).or(Some(best));
        }
        Some(best)
    }

    /// Somebody else's turn: answers and counter-offers, when people had their chance.
    fn bystander(&mut self, view: &View, legal: &CatanLegal, allowance: &Allowance) -> Option<Action> {
        if let Some(own) = own_offer(view, self.seat) {
            if self.patience.waits(own, self.seat) {
                return None;
            }
            return Some(Action::CancelTrade { offer: own.number });
        }
        let offer = unanswered(view, self.seat).next()?;
        if self.patience.waits(offer, self.seat) {
            return None;
        }
        let decline = Action::DeclineTrade { offer: offer.number };
        let accept = Action::AcceptTrade { offer: offer.number };
        if !legal.contains(&accept) {
            return Some(decline);
        }
        let offered = self.offered.clone();
        let made = view.players.get(self.seat.index()).map_or(u8::MAX, |player| player.offers_made);
        let answer = self.bargain(view, allowance, |bargain| {
            if bargain.likes(offer) {
                return accept;
            }
            let counter =
                (made == 0).then(|| bargain.counter(offer, |give, receive| offered.is_new(give, receive)));
            counter.flatten().map_or(decline, Action::OfferTrade)
        });
        let answer = answer.filter(|answer| legal.contains(answer)).unwrap_or(decline);
        if let Action::OfferTrade(terms) = &answer {
            self.offered.note(terms);
        }
        Some(answer)
    }

    /// What to say about open offers in one's own turn; `None` if there is nothing to say.
    #[expect(clippy::option_option, reason = "waiting is an answer too")]
    fn open_offers(&mut self, view: &View, allowance: &Allowance) -> Option<Option<Action>> {
        if let Some(&offer) = unanswered(view, self.seat).next() {
            let likes = self.bargain(view, allowance, |bargain| bargain.likes(&offer)).unwrap_or(false);
            let number = offer.number;
            return Some(Some(if likes {
                Action::AcceptTrade { offer: number }
            } else {
                Action::DeclineTrade { offer: number }
            }));
        }
        let own = *own_offer(view, self.seat)?;
        if self.patience.waits(&own, self.seat) {
            return Some(None);
        }
        let partner = self.bargain(view, allowance, |bargain| bargain.partner(&own)).flatten();
        Some(Some(match partner {
            Some(with) => Action::ConfirmTrade { offer: own.number, with },
            None => Action::CancelTrade { offer: own.number },
        }))
    }

    /// An offer that is worth making before the turn goes on without it.
    fn offer(&mut self, view: &View, legal: &CatanLegal, allowance: &Allowance) -> Option<Action> {
        let offering = legal.offering().filter(|offering| offering.chooses)?;
        let made = view.players.get(self.seat.index()).map_or(u8::MAX, |player| player.offers_made);
        if made >= OFFERS || offering.left == 0 {
            return None;
        }
        let offered = self.offered.clone();
        let to = offered.open_to(offering.to);
        if to.is_empty() {
            return None;
        }
        let terms = self.bargain(view, allowance, |bargain| {
            bargain.offer(to, |give, receive| offered.is_new(give, receive))
        });
        let terms = terms.flatten()?;
        self.offered.note(&terms);
        Some(Action::OfferTrade(terms))
    }

    /// Bargains in a few worlds.
    fn bargain<T>(
        &mut self,
        view: &View,
        allowance: &Allowance,
        ask: impl FnOnce(&mut Bargain<'_, 'static>) -> T,
    ) -> Option<T> {
        self.worlds.fit(view);
        let worlds: Vec<Catan> = (0..BARGAINS).filter_map(|_| self.worlds.draw(view)).collect();
        let first = worlds.first()?;
        let mut judge = self.judge.take().unwrap_or_else(|| Judge::new(net_for(first.players()), first));
        judge.turn_to(first);
        let end = allowance.end(ALL, &judge);
        let answer = ask(&mut Bargain::new(self.seat, view, &worlds, &mut judge, end));
        self.judge = Some(judge);
        Some(answer)
    }
}

impl Bot<Catan> for Searcher {
    fn hear(&mut self, seen: &Seen) {
        self.worlds.hear(seen);
        self.offered.hear(seen);
    }

    fn choose(&mut self, view: &View, legal: &CatanLegal) -> Option<Action> {
        self.worth = None;
        let wish = self.wish(view, legal)?;
        if legal.contains(&wish) { Some(wish) } else { Catan::fallback(legal) }
    }

    /// The chance to win, as the search sees it; an offer is worth making if it does not fall below that.
    fn value(&self) -> Option<f64> {
        self.worth.map(|worth| f64::from(worth.clamp(0.0, 1.0)))
    }
}

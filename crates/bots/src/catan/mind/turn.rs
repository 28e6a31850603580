//! A turn thought through: all that the player could still do in it, in any order, and what each ending is worth.
//!
//! The search goes depth first over builds, trades with the bank and cards; a position that was reached before in another
//! order is not looked at again. What luck decides is weighed outcome by outcome: a bought card by what the deck may hold, a
//! stolen one by the victim's hand. A turn may end anywhere, so every position is judged as it stands, and the best
//! ending behind an action is the action's value.

use catan::{Action, Catan, CatanLegal, Hand, Phase, Resource};
use game::{Chance, Game, Legal, Seat, Unheard};

use super::end::End;
use super::judge::Judge;

/// An action with what it is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighed {
    /// What to do.
    pub action: Action,
    /// The chance of winning after the best that can follow in this turn.
    pub value: f32,
}

/// How far a turn is thought through.
const DEEPEST: u32 = 6;

/// A search through one seat's options in one position.
#[derive(Debug)]
pub struct Search<'j, 'n> {
    judge: &'j mut Judge<'n>,
    me: Seat,
    /// Positions seen, so that the order of actions does not multiply them.
    seen: Vec<u64>,
    /// No further expansion beyond so many nodes.
    limit: u64,
    end: Option<End>,
}

impl<'j, 'n> Search<'j, 'n> {
    /// A search that judges about `limit` positions at most.
    pub fn new(judge: &'j mut Judge<'n>, me: Seat, limit: u64) -> Self {
        let limit = judge.nodes() + limit;
        Self { judge, me, seen: Vec::new(), limit, end: None }
    }

    /// The same, and no further expansion when it is too late.
    pub(in super::super) fn until(self, end: End) -> Self {
        Self { end: Some(end), ..self }
    }

    fn is_over(&self) -> bool {
        self.judge.nodes() >= self.limit || self.end.is_some_and(End::is_too_late)
    }

    /// Everything that the seat may do now with its worth, the best first. Offers to players are not among it.
    pub fn weigh(&mut self, game: &Catan) -> Vec<Weighed> {
        let legal = game.legal(self.me);
        let mut weighed: Vec<Weighed> = if let Some(owed) = legal.discard_owed() {
            self.discards(game, legal.hand(), owed)
        } else {
            match game.phase() {
                Phase::Setup { .. } => super::draft::weigh(self.judge, game, self.me),
                Phase::Main => self.main(game, &legal),
                Phase::RollForFirst(_)
                | Phase::BeforeRoll
                | Phase::Discarding(_)
                | Phase::MovingRobber(_)
                | Phase::Stealing { .. }
                | Phase::RoadBuilding { .. }
                | Phase::Ended => self.one_by_one(game, &legal, 0),
            }
        };
        weighed.sort_by(|a, b| b.value.total_cmp(&a.value));
        weighed
    }

    fn main(&mut self, game: &Catan, legal: &CatanLegal) -> Vec<Weighed> {
        self.seen.push(key(game));
        self.one_by_one(game, legal, 0)
    }

    fn one_by_one(&mut self, game: &Catan, legal: &CatanLegal, depth: u32) -> Vec<Weighed> {
        let mut weighed = Vec::with_capacity(legal.len());
        for action in ordered(legal) {
            if let Some(value) = self.after(game, &action, depth) {
                weighed.push(Weighed { action, value });
            }
        }
        weighed
    }

    /// The value of the best that can still be done in this turn; `me` is the current player.
    fn best(&mut self, game: &Catan, depth: u32) -> f32 {
        let stop = self.judge.value(game, self.me);
        if game.phase() == Phase::Ended || depth >= DEEPEST || self.is_over() {
            return stop;
        }
        let legal = game.legal(self.me);
        let mut best = stop;
        for action in ordered(&legal) {
            if action == Action::EndTurn || self.is_over() {
                continue;
            }
            if let Some(value) = self.after(game, &action, depth) {
                best = best.max(value);
            }
        }
        best
    }

    /// What an action leads to; `None` for what was looked at before, or is answered elsewhere.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others lead to one known position")]
    fn after(&mut self, game: &Catan, action: &Action, depth: u32) -> Option<f32> {
        match action {
            // The turn ends as it stands; the roll comes as it comes.
            Action::EndTurn | Action::RollDice => Some(self.judge.value(game, self.me)),
            Action::OfferTrade(_)
            | Action::AcceptTrade { .. }
            | Action::DeclineTrade { .. }
            | Action::ConfirmTrade { .. }
            | Action::CancelTrade { .. } => None,
            Action::BuyDevCard | Action::Steal(_) => self.chance(game, action),
            Action::MoveRobber(_) => self.robber(game, action),
            Action::PlayKnight => {
                let next = carried_out(game, self.me, action)?;
                let legal = next.legal(self.me);
                let places: Vec<f32> = legal.iter().filter_map(|place| self.robber(&next, &place)).collect();
                places.into_iter().reduce(f32::max)
            }
            Action::PlayRoadBuilding => {
                let next = carried_out(game, self.me, action)?;
                Some(self.roads(&next))
            }
            Action::BuildRoad(_) if matches!(game.phase(), Phase::RoadBuilding { .. }) => {
                let next = carried_out(game, self.me, action)?;
                Some(if matches!(next.phase(), Phase::RoadBuilding { .. }) {
                    self.roads(&next)
                } else {
                    self.judge.value(&next, self.me)
                })
            }
            _ => {
                let next = carried_out(game, self.me, action)?;
                if next.phase() != Phase::Main {
                    return Some(self.judge.value(&next, self.me));
                }
                let key = key(&next);
                if self.seen.contains(&key) {
                    return None;
                }
                self.seen.push(key);
                Some(self.best(&next, depth + 1))
            }
        }
    }

    /// The mean over what luck may decide, each position judged as it stands.
    fn chance(&mut self, game: &Catan, action: &Action) -> Option<f32> {
        let chance = game.chance(self.me, action)?;
        let (mut sum, mut weight) = (0.0, 0.0);
        let mut outcomes = [None; 8];
        let mut n = 0;
        chance.each(&mut |outcome, tickets| {
            if let Some(place) = outcomes.get_mut(n) {
                *place = Some((outcome, tickets));
                n += 1;
            }
        });
        for (outcome, tickets) in outcomes.into_iter().flatten() {
            let mut next = *game;
            next.apply(self.me, action, Some(outcome), &mut Unheard).ok()?;
            sum += tickets as f32 * self.judge.value(&next, self.me);
            weight += tickets as f32;
        }
        Some(sum / weight)
    }

    /// A place for the robber, with the best victim there.
    fn robber(&mut self, game: &Catan, action: &Action) -> Option<f32> {
        if game.chance(self.me, action).is_some() {
            return self.chance(game, action);
        }
        let next = carried_out(game, self.me, action)?;
        if !matches!(next.phase(), Phase::Stealing { .. }) {
            return Some(self.judge.value(&next, self.me));
        }
        let victims = next.legal(self.me);
        let values: Vec<f32> = victims.iter().filter_map(|steal| self.chance(&next, &steal)).collect();
        values.into_iter().reduce(f32::max)
    }

    /// The best free roads: every first one, and the best next one behind the three best of those.
    fn roads(&mut self, game: &Catan) -> f32 {
        let legal = game.legal(self.me);
        let mut firsts: Vec<(f32, Catan)> = legal
            .iter()
            .filter_map(|road| {
                let next = carried_out(game, self.me, &road)?;
                Some((self.judge.value(&next, self.me), next))
            })
            .collect();
        firsts.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best = firsts.first().map_or(0.0, |first| first.0);
        for (_, next) in firsts.iter().take(3) {
            if !matches!(next.phase(), Phase::RoadBuilding { .. }) {
                continue;
            }
            for road in next.legal(self.me).iter() {
                if let Some(last) = carried_out(next, self.me, &road) {
                    best = best.max(self.judge.value(&last, self.me));
                }
            }
        }
        best
    }

    /// All discards, if they are few; otherwise card by card.
    fn discards(&mut self, game: &Catan, hand: Hand, owed: u8) -> Vec<Weighed> {
        let mut weighed = Vec::new();
        for cards in choices(hand, owed) {
            let action = Action::Discard(cards);
            if let Some(next) = carried_out(game, self.me, &action) {
                weighed.push(Weighed { action, value: self.judge.value(&next, self.me) });
            }
        }
        weighed
    }
}

/// The position after an action that leaves nothing to luck.
fn carried_out(game: &Catan, seat: Seat, action: &Action) -> Option<Catan> {
    let mut next = *game;
    next.apply(seat, action, None, &mut Unheard).ok()?;
    Some(next)
}

/// The listed actions: what builds first, so that the search has seen the most when its nodes run out.
fn ordered(legal: &CatanLegal) -> impl Iterator<Item = Action> {
    let rank = |action: &Action| -> u8 {
        #[expect(clippy::wildcard_enum_match_arm, reason = "all others come last")]
        match action {
            Action::EndTurn | Action::RollDice => 0,
            Action::BuildCity(_) | Action::BuildSettlement(_) => 1,
            Action::BuyDevCard => 2,
            Action::PlayKnight | Action::PlayRoadBuilding => 3,
            Action::BankTrade { .. } => 4,
            Action::BuildRoad(_) => 5,
            _ => 6,
        }
    };
    let mut actions: Vec<Action> = legal.iter().collect();
    actions.sort_by_key(rank);
    actions.into_iter()
}

/// A number that tells the positions of one turn apart.
fn key(game: &Catan) -> u64 {
    let seat = game.current();
    let mut hash = 0x9e37_79b9_7f4a_7c15u64;
    let mut mix = |word: u64| {
        hash = (hash ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash ^= hash >> 32;
    };
    let roads = game.road_mask(seat);
    let mut cards = [0; 8];
    cards[..5].copy_from_slice(&game.hand(seat).counts());
    cards[5] = game.robber().index() as u8;
    cards[6] = game.deck().total() as u8;
    mix(u64::from_le_bytes(cards));
    mix(roads as u64);
    mix((roads >> 64) as u64);
    mix(game.building_mask(seat));
    mix(game.city_mask());
    mix(u64::from(game.held(seat).total()));
    hash
}

/// All ways to give up `owed` cards of a hand.
pub(super) fn choices(hand: Hand, owed: u8) -> Vec<Hand> {
    let counts = hand.counts();
    let mut found = Vec::new();
    let mut given = [0u8; 5];
    spread(counts, 0, owed, &mut given, &mut found);
    found
}

fn spread(counts: [u8; 5], kind: usize, left: u8, given: &mut [u8; 5], found: &mut Vec<Hand>) {
    if kind == Resource::ALL.len() {
        if left == 0 {
            found.extend(Hand::new(*given));
        }
        return;
    }
    for n in 0..=counts[kind].min(left) {
        given[kind] = n;
        spread(counts, kind + 1, left - n, given, found);
    }
    given[kind] = 0;
}

#[cfg(test)]
mod tests {
    use catan::{Board, Rules, Setup};
    use game::draw;

    use super::*;
    use crate::catan::mind::judge::net_for;
    use crate::{Dice, Player};

    /// Every order of builds and trades, one by one, without remembering anything.
    fn every_order(judge: &mut Judge<'_>, game: &Catan, me: Seat, depth: u32) -> f32 {
        let mut best = judge.value(game, me);
        if depth == DEEPEST || game.phase() != Phase::Main {
            return best;
        }
        for action in game.legal(me).iter().filter(|action| *action != Action::EndTurn) {
            let mut next = *game;
            next.apply(me, &action, None, &mut Unheard).unwrap();
            best = best.max(every_order(judge, &next, me, depth + 1));
        }
        best
    }

    /// Positions of a turn in which only builds and trades are possible: the search finds what trying everything finds.
    #[test]
    fn nothing_is_overlooked_where_luck_has_no_part() {
        let mut compared = 0;
        for seed in 0..40 {
            let mut dice = Dice::new(seed);
            let board = Board::random(&mut dice);
            let setup = Setup { players: 3, rules: Rules::default(), board, order: None };
            let mut game = Catan::create(&setup).unwrap();
            let mut judge = Judge::new(net_for(3), &game);
            while let Some(seat) = game.to_move().lowest() {
                let legal = game.legal(seat);
                let plain = |action: Action| {
                    matches!(action, Action::EndTurn | Action::BankTrade { .. } | Action::BuildRoad(_))
                        || matches!(action, Action::BuildSettlement(_) | Action::BuildCity(_))
                };
                // Without the means for a card, or wheat and ore, none can be bought on the way either.
                let few = game.hand(seat).total() <= 7 && game.deck().total() < 25;
                let cheap = legal.len() > 1 && legal.len() < 8 && few;
                if game.phase() == Phase::Main && cheap && legal.iter().all(plain) && !could_buy(&game, seat)
                {
                    let exhaustive = every_order(&mut judge, &game, seat, 0);
                    let found = Search::new(&mut judge, seat, 1_000_000).weigh(&game);
                    assert_eq!(found[0].value.to_bits(), exhaustive.to_bits(), "{game:?}");
                    compared += 1;
                }
                let action = game.random_action(seat, &mut dice).unwrap();
                let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut dice));
                game.apply(seat, &action, outcome, &mut Unheard).unwrap();
            }
        }
        assert!(compared > 100, "{compared}");
    }

    /// Whether any trades with the bank could lead to the price of a card.
    fn could_buy(game: &Catan, seat: Seat) -> bool {
        let mut open = vec![*game];
        while let Some(position) = open.pop() {
            for action in position.legal(seat).iter() {
                if action == Action::BuyDevCard {
                    return true;
                }
                if matches!(action, Action::BankTrade { .. }) {
                    let mut next = position;
                    next.apply(seat, &action, None, &mut Unheard).unwrap();
                    open.push(next);
                }
            }
        }
        false
    }

    #[test]
    fn discards_are_all_there_once() {
        let hand = Hand::new([2, 0, 3, 1, 4]).unwrap();
        let found = choices(hand, 5);
        // Coefficient of x⁵ in (1+x+x²)(1+x+x²+x³)(1+x)(1+x+x²+x³+x⁴), counted by hand.
        assert_eq!(found.len(), 22);
        assert!(found.iter().all(|given| given.total() == 5 && hand.covers(*given)));
    }
}

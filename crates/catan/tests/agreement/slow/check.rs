//! What is allowed: every rule that refuses an action, and the list of all actions that none refuses.
//!
//! docs/rules/catan.md §5–§11, §14.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::words::{Act, Card, Pile, Resource};
use super::{Grid, Phase, Slow, board};

/// Why not, in a word or two; the texts are nobody's business.
pub(super) type Verdict = Result<(), &'static str>;

/// `Ok` if the condition holds.
pub(super) fn ensure(condition: bool, otherwise: &'static str) -> Verdict {
    if condition { Ok(()) } else { Err(otherwise) }
}

/// Every action that could ever be listed, apart from answers to offers.
fn conceivable() -> &'static [Act] {
    static ALL: OnceLock<Vec<Act>> = OnceLock::new();
    ALL.get_or_init(|| {
        let grid = Grid::island();
        let mut all = vec![
            Act::RollDice,
            Act::BuyDevCard,
            Act::PlayKnight,
            Act::PlayRoadBuilding,
            Act::EndRoadBuilding,
            Act::PlayVictoryPoint,
            Act::EndTurn,
        ];
        for corner in grid.neighbors.keys() {
            all.extend([
                Act::PlaceSettlement(*corner),
                Act::BuildSettlement(*corner),
                Act::BuildCity(*corner),
            ]);
        }
        for side in grid.ends.keys() {
            all.extend([Act::PlaceRoad(*side), Act::BuildRoad(*side)]);
        }
        all.extend(grid.corners.keys().map(|hex| Act::MoveRobber(*hex)));
        all.extend((0..4).map(Act::Steal));
        for &a in Resource::ALL {
            all.extend([Act::PlayMonopoly(a), Act::PlayYearOfPlenty(vec![a])]);
            for &b in Resource::ALL {
                all.push(Act::BankTrade(a, b));
                if a <= b {
                    all.push(Act::PlayYearOfPlenty(vec![a, b]));
                }
            }
        }
        all
    })
}

impl Slow {
    /// The listed actions of a seat.
    pub(crate) fn legal(&self, seat: usize) -> BTreeSet<String> {
        let answers = self.answers();
        let own: &[Act] = if self.mover() == Some(seat) { conceivable() } else { &[] };
        own.iter().chain(&answers).filter(|act| self.check(seat, act).is_ok()).map(Act::to_string).collect()
    }

    /// Every way to pay a debt of discards; empty for a seat that owes nothing.
    pub(crate) fn discards(&self, seat: usize) -> BTreeSet<String> {
        let Phase::Discarding { owed } = &self.phase else { return BTreeSet::new() };
        let Some(&owed) = owed.get(&seat) else { return BTreeSet::new() };
        let mut ways = vec![Pile::empty()];
        for (kind, held) in self.players[seat].hand.each() {
            let more = |way: Pile<Resource>| {
                (0..=held).map(move |n| {
                    let mut way = way.clone();
                    way.put(kind, n);
                    way
                })
            };
            ways = ways.into_iter().flat_map(more).collect();
        }
        let full = ways.into_iter().filter(|way| way.total() == owed);
        full.map(|way| Act::Discard(way).to_string()).collect()
    }

    /// Whether the action would be accepted.
    pub(crate) fn accepts(&self, seat: usize, text: &str) -> bool {
        text.parse().is_ok_and(|act| self.check(seat, &act).is_ok())
    }

    pub(super) fn check(&self, seat: usize, act: &Act) -> Verdict {
        ensure(seat < self.players.len(), "no such seat")?;
        match act {
            Act::Discard(cards) => self.check_discard(seat, cards),
            Act::OfferTrade { .. }
            | Act::AcceptTrade(_)
            | Act::DeclineTrade(_)
            | Act::ConfirmTrade(..)
            | Act::CancelTrade(_) => self.check_trade(seat, act),
            _ => {
                ensure(self.mover() == Some(seat), "not your turn")?;
                self.check_in_turn(seat, act)
            }
        }
    }

    fn check_discard(&self, seat: usize, cards: &Pile<Resource>) -> Verdict {
        let Phase::Discarding { owed } = &self.phase else { return Err("nobody discards now") };
        let owed = owed.get(&seat).copied().unwrap_or(0);
        ensure(owed > 0, "nothing owed")?;
        ensure(cards.total() == owed, "wrong number")?;
        ensure(self.players[seat].hand.covers(cards), "not in hand")
    }

    fn check_in_turn(&self, seat: usize, act: &Act) -> Verdict {
        match (&self.phase, act) {
            (Phase::RollFirst { .. } | Phase::BeforeRoll, Act::RollDice) | (Phase::Main, Act::EndTurn) => {
                Ok(())
            }
            (Phase::Setup { settlement: None, .. }, Act::PlaceSettlement(corner)) => {
                ensure(self.has_distance(*corner), "taken or too close")
            }
            (Phase::Setup { settlement: Some(start), .. }, Act::PlaceRoad(side)) => {
                let ends = Grid::island().ends.get(side).ok_or("no such side")?;
                ensure(ends.contains(start), "not at the settlement just placed")?;
                ensure(!self.roads.contains_key(side), "taken")
            }
            (Phase::Moving, Act::MoveRobber(hex)) => {
                ensure(self.tiles.contains_key(hex), "not a land hex")?;
                ensure(self.rules.robber_may_stay || *hex != self.robber, "must move")
            }
            (Phase::Stealing, Act::Steal(victim)) => {
                ensure(self.victims(seat, self.robber).contains(victim), "not a candidate")
            }
            (Phase::RoadBuilding { .. }, Act::BuildRoad(side)) => {
                ensure(self.roads_left(seat) > 0, "no piece")?;
                ensure(self.road_fits(seat, *side), "does not fit")
            }
            (Phase::RoadBuilding { placed }, Act::EndRoadBuilding) => ensure(*placed > 0, "one at least"),
            (Phase::BeforeRoll | Phase::Main, _) => {
                self.check_card(seat, act).unwrap_or_else(|| self.check_main(seat, act))
            }
            _ => Err("not now"),
        }
    }

    /// The rules for playing development cards, before or after the roll; `None` if the act is nothing of the kind.
    fn check_card(&self, seat: usize, act: &Act) -> Option<Verdict> {
        let (card, possible) = match act {
            Act::PlayKnight => (Card::Knight, Ok(())),
            Act::PlayMonopoly(_) => (Card::Monopoly, Ok(())),
            Act::PlayVictoryPoint => {
                (Card::VictoryPoint, ensure(self.rules.vp_cards_played, "counts while it is hidden"))
            }
            Act::PlayYearOfPlenty(kinds) => (Card::YearOfPlenty, self.check_plenty(kinds)),
            Act::PlayRoadBuilding => (Card::RoadBuilding, Ok(())),
            _ => return None,
        };
        let player = &self.players[seat];
        let old = player.dev.count(card) - player.bought.count(card);
        Some(possible.and_then(|()| {
            ensure(old > 0, "no such card from an earlier turn")?;
            if card == Card::VictoryPoint {
                return Ok(());
            }
            if self.rules.one_dev_of_each_kind {
                ensure(!self.played.contains(&card), "one of each kind")?;
            } else {
                ensure(self.played.is_empty(), "one a turn")?;
            }
            ensure(card != Card::RoadBuilding || self.has_road_to_build(seat), "no road to build")
        }))
    }

    fn check_plenty(&self, kinds: &[Resource]) -> Verdict {
        let wanted = if self.bank.total() == 1 { 1 } else { 2 };
        ensure(kinds.len() == wanted, "two cards, or the bank's last")?;
        let mut cards = Pile::empty();
        for kind in kinds {
            cards.put(*kind, 1);
        }
        ensure(self.bank.covers(&cards), "not in the bank")
    }

    /// Building, buying and trading with the bank: only after the roll.
    fn check_main(&self, seat: usize, act: &Act) -> Verdict {
        ensure(self.phase == Phase::Main, "not before the roll")?;
        let hand = &self.players[seat].hand;
        let pays =
            |cost: board::Cost| ensure(cost.iter().all(|&(kind, n)| hand.count(kind) >= n), "cannot pay");
        match act {
            Act::BuildRoad(side) => {
                pays(board::ROAD)?;
                let limit = self.rules.paid_roads_per_turn;
                ensure(limit.is_none_or(|limit| self.paid_roads < u32::from(limit)), "enough roads")?;
                ensure(self.roads_left(seat) > 0, "no piece")?;
                ensure(self.road_fits(seat, *side), "does not fit")
            }
            Act::BuildSettlement(corner) => {
                pays(board::SETTLEMENT)?;
                ensure(self.settlements_left(seat) > 0, "no piece")?;
                ensure(self.has_road_at(seat, *corner), "no own road")?;
                ensure(self.has_distance(*corner), "taken or too close")
            }
            Act::BuildCity(corner) => {
                pays(board::CITY)?;
                ensure(self.cities_left(seat) > 0, "no piece")?;
                ensure(self.settlements.get(corner) == Some(&seat), "no own settlement")
            }
            Act::BuyDevCard => {
                pays(board::CARD)?;
                ensure(self.deck.total() > 0, "sold out")
            }
            Act::BankTrade(give, receive) => {
                ensure(give != receive, "the same kind")?;
                ensure(self.bank.count(*receive) > 0, "not in the bank")?;
                let held = hand.count(*give);
                ensure(held >= 2 && held >= self.rate(seat, *give), "too few")
            }
            _ => Err("not now"),
        }
    }
}

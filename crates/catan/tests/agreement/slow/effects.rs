//! What actions do, once nothing refuses them.
//!
//! docs/rules/catan.md §5–§11. After every action the same two questions are
//! asked: which offers can no longer be paid, and has the active player won.

use std::collections::{BTreeMap, BTreeSet};

use super::luck::Luck;
use super::words::{Act, Card, Pile, Resource};
use super::{Grid, Phase, Slow, Spot, board};

impl Slow {
    /// Carries out an action, with the outcome that luck gave it.
    pub(crate) fn apply(&mut self, seat: usize, text: &str, outcome: Option<&str>) -> Result<(), String> {
        let act: Act = text.parse().map_err(|()| format!("no action: {text}"))?;
        self.check(seat, &act)?;
        let possible = self.weighted(seat, &act);
        let luck = match outcome {
            None => None,
            Some(word) => {
                let luck = word.parse().map_err(|()| format!("no outcome: {word}"))?;
                if !possible.iter().any(|(other, _)| *other == luck) {
                    return Err(format!("impossible outcome: {word}"));
                }
                Some(luck)
            }
        };
        if luck.is_none() && !possible.is_empty() {
            return Err("an outcome is missing".into());
        }
        self.perform(seat, &act, luck);
        self.withdraw_unpayable();
        self.look_for_winner();
        Ok(())
    }

    /// The player whose turn it is wins the moment the points are there; nobody else does.
    fn look_for_winner(&mut self) {
        let in_turn = !matches!(self.phase, Phase::RollFirst { .. } | Phase::Setup { .. });
        let winner = self.active();
        if in_turn && self.points(winner) >= self.rules.points_to_win {
            self.phase = Phase::Ended { winner };
            self.offers.clear();
        }
    }

    fn perform(&mut self, seat: usize, act: &Act, luck: Option<Luck>) {
        match (act, luck) {
            (Act::RollDice, Some(Luck::Dice(a, b))) => self.roll(seat, a, b),
            (Act::PlaceSettlement(corner), _) => self.place_settlement(seat, *corner),
            (Act::PlaceRoad(side), _) => self.place_road(seat, *side),
            (Act::Discard(cards), _) => self.discard(seat, cards),
            (Act::MoveRobber(hex), _) => self.move_robber(seat, *hex, luck),
            (Act::Steal(victim), Some(Luck::Stolen(kind))) => {
                self.rob(seat, *victim, kind);
                self.go_on();
            }
            (Act::BuildRoad(side), _) => self.build_road(seat, *side),
            (Act::BuildSettlement(corner), _) => {
                self.pay(seat, board::SETTLEMENT);
                self.settle(seat, *corner);
            }
            (Act::BuildCity(corner), _) => {
                self.pay(seat, board::CITY);
                self.settlements.remove(corner);
                self.cities.insert(*corner, seat);
            }
            (Act::BuyDevCard, Some(Luck::Drawn(card))) => {
                self.pay(seat, board::CARD);
                self.deck.take(card, 1);
                self.players[seat].dev.put(card, 1);
                self.players[seat].bought.put(card, 1);
            }
            (Act::EndRoadBuilding, _) => self.go_on(),
            (Act::BankTrade(give, receive), _) => {
                let rate = self.rate(seat, *give);
                self.pay(seat, &[(*give, rate)]);
                self.receive(seat, *receive, 1);
            }
            (Act::EndTurn, _) => {
                self.turn_at = (self.turn_at + 1) % self.order.len();
                self.begin_turn();
            }
            _ => {
                self.play_card(seat, act);
                self.trade(seat, act);
            }
        }
    }

    fn pay(&mut self, seat: usize, cards: &[(Resource, u32)]) {
        for &(kind, n) in cards {
            self.players[seat].hand.take(kind, n);
            self.bank.put(kind, n);
        }
    }

    fn receive(&mut self, seat: usize, kind: Resource, n: u32) {
        self.bank.take(kind, n);
        self.players[seat].hand.put(kind, n);
    }

    fn begin_turn(&mut self) {
        self.phase = Phase::BeforeRoll;
        self.rolled = false;
        self.dice = None;
        self.played.clear();
        self.paid_roads = 0;
        self.offers.clear();
        self.offers_made.clear();
        self.players.iter_mut().for_each(|player| player.bought = Pile::empty());
    }

    /// Back to where the turn stood before the robber or a card came between.
    fn go_on(&mut self) {
        self.phase = if self.rolled { Phase::Main } else { Phase::BeforeRoll };
    }

    fn roll(&mut self, seat: usize, a: u8, b: u8) {
        if matches!(self.phase, Phase::RollFirst { .. }) {
            return self.roll_for_first(seat, a + b);
        }
        self.rolled = true;
        self.dice = Some((a, b));
        if a + b == 7 {
            let limit = self.rules.discard_from;
            let hands = self.players.iter().map(|player| player.hand.total()).enumerate();
            let owed: BTreeMap<usize, u32> =
                hands.filter(|(_, held)| *held >= limit).map(|(seat, held)| (seat, held / 2)).collect();
            self.phase = if owed.is_empty() { Phase::Moving } else { Phase::Discarding { owed } };
        } else {
            self.produce(a + b);
            self.phase = Phase::Main;
        }
    }

    fn roll_for_first(&mut self, seat: usize, sum: u8) {
        let Phase::RollFirst { waiting, rolled } = &mut self.phase else { return };
        waiting.remove(&seat);
        rolled.insert(seat, sum);
        if !waiting.is_empty() {
            return;
        }
        let best = rolled.values().max().copied();
        let highest: BTreeSet<usize> =
            rolled.iter().filter(|(_, sum)| Some(**sum) == best).map(|(seat, _)| *seat).collect();
        if highest.len() > 1 {
            self.phase = Phase::RollFirst { waiting: highest, rolled: BTreeMap::new() };
        } else if let Some(first) = highest.first() {
            let n = self.players.len();
            self.order = (0..n).map(|step| (first + step) % n).collect();
            self.phase = Phase::Setup { turn: 0, settlement: None };
        }
    }

    fn produce(&mut self, number: u8) {
        for &kind in Resource::ALL {
            let mut due: BTreeMap<usize, u32> = BTreeMap::new();
            for (hex, tile) in self.tiles.iter() {
                if tile.produces != Some(kind) || tile.number != Some(number) || *hex == self.robber {
                    continue;
                }
                for corner in &Grid::island().corners[hex] {
                    if let Some(owner) = self.settlements.get(corner) {
                        *due.entry(*owner).or_default() += 1;
                    }
                    if let Some(owner) = self.cities.get(corner) {
                        *due.entry(*owner).or_default() += 2;
                    }
                }
            }
            let left = self.bank.count(kind);
            let enough = due.values().sum::<u32>() <= left;
            let alone = due.len() == 1;
            for (seat, n) in due {
                if enough {
                    self.receive(seat, kind, n);
                } else if alone {
                    self.receive(seat, kind, left);
                }
            }
        }
    }

    fn place_settlement(&mut self, seat: usize, corner: Spot) {
        let Phase::Setup { turn, .. } = self.phase else { return };
        self.settle(seat, corner);
        if turn >= 2 * self.order.len() {
            let around = self.tiles.iter().filter(|(hex, _)| Grid::island().corners[*hex].contains(&corner));
            let gifts: Vec<Resource> = around.filter_map(|(_, tile)| tile.produces).collect();
            for kind in gifts {
                self.receive(seat, kind, 1);
            }
        }
        self.phase = Phase::Setup { turn: turn + 1, settlement: Some(corner) };
    }

    fn place_road(&mut self, seat: usize, side: Spot) {
        let Phase::Setup { turn, .. } = self.phase else { return };
        self.lay_road(seat, side);
        self.phase = Phase::Setup { turn: turn + 1, settlement: None };
        if turn + 1 == 4 * self.order.len() {
            self.begin_turn();
        }
    }

    fn settle(&mut self, seat: usize, corner: Spot) {
        self.settlements.insert(corner, seat);
        self.measure_roads(&(0..self.players.len()).collect::<Vec<_>>());
    }

    fn lay_road(&mut self, seat: usize, side: Spot) {
        self.roads.insert(side, seat);
        self.measure_roads(&[seat]);
    }

    fn build_road(&mut self, seat: usize, side: Spot) {
        if let Phase::RoadBuilding { placed } = self.phase {
            self.lay_road(seat, side);
            self.phase = Phase::RoadBuilding { placed: placed + 1 };
            if placed + 1 == 2 || !self.has_road_to_build(seat) {
                self.go_on();
            }
        } else {
            self.pay(seat, board::ROAD);
            self.paid_roads += 1;
            self.lay_road(seat, side);
        }
    }

    fn discard(&mut self, seat: usize, cards: &Pile<Resource>) {
        self.pay(seat, &cards.each().collect::<Vec<_>>());
        let Phase::Discarding { owed } = &mut self.phase else { return };
        owed.remove(&seat);
        if owed.is_empty() {
            self.phase = Phase::Moving;
        }
    }

    fn move_robber(&mut self, seat: usize, hex: Spot, luck: Option<Luck>) {
        self.robber = hex;
        let victims = self.victims(seat, hex);
        match (victims.len(), victims.first(), luck) {
            (1, Some(victim), Some(Luck::Stolen(kind))) => {
                self.rob(seat, *victim, kind);
                self.go_on();
            }
            (0, ..) => self.go_on(),
            _ => self.phase = Phase::Stealing,
        }
    }

    fn rob(&mut self, thief: usize, victim: usize, kind: Resource) {
        self.players[victim].hand.take(kind, 1);
        self.players[thief].hand.put(kind, 1);
    }

    fn play_card(&mut self, seat: usize, act: &Act) {
        let card = match act {
            Act::PlayKnight => {
                self.players[seat].knights += 1;
                self.muster(seat);
                self.phase = Phase::Moving;
                Card::Knight
            }
            Act::PlayRoadBuilding => {
                self.phase = Phase::RoadBuilding { placed: 0 };
                Card::RoadBuilding
            }
            Act::PlayYearOfPlenty(kinds) => {
                for kind in kinds {
                    self.receive(seat, *kind, 1);
                }
                Card::YearOfPlenty
            }
            Act::PlayMonopoly(kind) => {
                self.monopolize(seat, *kind);
                Card::Monopoly
            }
            Act::PlayVictoryPoint => {
                self.players[seat].dev.take(Card::VictoryPoint, 1);
                self.players[seat].shown_points += 1;
                return;
            }
            _ => return,
        };
        self.players[seat].dev.take(card, 1);
        self.played.insert(card);
    }

    fn monopolize(&mut self, seat: usize, kind: Resource) {
        let cap = self.rules.monopoly_cap.map_or(u32::MAX, u32::from);
        for other in (0..self.players.len()).filter(|&other| other != seat) {
            let taken = self.players[other].hand.count(kind).min(cap);
            self.players[other].hand.take(kind, taken);
            self.players[seat].hand.put(kind, taken);
        }
    }
}

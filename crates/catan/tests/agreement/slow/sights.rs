//! What a game has shown: rare situations, by name, so that a test can tell that it met them.

use super::words::{Card, Resource, spot};
use super::{Grid, Phase, Slow};

impl Slow {
    /// The situations that the position after `action` is an example of.
    pub(crate) fn sights(&self, action: &str) -> Vec<&'static str> {
        let verb = action.split(' ').next().unwrap_or(action);
        let active = self.active();
        let player = &self.players[active];
        let longest = self.lengths.iter().copied().max().unwrap_or(0);
        let leaders = self.lengths.iter().filter(|&&length| length == longest).count();
        let counter = self.offers.values().any(|offer| offer.counters.is_some());
        let orphan =
            self.offers.values().any(|offer| offer.counters.is_some_and(|n| !self.offers.contains_key(&n)));
        let owing = if let Phase::Discarding { owed } = &self.phase { owed.len() } else { 0 };
        let out_of = |seat: usize| self.roads_left(seat) == 0;
        let everyone = 0..self.players.len();
        [
            ("a kind is out in the bank", Resource::ALL.iter().any(|&kind| self.bank.count(kind) == 0)),
            ("the bank has one card", self.bank.total() == 1),
            (
                "the bank's one card was taken",
                verb == "play_year_of_plenty" && action.split(' ').count() == 2,
            ),
            (
                "year of plenty with an empty bank",
                self.bank.total() == 0 && player.dev.count(Card::YearOfPlenty) > 0,
            ),
            ("the deck is empty", self.deck.total() == 0),
            ("no roads left", everyone.clone().any(out_of)),
            ("no settlements left", everyone.clone().any(|seat| self.settlements_left(seat) == 0)),
            ("no cities left", everyone.clone().any(|seat| self.cities_left(seat) == 0)),
            ("road building without a piece", out_of(active) && player.dev.count(Card::RoadBuilding) > 0),
            (
                "road building ended with the last piece",
                verb == "build_road" && out_of(active) && self.played.contains(&Card::RoadBuilding),
            ),
            ("a robber before the roll", self.phase == Phase::Moving && !self.rolled),
            ("free roads before the roll", matches!(self.phase, Phase::RoadBuilding { .. }) && !self.rolled),
            ("several owe", owing > 1),
            ("a choice of victims", self.phase == Phase::Stealing),
            ("a title nobody holds", self.longest_road.is_none() && longest >= 5),
            ("a title kept in a tie", self.longest_road.is_some() && leaders > 1),
            ("a road cut", verb == "build_settlement" && self.was_cut(action)),
            ("an army", self.largest_army.is_some()),
            ("a counter-offer", counter),
            ("a counter to an offer that is gone", orphan),
            ("two acceptances", self.offers.values().any(|offer| offer.accepted.len() > 1)),
            ("an offer while something is pending", !self.offers.is_empty() && self.phase != Phase::Main),
            ("won at the start of a turn", self.is_over() && verb == "end_turn"),
            ("won by a bought card", self.is_over() && verb == "buy_dev_card"),
            ("won by a knight", self.is_over() && verb == "play_knight"),
            ("won by a road", self.is_over() && verb == "build_road"),
        ]
        .into_iter()
        .filter_map(|(name, seen)| seen.then_some(name))
        .collect()
    }

    /// Whether the settlement just built stands between two roads of somebody else.
    fn was_cut(&self, action: &str) -> bool {
        let corner = action.split(' ').nth(1).and_then(|at| spot(at).ok()).expect("a corner");
        let owners = Grid::island().sides_at[&corner].iter().filter_map(|side| self.roads.get(side));
        let others: Vec<&usize> = owners.filter(|owner| Some(**owner) != self.owner(corner)).collect();
        others.len() == 2 && others[0] == others[1]
    }

    /// How many cards the bank has left.
    pub(crate) fn bank_total(&self) -> u32 {
        self.bank.total()
    }
}

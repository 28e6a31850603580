//! Invariants of the representation, for tests: what the state keeps for speed is what it would be from scratch.
//!
//! A *cache* here is a field that follows from others: reach, road lengths and ports follow from the board and what stands
//! on it. Everything else that must hold can be counted from outside.

use crate::resource::Hand;
use crate::{Catan, DevCards, road};

impl Catan {
    /// Whether every cache is right and the seats that the table does not have are empty.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    #[doc(hidden)]
    pub fn check_invariants(&self) -> Result<(), String> {
        let built = self.all_buildings();
        for i in 0..4 {
            let blocked = built & !self.buildings[i];
            if self.reach[i] != self.reach_of(i) {
                return Err(format!("the reach of seat {i} is out of date"));
            }
            if self.ports[i] != self.board.ports_at(self.buildings[i]) {
                return Err(format!("the ports of seat {i} are out of date"));
            }
            let length = road::longest_trail(self.roads[i], blocked);
            if self.road_lengths[i] != length {
                return Err(format!("the road of seat {i} is {length} long, not {}", self.road_lengths[i]));
            }
            let empty = self.roads[i] == 0
                && self.buildings[i] == 0
                && self.hands[i] == Hand::EMPTY
                && self.held[i] == DevCards::EMPTY
                && self.played[i] == DevCards::EMPTY;
            if i >= self.players as usize && !empty {
                return Err(format!("seat {i} is not at the table, yet it has something"));
            }
        }
        if self.cities & !built != 0 {
            return Err("a city is nobody's".into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, DevCard, Hex, Resource, Rules, Setup, Vertex};

    fn fresh() -> Catan {
        Catan::begin(&Setup { players: 3, rules: Rules::default(), board: Board::beginner(), order: None })
    }

    /// What each complaint says when one thing alone is wrong: a seat beyond the table (3) or at it (0) that has
    /// something, or something kept for speed that is not what it would be from scratch.
    #[test]
    fn every_single_fault_is_told() {
        type Fault = (fn(&mut Catan, usize), &'static str, &'static str);
        const FAULTS: [Fault; 6] = [
            (|game, i| game.hands[i] = Hand::one(Resource::Ore), "is not at the table", ""),
            (|game, i| game.held[i] = DevCards::EMPTY.with(DevCard::Knight), "is not at the table", ""),
            (|game, i| game.played[i] = DevCards::EMPTY.with(DevCard::Knight), "is not at the table", ""),
            (|game, i| game.reach[i] = 1, "the reach of seat", "the reach of seat"),
            (|game, i| game.ports[i] = 1, "the ports of seat", "the ports of seat"),
            (|game, i| game.road_lengths[i] = 1, "is 0 long, not 1", "is 0 long, not 1"),
        ];
        assert_eq!(fresh().check_invariants(), Ok(()));
        for (number, (spoil, beyond, at_the_table)) in FAULTS.into_iter().enumerate() {
            for (seat, told) in [(3, beyond), (0, at_the_table), (2, at_the_table)] {
                let mut game = fresh();
                spoil(&mut game, seat);
                let fault = game.check_invariants().err().unwrap_or_default();
                assert_eq!(fault.is_empty(), told.is_empty(), "{number}, {seat}: {fault}");
                assert!(fault.contains(told), "{number}, {seat}: {fault}");
            }
        }
    }

    #[test]
    fn pieces_beyond_the_table_and_cities_of_nobody_are_told() {
        let inner = Vertex::all().find(|v| v.hexes().filter(|h: &Hex| h.is_land()).count() == 3);
        let vertex = inner.expect("a vertex that is not at the coast, so without a port");
        let mut game = fresh();
        game.buildings[3] = vertex.bit();
        game.fill_caches();
        assert_eq!(game.check_invariants(), Err("seat 3 is not at the table, yet it has something".into()));
        game.buildings = [0, vertex.bit(), 0, 0];
        game.cities = vertex.bit();
        game.fill_caches();
        assert_eq!(game.check_invariants(), Ok(()));
        game.cities |= 1;
        assert_eq!(game.check_invariants(), Err("a city is nobody's".into()));
        let mut game = fresh();
        game.roads[3] = 1;
        game.fill_caches();
        assert_eq!(game.check_invariants(), Err("seat 3 is not at the table, yet it has something".into()));
    }
}

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

//! Longest road and largest army.
//!
//! A *trail* runs along roads, none of them twice; corners may repeat, but it cannot go on through a blocked corner,
//! one that another player holds. It may begin or end there. Found by trying everything.
//! docs/rules/catan.md §12, §13.

use std::collections::BTreeSet;

use super::{Grid, Slow, Spot};

/// The number of roads in the longest trail.
pub(crate) fn longest_trail(roads: &BTreeSet<Spot>, blocked: &BTreeSet<Spot>) -> usize {
    let starts: BTreeSet<Spot> = roads.iter().flat_map(|road| Grid::island().ends[road]).collect();
    starts.into_iter().map(|start| longest_from(start, &mut roads.clone(), blocked)).max().unwrap_or(0)
}

/// The longest trail that begins at `corner` and uses only the roads left.
fn longest_from(corner: Spot, left: &mut BTreeSet<Spot>, blocked: &BTreeSet<Spot>) -> usize {
    let grid = Grid::island();
    let mut best = 0;
    for side in &grid.sides_at[&corner] {
        if !left.remove(side) {
            continue;
        }
        let next = grid.across(*side, corner);
        let rest = if blocked.contains(&next) { 0 } else { longest_from(next, left, blocked) };
        best = best.max(1 + rest);
        left.insert(*side);
    }
    best
}

impl Slow {
    fn road_length(&self, seat: usize) -> usize {
        let own = self.roads.iter().filter(|(_, owner)| **owner == seat).map(|(side, _)| *side).collect();
        let buildings = self.settlements.iter().chain(&self.cities);
        let blocked = buildings.filter(|(_, owner)| **owner != seat).map(|(corner, _)| *corner).collect();
        longest_trail(&own, &blocked)
    }

    /// Measures the roads of these seats again, then decides who holds the longest.
    pub(super) fn measure_roads(&mut self, seats: &[usize]) {
        for &seat in seats {
            self.lengths[seat] = self.road_length(seat);
        }
        let longest = self.lengths.iter().copied().max().unwrap_or(0);
        let leaders: Vec<usize> =
            (0..self.lengths.len()).filter(|&seat| self.lengths[seat] == longest && longest >= 5).collect();
        // Whoever has it keeps it on a tie; otherwise it takes one who is ahead of all.
        let keeps = self.longest_road.is_some_and(|holder| leaders.contains(&holder));
        if !keeps {
            self.longest_road = if leaders.len() == 1 { Some(leaders[0]) } else { None };
        }
    }

    /// Gives the largest army to a seat that has just played a knight, if it leads now.
    pub(super) fn muster(&mut self, seat: usize) {
        let to_beat = self.largest_army.map_or(2, |holder| self.players[holder].knights);
        if self.players[seat].knights > to_beat {
            self.largest_army = Some(seat);
        }
    }
}

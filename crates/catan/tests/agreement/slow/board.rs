//! Questions about what stands where: owners, places to build, ports, who is at a hex.
//!
//! docs/rules/catan.md §2, §9, §10, §14.

use std::collections::BTreeSet;

use super::words::Resource;
use super::{Grid, Slow, Spot};

/// What a terrain gives; the desert gives nothing.
pub(super) fn product(terrain: &str) -> Option<Resource> {
    match terrain {
        "forest" => Some(Resource::Wood),
        "hills" => Some(Resource::Brick),
        "pasture" => Some(Resource::Sheep),
        "fields" => Some(Resource::Wheat),
        "mountains" => Some(Resource::Ore),
        _ => None,
    }
}

/// What something costs.
pub(super) type Cost = &'static [(Resource, u32)];

pub(super) const ROAD: Cost = &[(Resource::Brick, 1), (Resource::Wood, 1)];
pub(super) const SETTLEMENT: Cost =
    &[(Resource::Brick, 1), (Resource::Wood, 1), (Resource::Sheep, 1), (Resource::Wheat, 1)];
pub(super) const CITY: Cost = &[(Resource::Wheat, 2), (Resource::Ore, 3)];
pub(super) const CARD: Cost = &[(Resource::Sheep, 1), (Resource::Wheat, 1), (Resource::Ore, 1)];

impl Slow {
    /// Who has a settlement or city on the corner.
    pub(super) fn owner(&self, corner: Spot) -> Option<usize> {
        self.settlements.get(&corner).or_else(|| self.cities.get(&corner)).copied()
    }

    pub(super) fn roads_left(&self, seat: usize) -> usize {
        15 - self.roads.values().filter(|&&owner| owner == seat).count()
    }

    pub(super) fn settlements_left(&self, seat: usize) -> usize {
        5 - self.settlements.values().filter(|&&owner| owner == seat).count()
    }

    pub(super) fn cities_left(&self, seat: usize) -> usize {
        4 - self.cities.values().filter(|&&owner| owner == seat).count()
    }

    /// Whether a corner exists, is free, and so are all its neighbors.
    pub(super) fn has_distance(&self, corner: Spot) -> bool {
        Grid::island().neighbors.get(&corner).is_some_and(|neighbors| {
            self.owner(corner).is_none() && neighbors.iter().all(|next| self.owner(*next).is_none())
        })
    }

    /// Whether an own road touches the corner.
    pub(super) fn has_road_at(&self, seat: usize, corner: Spot) -> bool {
        let sides = Grid::island().sides_at.get(&corner);
        sides.is_some_and(|sides| sides.iter().any(|side| self.roads.get(side) == Some(&seat)))
    }

    /// Whether the side exists, is free, and joins on to something of the seat's.
    pub(super) fn road_fits(&self, seat: usize, side: Spot) -> bool {
        let Some(ends) = Grid::island().ends.get(&side) else { return false };
        let joins = |corner: &Spot| match self.owner(*corner) {
            Some(owner) => owner == seat,
            None => self.has_road_at(seat, *corner),
        };
        !self.roads.contains_key(&side) && ends.iter().any(joins)
    }

    /// Whether the seat has a road piece and a place to put it.
    pub(super) fn has_road_to_build(&self, seat: usize) -> bool {
        self.roads_left(seat) > 0 && Grid::island().ends.keys().any(|side| self.road_fits(seat, *side))
    }

    /// How many cards of the kind the bank wants for one of another.
    pub(super) fn rate(&self, seat: usize, give: Resource) -> u32 {
        let served = |port: Option<Resource>| {
            self.ports.iter().any(|(side, kind)| {
                *kind == port && Grid::island().ends[side].iter().any(|end| self.owner(*end) == Some(seat))
            })
        };
        if served(Some(give)) {
            2
        } else if served(None) {
            3
        } else {
            4
        }
    }

    /// Whom the mover may rob at the hex where the robber stands, or would stand.
    pub(super) fn victims(&self, mover: usize, hex: Spot) -> BTreeSet<usize> {
        let owners = Grid::island().corners[&hex].iter().filter_map(|corner| self.owner(*corner));
        owners.filter(|&seat| seat != mover && self.players[seat].hand.total() > 0).collect()
    }
}

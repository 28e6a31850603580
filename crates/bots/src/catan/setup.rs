//! The first settlements and roads: pips of kinds that are missing, a port that fits, room to grow.

use catan::{Action, CatanLegal, Edge, Vertex};
use game::Legal;

use super::goals::{port_worth, yield_worth};
use super::robber::best;
use super::sight::{Sight, bit};

/// What the best neighboring site counts for: somebody else may take it.
const NEIGHBOR: f32 = 0.15;

impl Sight {
    /// The worth of a first settlement.
    pub(super) fn opening_worth(&self, vertex: Vertex) -> f32 {
        let own = self.own();
        let (land, income, rates) = (&self.land, &own.income, &own.rates);
        let after = own.with_building(land, self.robber, vertex);
        let nearby = vertex.edges().map(|edge| self.road_worth(vertex, edge)).fold(0.0, f32::max);
        yield_worth(land, income, rates, vertex)
            + port_worth(land, &after.income, rates, vertex)
            + NEIGHBOR * nearby
    }

    /// The best site beyond an edge that begins at an own settlement.
    fn road_worth(&self, from: Vertex, edge: Edge) -> f32 {
        let own = self.own();
        let next = edge.ends().into_iter().filter(|&end| end != from);
        let sites = next.flat_map(Vertex::neighbors).filter(|&site| site != from && self.is_open(site));
        let worth = |site| {
            yield_worth(&self.land, &own.income, &own.rates, site)
                + port_worth(&self.land, &own.income, &own.rates, site)
        };
        sites.map(worth).fold(0.0, f32::max)
    }
}

/// What to place; `None` outside the setup.
pub(super) fn place(sight: &Sight, legal: &CatanLegal) -> Option<Action> {
    let own = sight.own();
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is placed in the setup")]
    let placed = best(legal.iter(), |action| match *action {
        Action::PlaceSettlement(vertex) => sight.opening_worth(vertex),
        Action::PlaceRoad(edge) => {
            let from = edge.ends().into_iter().find(|&end| own.settlements & bit(end) != 0);
            from.map_or(0.0, |from| sight.road_worth(from, edge))
        }
        _ => f32::MIN,
    });
    placed
        .map(|(action, _)| action)
        .filter(|action| matches!(action, Action::PlaceSettlement(_) | Action::PlaceRoad(_)))
}

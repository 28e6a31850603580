//! The robber: where it hurts the right player, whom to steal from, what to give up for a seven.
//!
//! A place is measured in pips taken from the others, each weighed by how dangerous they are, less twice what it takes
//! from oneself.

use catan::{Action, CatanLegal, Hand, Hex, Phase, Resource, View};
use game::{Legal, Seat};

use super::memory::Memory;
use super::prospect::Prospect;
use super::sight::{Sight, bit};

/// What a card to steal counts for, in pips.
const LOOT: f32 = 2.0;

impl Sight {
    /// Pips that a seat loses where the robber stands on this hex.
    fn pips_on(&self, seat: usize, hex: Hex) -> f32 {
        let Some(Some((_, ways))) = self.land.hexes.get(hex.index()) else { return 0.0 };
        let estate = &self.estates[seat & 3];
        let corners = hex.vertices().fold(0, |mask, vertex| mask | bit(vertex));
        let settlements = (estate.settlements & corners).count_ones() as u8;
        let cities = (estate.cities & corners).count_ones() as u8;
        ways * f32::from(settlements + 2 * cities)
    }

    /// How good it is to have the robber on this hex.
    pub(super) fn block_worth(&self, hex: Hex) -> f32 {
        let theirs: f32 = self.others().map(|seat| self.threat(seat) * self.pips_on(seat, hex)).sum();
        theirs - 2.0 * self.own_loss(hex)
    }

    /// Own pips that are lost where the robber stands on this hex, with a premium: it hurts at all.
    pub(super) fn own_loss(&self, hex: Hex) -> f32 {
        let own = self.pips_on(self.me, hex);
        if own > 0.0 { own + 4.0 } else { 0.0 }
    }

    /// The same with the card that can be stolen there.
    fn raid_worth(&self, view: &View, hex: Hex) -> f32 {
        let loot = self
            .others()
            .filter(|&seat| view.players.get(seat).is_some_and(|player| player.resource_count > 0))
            .filter(|&seat| self.stands_on(seat, hex))
            .map(|seat| LOOT * self.threat(seat))
            .fold(0.0, f32::max);
        // Blocking oneself is no price to pay for anything while there is any other place.
        let need = if self.own_loss(hex) > 0.0 { 1_000.0 } else { 0.0 };
        self.block_worth(hex) + loot - need
    }

    fn stands_on(&self, seat: usize, hex: Hex) -> bool {
        hex.vertices().any(|vertex| self.estates[seat & 3].buildings() & bit(vertex) != 0)
    }

    /// The best place for the robber and what it is worth.
    pub(super) fn best_raid(&self, view: &View, hexes: impl Iterator<Item = Hex>) -> Option<(Hex, f32)> {
        best(hexes, |&hex| self.raid_worth(view, hex))
    }

    /// The most dangerous candidate, of two alike the one who likelier has what is needed.
    pub(super) fn victim(&self, candidates: impl Iterator<Item = Seat>, memory: &Memory) -> Option<Seat> {
        let prospect = Prospect::new(self, self.me, self.own(), 0);
        let now = prospect.of(&self.hand);
        best(candidates, |&seat| {
            let belief = memory.of(seat.index());
            let total: f32 = belief.iter().sum::<f32>().max(1.0);
            let gain: f32 = (0..5)
                .map(|kind| {
                    let mut hand = self.hand;
                    hand[kind] += 1.0;
                    belief[kind] / total * (prospect.of(&hand) - now)
                })
                .sum();
            self.threat(seat.index()) + 2.0 * gain
        })
        .map(|(seat, _)| seat)
    }

    /// What matters least, card by card.
    pub(super) fn discard(&self, owed: u8) -> Hand {
        let prospect = Prospect::new(self, self.me, self.own(), 0);
        let mut hand = self.hand;
        let mut given = [0_u8; 5];
        for _ in 0..owed {
            let kinds = Resource::ALL.into_iter().map(Resource::index).filter(|&kind| hand[kind] > 0.5);
            let least = best(kinds, |&kind| {
                let mut rest = hand;
                rest[kind] -= 1.0;
                prospect.of(&rest)
            });
            let Some((kind, _)) = least else { break };
            hand[kind] -= 1.0;
            given[kind] += 1;
        }
        Hand::new(given).unwrap_or_default()
    }
}

/// What to do in the phases of the robber; `None` in any other.
pub(super) fn respond(sight: &Sight, view: &View, legal: &CatanLegal, memory: &Memory) -> Option<Action> {
    if let Some(owed) = legal.discard_owed() {
        return Some(Action::Discard(sight.discard(owed)));
    }
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other phases have nothing to do with the robber")]
    match view.phase {
        Phase::MovingRobber(_) => {
            let hexes = legal.iter().filter_map(|action| match action {
                Action::MoveRobber(hex) => Some(hex),
                _ => None,
            });
            sight.best_raid(view, hexes).map(|(hex, _)| Action::MoveRobber(hex))
        }
        Phase::Stealing { candidates, .. } => {
            sight.victim(candidates.seats().iter(), memory).map(Action::Steal)
        }
        _ => None,
    }
}

/// The item with the highest worth, the first of several.
pub(super) fn best<T>(items: impl Iterator<Item = T>, worth: impl Fn(&T) -> f32) -> Option<(T, f32)> {
    items.map(|item| (worth(&item), item)).fold(None, |best: Option<(T, f32)>, (worth, item)| match best {
        Some((_, most)) if most >= worth => best,
        _ => Some((item, worth)),
    })
}

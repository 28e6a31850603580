//! The legal actions of one seat, as a few bytes.
//!
//! Order, which never changes: ready; the rolls by the number of their keep; the categories as on the sheet; last the
//! mark for being away or back ([`Action::is_presence`]), so that a player who draws at random can leave it out.
//!
//! Rules: docs/rules/kniffel.md §10.2.

use game::{Legal, Seat};

use crate::{Action, CategorySet, Keep, Kniffel, Phase, ROLLS};

/// The legal actions of one seat in one position. All of them are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegalActions {
    ready: bool,
    /// How many keeps are legal, counted from [`Keep::NONE`]: none, one before the first roll, or all 32.
    n_keeps: u8,
    categories: CategorySet,
    presence: Option<Action>,
}

impl LegalActions {
    const NOTHING: Self = Self { ready: false, n_keeps: 0, categories: CategorySet::EMPTY, presence: None };

    /// How many actions take the game further: all but the mark for being away or back, which comes after them.
    #[must_use]
    #[inline]
    pub const fn n_moves(&self) -> usize {
        self.ready as usize + self.n_keeps as usize + self.categories.len()
    }

    /// The categories that may be chosen.
    #[must_use]
    #[inline]
    pub const fn categories(&self) -> CategorySet {
        self.categories
    }
}

impl Kniffel {
    #[inline]
    pub(crate) fn legal_actions(&self, seat: Seat) -> LegalActions {
        if !self.has(seat) {
            return LegalActions::NOTHING;
        }
        let presence = Some(if self.connected.contains(seat) {
            Action::PlayerDisconnect
        } else {
            Action::PlayerReconnect
        });
        match self.phase {
            Phase::Ended { .. } => LegalActions::NOTHING,
            Phase::Waiting { ready } => {
                LegalActions { ready: !ready.contains(seat), presence, ..LegalActions::NOTHING }
            }
            Phase::Rolling { turn, .. } if turn.seat != seat => {
                LegalActions { presence, ..LegalActions::NOTHING }
            }
            Phase::Rolling { rolls_remaining: ROLLS, .. } => {
                LegalActions { n_keeps: 1, presence, ..LegalActions::NOTHING }
            }
            Phase::Rolling { rolls_remaining, dice, .. } => LegalActions {
                ready: false,
                n_keeps: if rolls_remaining == 0 { 0 } else { Keep::COUNT as u8 },
                categories: self.sheets[seat.index()].open(dice, self.rules),
                presence,
            },
        }
    }
}

impl Legal<Action> for LegalActions {
    #[inline]
    fn len(&self) -> usize {
        self.n_moves() + usize::from(self.presence.is_some())
    }

    #[inline]
    fn get(&self, index: usize) -> Option<Action> {
        let mut index = index;
        if self.ready {
            if index == 0 {
                return Some(Action::PlayerReady);
            }
            index -= 1;
        }
        if index < usize::from(self.n_keeps) {
            return Keep::from_number(index).map(|kept| Action::RollDice { kept });
        }
        index -= usize::from(self.n_keeps);
        if index < self.categories.len() {
            return self.categories.get(index).map(|category| Action::ChooseCategory { category });
        }
        if index == self.categories.len() { self.presence } else { None }
    }

    #[inline]
    fn contains(&self, action: &Action) -> bool {
        match *action {
            Action::PlayerReady => self.ready,
            Action::RollDice { kept } => kept.number() < usize::from(self.n_keeps),
            Action::ChooseCategory { category } => self.categories.contains(category),
            Action::PlayerDisconnect | Action::PlayerReconnect => self.presence == Some(*action),
        }
    }
}

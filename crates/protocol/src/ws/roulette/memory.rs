//! What a roulette table remembers beside its state: the chips laid in this round, and the bets of the round before.
//!
//! A *chip* here is one placement, of any amount. The state knows only how much lies on each bet. All of it follows from
//! the events, so a table that is read back from its log remembers the same.

use std::collections::VecDeque;

use game::Seat;
use roulette::{Bet, Event, MAX_PLAYERS};
use serde::{Deserialize, Serialize};

/// How many chips are remembered for each seat; whoever lays more can take back the last of them.
const MOST_CHIPS: usize = 512;

/// What `undo_bet` and `repeat_bets` refer to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    seats: [Hand; MAX_PLAYERS as usize],
}

/// What is remembered of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Kept", try_from = "Kept")]
struct Hand {
    /// The chips of this round, oldest first. Those on a bet that was just removed are still among them.
    chips: VecDeque<(Bet, u32)>,
    /// The bet that was removed last, with what lay there, until the seat's next event.
    removed: Option<(Bet, u32)>,
    /// The bets of the last round in which this seat had any.
    last: Vec<(Bet, u32)>,
    /// The bets of the round that is being settled.
    settling: Vec<(Bet, u32)>,
}

/// What is remembered of one seat as it is stored: bets by their numbers in the table of all bets, which never change.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Kept {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chips: Vec<(usize, u32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<(usize, u32)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    last: Vec<(usize, u32)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    settling: Vec<(usize, u32)>,
}

impl From<Hand> for Kept {
    fn from(hand: Hand) -> Self {
        let number = |(bet, amount): (Bet, u32)| (bet.index(), amount);
        Self {
            chips: hand.chips.into_iter().map(number).collect(),
            removed: hand.removed.map(number),
            last: hand.last.into_iter().map(number).collect(),
            settling: hand.settling.into_iter().map(number).collect(),
        }
    }
}

impl TryFrom<Kept> for Hand {
    type Error = String;

    fn try_from(kept: Kept) -> Result<Self, String> {
        let bet = |(number, amount): (usize, u32)| {
            Bet::from_index(number)
                .map(|bet| (bet, amount))
                .ok_or_else(|| format!("there is no bet {number}"))
        };
        Ok(Self {
            chips: kept.chips.into_iter().map(bet).collect::<Result<_, _>>()?,
            removed: kept.removed.map(bet).transpose()?,
            last: kept.last.into_iter().map(bet).collect::<Result<_, _>>()?,
            settling: kept.settling.into_iter().map(bet).collect::<Result<_, _>>()?,
        })
    }
}

impl Memory {
    /// The last chip that the seat laid and that still lies there.
    pub(super) fn last_chip(&self, seat: Seat) -> Option<(Bet, u32)> {
        let hand = self.seats.get(seat.index())?;
        let gone = hand.removed.map(|(bet, _)| bet);
        hand.chips.iter().rev().find(|(bet, _)| Some(*bet) != gone).copied()
    }

    /// The bets of the seat's last round, in the order placed.
    pub(super) fn last_round(&self, seat: Seat) -> impl Iterator<Item = (Bet, u32)> {
        self.seats.get(seat.index()).into_iter().flat_map(|hand| hand.last.iter().copied())
    }

    pub(super) fn hear(&mut self, event: &Event) {
        match *event {
            Event::BetPlaced { seat, bet, amount, .. } => self.with(seat, |hand| hand.lay(bet, amount)),
            Event::BetRemoved { seat, bet, amount } => self.with(seat, |hand| {
                hand.forget_removed();
                hand.removed = Some((bet, amount));
            }),
            Event::BetSettled { seat, bet, amount, .. } => {
                self.with(seat, |hand| hand.settling.push((bet, amount)));
            }
            Event::PlayerSettled { seat, .. } => {
                self.with(seat, |hand| hand.last = std::mem::take(&mut hand.settling));
            }
            // Somebody else sits down: nothing of whoever sat there before.
            Event::Joined { seat, .. } => self.with(seat, |hand| *hand = Hand::default()),
            Event::BettingOpened { .. } | Event::Closed { .. } => {
                for hand in &mut self.seats {
                    hand.chips.clear();
                    hand.removed = None;
                }
            }
            Event::BettingClosed { .. }
            | Event::WheelSpun { .. }
            | Event::RoundSettled { .. }
            | Event::RoundEnded { .. }
            | Event::Left { .. }
            | Event::CashedOut { .. }
            | Event::Disconnected { .. }
            | Event::Reconnected { .. }
            | Event::StakeReturned { .. } => {}
        }
    }

    fn with(&mut self, seat: Seat, change: impl FnOnce(&mut Hand)) {
        if let Some(hand) = self.seats.get_mut(seat.index()) {
            change(hand);
        }
    }
}

impl Hand {
    fn lay(&mut self, bet: Bet, amount: u32) {
        // Taking back the last chip removes the bet and lays the rest again: that is no new chip.
        if let (Some((removed, stake)), Some(&(last, chip))) = (self.removed, self.chips.back())
            && removed == bet
            && last == bet
            && stake.checked_sub(chip) == Some(amount)
        {
            self.removed = None;
            self.chips.pop_back();
            return;
        }
        self.forget_removed();
        if self.chips.len() == MOST_CHIPS {
            self.chips.pop_front();
        }
        self.chips.push_back((bet, amount));
    }

    fn forget_removed(&mut self) {
        if let Some((gone, _)) = self.removed.take() {
            self.chips.retain(|(bet, _)| *bet != gone);
        }
    }
}

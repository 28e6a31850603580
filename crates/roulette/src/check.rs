//! Whether an action is possible now.
//!
//! One predicate for all who ask: applying, validity and the list of legal actions use the same functions, so they
//! cannot disagree. The order of the checks decides which refusal is given: end of the game, seat, connection,
//! right, phase, arguments.
//!
//! Rules: docs/rules/roulette.md §5–§7.

use game::Seat;

use crate::state::{LAST_ROUND, Player, Presence};
use crate::{Action, Bet, HOST, MAX_PLAYERS, Phase, Refusal, Roulette, TABLE};

impl Roulette {
    /// Whether `seat` may do this now.
    #[inline]
    pub(crate) fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if self.phase == Phase::Closed {
            return Err(Refusal::TableClosed);
        }
        if seat == TABLE {
            return self.check_table(action);
        }
        let Some(place) = self.players.get(seat.index()) else { return Err(Refusal::NoSuchSeat) };
        match place {
            None => match action {
                Action::Join { .. } => Ok(()),
                Action::PlaceBet { .. }
                | Action::RemoveBet { .. }
                | Action::Spin
                | Action::Settle
                | Action::EndRound
                | Action::NextRound
                | Action::Close
                | Action::Disconnect
                | Action::Reconnect
                | Action::Leave => Err(Refusal::NotAtTable),
            },
            Some(player) => match player.presence {
                Presence::Here => self.check_here(seat, player, action),
                Presence::Away => check_away(action),
                Presence::Left if matches!(action, Action::Join { .. }) => Err(Refusal::SeatNotCleared),
                Presence::Left => Err(Refusal::NotAtTable),
            },
        }
    }

    #[inline]
    fn check_here(&self, seat: Seat, player: &Player, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::PlaceBet { bet, amount } => self.check_bet(player, bet, amount),
            Action::RemoveBet { index } => self.check_removal(player, index),
            Action::Spin => is_host(seat).and_then(|()| self.check_spin()),
            Action::NextRound => is_host(seat).and_then(|()| self.check_next_round()),
            Action::Close => is_host(seat).and_then(|()| self.check_close()),
            Action::Settle | Action::EndRound => Err(Refusal::OnlyTable),
            Action::Join { .. } => Err(Refusal::SeatTaken),
            Action::Reconnect => Err(Refusal::NotDisconnected),
            Action::Disconnect | Action::Leave => Ok(()),
        }
    }

    fn check_table(&self, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Spin => self.check_spin().and_then(|()| self.check_timer()),
            Action::Settle => match self.phase {
                Phase::Spinning(_) => Ok(()),
                Phase::Betting | Phase::Settlement(_) | Phase::RoundEnd(_) | Phase::Closed => {
                    Err(Refusal::NotSpinning)
                }
            },
            Action::EndRound => match self.phase {
                Phase::Settlement(_) => Ok(()),
                Phase::Betting | Phase::Spinning(_) | Phase::RoundEnd(_) | Phase::Closed => {
                    Err(Refusal::NotSettled)
                }
            },
            Action::NextRound => self.check_next_round(),
            Action::Close => {
                self.check_close()?;
                if self.table_may_close() { Ok(()) } else { Err(Refusal::PlayersPresent) }
            }
            Action::PlaceBet { .. }
            | Action::RemoveBet { .. }
            | Action::Join { .. }
            | Action::Disconnect
            | Action::Reconnect
            | Action::Leave => Err(Refusal::OnlyPlayers),
        }
    }

    /// What the player may still add to the bets: the limit of the round, or what is in the hand.
    #[inline]
    pub(crate) fn room(&self, player: &Player) -> u32 {
        let left = self.rules.max_total_bet - player.stakes.total();
        u32::try_from(player.chips).map_or(left, |chips| chips.min(left))
    }

    /// How many bets of the table of all bets this table has; they are the first ones.
    #[inline]
    pub(crate) const fn n_bets(&self) -> usize {
        if self.rules.zero_bets { Bet::COUNT } else { Bet::COUNT_WITHOUT_ZERO_BETS }
    }

    #[inline]
    fn check_bet(&self, player: &Player, bet: Bet, amount: u32) -> Result<(), Refusal> {
        self.check_bets_open()?;
        if bet.index() >= self.n_bets() {
            return Err(Refusal::NoZeroBets);
        }
        let min = self.rules.min_bet;
        if amount < min {
            return Err(Refusal::BelowMinimum { amount, min });
        }
        if amount <= self.room(player) {
            return Ok(());
        }
        let max = self.rules.max_total_bet;
        let left = max - player.stakes.total();
        if amount > left {
            Err(Refusal::OverMaximum { amount, left, max })
        } else {
            Err(Refusal::OverChips { amount, chips: player.chips })
        }
    }

    fn check_removal(&self, player: &Player, index: u32) -> Result<(), Refusal> {
        self.check_bets_open()?;
        let bets = player.stakes.len() as u8;
        if index < u32::from(bets) { Ok(()) } else { Err(Refusal::NoSuchBet { index, bets }) }
    }

    #[inline]
    fn check_bets_open(&self) -> Result<(), Refusal> {
        if self.phase == Phase::Betting {
            Ok(())
        } else {
            Err(Refusal::BetsClosed { stage: self.phase.stage() })
        }
    }

    fn check_spin(&self) -> Result<(), Refusal> {
        if self.phase != Phase::Betting {
            Err(Refusal::CannotSpin { stage: self.phase.stage() })
        } else if self.round == LAST_ROUND {
            Err(Refusal::LastRound)
        } else {
            Ok(())
        }
    }

    /// The timer spins for an absent host too, or the stakes of the others would be stuck.
    fn check_timer(&self) -> Result<(), Refusal> {
        if self.rules.is_manual_spin && self.host_is_here() {
            Err(Refusal::HostSpins)
        } else if self.has_stakes() {
            Ok(())
        } else {
            Err(Refusal::NoBets)
        }
    }

    fn check_next_round(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::RoundEnd(_) => Ok(()),
            Phase::Betting | Phase::Spinning(_) | Phase::Settlement(_) | Phase::Closed => {
                Err(Refusal::RoundNotOver)
            }
        }
    }

    /// Given that it is time for bets: when all are gone, or when there is nothing left to play for.
    pub(crate) fn table_may_close(&self) -> bool {
        self.round == LAST_ROUND || self.present().is_empty()
    }

    fn check_close(&self) -> Result<(), Refusal> {
        if self.phase == Phase::Betting { Ok(()) } else { Err(Refusal::CannotCloseNow) }
    }
}

const fn check_away(action: &Action) -> Result<(), Refusal> {
    match action {
        Action::Reconnect | Action::Leave => Ok(()),
        Action::Disconnect => Err(Refusal::AlreadyDisconnected),
        Action::Join { .. } => Err(Refusal::SeatTaken),
        Action::PlaceBet { .. }
        | Action::RemoveBet { .. }
        | Action::Spin
        | Action::Settle
        | Action::EndRound
        | Action::NextRound
        | Action::Close => Err(Refusal::Disconnected),
    }
}

fn is_host(seat: Seat) -> Result<(), Refusal> {
    if seat == HOST { Ok(()) } else { Err(Refusal::OnlyHost) }
}

// The players' seats come first and the table's right after them, so no player can be mistaken for the table.
const _: () = assert!(TABLE.0 == MAX_PLAYERS && HOST.0 < MAX_PLAYERS);

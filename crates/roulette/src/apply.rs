//! Carrying out an action.
//!
//! Everything is checked before anything is changed ([`crate::check`]), so a refused action leaves no trace. What
//! remains here only moves chips from one account to another and the round from one phase to the next.
//!
//! Rules: docs/rules/roulette.md §5–§7, §9.1.

use game::{OutcomeFault, Rejected, Seat, Sink};

use crate::state::{Player, Presence};
use crate::{Action, Bet, Event, MAX_PLAYERS, Name, Number, Outcome, Phase, Refusal, Roulette};

impl Roulette {
    #[inline]
    pub(crate) fn carry_out(
        &mut self,
        seat: Seat,
        action: &Action,
        outcome: Option<Outcome>,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rejected<Refusal>> {
        self.check(seat, action)?;
        match (action, outcome) {
            (Action::Spin, Some(outcome)) => match Number::new(outcome.winning_number) {
                Some(number) => self.spin(seat, number, events),
                None => return Err(Rejected::Outcome(OutcomeFault::Impossible)),
            },
            (Action::Spin, None) => return Err(Rejected::Outcome(OutcomeFault::Missing)),
            (_, Some(_)) => return Err(Rejected::Outcome(OutcomeFault::Unexpected)),
            (Action::PlaceBet { bet, amount }, None) => self.place(seat, *bet, *amount, events),
            (Action::RemoveBet { index }, None) => self.remove(seat, *index, events),
            (Action::Settle, None) => self.settle(events),
            (Action::EndRound, None) => self.end_round(events),
            (Action::NextRound, None) => self.next_round(events),
            (Action::Close, None) => self.close(seat, events),
            (Action::Join { name }, None) => self.join(seat, name.as_ref(), events),
            (Action::Disconnect, None) => {
                self.mark(seat, Presence::Away);
                events.event(Event::Disconnected { seat });
            }
            (Action::Reconnect, None) => {
                self.mark(seat, Presence::Here);
                events.event(Event::Reconnected { seat });
            }
            (Action::Leave, None) => self.leave(seat, events),
        }
        Ok(())
    }

    #[inline]
    fn player_mut(&mut self, seat: Seat) -> Option<&mut Player> {
        self.players.get_mut(seat.index())?.as_mut()
    }

    fn mark(&mut self, seat: Seat, presence: Presence) {
        if let Some(player) = self.player_mut(seat) {
            player.presence = presence;
        }
    }

    #[inline]
    fn place(&mut self, seat: Seat, bet: Bet, amount: u32, events: &mut impl Sink<Event>) {
        let Some(player) = self.player_mut(seat) else { return };
        player.chips -= u64::from(amount);
        player.stakes.add(bet, amount);
        let stake = player.stakes.on(bet);
        events.event(Event::BetPlaced { seat, bet, amount, stake });
    }

    fn remove(&mut self, seat: Seat, index: u32, events: &mut impl Sink<Event>) {
        let Some(player) = self.player_mut(seat) else { return };
        let Some((bet, amount)) = player.stakes.remove(index as usize) else { return };
        player.chips += u64::from(amount);
        events.event(Event::BetRemoved { seat, bet, amount });
    }

    fn spin(&mut self, by: Seat, number: Number, events: &mut impl Sink<Event>) {
        self.phase = Phase::Spinning(number);
        events.event(Event::BettingClosed { by });
        events.event(Event::WheelSpun { number });
    }

    fn settle(&mut self, events: &mut impl Sink<Event>) {
        let Phase::Spinning(number) = self.phase else { return };
        self.phase = Phase::Settlement(number);
        self.history.push(number);
        events.event(Event::RoundSettled { round: self.round, number });
        for (seat, player) in (0..MAX_PLAYERS).map(Seat).zip(&mut self.players) {
            let Some(player) = player else { continue };
            if player.stakes.is_empty() {
                continue;
            }
            let mut returned = 0;
            for (bet, amount) in player.stakes.iter() {
                let payout = bet.payout(amount, number);
                returned += payout;
                events.event(Event::BetSettled { seat, bet, amount, returned: payout });
            }
            let staked = player.stakes.total();
            player.chips += returned;
            // Both are far below 2^63: the stakes of a round are limited (§9.2).
            self.house += i64::from(staked) - returned.cast_signed();
            events.event(Event::PlayerSettled { seat, staked, returned });
            if player.presence == Presence::Left {
                self.issued -= cash_out(seat, player, events);
            }
        }
    }

    fn end_round(&mut self, events: &mut impl Sink<Event>) {
        let Phase::Settlement(number) = self.phase else { return };
        self.phase = Phase::RoundEnd(number);
        events.event(Event::RoundEnded { round: self.round });
    }

    fn next_round(&mut self, events: &mut impl Sink<Event>) {
        self.clear_table();
        self.round += 1;
        self.phase = Phase::Betting;
        events.event(Event::BettingOpened { round: self.round });
    }

    fn close(&mut self, by: Seat, events: &mut impl Sink<Event>) {
        for (seat, player) in (0..MAX_PLAYERS).map(Seat).zip(&mut self.players) {
            let Some(player) = player else { continue };
            let amount = player.stakes.total();
            if amount == 0 {
                continue;
            }
            player.chips += u64::from(amount);
            events.event(Event::StakeReturned { seat, amount });
            if player.presence == Presence::Left {
                self.issued -= cash_out(seat, player, events);
            }
        }
        self.clear_table();
        self.phase = Phase::Closed;
        events.event(Event::Closed { by });
    }

    /// Takes all bets off the table; a seat whose player has left is empty from now on.
    #[inline]
    fn clear_table(&mut self) {
        for place in &mut self.players {
            match place {
                Some(player) if player.presence == Presence::Left => *place = None,
                Some(player) => player.stakes.clear(),
                None => {}
            }
        }
    }

    fn join(&mut self, seat: Seat, name: Option<&Name>, events: &mut impl Sink<Event>) {
        let Some(place) = self.players.get_mut(seat.index()) else { return };
        let chips = self.start_chips;
        let name = name.cloned().unwrap_or_else(|| Name::of_seat(seat));
        *place = Some(Player::new(name.clone(), chips));
        self.issued += i64::from(chips);
        events.event(Event::Joined { seat, name, chips });
    }

    fn leave(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        let is_settled = self.phase.settled_number().is_some();
        let Some(place) = self.players.get_mut(seat.index()) else { return };
        let Some(player) = place else { return };
        events.event(Event::Left { seat });
        player.presence = Presence::Left;
        // Chips still on the table are paid out first, and the hand waits for them (§6.3).
        if is_settled || player.stakes.is_empty() {
            self.issued -= cash_out(seat, player, events);
        }
        if player.stakes.is_empty() {
            *place = None;
        }
    }
}

/// Empties a hand; returns how many chips are gone from the table.
fn cash_out(seat: Seat, player: &mut Player, events: &mut impl Sink<Event>) -> i64 {
    let chips = std::mem::take(&mut player.chips);
    events.event(Event::CashedOut { seat, chips });
    // Within the bound of §9.2, which is below 2^63.
    chips.cast_signed()
}

//! Kniffel at a table.

use std::ops::RangeInclusive;

use game::{Game, Seat, SeatSet};
use kniffel::{Action, Event, Kniffel, MAX_PLAYERS, Phase, Refusal as Rule};
use protocol::kniffel::Start;
use protocol::table::{Settings, SettingsOf};

use crate::{Clocked, Played, Refusal, Waits};

impl Played for Kniffel {
    const CHAIRS: u8 = MAX_PLAYERS;
    const SUBSTITUTE: &'static str = "novice";
    const BANKED: bool = false;

    fn usual() -> SettingsOf<Self> {
        Settings::default()
    }

    fn players(_: &Start) -> RangeInclusive<u8> {
        1..=MAX_PLAYERS
    }

    /// Whoever was counted down has said to be ready.
    fn opening(&self) -> Vec<(Seat, Action)> {
        (0..self.players()).map(|seat| (Seat(seat), Action::PlayerReady)).collect()
    }

    fn clock(&self) -> Option<Clocked> {
        match self.phase() {
            Phase::Rolling { turn, .. } => {
                let turn = u64::from(turn.round) << 8 | u64::from(turn.seat.0);
                Some(Clocked { turn, aside: false })
            }
            Phase::Waiting { .. } | Phase::Ended { .. } => None,
        }
    }

    fn hurried(&self, seat: Seat) -> Option<Action> {
        bots::fallback::<Self>(&self.legal(seat))
    }

    fn waits(&self, seat: Seat, _: SeatSet) -> Waits {
        if self.to_move().contains(seat) { Waits::Now } else { Waits::No }
    }

    fn score(&self, seat: Seat) -> i64 {
        self.sheets().get(seat.index()).map_or(0, |sheet| sheet.total().into())
    }

    /// Every die that was thrown; those that were kept had fallen before.
    fn rolled(events: &[Event]) -> Vec<(Seat, u8)> {
        let mut thrown = Vec::new();
        for event in events {
            if let Event::DiceRolled { seat, kept, dice, .. } = event {
                let dice = dice.faces().into_iter().enumerate().filter(|(place, _)| !kept.holds(*place));
                thrown.extend(dice.map(|(_, face)| (*seat, face)));
            }
        }
        thrown
    }

    fn refused(refusal: &Rule) -> Refusal {
        Refusal::new(refusal.code(), refusal.to_string())
    }
}

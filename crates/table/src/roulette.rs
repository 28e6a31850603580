//! Roulette at a table: seats come and go, the wheel turns by the clock, chips are the players' own.

use std::ops::RangeInclusive;

use game::{Game, Legal, Seat, SeatSet};
use protocol::Choice;
use protocol::roulette::{Overrides, Start};
use protocol::table::{Absence, Pace, Settings, SettingsOf};
use roulette::{Action, Event, HOST, MAX_PLAYERS, Name, Phase, Presence, Refusal as Rule, Roulette, TABLE};

use crate::{ChipFlow, Clocked, Millis, Played, Refusal, Waits};

/// How long the ball rolls.
const BALL: Millis = 6_000;
/// How long the result is shown before the next round.
const RESULT: Millis = 5_000;
/// What everybody buys in for, unless the table says otherwise: a fifth of what a new player has.
const BUY_IN: u32 = 200;

impl Played for Roulette {
    const CHAIRS: u8 = MAX_PLAYERS;
    const SUBSTITUTE: &'static str = "random";
    const BANKED: bool = true;

    /// By the clock, so that nobody has to ask for every spin; the host may still spin sooner.
    fn usual() -> SettingsOf<Self> {
        let by_the_clock = Overrides { is_manual_spin: Some(false), ..Overrides::default() };
        Settings {
            start: Start {
                rules: Some(Choice::Described(by_the_clock)),
                chips: Some(BUY_IN),
                ..Start::default()
            },
            turn_seconds: 0,
            absence: Absence::Wait,
            pace: Pace::Human,
            stake: 0,
            public: false,
            spectators: true,
        }
    }

    fn players(_: &Start) -> RangeInclusive<u8> {
        1..=MAX_PLAYERS
    }

    fn with_names(start: Start, names: Vec<String>) -> Start {
        Start { names, ..start }
    }

    fn buy_in(start: &Start) -> u64 {
        start.chips.unwrap_or(BUY_IN).into()
    }

    fn clock(&self) -> Option<Clocked> {
        None
    }

    /// The wheel spins when the timer has run out since the first bet; where the host spins by hand, only while the host is away.
    fn due_after(&self) -> Option<(u64, Millis, Seat, Action)> {
        let round = u64::from(self.round()) << 3;
        let host_spins = self.rules().is_manual_spin && self.presence(HOST) == Some(Presence::Here);
        match self.phase() {
            Phase::Betting if self.at_stake() == 0 || host_spins => None,
            Phase::Betting => {
                let timer = Millis::from(self.rules().spin_timer_sec) * 1_000;
                Some((round, timer, TABLE, Action::Spin))
            }
            Phase::Spinning { .. } => Some((round | 1, BALL, TABLE, Action::Settle)),
            Phase::Settlement { .. } => Some((round | 2, 0, TABLE, Action::EndRound)),
            Phase::RoundEnd { .. } => Some((round | 3, RESULT, TABLE, Action::NextRound)),
            Phase::Closed => None,
        }
    }

    /// There is no turn to run out of.
    fn hurried(&self, _: Seat) -> Option<Action> {
        None
    }

    fn waits(&self, seat: Seat, _: SeatSet) -> Waits {
        let betting = self.phase() == Phase::Betting && self.presence(seat) == Some(Presence::Here);
        if betting && !self.legal(seat).is_empty() { Waits::Now } else { Waits::No }
    }

    fn presence(&self, seat: Seat, here: bool) -> Option<Action> {
        match (Self::presence(self, seat)?, here) {
            (Presence::Here, false) => Some(Action::Disconnect),
            (Presence::Away, true) => Some(Action::Reconnect),
            _ => None,
        }
    }

    fn joining(name: &str) -> Option<Action> {
        Some(Action::Join { name: Name::new(name).ok() })
    }

    fn leaving(&self, seat: Seat) -> Result<Action, Refusal> {
        let unsettled = matches!(self.phase(), Phase::Betting | Phase::Spinning { .. });
        if unsettled && self.bets(seat).next().is_some() {
            return Err(Refusal::new(
                "bets_on_table",
                "Take your bets back first, or wait until they are settled",
            ));
        }
        Ok(Action::Leave)
    }

    fn score(&self, seat: Seat) -> i64 {
        self.holdings(seat).cast_signed()
    }

    fn holdings(&self, seat: Seat) -> u64 {
        let unsettled = matches!(self.phase(), Phase::Betting | Phase::Spinning { .. });
        let staked: u64 =
            if unsettled { self.bets(seat).map(|(_, stake)| u64::from(stake)).sum() } else { 0 };
        self.chips(seat).unwrap_or(0) + staked
    }

    fn flow(event: &Event) -> Option<ChipFlow> {
        if let Event::CashedOut { seat, chips } = *event {
            return Some(ChipFlow::Out(seat, chips));
        }
        event.net().map(ChipFlow::House)
    }

    fn refused(refusal: &Rule) -> Refusal {
        Refusal::new(refusal.code(), refusal.to_string())
    }
}

//! Roulette at a table: seats come and go, the wheel turns by the clock, chips are the players' own.

use std::ops::RangeInclusive;

use game::{Game, Legal, Seat, SeatSet};
use protocol::Choice;
use protocol::roulette::{Overrides, Start};
use protocol::table::{Absence, Settings, SettingsOf};
use roulette::{
    Action, BetFault, BetType, Event, HOST, MAX_PLAYERS, Name, Phase, Presence, Refusal as Rule, Roulette,
    TABLE,
};

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
            absence: Absence::Wait,
            ..Settings::default()
        }
    }

    fn players(_: &Start) -> RangeInclusive<u8> {
        1..=MAX_PLAYERS
    }

    fn with_names(start: Start, names: Vec<String>) -> Start {
        Start { names, ..start }
    }

    fn rename(start: &mut Start, seat: Seat, name: &str) {
        if let Some(old) = start.names.get_mut(seat.index()) {
            name.clone_into(old);
        }
    }

    fn rename_joining(action: &mut Self::WireAction, name: &str) {
        if let Self::WireAction::PlayerJoin { display_name: Some(old) } = action {
            name.clone_into(old);
        }
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

    /// The number of a round, for everybody who had bets in it.
    fn rolled(events: &[Event]) -> Vec<(Seat, u8)> {
        let came_up = events.iter().find_map(|event| {
            if let Event::RoundSettled { number, .. } = event { Some(number.get()) } else { None }
        });
        let Some(number) = came_up else { return vec![] };
        let bet = |event: &Event| {
            if let Event::PlayerSettled { seat, .. } = event { Some((*seat, number)) } else { None }
        };
        events.iter().filter_map(bet).collect()
    }

    fn flow(event: &Event) -> Option<ChipFlow> {
        if let Event::CashedOut { seat, chips } = *event {
            return Some(ChipFlow::Out(seat, chips));
        }
        event.net().map(ChipFlow::House)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most sentences have nothing to fill in")]
    fn refused(refusal: &Rule) -> Refusal {
        let refused = Refusal::new(refusal.code(), refusal.to_string());
        match *refusal {
            Rule::NoSuchSeat => refused.with("seats", MAX_PLAYERS),
            Rule::BetsClosed { stage } | Rule::CannotSpin { stage } => refused.with("phase", stage),
            Rule::NegativeAmount { amount } | Rule::AmountTooLarge { amount } => {
                refused.with("amount", amount)
            }
            Rule::BelowMinimum { amount, min } => refused.with("amount", amount).with("min", min),
            Rule::OverMaximum { amount, left, max } => {
                refused.with("amount", amount).with("left", left).with("max", max)
            }
            Rule::OverChips { amount, chips } => refused.with("amount", amount).with("chips", chips),
            Rule::NoSuchBet { index, bets } => refused.with("index", index).with("bets", bets),
            Rule::Bet(fault) => bet_refused(fault, refused),
            _ => refused,
        }
    }
}

/// What belongs into the sentence about a bet that is not one of the 157.
fn bet_refused(fault: BetFault, refused: Refusal) -> Refusal {
    match fault {
        BetFault::NamedTwice { kind } | BetFault::NoIdentifier { kind } | BetFault::NumbersGiven { kind } => {
            refused.with("betType", word(kind))
        }
        BetFault::UnknownIdentifier { kind, identifier } => {
            refused.with("betType", word(kind)).with("identifier", identifier)
        }
        BetFault::NotOnWheel { number } => refused.with("number", number),
        BetFault::Repeated { number } => refused.with("number", number),
        BetFault::WrongCount { kind, given } => refused.with("betType", word(kind)).with("given", given),
        BetFault::NotOnLayout { kind, numbers } => {
            refused.with("betType", word(kind)).with("numbers", numbers)
        }
    }
}

/// A kind of bet by its word on the wire.
fn word(kind: BetType) -> String {
    kind.to_string().replace(' ', "_")
}

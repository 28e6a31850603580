//! Why an action is not possible.
//!
//! A *refusal* is a sentence that the one who asked can act on, with the numbers in it as fields and a code
//! that never changes. Everything at this table is public, so no refusal can reveal anything.
//!
//! Rules: docs/rules/roulette.md §5–§7.

use crate::{BetFault, MAX_PLAYERS, Stage};

/// Why an action is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// Nothing is accepted after the end.
    #[error("the table is closed")]
    TableClosed,
    /// A seat beyond the last.
    #[error("the table has {MAX_PLAYERS} seats, and none with this number")]
    NoSuchSeat,
    /// Nobody in the seat, or somebody who has left.
    #[error("you are not at this table: take a seat first")]
    NotAtTable,
    /// The seat belongs to somebody.
    #[error("this seat is taken: choose another one")]
    SeatTaken,
    /// The bets of whoever left are still on the table.
    #[error("the bets of the player who left this seat are still on the table: wait for the next round")]
    SeatNotCleared,
    /// A player who is away can only come back or leave.
    #[error("you are disconnected: reconnect first")]
    Disconnected,
    /// A second disconnect.
    #[error("the player is already disconnected")]
    AlreadyDisconnected,
    /// Nothing to come back from.
    #[error("the player is not disconnected")]
    NotDisconnected,
    /// The table has no use for this action.
    #[error("only a player can do this")]
    OnlyPlayers,
    /// Reserved for [`TABLE`](crate::TABLE).
    #[error("the table does this by itself")]
    OnlyTable,
    /// Reserved for the [`HOST`](crate::HOST), and for the table when its time has come.
    #[error("only the host can do this")]
    OnlyHost,
    /// Bets are open in one phase only.
    #[error("{}", bets_closed(*stage))]
    BetsClosed {
        /// The phase it is.
        stage: Stage,
    },
    /// One spin a round.
    #[error("{}", cannot_spin(*stage))]
    CannotSpin {
        /// The phase it is.
        stage: Stage,
    },
    /// No ball to wait for.
    #[error("there is nothing to settle: the wheel is not spinning")]
    NotSpinning,
    /// Nothing was paid yet.
    #[error("the round cannot end before it is settled")]
    NotSettled,
    /// The round is still on.
    #[error("the next round cannot begin before this one has ended")]
    RoundNotOver,
    /// Rounds cannot be counted any further.
    #[error("this table has played all the rounds that can be counted: close it and open another one")]
    LastRound,
    /// Closing waits for the round.
    #[error("a table can be closed while bets are open: finish this round and begin the next")]
    CannotCloseNow,
    /// The table closes by itself only when it is deserted.
    #[error("the table cannot be closed while players are there")]
    PlayersPresent,
    /// The host spins by hand and is there.
    #[error("the host spins by hand at this table")]
    HostSpins,
    /// The timer spins for somebody.
    #[error("nobody has bet: the timer does not spin an empty wheel")]
    NoBets,
    /// No such bet on the layout.
    #[error(transparent)]
    Bet(#[from] BetFault),
    /// The table does without the bet.
    #[error("zero cannot be joined to other numbers at this table")]
    NoZeroBets,
    /// Less than nothing.
    #[error("{amount} is less than nothing: bet a whole number of chips")]
    NegativeAmount {
        /// What was asked for.
        amount: i64,
    },
    /// More than can be added up.
    #[error("{amount} is more than any table takes")]
    AmountTooLarge {
        /// What was asked for.
        amount: i64,
    },
    /// Less than the table's minimum.
    #[error("the smallest bet is {min}, not {amount}")]
    BelowMinimum {
        /// What was asked for.
        amount: u32,
        /// The table's minimum.
        min: u32,
    },
    /// More than the table's maximum.
    #[error("you can stake {left} more this round, not {amount}: the table's limit is {max}")]
    OverMaximum {
        /// What was asked for.
        amount: u32,
        /// What the limit leaves.
        left: u32,
        /// The limit.
        max: u32,
    },
    /// More than the player has.
    #[error("you have {chips} chips left, not {amount}")]
    OverChips {
        /// What was asked for.
        amount: u32,
        /// What is in the hand.
        chips: u64,
    },
    /// No bet at this place.
    #[error("you have no bet number {index}: your bets count from 0, and there are {bets}")]
    NoSuchBet {
        /// What was asked for.
        index: u32,
        /// How many bets there are.
        bets: u8,
    },
}

impl Refusal {
    /// Stable name for the wire and for translations. Never reworded.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TableClosed => "table_closed",
            Self::NoSuchSeat => "no_such_seat",
            Self::NotAtTable => "not_at_table",
            Self::SeatTaken => "seat_taken",
            Self::SeatNotCleared => "seat_not_cleared",
            Self::Disconnected => "disconnected",
            Self::AlreadyDisconnected => "already_disconnected",
            Self::NotDisconnected => "not_disconnected",
            Self::OnlyPlayers => "only_players",
            Self::OnlyTable => "only_table",
            Self::OnlyHost => "only_host",
            Self::BetsClosed { .. } => "bets_closed",
            Self::CannotSpin { .. } => "cannot_spin",
            Self::NotSpinning => "not_spinning",
            Self::NotSettled => "not_settled",
            Self::RoundNotOver => "round_not_over",
            Self::LastRound => "last_round",
            Self::CannotCloseNow => "cannot_close_now",
            Self::PlayersPresent => "players_present",
            Self::HostSpins => "host_spins",
            Self::NoBets => "no_bets",
            Self::Bet(fault) => fault.code(),
            Self::NoZeroBets => "no_zero_bets",
            Self::NegativeAmount { .. } => "negative_amount",
            Self::AmountTooLarge { .. } => "amount_too_large",
            Self::BelowMinimum { .. } => "below_minimum",
            Self::OverMaximum { .. } => "over_maximum",
            Self::OverChips { .. } => "over_chips",
            Self::NoSuchBet { .. } => "no_such_bet",
        }
    }
}

const fn bets_closed(stage: Stage) -> &'static str {
    match stage {
        Stage::Spinning => "bets are closed while the wheel spins: wait for the next round",
        Stage::Settlement | Stage::RoundEnd => "bets are closed: wait for the next round",
        Stage::Betting | Stage::Closed => "bets are closed",
    }
}

const fn cannot_spin(stage: Stage) -> &'static str {
    match stage {
        Stage::Spinning => "the wheel is already spinning",
        Stage::Settlement | Stage::RoundEnd => {
            "the wheel has been spun in this round: begin the next one first"
        }
        Stage::Betting | Stage::Closed => "the wheel cannot be spun now",
    }
}

//! What a seat may do now.
//!
//! Amounts are open, so not every legal bet is *listed*: each bet stands in the list once, at the table's minimum, and
//! [`OpenBets`] *describes* the rest. A list is a handful of numbers; counting and indexing cost nothing.
//!
//! Rules: docs/rules/roulette.md §11.

use game::{Legal, Seat};

use crate::state::{LAST_ROUND, Presence};
use crate::{Action, Bet, HOST, Phase, Roulette, TABLE};

/// Actions without arguments, in the order of the list: what is about the round, then what is about presence.
#[derive(Clone, Copy)]
enum Plain {
    Spin,
    Settle,
    EndRound,
    NextRound,
    Close,
    Join,
    Disconnect,
    Reconnect,
    Leave,
}

impl Plain {
    const ALL: [Self; 9] = [
        Self::Spin,
        Self::Settle,
        Self::EndRound,
        Self::NextRound,
        Self::Close,
        Self::Join,
        Self::Disconnect,
        Self::Reconnect,
        Self::Leave,
    ];

    const fn action(self) -> Action {
        match self {
            Self::Spin => Action::Spin,
            Self::Settle => Action::Settle,
            Self::EndRound => Action::EndRound,
            Self::NextRound => Action::NextRound,
            Self::Close => Action::Close,
            Self::Join => Action::Join { name: None },
            Self::Disconnect => Action::Disconnect,
            Self::Reconnect => Action::Reconnect,
            Self::Leave => Action::Leave,
        }
    }
}

/// The bits of those plain actions that are about the round.
const ROUND: u16 = bit(Plain::Close) - 1;

/// The legal actions of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RouletteLegal {
    /// How many bets can be placed: the first ones of the table of all bets.
    n_places: u8,
    /// How many bets can be removed.
    n_removals: u8,
    /// Which plain actions, by bits.
    plain: u16,
    min: u32,
    max: u32,
}

/// What can be bet beside what is listed: every listed bet at any amount within these bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenBets {
    /// The smallest amount; the one that is listed.
    pub min: u32,
    /// The largest amount.
    pub max: u32,
}

impl RouletteLegal {
    /// The amounts at which the listed bets can be placed; `None` if none can.
    #[must_use]
    pub const fn open_bets(&self) -> Option<OpenBets> {
        if self.n_places == 0 { None } else { Some(OpenBets { min: self.min, max: self.max }) }
    }

    /// How many listed actions are about the round; those about presence follow.
    #[must_use]
    #[inline]
    pub const fn n_round_actions(&self) -> usize {
        self.n_bet_actions() + (self.plain & ROUND).count_ones() as usize
    }

    #[inline]
    const fn n_bet_actions(&self) -> usize {
        self.n_places as usize + self.n_removals as usize
    }

    #[inline]
    const fn has(&self, action: Plain) -> bool {
        self.plain & bit(action) != 0
    }
}

impl Legal<Action> for RouletteLegal {
    #[inline]
    fn len(&self) -> usize {
        self.n_bet_actions() + self.plain.count_ones() as usize
    }

    #[inline]
    fn get(&self, index: usize) -> Option<Action> {
        let n_places = usize::from(self.n_places);
        if index < n_places {
            return Some(Action::PlaceBet { bet: Bet::from_index(index)?, amount: self.min });
        }
        if index < self.n_bet_actions() {
            return Some(Action::RemoveBet { index: (index - n_places) as u32 });
        }
        let mut rest = self.plain;
        for _ in self.n_bet_actions()..index {
            rest &= rest.checked_sub(1)?;
        }
        Plain::ALL.get(rest.trailing_zeros() as usize).map(|plain| plain.action())
    }

    #[inline]
    fn contains(&self, action: &Action) -> bool {
        match action {
            Action::PlaceBet { bet, amount } => {
                bet.index() < usize::from(self.n_places) && (self.min..=self.max).contains(amount)
            }
            Action::RemoveBet { index } => *index < u32::from(self.n_removals),
            Action::Spin => self.has(Plain::Spin),
            Action::Settle => self.has(Plain::Settle),
            Action::EndRound => self.has(Plain::EndRound),
            Action::NextRound => self.has(Plain::NextRound),
            Action::Close => self.has(Plain::Close),
            Action::Join { .. } => self.has(Plain::Join),
            Action::Disconnect => self.has(Plain::Disconnect),
            Action::Reconnect => self.has(Plain::Reconnect),
            Action::Leave => self.has(Plain::Leave),
        }
    }
}

/// The bit of a plain action.
const fn bit(action: Plain) -> u16 {
    1 << action as u8
}

impl Roulette {
    #[inline]
    pub(crate) fn legal_actions(&self, seat: Seat) -> RouletteLegal {
        let mut legal =
            RouletteLegal { n_places: 0, n_removals: 0, plain: self.plain_actions(seat), min: 0, max: 0 };
        if let Some(player) = self.player(seat)
            && player.presence == Presence::Here
            && self.phase == Phase::Betting
        {
            legal.n_removals = player.stakes.len() as u8;
            legal.min = self.rules.min_bet;
            legal.max = self.room(player);
            if legal.min <= legal.max {
                legal.n_places = self.n_bets() as u8;
            }
        }
        legal
    }

    /// What the checks would let through, written down the other way round: asking them one by one would take
    /// most of the time of a playout. The conformance suite holds the two against each other.
    #[inline]
    fn plain_actions(&self, seat: Seat) -> u16 {
        if self.phase == Phase::Closed {
            return 0;
        }
        if seat == TABLE {
            return self.plain_actions_of_table();
        }
        match self.players.get(seat.index()) {
            None => 0,
            Some(None) => bit(Plain::Join),
            Some(Some(player)) => match player.presence {
                Presence::Here if seat == HOST => self.plain_actions_of_host() | HERE,
                Presence::Here => HERE,
                Presence::Away => bit(Plain::Reconnect) | bit(Plain::Leave),
                Presence::Left => 0,
            },
        }
    }

    fn plain_actions_of_host(&self) -> u16 {
        match self.phase {
            Phase::Betting if self.round == LAST_ROUND => bit(Plain::Close),
            Phase::Betting => bit(Plain::Spin) | bit(Plain::Close),
            Phase::RoundEnd(_) => bit(Plain::NextRound),
            Phase::Spinning(_) | Phase::Settlement(_) | Phase::Closed => 0,
        }
    }

    fn plain_actions_of_table(&self) -> u16 {
        match self.phase {
            Phase::Betting => {
                let may_spin = self.check(TABLE, &Action::Spin).is_ok();
                let may_close = self.table_may_close();
                (u16::from(may_spin) * bit(Plain::Spin)) | (u16::from(may_close) * bit(Plain::Close))
            }
            Phase::Spinning(_) => bit(Plain::Settle),
            Phase::Settlement(_) => bit(Plain::EndRound),
            Phase::RoundEnd(_) => bit(Plain::NextRound),
            Phase::Closed => 0,
        }
    }
}

/// What a connected player may do at any time.
const HERE: u16 = bit(Plain::Disconnect) | bit(Plain::Leave);

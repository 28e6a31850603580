//! The state of a table.
//!
//! A *player* is whoever holds a seat, those too who have got up while their bets still lie. Chips are in a hand, on
//! the table or with the house; *issued* is what all of these add up to.
//!
//! Rules: docs/rules/roulette.md §4.1, §5.1, §6, §9.

use game::{Seat, SeatSet};

use crate::stakes::Stakes;
use crate::{
    Action, Bet, HOST, History, MAX_PLAYERS, MAX_START_CHIPS, MAX_TOTAL_BET, Name, Phase, Rules, Setup,
    SetupFaults, TABLE,
};

/// A table of European roulette.
///
/// Equal tables are equal in everything that can be seen, so equality may be used to compare a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roulette {
    pub(crate) rules: Rules,
    pub(crate) start_chips: u32,
    pub(crate) phase: Phase,
    pub(crate) round: u32,
    pub(crate) history: History,
    pub(crate) house: i64,
    pub(crate) issued: i64,
    pub(crate) players: [Option<Player>; MAX_PLAYERS as usize],
}

/// Who holds a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Player {
    pub(crate) name: Name,
    pub(crate) presence: Presence,
    /// Within [`most_chips`] by the limits on what can be staked, so a payout always fits.
    pub(crate) chips: u64,
    pub(crate) stakes: Stakes,
}

/// Whether a player can act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// Connected.
    Here,
    /// Disconnected; seat, chips and bets remain.
    Away,
    /// Got up while bets were on the table; they remain until they are settled and cleared.
    Left,
}

/// The round that cannot be spun any more: rounds cannot be counted further.
pub(crate) const LAST_ROUND: u32 = u32::MAX;

/// The most chips a player can have after this many settled rounds: every one won at the best odds.
pub(crate) const fn most_chips(settled: u32) -> u64 {
    MAX_START_CHIPS as u64 + settled as u64 * 35 * MAX_TOTAL_BET as u64
}

/// How far the house can be from zero after this many settled rounds.
pub(crate) const fn most_house(settled: u32) -> u64 {
    settled as u64 * 35 * MAX_TOTAL_BET as u64 * MAX_PLAYERS as u64
}

// What makes the sums safe for as long as rounds can be counted.
const _: () = assert!(most_house(u32::MAX) + most_chips(u32::MAX) * MAX_PLAYERS as u64 <= i64::MAX as u64);

impl Player {
    pub(crate) fn new(name: Name, chips: u32) -> Self {
        Self { name, presence: Presence::Here, chips: u64::from(chips), stakes: Stakes::NONE }
    }
}

impl Roulette {
    /// A new table.
    ///
    /// # Errors
    /// Everything that is wrong with the setup.
    pub fn new(setup: &Setup) -> Result<Self, SetupFaults> {
        setup.check()?;
        let mut players = [const { None }; MAX_PLAYERS as usize];
        for (seat, place) in (0..setup.players).zip(&mut players) {
            let named = setup.names.get(usize::from(seat)).cloned();
            *place = Some(Player::new(named.unwrap_or_else(|| Name::of_seat(Seat(seat))), setup.chips));
        }
        Ok(Self {
            rules: setup.rules,
            start_chips: setup.chips,
            phase: Phase::Betting,
            round: 1,
            history: History::EMPTY,
            house: 0,
            issued: i64::from(setup.chips) * i64::from(setup.players),
            players,
        })
    }

    /// The table's rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where the round stands.
    #[must_use]
    #[inline]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The round, from 1.
    #[must_use]
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The last results, newest first.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// What the house has won; negative if it has lost.
    #[must_use]
    pub const fn house(&self) -> i64 {
        self.house
    }

    /// The chips that exist at this table: [`in_hands`](Self::in_hands) + [`at_stake`](Self::at_stake) +
    /// [`house`](Self::house), always.
    #[must_use]
    pub const fn issued(&self) -> i64 {
        self.issued
    }

    /// The chips in the hands of all players.
    #[must_use]
    pub fn in_hands(&self) -> u64 {
        self.seated().map(|(_, player)| player.chips).sum()
    }

    /// The chips on the table that are not yet settled.
    #[must_use]
    pub fn at_stake(&self) -> u64 {
        match self.phase {
            Phase::Betting | Phase::Spinning(_) => {
                self.seated().map(|(_, player)| u64::from(player.stakes.total())).sum()
            }
            Phase::Settlement(_) | Phase::RoundEnd(_) | Phase::Closed => 0,
        }
    }

    /// How the player in this seat is there; `None` for an empty seat.
    #[must_use]
    pub fn presence(&self, seat: Seat) -> Option<Presence> {
        self.player(seat).map(|player| player.presence)
    }

    /// The chips in the hand of the player in this seat; `None` for an empty seat.
    #[must_use]
    pub fn chips(&self, seat: Seat) -> Option<u64> {
        self.player(seat).map(|player| player.chips)
    }

    /// The bets of the player in this seat with their amounts, in the order placed.
    pub fn bets(&self, seat: Seat) -> impl Iterator<Item = (Bet, u32)> {
        self.player(seat).into_iter().flat_map(|player| player.stakes.iter())
    }

    /// The lowest seat that somebody could take now.
    #[must_use]
    pub fn free_seat(&self) -> Option<Seat> {
        (0..MAX_PLAYERS).zip(&self.players).find(|(_, place)| place.is_none()).map(|(seat, _)| Seat(seat))
    }

    /// What the table itself has to do before anybody else can go on: settle, then end the round.
    ///
    /// An engine without a clock does this right after a spin, from [`TABLE`], until nothing is due.
    #[must_use]
    pub const fn due(&self) -> Option<Action> {
        match self.phase {
            Phase::Spinning(_) => Some(Action::Settle),
            Phase::Settlement(_) => Some(Action::EndRound),
            Phase::Betting | Phase::RoundEnd(_) | Phase::Closed => None,
        }
    }

    #[inline]
    pub(crate) fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index())?.as_ref()
    }

    /// The taken seats with their players, in ascending order.
    pub(crate) fn seated(&self) -> impl Iterator<Item = (Seat, &Player)> {
        (0..).map(Seat).zip(&self.players).filter_map(|(seat, place)| Some((seat, place.as_ref()?)))
    }

    /// The players who are connected.
    pub(crate) fn present(&self) -> SeatSet {
        self.seated().filter(|(_, player)| player.presence == Presence::Here).map(|(seat, _)| seat).collect()
    }

    fn present_who_can_bet(&self) -> SeatSet {
        self.present()
            .iter()
            .filter(|&seat| self.player(seat).is_some_and(|player| self.room(player) >= self.rules.min_bet))
            .collect()
    }

    #[inline]
    pub(crate) fn host_is_here(&self) -> bool {
        self.presence(HOST) == Some(Presence::Here)
    }

    /// Whether anybody has chips on the table.
    pub(crate) fn has_stakes(&self) -> bool {
        self.seated().any(|(_, player)| !player.stakes.is_empty())
    }

    /// The seats without whom the game cannot go on.
    pub(crate) fn waits_for(&self) -> SeatSet {
        match self.phase {
            Phase::Closed => SeatSet::EMPTY,
            Phase::Betting | Phase::RoundEnd(_) if self.host_is_here() => SeatSet::only(HOST),
            // The timer does not spin an empty wheel: somebody has to bet first, or all have to go.
            Phase::Betting if !self.has_stakes() && !self.table_may_close() => {
                let able = self.present_who_can_bet();
                if able.is_empty() { self.present() } else { able }
            }
            Phase::Betting | Phase::Spinning(_) | Phase::Settlement(_) | Phase::RoundEnd(_) => {
                SeatSet::only(TABLE)
            }
        }
    }
}

//! What a game must say beside its rules to be played at a table: how many chairs, which clock, what is due, what bots wait for.
//!
//! The table knows no game; everything that differs stands here, in one small file per game.

use std::ops::RangeInclusive;

use bots::Company;
use game::{Seat, SeatSet};
use protocol::file::Recorded;
use protocol::table::SettingsOf;
use protocol::ws::Spoken;

use crate::{Millis, Refusal};

/// A game that tables can host.
pub trait Played: Spoken + Recorded + Company {
    /// How many chairs a table of this game has.
    const CHAIRS: u8;
    /// The level of a bot that plays for somebody.
    const SUBSTITUTE: &'static str;
    /// Whether players bet chips of their own against the house, instead of a stake that the winners share. Then
    /// nobody bets for somebody who is away.
    const BANKED: bool;

    /// The settings of a table for which nothing was chosen.
    fn usual() -> SettingsOf<Self>;

    /// How many may play by these rules.
    fn players(start: &Self::WireStart) -> RangeInclusive<u8>;

    /// The start with the names of those who play.
    #[must_use]
    fn with_names(start: Self::WireStart, _names: Vec<String>) -> Self::WireStart {
        start
    }

    /// The start with another name for whoever has this seat, if it says names at all.
    fn rename(_start: &mut Self::WireStart, _seat: Seat, _name: &str) {}

    /// The move by which somebody joins a running game, with another name; other moves say none.
    fn rename_joining(_action: &mut Self::WireAction, _name: &str) {}

    /// What everybody brings to the table.
    fn buy_in(_start: &Self::WireStart) -> u64 {
        0
    }

    /// Moves that the table makes for everybody as soon as the game begins.
    fn opening(&self) -> Vec<(Seat, Self::Action)> {
        vec![]
    }

    /// Whose clock is running.
    fn clock(&self) -> Option<Clocked>;

    /// What the table itself does if nothing else happens: a number that changes when it becomes due anew, after how long, what.
    fn due_after(&self) -> Option<(u64, Millis, Seat, Self::Action)> {
        None
    }

    /// What is done in the name of a seat whose time is up.
    fn hurried(&self, seat: Seat) -> Option<Self::Action>;

    /// Whether a bot in this seat should be asked, given which seats are played by people.
    fn waits(&self, seat: Seat, people: SeatSet) -> Waits;

    /// How a seat is marked as away or back, if the game cares.
    fn presence(&self, _seat: Seat, _here: bool) -> Option<Self::Action> {
        None
    }

    /// How somebody joins a running game, if that is possible.
    #[must_use]
    fn joining(_name: &str) -> Option<Self::Action> {
        None
    }

    /// How somebody leaves a running game, if that is possible now.
    ///
    /// # Errors
    /// Why not now.
    fn leaving(&self, _seat: Seat) -> Result<Self::Action, Refusal> {
        Err(Refusal::game_running())
    }

    /// What the seat has in the end: points or chips.
    fn score(&self, seat: Seat) -> i64;

    /// Chips of the seat that lie at the table, in hand and staked.
    fn holdings(&self, _seat: Seat) -> u64 {
        0
    }

    /// What dice or ball gave whom in these events, for the players' statistics.
    fn rolled(events: &[Self::Event]) -> Vec<(Seat, u8)>;

    /// Which way chips go because of an event.
    fn flow(_event: &Self::Event) -> Option<ChipFlow> {
        None
    }

    /// Whose card of the committed deck an event drew.
    fn drew(_event: &Self::Event) -> Option<Seat> {
        None
    }

    /// Whether the pieces of the beginning are being placed; a refusal is then called so.
    fn is_placing(&self) -> bool {
        false
    }

    /// The code of a refusal, and what belongs into its sentence.
    fn refused(refusal: &Self::Refusal) -> Refusal;
}

/// Whose clock is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocked {
    /// Which turn: the clock starts anew when this changes, and only then.
    pub turn: u64,
    /// Whether others have to do something in between, on a clock of its own; the turn's clock stands still.
    pub aside: bool,
}

/// Whether a bot should be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waits {
    /// There is nothing for it to do.
    No,
    /// It should be asked.
    Now,
    /// It should be asked once people have had their chance.
    ForPeople,
}

/// Which way chips go because of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChipFlow {
    /// The house pays this much to the table, or gets it if negative.
    House(i64),
    /// The seat takes this much from the table.
    Out(Seat, u64),
}

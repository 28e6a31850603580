//! The state of a game: a flat value that is copied for nothing.
//!
//! A *phase* carries exactly the data that means something in it: who is ready while waiting, the turn and the dice
//! while rolling, the winners at the end. What every phase has stands beside it.
//!
//! Rules: docs/rules/kniffel.md §2, §3, §5, §9.

use game::{Game, Rejected, Seat, SeatSet, Sink, Viewer};

use crate::{
    Action, Dice, Event, Keep, LegalActions, MAX_PLAYERS, Outcome, ROLLS, Raw, Refusal, RollChance, Rules,
    Setup, SetupFault, Sheet, Turn,
};

/// One game of Kniffel.
///
/// Two values are equal if nobody can tell them apart: all of it is public.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kniffel {
    pub(crate) rules: Rules,
    pub(crate) players: u8,
    /// Invariant: no seat beyond `players`.
    pub(crate) connected: SeatSet,
    pub(crate) phase: Phase,
    /// Invariant: empty beyond `players`; in the phases after waiting, as many boxes filled as the turn says.
    pub(crate) sheets: [Sheet; MAX_PLAYERS as usize],
}

/// What the game is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Before the game: players say that they are ready. Never all of them, for then it begins.
    Waiting {
        /// Who is ready.
        ready: SeatSet,
    },
    /// Somebody's turn.
    Rolling {
        /// Whose, and in which round.
        turn: Turn,
        /// How often the dice may still be rolled; 3 means that this turn's first roll has yet to come.
        rolls_remaining: u8,
        /// The dice as they lie. Before the first roll they are left from the turn before and mean nothing.
        dice: Dice,
        /// What was kept in the last roll of this turn.
        kept: Keep,
    },
    /// After round 13.
    Ended {
        /// The last throw.
        dice: Dice,
        /// Everyone with the highest total.
        winners: SeatSet,
    },
}

impl Kniffel {
    /// The table's options.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// How many players there are.
    #[must_use]
    pub const fn players(&self) -> u8 {
        self.players
    }

    /// What the game is doing.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Who is there; the others are marked as away.
    #[must_use]
    pub const fn connected(&self) -> SeatSet {
        self.connected
    }

    /// Who has said to be ready. Everybody, once the game has begun.
    #[must_use]
    pub const fn ready(&self) -> SeatSet {
        match self.phase {
            Phase::Waiting { ready } => ready,
            Phase::Rolling { .. } | Phase::Ended { .. } => SeatSet::first(self.players),
        }
    }

    /// The sheets of all players, by seat.
    #[must_use]
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets[..usize::from(self.players)]
    }

    #[inline]
    pub(crate) fn has(&self, seat: Seat) -> bool {
        seat.0 < self.players
    }
}

impl Game for Kniffel {
    const NAME: &'static str = "kniffel";
    const RULES_VERSION: u32 = 1;

    type Setup = Setup;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Event;
    type Seen = Event;
    type View = Raw;
    type Refusal = Refusal;
    type SetupFault = SetupFault;
    type Legal = LegalActions;
    type Chance = RollChance;

    fn create(setup: &Setup) -> Result<Self, SetupFault> {
        if !(1..=MAX_PLAYERS).contains(&setup.players) {
            return Err(SetupFault::Players(setup.players));
        }
        Ok(Self {
            rules: setup.rules,
            players: setup.players,
            connected: SeatSet::first(setup.players),
            phase: Phase::Waiting { ready: SeatSet::EMPTY },
            sheets: Default::default(),
        })
    }

    fn seats(&self) -> usize {
        usize::from(self.players)
    }

    #[inline]
    fn to_move(&self) -> SeatSet {
        match self.phase {
            Phase::Waiting { ready } => {
                SeatSet::from_bits(SeatSet::first(self.players).bits() & !ready.bits())
            }
            Phase::Rolling { turn, .. } => SeatSet::only(turn.seat),
            Phase::Ended { .. } => SeatSet::EMPTY,
        }
    }

    #[inline]
    fn legal(&self, seat: Seat) -> LegalActions {
        self.legal_actions(seat)
    }

    #[inline]
    fn is_valid(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.check(seat, *action)
    }

    #[inline]
    fn chance(&self, seat: Seat, action: &Action) -> Option<RollChance> {
        self.check(seat, *action).ok()?;
        self.roll_chance(*action)
    }

    #[inline]
    fn apply(
        &mut self,
        seat: Seat,
        action: &Action,
        outcome: Option<Outcome>,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rejected<Refusal>> {
        self.carry_out(seat, *action, outcome, events)
    }

    /// The same for everyone.
    fn view(&self, _: Viewer) -> Raw {
        self.to_raw()
    }

    /// The whole event, to everyone.
    fn seen(&self, event: &Event, _: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn ended(&self) -> Option<SeatSet> {
        match self.phase {
            Phase::Ended { winners, .. } => Some(winners),
            Phase::Waiting { .. } | Phase::Rolling { .. } => None,
        }
    }
}

/// The phase in which a game really begins.
pub(crate) const fn first_turn() -> Phase {
    Phase::Rolling { turn: Turn::FIRST, rolls_remaining: ROLLS, dice: Dice::PLACEHOLDER, kept: Keep::NONE }
}

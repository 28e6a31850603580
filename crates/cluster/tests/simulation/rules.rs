//! What a run is made of, and which promise it breaks on purpose.
//!
//! [`Rules::RIGHT`] is the protocol of `docs/storage.md` §4 and §12 with all its guards. A [`Slip`] takes one of them away: a simulation
//! that notices none of that is worth nothing. Only epoch and head stand in for each other (`epoch_and_head_each_keep_the_log`).

/// How a desk goes on when the store has failed it, or the lease was lost for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doubt {
    /// The desk is given up, nothing is answered, and pages come back with whatever is unanswered.
    LetGo,
    /// Pages are told that nothing was stored, and the desk stays until the store refuses it.
    Stay,
}

/// A mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slip {
    /// The database takes whatever comes: no epoch, no lease, no head.
    NoFence,
    /// It looks at the lease and the head, but at no epoch.
    NoEpoch,
    /// It looks at the lease and the epoch, but not at the head.
    NoHead,
    /// Whether a lease is over is said by the clock of the node that wants the table.
    WrongClock,
    /// A node counts its lease from the answer, not from before it asked.
    CountsFromAnswer,
    /// Moves are told and acknowledged before they are stored.
    TellsFirst,
    /// A node that is cut off from the bus keeps what it has.
    KeepsTables,
    /// Lines do not notice that a letter is missing.
    CarelessLines,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// After a write of which nobody knows whether it happened.
    pub(crate) unknown: Doubt,
    /// After a time without a lease in which no mail came.
    pub(crate) lapse: Doubt,
    /// Also asked for: nobody but the owner serves a table, no page stays behind, and what is refused is not stored.
    pub(crate) strict: bool,
    pub(crate) slip: Option<Slip>,
}

impl Rules {
    /// All guards.
    pub(crate) const RIGHT: Self =
        Self { unknown: Doubt::LetGo, lapse: Doubt::LetGo, strict: true, slip: None };

    /// The same, but only what is promised about moves is looked at.
    pub(crate) const LOG_ONLY: Self = Self { strict: false, ..Self::RIGHT };

    /// Desks that stay as long as the store does not refuse them: the log is safe all the same, but pages may be left with an old view, or
    /// told that nothing was stored when it was.
    pub(crate) const STUBBORN: Self = Self { unknown: Doubt::Stay, lapse: Doubt::Stay, ..Self::LOG_ONLY };

    pub(crate) fn slips(self, slip: Slip) -> bool {
        self.slip == Some(slip)
    }

    pub(crate) const fn with(self, slip: Slip) -> Self {
        Self { slip: Some(slip), ..self }
    }
}

/// How long a lease is, and how often it is renewed; milliseconds, as all times here.
pub(crate) const LEASE: u64 = 6_000;
pub(crate) const RENEWAL: u64 = 2_000;
/// How long an answer of the database is waited for.
pub(crate) const PATIENCE: u64 = 5_000;
/// How long a node may be cut off before it offers its tables: when nobody takes part in them any more over a line that is not yet silent.
pub(crate) const CUT_OFF: u64 = 3_500;
/// From here on nothing is disturbed any more.
pub(crate) const CALM: u64 = 16_000;
/// From here on, in some runs, nobody moves for a while.
pub(crate) const QUIET: u64 = CALM - 2_000;
/// When every player makes a last move.
pub(crate) const LAST_MOVE: u64 = CALM + 12_000;
/// When the run ends.
pub(crate) const END: u64 = CALM + 20_000;

//! What was counted, and what all tables share while they count.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::diary::Diary;
use crate::histogram::Histogram;
use crate::history::History;
use crate::plan::Plan;
use crate::run::LoadFault;

/// What the whole test is doing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
#[repr(u8)]
pub(crate) enum Stage {
    /// Tables gather; nobody moves yet.
    Gathering,
    /// All play, and nothing is counted.
    WarmingUp,
    /// What happens now counts.
    Measuring,
    /// Tables end what they began, and check once more.
    Ending,
}

/// What all tables share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) plan: Plan,
    pub(crate) latency: Histogram,
    pub(crate) history: Option<History>,
    pub(crate) diary: Option<Diary>,
    stage: AtomicU8,
}

impl Shared {
    pub(crate) fn new(plan: Plan) -> Result<Self, LoadFault> {
        let history = plan.history.as_deref().map(History::create).transpose().map_err(LoadFault::History)?;
        let diary = plan.diary.as_deref().map(Diary::begin).transpose().map_err(LoadFault::Diary)?;
        Ok(Self {
            plan,
            latency: Histogram::default(),
            history,
            diary,
            stage: AtomicU8::new(Stage::Gathering as u8),
        })
    }

    pub(crate) fn stage(&self) -> Stage {
        match self.stage.load(Ordering::Relaxed) {
            0 => Stage::Gathering,
            1 => Stage::WarmingUp,
            2 => Stage::Measuring,
            _ => Stage::Ending,
        }
    }

    pub(crate) fn enter(&self, stage: Stage) {
        self.stage.store(stage as u8, Ordering::Relaxed);
    }
}

/// What a table counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Moves that were acknowledged while measuring.
    pub(crate) moves: u64,
    /// Frames and bytes that came while measuring, and bytes that went; checks do not count.
    pub(crate) frames: u64,
    pub(crate) bytes_in: u64,
    pub(crate) bytes_out: u64,
    /// Over the whole test: games that ended, whole views that were compared, seats that came back, moves that were sent again.
    pub(crate) games: u64,
    pub(crate) views: u64,
    pub(crate) returns: u64,
    pub(crate) repeated: u64,
    /// What was refused or closed, by code.
    pub(crate) errors: BTreeMap<String, u64>,
    /// What must never happen.
    pub(crate) violations: Vec<String>,
}

impl Tally {
    pub(crate) fn error(&mut self, code: impl Into<String>) {
        *self.errors.entry(code.into()).or_default() += 1;
    }

    /// Adds what another table counted.
    pub(crate) fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.frames += other.frames;
        self.bytes_in += other.bytes_in;
        self.bytes_out += other.bytes_out;
        self.games += other.games;
        self.views += other.views;
        self.returns += other.returns;
        self.repeated += other.repeated;
        for (code, count) in other.errors {
            *self.errors.entry(code).or_default() += count;
        }
        self.violations.extend(other.violations);
    }
}

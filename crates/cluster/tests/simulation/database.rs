//! The database as it promises to be: owners, epochs, leases by its own clock, and logs that only grow.
//!
//! Every request is one transaction, decided when it arrives: the rules are those of `docs/storage.md` §4 and §12.

use crate::chance::mix;
use crate::rules::{LEASE, Rules, Slip};

/// The key of one run of one node.
pub(crate) type Run = usize;

/// A move in a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) seq: u64,
    pub(crate) epoch: u64,
    pub(crate) player: usize,
    pub(crate) command: u64,
    /// The dice, drawn by the node before it was stored.
    pub(crate) value: u64,
}

/// What a table looks like after one more entry. It depends on all entries, and on their dice.
pub(crate) const fn after(state: u64, entry: &Entry) -> u64 {
    mix(mix(mix(state, entry.command), entry.player as u64), entry.value)
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    pub(crate) owner: Option<Run>,
    pub(crate) epoch: u64,
    pub(crate) log: Vec<Entry>,
    /// What the table looks like.
    state: u64,
}

#[derive(Debug)]
struct Node {
    name: usize,
    until: u64,
    ended: bool,
}

/// What a node asks.
#[derive(Clone, Debug)]
pub(crate) enum Ask {
    Enter,
    Renew,
    Leave,
    Owner { table: usize },
    Claim { table: usize },
    Read { table: usize },
    Append { table: usize, epoch: u64, head: u64, player: usize, command: u64, value: u64 },
    Command { table: usize, player: usize, command: u64 },
    Release { table: usize, epoch: u64 },
    WithoutOwner,
}

/// What it is answered.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Entered(Run),
    Done,
    /// Another run of the same name has taken its place.
    Ended,
    Owner(Option<(Run, bool)>),
    Claimed(u64),
    OwnedElsewhere(Run),
    LeaseLost,
    StaleEpoch,
    WrongHead,
    Log {
        head: u64,
        state: u64,
    },
    Stored,
    Duplicate {
        seq: u64,
        value: u64,
    },
    Command(Option<(u64, u64)>),
    Tables(Vec<usize>),
    /// No answer: nobody knows whether it was done.
    Unknown,
}

/// Who asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker {
    pub(crate) name: usize,
    /// None before it has entered.
    pub(crate) run: Option<Run>,
    /// Its own clock, which nobody should look at.
    pub(crate) clock: u64,
}

#[derive(Debug)]
pub(crate) struct Database {
    rules: Rules,
    pub(crate) tables: Vec<Record>,
    nodes: Vec<Node>,
    /// How often a table went from one node to another.
    pub(crate) takeovers: u64,
}

impl Database {
    pub(crate) fn new(tables: usize, rules: Rules) -> Self {
        Self { rules, tables: vec![Record::default(); tables], nodes: vec![], takeovers: 0 }
    }

    /// The name of the node of which this was a run.
    pub(crate) fn name(&self, run: Run) -> usize {
        self.nodes[run].name
    }

    fn alive(&self, run: Run, now: u64) -> bool {
        self.nodes.get(run).is_some_and(|node| !node.ended && node.until > now)
    }

    /// Does what is asked, at this moment by the database's clock.
    pub(crate) fn execute(&mut self, asker: Asker, ask: &Ask, now: u64) -> Answer {
        // The one mistake that a database's clock keeps from being made.
        let now = if self.rules.slips(Slip::WrongClock) { asker.clock } else { now };
        if matches!(ask, Ask::Enter) {
            for node in self.nodes.iter_mut().filter(|node| node.name == asker.name) {
                node.ended = true;
            }
            self.nodes.push(Node { name: asker.name, until: now + LEASE, ended: false });
            return Answer::Entered(self.nodes.len() - 1);
        }
        let Some(run) = asker.run else { return Answer::LeaseLost };
        match *ask {
            Ask::Enter => Answer::Ended,
            Ask::Renew if self.nodes[run].ended => Answer::Ended,
            Ask::Renew => {
                self.nodes[run].until = now + LEASE;
                Answer::Done
            }
            Ask::Leave => {
                self.nodes[run].ended = true;
                Answer::Done
            }
            Ask::Owner { table } => {
                Answer::Owner(self.tables[table].owner.map(|owner| (owner, self.alive(owner, now))))
            }
            Ask::Claim { table } => self.claim(run, table, now),
            Ask::Read { table } => {
                let record = &self.tables[table];
                Answer::Log { head: record.log.len() as u64, state: record.state }
            }
            Ask::Append { .. } => self.append(run, ask, now),
            Ask::Command { table, player, command } => Answer::Command(self.command(table, player, command)),
            Ask::Release { table, epoch } => {
                let record = &mut self.tables[table];
                if record.owner == Some(run) && record.epoch == epoch {
                    record.epoch += 1;
                    record.owner = None;
                }
                Answer::Done
            }
            Ask::WithoutOwner => {
                let free = |table: &usize| self.tables[*table].owner.is_none_or(|run| !self.alive(run, now));
                Answer::Tables((0..self.tables.len()).filter(free).collect())
            }
        }
    }

    fn claim(&mut self, run: Run, table: usize, now: u64) -> Answer {
        if !self.alive(run, now) {
            return Answer::LeaseLost;
        }
        match self.tables[table].owner {
            Some(owner) if owner != run && self.alive(owner, now) => return Answer::OwnedElsewhere(owner),
            Some(owner) if owner != run => self.takeovers += 1,
            Some(_) | None => {}
        }
        let record = &mut self.tables[table];
        record.epoch += 1;
        record.owner = Some(run);
        Answer::Claimed(record.epoch)
    }

    fn command(&self, table: usize, player: usize, command: u64) -> Option<(u64, u64)> {
        let mut log = self.tables[table].log.iter().rev();
        let found = log.find(|entry| entry.player == player && entry.command == command);
        found.map(|entry| (entry.seq, entry.value))
    }

    fn append(&mut self, run: Run, ask: &Ask, now: u64) -> Answer {
        let Ask::Append { table, epoch, head, player, command, value } = *ask else { return Answer::Unknown };
        if !self.rules.slips(Slip::NoFence) {
            if !self.alive(run, now) {
                return Answer::LeaseLost;
            }
            let record = &self.tables[table];
            if !self.rules.slips(Slip::NoEpoch) && (record.epoch != epoch || record.owner != Some(run)) {
                return Answer::StaleEpoch;
            }
            // A command that is there explains a head that is further on, so it is looked for first.
            if let Some((seq, value)) = self.command(table, player, command) {
                return Answer::Duplicate { seq, value };
            }
            if !self.rules.slips(Slip::NoHead) && self.tables[table].log.len() as u64 != head {
                return Answer::WrongHead;
            }
        }
        let record = &mut self.tables[table];
        let entry = Entry { seq: head + 1, epoch, player, command, value };
        record.state = after(record.state, &entry);
        record.log.push(entry);
        Answer::Stored
    }
}

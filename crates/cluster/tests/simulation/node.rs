//! A node: one server, with what it has in memory, its clock and its lease.

use std::collections::{BTreeMap, VecDeque};

use crate::chance::Chance;
use crate::database::{Answer, Ask, Run};
use crate::desk::{Desk, Who};
use crate::lines::Thread;
use crate::rules::{Doubt, LEASE, RENEWAL, Slip};
use crate::world::{Event, World};

/// How often a node looks after itself: half a pulse.
const TICK: u64 = 250;
/// How long a desk or a relay stays when nobody is there.
const IDLE: u64 = 2_500;
/// How often tables without an owner are looked for.
const SWEEP: u64 = 1_000;

/// What an answer of the database is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Lease {
        asked: u64,
    },
    /// Finding out who serves a table, or becoming the one.
    Finding(usize),
    /// A claimed table is read: in this epoch, and after so many lapses of the lease.
    Loading(usize, u64, u64),
    /// The desk of this table waits for it.
    Desk(usize),
    Sweep,
    Nothing,
}

/// Where a table is dealt with.
#[derive(Debug)]
pub(crate) enum Place {
    /// It is being found out; these wait. Whether it must be served here or not at all.
    Finding {
        own: bool,
        waiting: Vec<Who>,
        lapses: u64,
    },
    Desk(Desk),
    /// Another node serves it.
    Relay {
        owner: Run,
        idle_since: u64,
    },
}

/// A page that is connected to a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conn {
    pub(crate) page: usize,
    pub(crate) table: usize,
    /// The node that serves its table, if that is another one.
    pub(crate) away: Option<Run>,
}

/// How a process is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Body {
    Down,
    Awake,
    /// It does nothing, and does not know it.
    Frozen,
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) body: Body,
    /// What reaches it while it is frozen.
    pub(crate) waiting: VecDeque<Event>,
    pub(crate) no_database: bool,
    /// From when on it knows that there is no bus.
    pub(crate) bus_noticed_at: Option<u64>,
    /// How often it was started.
    pub(crate) life: u64,
    pub(crate) run: Option<Run>,
    /// How far its clock is off, and how fast it runs: parts in a million more than a million.
    offset: u64,
    rate: u64,
    until: u64,
    over: bool,
    renew_at: u64,
    /// How often its lease was lost, and how often it came back: what was begun under another count is worth nothing.
    pub(crate) lapses: u64,
    lapsed: bool,
    sweep_at: u64,
    pub(crate) asked: u64,
    pub(crate) asks: BTreeMap<u64, (Purpose, u64)>,
    pub(crate) places: BTreeMap<usize, Place>,
    pub(crate) conns: BTreeMap<u64, Conn>,
    /// Pages of others at tables of ours.
    pub(crate) visitors: BTreeMap<(Run, u64), usize>,
    pub(crate) lines: BTreeMap<Run, Thread>,
    /// Tables that were offered to others, and until when those come first.
    pub(crate) offered: BTreeMap<usize, u64>,
}

impl Node {
    pub(crate) fn new(chance: &mut Chance) -> Self {
        Self {
            body: Body::Awake,
            waiting: VecDeque::new(),
            no_database: false,
            bus_noticed_at: None,
            life: 0,
            run: None,
            // Clocks that say another time, and drift as bad quartz does; what a node believes about its lease has no other margin
            // than the time its request takes.
            offset: chance.below(20_000),
            rate: chance.between(999_900, 1_000_100),
            until: 0,
            over: false,
            renew_at: 0,
            lapses: 0,
            lapsed: false,
            sweep_at: 0,
            asked: 0,
            asks: BTreeMap::new(),
            places: BTreeMap::new(),
            conns: BTreeMap::new(),
            visitors: BTreeMap::new(),
            lines: BTreeMap::new(),
            offered: BTreeMap::new(),
        }
    }

    /// What a kill leaves: nothing.
    pub(crate) fn forget_everything(&mut self) {
        self.run = None;
        (self.until, self.over, self.renew_at, self.lapsed) = (0, false, 0, false);
        self.asks.clear();
        self.places.clear();
        self.conns.clear();
        self.visitors.clear();
        self.lines.clear();
        self.offered.clear();
    }

    /// The time by its own clock.
    pub(crate) const fn clock(&self, now: u64) -> u64 {
        self.offset + now * self.rate / 1_000_000
    }

    /// Whether it may act for its tables, as far as it knows.
    pub(crate) const fn may_act(&self, now: u64) -> bool {
        self.run.is_some() && !self.over && self.clock(now) < self.until
    }
}

impl World {
    pub(crate) fn tick(&mut self, node: usize) {
        let life = self.nodes[node].life;
        self.after(TICK, Event::Tick { node, life });
        let now = self.nodes[node].clock(self.now);
        let late: Vec<u64> = self.nodes[node]
            .asks
            .iter()
            .filter(|(_, (_, deadline))| *deadline <= now)
            .map(|(number, _)| *number)
            .collect();
        for number in late {
            self.answered(node, number, Answer::Unknown);
        }
        self.look_after_lease(node);
        self.look_after_lines(node);
        self.look_after_places(node);
        self.offer_tables(node);
        let cut_off = self.cut_for(node).is_some();
        // Tables that nobody has are for those who can be reached.
        if !cut_off && self.nodes[node].sweep_at <= now && self.nodes[node].may_act(self.now) {
            self.nodes[node].sweep_at = now + SWEEP;
            self.ask(node, Purpose::Sweep, Ask::WithoutOwner);
        }
    }

    fn look_after_lease(&mut self, node: usize) {
        let here = &mut self.nodes[node];
        let now = here.clock(self.now);
        self.notice_lapse(node);
        let here = &self.nodes[node];
        let asking = here.asks.values().any(|(purpose, _)| matches!(purpose, Purpose::Lease { .. }));
        if here.renew_at > now || asking || here.over {
            return;
        }
        let ask = if here.run.is_some() { Ask::Renew } else { Ask::Enter };
        self.ask(node, Purpose::Lease { asked: now }, ask);
    }

    /// Without a lease, somebody else may own the tables by now: they are let go of even if it comes back.
    fn notice_lapse(&mut self, node: usize) {
        let here = &mut self.nodes[node];
        if here.may_act(self.now) || here.run.is_none() || here.lapsed {
            return;
        }
        here.lapsed = true;
        here.lapses += 1;
        if self.rules.lapse == Doubt::LetGo {
            let tables: Vec<usize> = here.places.keys().copied().collect();
            for table in tables {
                if let Some(Place::Desk(desk)) = self.nodes[node].places.get_mut(&table) {
                    desk.lost = true;
                    self.work(node, table);
                }
            }
        }
    }

    fn renewed(&mut self, node: usize, asked: u64, answer: &Answer) {
        // Whether it has run out before it was renewed must be seen before it is good again.
        self.notice_lapse(node);
        let counts_from_answer = self.rules.slips(Slip::CountsFromAnswer);
        let here = &mut self.nodes[node];
        let now = here.clock(self.now);
        let from = if counts_from_answer { now } else { asked };
        if let Answer::Entered(run) = answer {
            here.run = Some(*run);
            (here.until, here.renew_at, here.lapsed) = (from + LEASE, now + RENEWAL, false);
        } else if matches!(answer, Answer::Done) {
            (here.until, here.renew_at) = (here.until.max(from + LEASE), now + RENEWAL);
            if here.lapsed && here.may_act(self.now) {
                here.lapsed = false;
                here.lapses += 1;
            }
        } else if matches!(answer, Answer::Ended) {
            here.over = true;
        } else {
            here.renew_at = now + RENEWAL / 8;
        }
    }

    /// Puts away what nobody uses.
    fn look_after_places(&mut self, node: usize) {
        let now = self.now;
        let here = &mut self.nodes[node];
        let mut idle = Vec::new();
        for (table, place) in &mut here.places {
            match place {
                Place::Desk(desk) if desk.is_idle() => {
                    if *desk.idle_since.get_or_insert(now) + IDLE <= now {
                        idle.push((*table, Some(desk.epoch)));
                    }
                }
                Place::Desk(desk) => desk.idle_since = None,
                Place::Relay { idle_since, .. } => {
                    let used = here.conns.values().any(|conn| conn.table == *table);
                    if used {
                        *idle_since = now;
                    } else if *idle_since + IDLE <= now {
                        idle.push((*table, None));
                    }
                }
                Place::Finding { .. } => {}
            }
        }
        for (table, epoch) in idle {
            self.nodes[node].places.remove(&table);
            if let Some(epoch) = epoch {
                self.ask(node, Purpose::Nothing, Ask::Release { table, epoch });
            }
        }
    }

    /// An answer has come, or is not waited for any longer.
    pub(crate) fn answered(&mut self, node: usize, number: u64, answer: Answer) {
        let Some((purpose, _)) = self.nodes[node].asks.remove(&number) else { return };
        match purpose {
            Purpose::Lease { asked } => self.renewed(node, asked, &answer),
            Purpose::Finding(table) => self.found(node, table, &answer),
            Purpose::Loading(table, epoch, lapses) => self.loaded(node, table, epoch, lapses, &answer),
            Purpose::Desk(table) => self.desk_answered(node, table, &answer),
            Purpose::Sweep => {
                let Answer::Tables(tables) = answer else { return };
                for table in tables {
                    if !self.nodes[node].places.contains_key(&table) {
                        self.own(node, table, None);
                    }
                }
            }
            Purpose::Nothing => {}
        }
    }
}

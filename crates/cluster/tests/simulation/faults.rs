//! What breaks: nodes that die, freeze or stop, and ways that are cut.

use std::collections::VecDeque;

use crate::database::Ask;
use crate::node::{Body, Place, Purpose};
use crate::rules::{CALM, CUT_OFF};
use crate::world::{Event, World};

/// Something breaks, or is mended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    Kill(usize),
    Start(usize),
    Freeze(usize),
    Thaw(usize),
    Stop(usize),
    NoDatabase(usize),
    Database(usize),
    /// Letters of the first to the second are lost.
    Cut(usize, usize),
    Mend(usize, usize),
    NoBus(usize),
    Bus(usize),
}

/// Which ways are cut, and how bad the weather is.
#[derive(Debug)]
pub(crate) struct Storm {
    cut: Vec<(usize, usize)>,
    no_bus: Vec<usize>,
    one_lost_in: u64,
    /// Whether letters are sometimes slow, or come twice.
    pub(crate) rough: bool,
    /// How many of 240 requests are lost, late and slow, in turn; of answers, how many are lost and slow.
    pub(crate) requests: [u64; 3],
    pub(crate) answers: [u64; 2],
}

impl Default for Storm {
    fn default() -> Self {
        Self {
            cut: vec![],
            no_bus: vec![],
            one_lost_in: u64::MAX,
            rough: false,
            requests: [0; 3],
            answers: [0; 2],
        }
    }
}

impl Storm {
    pub(crate) fn cuts(&self, from: usize, to: usize) -> bool {
        self.cut.contains(&(from, to)) || self.no_bus.contains(&from) || self.no_bus.contains(&to)
    }

    /// One letter in so many is lost.
    pub(crate) const fn loss(&self) -> u64 {
        self.one_lost_in
    }
}

impl World {
    /// Decides what will break, and when. Everything is mended when the calm begins.
    pub(crate) fn plan_faults(&mut self) {
        self.storm.one_lost_in = [15, 60, 400, 100_000][self.chance.below(4) as usize];
        self.storm.rough = true;
        let bad_database = self.chance.one_in(4);
        (self.storm.requests, self.storm.answers) =
            if bad_database { ([8, 24, 40], [12, 40]) } else { ([4, 3, 23], [5, 20]) };
        let n_nodes = self.nodes.len() as u64;
        for _ in 0..self.chance.between(2, 7) {
            let node = self.chance.below(n_nodes) as usize;
            let other = (node + self.chance.between(1, n_nodes - 1) as usize) % self.nodes.len();
            let from = self.chance.between(300, CALM - 1_500);
            let most = if self.chance.one_in(3) { 10_000 } else { 2_500 };
            let until = (from + self.chance.between(50, most)).min(CALM);
            let (begin, end) = match self.chance.below(9) {
                // For as long as it takes until others have its tables, and longer.
                8 => {
                    self.after(from.min(CUT_OFF), Event::Fault(Fault::NoBus(node)));
                    self.after(CALM, Event::Fault(Fault::Bus(node)));
                    continue;
                }
                0 => (Fault::Kill(node), Fault::Start(node)),
                1 | 2 => (Fault::Freeze(node), Fault::Thaw(node)),
                3 => (Fault::Stop(node), Fault::Start(node)),
                4 => (Fault::NoDatabase(node), Fault::Database(node)),
                5 => (Fault::NoBus(node), Fault::Bus(node)),
                _ => (Fault::Cut(node, other), Fault::Mend(node, other)),
            };
            self.after(from, Event::Fault(begin));
            self.after(until, Event::Fault(end));
            if let Fault::Cut(..) = begin
                && self.chance.one_in(2)
            {
                self.tally.pair_cuts += 1;
                self.after(from, Event::Fault(Fault::Cut(other, node)));
                self.after(until, Event::Fault(Fault::Mend(other, node)));
            } else if let Fault::Cut(..) = begin {
                self.tally.one_way_cuts += 1;
            }
        }
    }

    pub(crate) fn fault(&mut self, fault: Fault) {
        match fault {
            Fault::Kill(node) => self.kill(node),
            Fault::Start(node) => self.start(node),
            Fault::Freeze(node) => {
                if self.nodes[node].body == Body::Awake {
                    self.tally.freezes += 1;
                    self.nodes[node].body = Body::Frozen;
                }
            }
            Fault::Thaw(node) => {
                if self.nodes[node].body == Body::Frozen {
                    self.thaw(node);
                }
            }
            Fault::Stop(node) => self.stop(node),
            Fault::NoDatabase(node) => {
                self.tally.database_cuts += 1;
                self.nodes[node].no_database = true;
            }
            Fault::Database(node) => self.nodes[node].no_database = false,
            Fault::Cut(from, to) => self.storm.cut.push((from, to)),
            Fault::Mend(from, to) => self.storm.cut.retain(|cut| *cut != (from, to)),
            Fault::NoBus(node) => {
                self.tally.bus_cuts += 1;
                self.storm.no_bus.push(node);
                // That there is no bus is noticed sooner or later.
                self.nodes[node].bus_noticed_at = Some(self.now + self.chance.between(50, 2_500));
            }
            Fault::Bus(node) => {
                self.storm.no_bus.retain(|cut| *cut != node);
                self.nodes[node].bus_noticed_at = None;
            }
        }
    }

    /// A process dies: all that it had in memory is gone, and what it had sent is on its way.
    fn kill(&mut self, node: usize) {
        if self.nodes[node].body == Body::Down {
            return;
        }
        self.tally.kills += 1;
        self.down(node);
    }

    fn down(&mut self, node: usize) {
        let conns: Vec<u64> = self.nodes[node].conns.keys().copied().collect();
        for conn in conns {
            self.hang_up(node, conn);
        }
        let here = &mut self.nodes[node];
        here.forget_everything();
        (here.body, here.waiting) = (Body::Down, VecDeque::new());
    }

    fn start(&mut self, node: usize) {
        if self.nodes[node].body != Body::Down {
            return;
        }
        let here = &mut self.nodes[node];
        here.body = Body::Awake;
        here.life += 1;
        let life = here.life;
        self.after(1, Event::Tick { node, life });
    }

    /// A node is stopped in good order: it gives up its tables, says farewell, and gives up its lease.
    fn stop(&mut self, node: usize) {
        if self.nodes[node].body != Body::Awake {
            return;
        }
        self.tally.stops += 1;
        let places = std::mem::take(&mut self.nodes[node].places);
        for (table, place) in places {
            // What is being written just now may arrive before or after this: then the epoch is over.
            if let Place::Desk(desk) = place {
                self.ask(node, Purpose::Nothing, Ask::Release { table, epoch: desk.epoch });
                self.close_all(node, &desk.connections);
            }
        }
        self.say_farewell(node);
        self.ask(node, Purpose::Nothing, Ask::Leave);
        self.down(node);
    }
}

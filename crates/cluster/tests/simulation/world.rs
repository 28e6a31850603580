//! One run: a queue of what happens when, and nothing that the seed does not say.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use cluster::Letter;

use crate::chance::{Chance, mix};
use crate::database::{Answer, Ask, Asker, Database, Run};
use crate::faults::{Fault, Storm};
use crate::node::{Body, Node, Purpose};
use crate::page::{Page, Said, Told};
use crate::rules::{CALM, END, LAST_MOVE, PATIENCE, Rules};
use crate::tally::Tally;

/// What happens.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// A node looks after itself.
    Tick { node: usize, life: u64 },
    /// A request reaches the database.
    Asked { node: usize, life: u64, number: u64, run: Option<Run>, ask: Ask },
    /// An answer reaches the node that asked.
    Answered { node: usize, life: u64, number: u64, answer: Answer },
    /// A letter reaches a node.
    Letter { to: Run, letter: Letter },
    /// What a page says reaches its node.
    Said { node: usize, life: u64, conn: u64, said: Said },
    /// What a page is told reaches it.
    Told { page: usize, conn: u64, told: Told },
    /// A page looks after itself.
    Page(usize),
    /// Something breaks, or is mended.
    Fault(Fault),
    /// A moment at which nothing is on its way.
    Look,
}

#[derive(Debug)]
struct Due(u64, u64, Event);

impl PartialEq for Due {
    fn eq(&self, other: &Self) -> bool {
        (self.0, self.1) == (other.0, other.1)
    }
}
impl Eq for Due {}
impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Due {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.0, self.1).cmp(&(other.0, other.1))
    }
}

/// A promise that was not kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Violation {
    /// Which promise.
    pub(crate) of: &'static str,
    pub(crate) story: String,
}

/// Everything there is in a run.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) rules: Rules,
    pub(crate) now: u64,
    pub(crate) chance: Chance,
    pub(crate) database: Database,
    pub(crate) nodes: Vec<Node>,
    pub(crate) pages: Vec<Page>,
    pub(crate) storm: Storm,
    pub(crate) tally: Tally,
    pub(crate) violation: Option<Violation>,
    /// How long a silent node is remembered.
    pub(crate) forgotten: u64,
    /// Whether nobody moves in the first part of the calm: what is wrong then is not put right by the next move.
    pub(crate) quiet: bool,
    /// Whether letters are written out and read again on their way.
    pub(crate) written_out: bool,
    queue: BinaryHeap<Reverse<Due>>,
    n_events: u64,
    /// When the last letter of one sender reaches one receiver: the next is not faster.
    arrivals: BTreeMap<(usize, usize), u64>,
    /// The same between a page and its node.
    socket: BTreeMap<(u64, bool), u64>,
    trace: u64,
    story: Option<(VecDeque<String>, usize)>,
}

impl World {
    /// A world before anything has happened in it.
    pub(crate) fn new(seed: u64, rules: Rules) -> Self {
        let mut world = Self::peaceful(seed, rules);
        world.plan_faults();
        world
    }

    /// The same where nothing is going to break.
    pub(crate) fn peaceful(seed: u64, rules: Rules) -> Self {
        let mut chance = Chance::new(seed);
        let n_tables = chance.between(1, 3) as usize;
        let n_nodes = [2, 3, 3, 3, 4, 5][chance.below(6) as usize];
        let nodes = (0..n_nodes).map(|_| Node::new(&mut chance)).collect();
        let mut pages = Vec::new();
        for table in 0..n_tables {
            for i in 0..chance.between(2, 3) {
                pages.push(Page::new(pages.len(), table, i == 2));
            }
        }
        let forgotten = if chance.one_in(2) { 60_000 } else { chance.between(500, 4_000) };
        let mut world = Self {
            rules,
            now: 0,
            database: Database::new(n_tables, rules),
            nodes,
            pages,
            storm: Storm::default(),
            tally: Tally::default(),
            violation: None,
            forgotten,
            quiet: !seed.is_multiple_of(3),
            written_out: seed.is_multiple_of(50),
            queue: BinaryHeap::new(),
            n_events: 0,
            arrivals: BTreeMap::new(),
            socket: BTreeMap::new(),
            trace: seed,
            story: None,
            chance,
        };
        for node in 0..n_nodes {
            let at = world.chance.below(300);
            world.after(at, Event::Tick { node, life: 0 });
        }
        for page in 0..world.pages.len() {
            let at = world.chance.between(100, 1_500);
            world.after(at, Event::Page(page));
        }
        if world.quiet {
            world.after(LAST_MOVE - 1, Event::Look);
        }
        world
    }

    /// Keeps the last events in words, so many of them.
    pub(crate) fn remember(&mut self, most: usize) {
        self.story = Some((VecDeque::new(), most));
    }

    pub(crate) fn story(&self) -> String {
        self.story.iter().flat_map(|(story, _)| story).fold(String::new(), |all, line| all + line + "\n")
    }

    /// A hash of all that happened.
    pub(crate) fn trace(&self) -> u64 {
        self.pages.iter().flat_map(|page| &page.shown).fold(self.trace, |all, (_, state)| mix(all, *state))
    }

    /// Goes on until the end, or until a promise is broken.
    pub(crate) fn run(&mut self) {
        while let Some(Reverse(Due(at, n, event))) = self.queue.pop() {
            if at > END || self.violation.is_some() {
                break;
            }
            self.now = at;
            self.trace = mix(self.trace, mix(at, n));
            if let Some((story, most)) = &mut self.story {
                story.push_back(format!("{at:>6} {event:?}"));
                if story.len() > *most {
                    story.pop_front();
                }
            }
            self.happen(event);
        }
        self.tally.events += self.n_events;
        self.tally.takeovers += self.database.takeovers;
        if self.violation.is_none() {
            self.violation = crate::checks::check(self);
        }
    }

    /// Says in the story what nobody sees from the events.
    pub(crate) fn note(&mut self, words: impl FnOnce() -> String) {
        if let Some((story, _)) = &mut self.story {
            story.push_back(format!("{:>6}   {}", self.now, words()));
        }
    }

    pub(crate) fn broken(&mut self, of: &'static str, story: String) {
        self.violation.get_or_insert(Violation { of, story });
    }

    pub(crate) fn after(&mut self, delay: u64, event: Event) {
        self.at(self.now + delay, event);
    }

    fn at(&mut self, at: u64, event: Event) {
        self.n_events += 1;
        self.queue.push(Reverse(Due(at, self.n_events, event)));
    }

    fn happen(&mut self, event: Event) {
        let node = match &event {
            Event::Tick { node, life }
            | Event::Answered { node, life, .. }
            | Event::Said { node, life, .. } => {
                // What was meant for a run that is gone reaches nobody.
                if self.nodes[*node].life != *life || self.nodes[*node].body == Body::Down {
                    return;
                }
                Some(*node)
            }
            Event::Letter { to, .. } => {
                let name = self.database.name(*to);
                if self.nodes[name].run != Some(*to) || self.nodes[name].body == Body::Down {
                    return;
                }
                Some(name)
            }
            Event::Asked { .. } | Event::Told { .. } | Event::Page(_) | Event::Fault(_) | Event::Look => None,
        };
        if let Some(node) = node.filter(|node| self.nodes[*node].body == Body::Frozen) {
            self.nodes[node].waiting.push_back(event);
            return;
        }
        match event {
            Event::Tick { node, .. } => self.tick(node),
            Event::Asked { node, life, number, run, ask } => self.asked(node, life, number, run, &ask),
            Event::Answered { node, number, answer, .. } => self.answered(node, number, answer),
            Event::Letter { letter, to } => self.receive(self.database.name(to), letter),
            Event::Said { node, conn, said, .. } => self.said(node, conn, said),
            Event::Told { page, conn, told } => self.told(page, conn, told),
            Event::Page(page) => self.page(page),
            Event::Fault(fault) => self.fault(fault),
            Event::Look => self.violation = crate::checks::is_up_to_date(self),
        }
    }

    /// What has waited for a frozen node is handled, in order.
    pub(crate) fn thaw(&mut self, node: usize) {
        self.nodes[node].body = Body::Awake;
        let mut waiting = std::mem::take(&mut self.nodes[node].waiting);
        // Which of its tasks goes on first is nobody's promise.
        if self.chance.one_in(2)
            && let Some(at) = waiting.iter().position(|event| matches!(event, Event::Tick { .. }))
            && let Some(tick) = waiting.remove(at)
        {
            waiting.push_front(tick);
        }
        // A bus drops what a slow reader does not take.
        let drops = self.chance.one_in(4);
        for event in waiting {
            if drops && matches!(event, Event::Letter { .. }) && self.chance.one_in(2) {
                self.tally.letters_lost += 1;
                continue;
            }
            self.happen(event);
        }
    }

    /// A node asks the database. It may never get an answer, whether or not its request was carried out.
    pub(crate) fn ask(&mut self, node: usize, purpose: Purpose, ask: Ask) {
        let patience = if matches!(ask, Ask::Renew) { PATIENCE * 3 / 5 } else { PATIENCE };
        let deadline = self.nodes[node].clock(self.now) + patience;
        let here = &mut self.nodes[node];
        here.asked += 1;
        let (number, life, run) = (here.asked, here.life, here.run);
        here.asks.insert(number, (purpose, deadline));
        let mut delay = self.chance.between(1, 8);
        if self.now < CALM {
            let luck = self.chance.below(240);
            let [lost, late, slow] = self.storm.requests;
            if luck < lost || self.nodes[node].no_database {
                self.tally.requests_lost += 1;
                // Sometimes the connection breaks, which is noticed; otherwise there is only silence.
                if self.chance.one_in(2) {
                    let at = self.chance.between(5, 1_500);
                    self.after(at, Event::Answered { node, life, number, answer: Answer::Unknown });
                }
                return;
            }
            if luck < lost + late && !matches!(ask, Ask::Enter) {
                self.tally.requests_late += 1;
                delay = self.chance.between(500, 8_000);
            } else if luck < lost + late + slow {
                delay = self.chance.between(10, 1_200);
            }
        }
        self.after(delay, Event::Asked { node, life, number, run, ask });
    }

    fn asked(&mut self, node: usize, life: u64, number: u64, run: Option<Run>, ask: &Ask) {
        let asker = Asker { name: node, run, clock: self.nodes[node].clock(self.now) };
        let mut answer = self.database.execute(asker, ask, self.now);
        self.note(|| format!("database: {answer:?}"));
        if matches!(ask, Ask::Append { .. }) {
            let (stored, before) =
                (matches!(answer, Answer::Stored), matches!(answer, Answer::Duplicate { .. }));
            self.tally.appended += u64::from(stored);
            self.tally.duplicates += u64::from(before);
            self.tally.fenced += u64::from(!stored && !before);
        }
        let mut delay = self.chance.between(1, 8);
        if self.now < CALM {
            let luck = self.chance.below(240);
            let [lost, slow] = self.storm.answers;
            if luck < lost || self.nodes[node].no_database {
                self.tally.answers_lost += 1;
                if self.chance.one_in(2) {
                    return;
                }
                answer = Answer::Unknown;
            } else if luck < lost + slow {
                delay = self.chance.between(10, 3_500);
            }
        }
        self.after(delay, Event::Answered { node, life, number, answer });
    }

    /// A letter goes on its way.
    pub(crate) fn post(&mut self, node: usize, to: Run, letter: Letter) {
        self.tally.letters += 1;
        let receiver = self.database.name(to);
        let stormy = self.now < CALM;
        if stormy && (self.storm.cuts(node, receiver) || self.chance.one_in(self.storm.loss())) {
            self.tally.letters_lost += 1;
            return;
        }
        let slow = stormy && self.storm.rough && self.chance.one_in(40);
        let delay = if slow { self.chance.between(10, 4_000) } else { self.chance.between(1, 12) };
        let letter = if self.written_out {
            match Letter::from_bytes(&letter.to_bytes()) {
                Ok(read) => read,
                Err(fault) => return self.broken("letters can be read", format!("{fault:?}")),
            }
        } else {
            letter
        };
        let last = self.arrivals.entry((node, receiver)).or_default();
        *last = (*last).max(self.now + delay);
        let at = *last;
        if stormy && self.storm.rough && self.chance.one_in(60) {
            self.tally.letters_twice += 1;
            self.at(at, Event::Letter { to, letter: letter.clone() });
        }
        self.at(at, Event::Letter { to, letter });
    }

    /// What goes through a socket, in order.
    pub(crate) fn through(&mut self, conn: u64, upwards: bool, event: Event) {
        let delay = self.chance.between(1, 25);
        let last = self.socket.entry((conn, upwards)).or_default();
        *last = (*last).max(self.now + delay);
        let at = *last;
        self.at(at, event);
    }
}

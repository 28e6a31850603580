//! Other nodes: pages of ours at their tables, and pages of theirs at ours.
//!
//! A page stays with the node it is connected to, wherever its table is served. What it says goes to the owner of the table in
//! letters, and what it is shown comes back the same way: its own view, and nobody else's. Both ends notice when something was lost
//! ([`cluster::Line`]); then the pages concerned are told to join again, which they do by themselves, with whatever was not answered.

mod bus;
mod relay;
#[cfg(test)]
mod tests;
mod visitor;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cluster::{Content, LETTERS, Letter, Line, Patience, Question, Reach, Read, Reply, State, Unreadable};
use protocol::table::{Bytes32, TableId};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc, oneshot};

pub use self::bus::Bus;
pub(crate) use self::relay::start as relay;
use crate::app::App;
use crate::identity::Identity;
use crate::mail::ConnId;
use crate::metrics::Company;
use crate::outbox::{Close, Outbox};
use crate::storing;

/// How long an answer of another node is waited for.
const ANSWER: Duration = Duration::from_secs(3);
/// How much a page of another node may say before what it said is dealt with.
const SAID: usize = 64;
/// How long a table that somebody waits for is tried to be had: longer than a page pauses before it asks again.
const WANTED: Duration = Duration::from_secs(15);
/// How long a node that stops waits until its last letters are on their way.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long a node may be silent before its line is forgotten, in milliseconds.
const FORGOTTEN: u64 = 60_000;

/// This node among others.
#[derive(Debug)]
pub(crate) struct Nodes {
    me: String,
    bus: Arc<dyn Bus>,
    patience: Patience,
    /// How long this node may be cut off before it offers its tables, and how long others come first then.
    cut_off: Duration,
    begun: Instant,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    lines: HashMap<String, Line>,
    /// Nodes that write in another version, and when they were last heard.
    strangers: HashMap<String, u64>,
    /// Pages of ours at tables of others.
    away: HashMap<ConnId, Away>,
    /// The tasks that pass on to tables of others; told when they cannot any more.
    relays: HashMap<TableId, (String, Arc<Notify>)>,
    /// Pages of others at tables of ours.
    visitors: HashMap<(String, u64), mpsc::Sender<String>>,
    questions: HashMap<u64, (String, oneshot::Sender<Reply>)>,
    /// Since when there is no bus.
    cut: Option<Instant>,
    /// Tables that were offered to others, and until when those come first.
    offered: HashMap<TableId, Instant>,
    /// Tables of nodes that do not answer, and until when somebody waits for them.
    wanted: HashMap<TableId, Instant>,
    asked: u64,
    /// How many lines broke.
    broken: u64,
}

#[derive(Debug)]
struct Away {
    node: String,
    table: TableId,
    outbox: Outbox,
}

impl Nodes {
    pub(crate) fn new(me: String, bus: Arc<dyn Bus>, patience: Patience, cut_off: Duration) -> Self {
        Self { me, bus, patience, cut_off, begun: Instant::now(), known: Mutex::default() }
    }

    fn now(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a node can be written to.
    pub(crate) fn reach(&self, node: &str) -> Reach {
        if !self.bus.is_up() {
            return Reach::CutOff;
        }
        let known = self.known();
        let state = known.lines.get(node).map(|line| line.state(self.now()));
        let is_gone = matches!(state, Some(State::Silent(_) | State::Left(_)));
        if is_gone || known.strangers.contains_key(node) { Reach::OutOfReach } else { Reach::Reachable }
    }

    /// How long there has been no bus.
    pub(crate) fn cut_for(&self) -> Option<Duration> {
        self.known().cut.map(|since| since.elapsed())
    }

    /// What this node has to do with others, in numbers.
    pub(crate) fn company(&self) -> Company {
        let (known, now) = (self.known(), self.now());
        Company {
            bus_is_up: known.cut.is_none(),
            in_reach: known.lines.values().filter(|line| line.state(now) == State::Fine).count(),
            away: known.away.len(),
            visiting: known.visitors.len(),
            broken: known.broken,
        }
    }

    /// How long this node may be cut off before it offers its tables.
    pub(crate) const fn patience_when_cut_off(&self) -> Duration {
        self.cut_off
    }

    /// A table of ours is offered to others.
    pub(crate) fn offer(&self, table: TableId) {
        self.known().offered.insert(table, Instant::now() + self.cut_off);
    }

    /// Whether others come first at a table.
    pub(crate) fn yields(&self, table: &TableId) -> bool {
        self.known().offered.get(table).is_some_and(|until| Instant::now() < *until)
    }

    /// Somebody waits for a table whose owner does not answer.
    pub(crate) fn want(&self, table: &TableId) {
        self.known().wanted.insert(table.clone(), Instant::now() + WANTED);
    }

    /// The tables that somebody waits for and that are to be had as soon as their owner gives them up: pages ask rarely.
    pub(crate) fn wanted(&self) -> Vec<TableId> {
        let mut known = self.known();
        let now = Instant::now();
        known.wanted.retain(|_, until| now < *until);
        let yields = |id: &TableId| known.offered.get(id).is_some_and(|until| now < *until);
        known.wanted.keys().filter(|id| !yields(id)).cloned().collect()
    }

    /// Writes to a node. What cannot be sent breaks the line, as what is lost on the way does.
    fn write(&self, node: &str, content: Content) {
        let (mut known, now) = (self.known(), self.now());
        let line = known.line(self, node);
        // Somebody may have set out for a node that has left meanwhile.
        let has_left = matches!(line.state(now), State::Left(_));
        // Under the lock, so that letters are sent in the order of their numbers.
        if has_left || !self.bus.send(node, line.write(content, now).to_bytes()) {
            known.part_with(node);
        }
    }

    /// This node stops, and has given up its tables: all others are told, also those that it never wrote to, for somebody there may be about
    /// to. Nobody waits for an answer of it then.
    pub(crate) async fn say_farewell(&self, app: &App) {
        let mut others: BTreeSet<String> = self.known().lines.keys().cloned().collect();
        match storing::read(&app.store, |store| store.nodes()).await {
            Ok(nodes) => others.extend(nodes),
            Err(fault) => {
                tracing::warn!(%fault, "only nodes that are known here are told that this one stops");
            }
        }
        others.remove(&self.me);
        for node in &others {
            self.write(node, Content::Farewell);
        }
        if tokio::time::timeout(FAREWELL, self.bus.flush()).await.is_err() {
            tracing::warn!("the last letters may not have been sent; others will miss this node");
        }
    }

    /// A page of ours comes to a table of another node.
    fn join(&self, node: &str, table: &TableId, page: ConnId, outbox: Outbox, content: Content) {
        let away = Away { node: node.to_owned(), table: table.clone(), outbox };
        self.known().away.insert(page, away);
        self.write(node, content);
    }

    /// A page of ours is gone from a table of another node.
    fn leave(&self, node: &str, page: ConnId) {
        if self.known().away.remove(&page).is_some() {
            self.write(node, Content::Gone { page });
        }
    }

    /// A stand-in is gone; another one may have taken its place.
    fn forget(&self, table: &TableId, end: &Arc<Notify>) {
        let mut known = self.known();
        if known.relays.get(table).is_some_and(|(_, its)| Arc::ptr_eq(its, end)) {
            known.relays.remove(table);
        }
    }

    /// Has a table put away where it is served.
    pub(crate) async fn put_away(&self, node: &str, table: &TableId) {
        let question = Question::PutAway { table: table.to_string() };
        if self.ask(node, question).await.is_none() {
            tracing::warn!(node, %table, "a node was asked to put a table away, and does not answer");
        }
    }

    /// Asks a node something; `None` if it does not answer.
    async fn ask(&self, node: &str, question: Question) -> Option<Reply> {
        let (sender, answer) = oneshot::channel();
        let number = {
            let mut known = self.known();
            known.asked += 1;
            let number = known.asked;
            known.questions.insert(number, (node.to_owned(), sender));
            number
        };
        self.write(node, Content::Ask { number, question });
        let answer = tokio::time::timeout(ANSWER, answer).await;
        self.known().questions.remove(&number);
        answer.ok()?.ok()
    }

    /// Whom a device code of another node takes to another device: whichever gave it knows.
    pub(crate) async fn device(&self, app: &App, code: &str) -> Option<Identity> {
        let all = storing::read(&app.store, |store| store.nodes()).await.ok()?;
        for node in all.iter().filter(|node| **node != self.me && self.reach(node) == Reach::Reachable) {
            let question = Question::Device { code: code.to_owned() };
            if let Some(Reply::Device { player, name, by }) = self.ask(node, question).await {
                let Bytes32(by) = Bytes32::from_hex(&by)?;
                return Some(Identity::new(player.parse().ok()?, name, by, app.lines.evictions()));
            }
        }
        None
    }

    /// A letter has come.
    pub(crate) fn receive(&self, app: &Arc<App>, bytes: &[u8]) {
        let letter = match Letter::from_bytes(bytes) {
            Ok(letter) if letter.from != self.me => letter,
            Ok(_) => return,
            Err(Unreadable::Version { from, version }) => return self.meet_stranger(&from, version),
            Err(Unreadable::Broken(fault)) => return tracing::warn!(fault, "a letter cannot be read"),
        };
        let node = letter.from.clone();
        let content = {
            let mut known = self.known();
            match known.line(self, &node).read(letter, self.now()) {
                Read::Next(content) => content,
                Read::Nothing => return,
                Read::Anew(content) => {
                    known.part_with(&node);
                    content
                }
                Read::Missed | Read::Left => return known.part_with(&node),
                Read::Missing(complaint) => {
                    known.part_with(&node);
                    self.bus.send(&node, complaint.to_bytes());
                    return;
                }
                Read::GivenUp(complaint) => {
                    self.bus.send(&node, complaint.to_bytes());
                    return;
                }
            }
        };
        self.act(app, node, content);
    }

    /// A node of another version has written. Neither understands the other, and both had better know: what rests on a line between them is
    /// over, and its tables are out of reach from here.
    fn meet_stranger(&self, node: &str, theirs: u16) {
        if node == self.me {
            return;
        }
        let now = self.now();
        let mut known = self.known();
        let before = known.strangers.insert(node.to_owned(), now);
        if before.is_none() {
            tracing::warn!(
                node,
                theirs,
                ours = LETTERS,
                "a node writes letters of another version: its tables cannot be reached from here until one of the two is stopped"
            );
            known.part_with(node);
            known.lines.remove(node);
        }
        if before.is_none_or(|heard| now >= heard + self.patience.silence) {
            self.bus.send(node, Letter::introducing(&self.me).to_bytes());
        }
    }

    fn act(&self, app: &Arc<App>, node: String, content: Content) {
        match content {
            Content::Pulse | Content::Farewell => {}
            Content::Join { page, .. } => {
                let (says, said) = mpsc::channel(SAID);
                self.known().visitors.insert((node.clone(), page), says);
                tokio::spawn(visitor::serve(Arc::clone(app), node, content, said));
            }
            Content::Said { page, text } => {
                let visitor = self.known().visitors.get(&(node.clone(), page)).cloned();
                // Whoever says more than can be dealt with is let go of, like any page that is too fast.
                if visitor.is_some_and(|says| matches!(says.try_send(text), Err(TrySendError::Full(_)))) {
                    self.known().visitors.remove(&(node.clone(), page));
                    self.write(&node, Content::Cut { page, why: Close::TooFast as u16 });
                }
            }
            Content::Gone { page } => {
                self.known().visitors.remove(&(node, page));
            }
            Content::Told { page, texts } => {
                let known = self.known();
                if let Some(away) = known.away.get(&page).filter(|away| away.node == node) {
                    let last = texts.len().saturating_sub(1);
                    for (i, text) in texts.into_iter().enumerate() {
                        // All of it goes out at once, with the last.
                        if i == last { away.outbox.send(text) } else { away.outbox.queue(text) }
                    }
                }
            }
            Content::Cut { page, why } => self.known().cut(&node, page, why),
            Content::Ask { number, question } => {
                let app = Arc::clone(app);
                tokio::spawn(async move {
                    let reply = visitor::answer(&app, question).await;
                    if let Some(nodes) = app.nodes.get() {
                        nodes.write(&node, Content::Answer { number, reply });
                    }
                });
            }
            Content::Answer { number, reply } => {
                if let Some((_, asker)) = self.known().questions.remove(&number) {
                    // Who asked may have given up.
                    let _ = asker.send(reply);
                }
            }
        }
    }

    /// What is to be done every now and then: says that we are here, and notices who is not.
    pub(crate) fn tick(&self) {
        let now = self.now();
        let mut known = self.known();
        known.notice_bus(self.bus.is_up());
        let mut silent = Vec::new();
        for (node, line) in &mut known.lines {
            if line.fell_silent(now) {
                silent.push(node.clone());
            }
            if let Some(pulse) = line.pulse(now) {
                self.bus.send(node, pulse.to_bytes());
            }
        }
        for node in silent {
            tracing::warn!(node, "a node is out of reach");
            known.part_with(&node);
        }
        known.strangers.retain(|_, heard| now < *heard + FORGOTTEN);
        known.lines.retain(|_, line| match line.state(now) {
            State::Silent(since) | State::Left(since) => now < since + FORGOTTEN,
            State::Fine => true,
        });
    }
}

impl Known {
    fn line(&mut self, nodes: &Nodes, node: &str) -> &mut Line {
        let new = || Line::new(&nodes.me, nodes.now(), nodes.patience);
        self.lines.entry(node.to_owned()).or_insert_with(new)
    }

    /// Whoever can be reached again need not leave anything to others.
    fn notice_bus(&mut self, is_up: bool) {
        let now = Instant::now();
        self.cut = if is_up { None } else { self.cut.or(Some(now)) };
        self.offered.retain(|_, until| !is_up && now < *until);
    }

    /// The line to a node is broken: whatever rested on it is over.
    fn part_with(&mut self, node: &str) {
        self.broken += 1;
        self.away.retain(|_, away| {
            if away.node == node {
                away.outbox.close(Close::Rejoin);
            }
            away.node != node
        });
        self.visitors.retain(|(of, _), _| of != node);
        self.questions.retain(|_, (of, _)| of != node);
        self.relays.retain(|_, (of, end)| {
            if of == node {
                end.notify_one();
            }
            of != node
        });
    }

    /// A table's owner does not serve a page of ours any longer.
    fn cut(&mut self, node: &str, page: ConnId, why: u16) {
        let Some(away) = self.away.get(&page).filter(|away| away.node == node) else { return };
        let why = match Close::from_code(why) {
            // It is not this node that stops.
            None | Some(Close::Stopping) => Close::Rejoin,
            Some(why) => why,
        };
        away.outbox.close(why);
        // Another node may serve the table by now, and pages that were quicker be there.
        let is_its = |(of, _): &(String, Arc<Notify>)| of == node;
        if matches!(why, Close::Rejoin | Close::TableClosed)
            && self.relays.get(&away.table).is_some_and(is_its)
            && let Some((_, end)) = self.relays.remove(&away.table)
        {
            end.notify_one();
        }
        self.away.remove(&page);
    }
}

//! Letters between nodes, as the server's `nodes` sends and reads them: with the real [`Line`].

use cluster::{Content, Letter, Line, Patience, Reach, Read, State};

use crate::database::Run;
use crate::desk::{Mail, Who};
use crate::node::Place;
use crate::page::Told;
use crate::rules::{CALM, Slip};
use crate::world::World;

const PATIENCE: Patience = Patience { pulse: 500, silence: 3_000 };

/// The real line, or one that does not notice what is missing.
#[derive(Debug)]
pub(crate) struct Thread {
    line: Line,
    careless: bool,
    /// The last letter that a careless one has read.
    last: (u64, u64, u64),
}

impl Thread {
    fn read(&mut self, letter: Letter, now: u64) -> Read {
        if !self.careless {
            return self.line.read(letter, now);
        }
        let (place, content) = ((letter.line, letter.stream, letter.n), letter.content.clone());
        // For who is there and who is silent the line is still needed.
        self.line.read(letter, now);
        if place <= self.last {
            return Read::Nothing;
        }
        self.last = place;
        Read::Next(content)
    }
}

/// How a run is called.
pub(crate) fn name_of(run: Run) -> String {
    format!("n{run}")
}

pub(crate) fn run_of(name: &str) -> Option<Run> {
    name.strip_prefix('n')?.parse().ok()
}

impl World {
    pub(crate) fn reach(&self, node: usize, run: Run) -> Reach {
        let here = &self.nodes[node];
        if !self.bus_is_up(node) {
            return Reach::CutOff;
        }
        let now = here.clock(self.now);
        let state = here.lines.get(&run).map(|thread| thread.line.state(now));
        match state {
            Some(State::Silent(_) | State::Left(_)) => Reach::OutOfReach,
            Some(State::Fine) | None => Reach::Reachable,
        }
    }

    pub(crate) fn bus_is_up(&self, node: usize) -> bool {
        self.nodes[node].bus_noticed_at.is_none_or(|noticed| self.now < noticed)
    }

    fn line(&mut self, node: usize, run: Run) -> Option<&mut Thread> {
        let (now, careless) = (self.now, self.rules.slips(Slip::CarelessLines));
        let here = &mut self.nodes[node];
        let (me, now) = (here.run?, here.clock(now));
        let new = || Thread { line: Line::new(&name_of(me), now, PATIENCE), careless, last: (0, 0, 0) };
        Some(here.lines.entry(run).or_insert_with(new))
    }

    /// Writes to a node. What cannot be sent breaks the line, as what is lost on the way does.
    fn write(&mut self, node: usize, to: Run, content: Content) {
        let now = self.nodes[node].clock(self.now);
        let Some(thread) = self.line(node, to) else { return };
        let has_left = matches!(thread.line.state(now), State::Left(_));
        let letter = thread.line.write(content, now);
        if self.bus_is_up(node) && !has_left {
            self.post(node, to, letter);
        } else {
            self.part_with(node, to);
        }
    }

    /// A node that stops tells all others, also those that it never wrote to.
    pub(crate) fn say_farewell(&mut self, node: usize) {
        let others = self.nodes.iter().enumerate().filter(|(other, _)| *other != node);
        let runs: Vec<Run> = others.filter_map(|(_, other)| other.run).collect();
        for run in runs {
            self.write(node, run, Content::Farewell);
        }
    }

    pub(crate) fn receive(&mut self, node: usize, letter: Letter) {
        let Some(from) = run_of(&letter.from) else { return };
        let now = self.nodes[node].clock(self.now);
        let Some(thread) = self.line(node, from) else { return };
        let read = thread.read(letter, now);
        match read {
            Read::Next(content) => self.act(node, from, content),
            Read::Nothing => {}
            Read::Anew(content) => {
                self.part_with(node, from);
                self.act(node, from, content);
            }
            Read::Missed => self.part_with(node, from),
            Read::Left => {
                self.tally.farewells += 1;
                self.part_with(node, from);
            }
            Read::Missing(complaint) => {
                self.part_with(node, from);
                self.post(node, from, complaint);
            }
            Read::GivenUp(complaint) => self.post(node, from, complaint),
        }
    }

    fn act(&mut self, node: usize, from: Run, content: Content) {
        match content {
            Content::Join { table, page, .. } => {
                let Ok(table) = table.parse() else { return };
                self.nodes[node].visitors.insert((from, page), table);
                self.own(node, table, Some(Who::Visitor(from, page)));
            }
            Content::Said { page, text } => {
                let Some(table) = self.nodes[node].visitors.get(&(from, page)).copied() else { return };
                let mut words = text.split(' ').filter_map(|word| word.parse::<u64>().ok());
                if let (Some(player), Some(command)) = (words.next(), words.next()) {
                    self.deliver(
                        node,
                        table,
                        Mail::Command(Who::Visitor(from, page), player as usize, command),
                    );
                }
            }
            Content::Gone { page } => self.visitor_gone(node, from, page),
            Content::Told { page, texts } => {
                let here = self.nodes[node].conns.get(&page).filter(|conn| conn.away == Some(from));
                if here.is_some() {
                    for told in texts.iter().filter_map(|text| Told::read(text)) {
                        self.tell(node, Who::Local(page), told);
                    }
                }
            }
            Content::Cut { page, .. } => {
                let here = self.nodes[node].conns.get(&page).filter(|conn| conn.away == Some(from));
                if let Some(conn) = here.copied() {
                    self.hang_up(node, page);
                    self.end_relay(node, conn.table, from);
                }
            }
            Content::Pulse | Content::Farewell | Content::Ask { .. } | Content::Answer { .. } => {}
        }
    }

    /// Puts mail into a desk's box, if there is a desk.
    pub(crate) fn deliver(&mut self, node: usize, table: usize, mail: Mail) {
        if let Some(Place::Desk(desk)) = self.nodes[node].places.get_mut(&table) {
            desk.mailbox.push_back(mail);
            self.work(node, table);
        } else if let Some(Place::Finding { waiting, .. }) = self.nodes[node].places.get_mut(&table)
            && let Mail::Gone(who) = mail
        {
            waiting.retain(|other| *other != who);
        }
    }

    fn visitor_gone(&mut self, node: usize, from: Run, page: u64) {
        if let Some(table) = self.nodes[node].visitors.remove(&(from, page)) {
            self.deliver(node, table, Mail::Gone(Who::Visitor(from, page)));
        }
    }

    /// Pulses, and who is silent.
    pub(crate) fn look_after_lines(&mut self, node: usize) {
        let now = self.nodes[node].clock(self.now);
        let runs: Vec<Run> = self.nodes[node].lines.keys().copied().collect();
        for run in runs {
            let Some(thread) = self.nodes[node].lines.get_mut(&run) else { continue };
            let fell_silent = thread.line.fell_silent(now);
            let pulse = thread.line.pulse(now);
            let forgotten = match thread.line.state(now) {
                State::Silent(since) | State::Left(since) => now >= since + self.forgotten,
                State::Fine => false,
            };
            if let Some(pulse) = pulse.filter(|_| self.bus_is_up(node)) {
                self.post(node, run, pulse);
            }
            if fell_silent {
                self.part_with(node, run);
            }
            if forgotten {
                self.tally.lines_forgotten += 1;
                self.nodes[node].lines.remove(&run);
            }
        }
    }

    /// The line to a node is broken: whatever rested on it is over.
    fn part_with(&mut self, node: usize, run: Run) {
        self.tally.lines_broken += 1;
        if self.now > CALM + 10_000 && self.rules.slip.is_none() {
            self.broken("lines come to rest", format!("node {node} parts with n{run}"));
        }
        let here = &self.nodes[node];
        let away = here.conns.iter().filter(|(_, conn)| conn.away == Some(run)).map(|(conn, _)| *conn);
        let (away, visitors): (Vec<u64>, Vec<u64>) = (
            away.collect(),
            here.visitors.range((run, 0)..=(run, u64::MAX)).map(|((_, page), _)| *page).collect(),
        );
        let relays = here
            .places
            .iter()
            .filter(|(_, place)| matches!(place, Place::Relay { owner, .. } if *owner == run));
        let relays: Vec<usize> = relays.map(|(table, _)| *table).collect();
        for conn in away {
            self.hang_up(node, conn);
        }
        for page in visitors {
            self.visitor_gone(node, run, page);
        }
        for table in relays {
            self.end_relay(node, table, run);
        }
    }

    /// Nothing more is passed on to this owner: whoever is here comes back, and finds who serves the table.
    fn end_relay(&mut self, node: usize, table: usize, owner: Run) {
        let place = self.nodes[node].places.get(&table);
        if !matches!(place, Some(Place::Relay { owner: of, .. }) if *of == owner) {
            return;
        }
        self.nodes[node].places.remove(&table);
        let here = self.nodes[node].conns.iter().filter(|(_, conn)| conn.table == table);
        let here: Vec<u64> = here.map(|(conn, _)| *conn).collect();
        for conn in here {
            self.leave(node, conn);
            self.hang_up(node, conn);
        }
    }

    /// A page of ours comes to a table of another node.
    pub(crate) fn join_away(&mut self, node: usize, owner: Run, table: usize, conn: u64) {
        let Some(page) = self.nodes[node].conns.get_mut(&conn) else { return };
        page.away = Some(owner);
        self.tally.relayed += 1;
        let join = Content::Join {
            table: table.to_string(),
            page: conn,
            player: String::new(),
            name: String::new(),
            device: 0,
            last_seq: None,
            as_spectator: false,
            id: String::new(),
        };
        self.write(node, owner, join);
    }

    /// What a page of ours says to a table of another node.
    pub(crate) fn pass_on(&mut self, node: usize, owner: Run, conn: u64, player: usize, command: u64) {
        self.write(node, owner, Content::Said { page: conn, text: format!("{player} {command}") });
    }

    /// A page of ours is gone from a table, wherever that is served.
    pub(crate) fn leave(&mut self, node: usize, conn: u64) {
        let Some(page) = self.nodes[node].conns.get(&conn).copied() else { return };
        match page.away {
            Some(owner) => self.write(node, owner, Content::Gone { page: conn }),
            None => self.deliver(node, page.table, Mail::Gone(Who::Local(conn))),
        }
    }

    /// Tells somebody at a table something.
    pub(crate) fn tell(&mut self, node: usize, who: Who, told: Told) {
        match who {
            Who::Local(conn) => self.show(node, conn, told),
            Who::Visitor(run, page) => {
                self.write(node, run, Content::Told { page, texts: vec![told.write()] });
            }
        }
    }

    /// Lets everybody go who is at a table, or wanted to be.
    pub(crate) fn close_all(&mut self, node: usize, everybody: &[Who]) {
        for who in everybody {
            match *who {
                Who::Local(conn) => self.hang_up(node, conn),
                Who::Visitor(run, page) => {
                    if self.nodes[node].visitors.remove(&(run, page)).is_some() {
                        self.write(node, run, Content::Cut { page, why: 4_000 });
                    }
                }
            }
        }
    }
}

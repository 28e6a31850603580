//! A table in memory, as the server's desk has it: one thing after the other; stored, then made true, then told.

use std::collections::{BTreeMap, VecDeque};

use crate::database::{Answer, Ask, Entry, Run, after};
use crate::node::{Place, Purpose};
use crate::page::Told;
use crate::rules::{Doubt, Slip};
use crate::world::World;

/// Who is at a table: a page of this node, or one of another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Who {
    Local(u64),
    Visitor(Run, u64),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Mail {
    Join(Who),
    Gone(Who),
    /// Who, whose, and the id of the command.
    Command(Who, usize, u64),
}

/// What a desk waits for.
#[derive(Clone, Copy, Debug)]
struct Doing {
    who: Who,
    entry: Entry,
    /// The store has failed, and was asked whether it has the command all the same.
    again: bool,
}

#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) epoch: u64,
    head: u64,
    state: u64,
    pub(crate) mailbox: VecDeque<Mail>,
    pub(crate) connections: Vec<Who>,
    doing: Option<Doing>,
    /// Answers that were given, so that the same command gets the same one.
    answers: BTreeMap<(usize, u64), Told>,
    pub(crate) idle_since: Option<u64>,
    /// Since when the node has the table.
    pub(crate) begun: u64,
    /// Somebody else may own the table.
    pub(crate) lost: bool,
}

impl Desk {
    pub(crate) const fn new(epoch: u64, head: u64, state: u64, begun: u64) -> Self {
        Self {
            epoch,
            head,
            state,
            mailbox: VecDeque::new(),
            connections: vec![],
            doing: None,
            answers: BTreeMap::new(),
            idle_since: None,
            begun,
            lost: false,
        }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.connections.is_empty() && self.is_at_rest()
    }

    /// Whether there is nothing that it waits for or has to do.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.mailbox.is_empty() && self.doing.is_none()
    }
}

impl World {
    fn desk(&mut self, node: usize, table: usize) -> Option<&mut Desk> {
        match self.nodes[node].places.get_mut(&table) {
            Some(Place::Desk(desk)) => Some(desk),
            Some(Place::Finding { .. } | Place::Relay { .. }) | None => None,
        }
    }

    /// Does what is in the mailbox, until something has to be waited for.
    pub(crate) fn work(&mut self, node: usize, table: usize) {
        loop {
            let may_act = self.nodes[node].may_act(self.now);
            let Some(desk) = self.desk(node, table) else { return };
            if desk.doing.is_some() {
                return;
            }
            if desk.lost {
                return self.let_go(node, table);
            }
            let Some(mail) = desk.mailbox.pop_front() else { return };
            if !may_act {
                desk.lost = true;
                desk.mailbox.push_front(mail);
                continue;
            }
            match mail {
                Mail::Join(who) => {
                    desk.connections.push(who);
                    let view = Told::View { seq: desk.head, state: desk.state };
                    self.acts(node, table);
                    self.tell(node, who, view);
                }
                Mail::Gone(who) => desk.connections.retain(|other| *other != who),
                Mail::Command(who, player, command) => {
                    if desk.connections.contains(&who) {
                        self.acts(node, table);
                        self.carry_out(node, table, who, player, command);
                    }
                }
            }
        }
    }

    /// Whoever serves a table because its lease is good must be its owner: nobody else has taken it.
    fn acts(&mut self, node: usize, table: usize) {
        let (owner, me) = (self.database.tables[table].owner, self.nodes[node].run);
        if owner != me && self.rules.strict {
            self.broken(
                "only the owner serves a table",
                format!("node {node}, {me:?}: {owner:?} owns table {table}"),
            );
        }
    }

    fn carry_out(&mut self, node: usize, table: usize, who: Who, player: usize, command: u64) {
        let value = self.chance.below(6) + 1 + 6 * self.chance.below(1_000_000);
        let tells_first = self.rules.slips(Slip::TellsFirst);
        let Some(desk) = self.desk(node, table) else { return };
        if let Some(answer) = desk.answers.get(&(player, command)) {
            let answer = *answer;
            return self.tell(node, who, answer);
        }
        let (epoch, head) = (desk.epoch, desk.head);
        let entry = Entry { seq: head + 1, epoch, player, command, value };
        desk.doing = Some(Doing { who, entry, again: false });
        if tells_first {
            self.make_true(node, table, who, entry);
        }
        let ask = Ask::Append { table, epoch, head, player, command, value };
        self.ask(node, Purpose::Desk(table), ask);
    }

    /// A move is part of the table: everybody is shown it, and who made it is answered.
    fn make_true(&mut self, node: usize, table: usize, who: Who, entry: Entry) {
        let Some(desk) = self.desk(node, table) else { return };
        desk.head = entry.seq;
        desk.state = after(desk.state, &entry);
        let patch = Told::Patch { seq: desk.head, state: desk.state };
        let connections = desk.connections.clone();
        for connection in connections {
            self.tell(node, connection, patch);
        }
        let ack = Told::Ack { command: entry.command, seq: entry.seq, value: entry.value };
        self.answer(node, table, who, entry, ack);
    }

    fn answer(&mut self, node: usize, table: usize, who: Who, entry: Entry, answer: Told) {
        let Some(desk) = self.desk(node, table) else { return };
        desk.answers.insert((entry.player, entry.command), answer);
        if desk.connections.contains(&who) {
            self.tell(node, who, answer);
        }
    }

    pub(crate) fn desk_answered(&mut self, node: usize, table: usize, answer: &Answer) {
        let (tells_first, unknown) = (self.rules.slips(Slip::TellsFirst), self.rules.unknown);
        let Some(desk) = self.desk(node, table) else { return };
        let Some(Doing { who, entry, again }) = desk.doing.take() else { return };
        match *answer {
            Answer::Stored if tells_first => {}
            Answer::Stored => self.make_true(node, table, who, entry),
            Answer::Duplicate { seq, value } | Answer::Command(Some((seq, value))) => {
                // The log is further on than this desk knew: what it would show is old.
                desk.lost |= seq > desk.head && unknown == Doubt::LetGo;
                self.answer(node, table, who, entry, Told::Ack { command: entry.command, seq, value });
            }
            // The server asks once more before it says that nothing was stored.
            Answer::Unknown | Answer::LeaseLost | Answer::StaleEpoch | Answer::WrongHead
                if unknown == Doubt::Stay && !again =>
            {
                desk.lost |= !matches!(answer, Answer::Unknown);
                desk.doing = Some(Doing { who, entry, again: true });
                let ask = Ask::Command { table, player: entry.player, command: entry.command };
                self.ask(node, Purpose::Desk(table), ask);
            }
            Answer::Unknown | Answer::Command(None) if unknown == Doubt::Stay => {
                self.tally.refused += 1;
                self.answer(node, table, who, entry, Told::Refused { command: entry.command });
            }
            Answer::Unknown
            | Answer::LeaseLost
            | Answer::StaleEpoch
            | Answer::WrongHead
            | Answer::Command(None) => {
                desk.lost = true;
            }
            Answer::Entered(_)
            | Answer::Done
            | Answer::Ended
            | Answer::Owner(_)
            | Answer::Claimed(_)
            | Answer::OwnedElsewhere(_)
            | Answer::Log { .. }
            | Answer::Tables(_) => self.broken("answers fit", format!("{answer:?} to a write")),
        }
        self.work(node, table);
    }

    /// The desk has nothing more to say: whoever is there, or on the way, comes back and finds the owner.
    fn let_go(&mut self, node: usize, table: usize) {
        let Some(Place::Desk(desk)) = self.nodes[node].places.remove(&table) else { return };
        self.tally.desks_let_go += 1;
        let on_the_way = desk.mailbox.iter().filter_map(|mail| match mail {
            Mail::Join(who) => Some(*who),
            Mail::Gone(_) | Mail::Command(..) => None,
        });
        let everybody: Vec<Who> = desk.connections.iter().copied().chain(on_the_way).collect();
        self.close_all(node, &everybody);
    }
}

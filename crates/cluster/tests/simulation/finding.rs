//! Finding out where a table is served, as the server's registry does: with the real [`way`].

use cluster::{Reach, Seen, Way, way};

use crate::database::{Answer, Ask, Run};
use crate::desk::{Desk, Mail, Who};
use crate::lines::{name_of, run_of};
use crate::node::{Place, Purpose};
use crate::rules::Doubt;
use crate::world::World;

impl World {
    /// A page of ours wants a table.
    pub(crate) fn find(&mut self, node: usize, table: usize, conn: u64) {
        let here = &mut self.nodes[node];
        let lapses = here.lapses;
        match here.places.get_mut(&table) {
            Some(Place::Desk(desk)) => {
                desk.mailbox.push_back(Mail::Join(Who::Local(conn)));
                self.work(node, table);
            }
            Some(Place::Relay { owner, .. }) => {
                let owner = *owner;
                self.join_away(node, owner, table, conn);
            }
            Some(Place::Finding { waiting, .. }) => waiting.push(Who::Local(conn)),
            None => {
                let place = Place::Finding { own: false, waiting: vec![Who::Local(conn)], lapses };
                here.places.insert(table, place);
                self.ask(node, Purpose::Finding(table), Ask::Owner { table });
            }
        }
    }

    /// A page of another node wants a table that should be ours, or nobody does and it needs an owner.
    pub(crate) fn own(&mut self, node: usize, table: usize, who: Option<Who>) {
        let here = &mut self.nodes[node];
        let lapses = here.lapses;
        match here.places.get_mut(&table) {
            Some(Place::Desk(desk)) => {
                desk.mailbox.extend(who.map(Mail::Join));
                self.work(node, table);
            }
            Some(Place::Relay { .. }) => self.close_all(node, who.as_slice()),
            Some(Place::Finding { waiting, .. }) => waiting.extend(who),
            None => {
                let place = Place::Finding { own: true, waiting: who.into_iter().collect(), lapses };
                here.places.insert(table, place);
                self.ask(node, Purpose::Finding(table), Ask::Claim { table });
            }
        }
    }

    pub(crate) fn found(&mut self, node: usize, table: usize, answer: &Answer) {
        let Some(Place::Finding { own, lapses, .. }) = self.nodes[node].places.get(&table) else { return };
        let (own, lapses) = (*own, *lapses);
        if let Answer::Owner(owner) = answer {
            self.go(node, table, *owner);
        } else if let Answer::Claimed(epoch) = answer {
            self.ask(node, Purpose::Loading(table, *epoch, lapses), Ask::Read { table });
        } else if let Answer::OwnedElsewhere(run) = answer
            && !own
        {
            self.relay(node, table, *run);
        } else {
            self.not_found(node, table);
        }
    }

    /// Goes the way that the real decision says.
    fn go(&mut self, node: usize, table: usize, owner: Option<(Run, bool)>) {
        let me = self.nodes[node].run;
        let seen = owner.map(|(run, alive)| Seen { node: name_of(run), mine: Some(run) == me, alive });
        let yields = self.yields(node, table);
        let way = way(seen.as_ref(), yields, |name| {
            run_of(name).map_or(Reach::CutOff, |run| self.reach(node, run))
        });
        match way {
            Way::Claim => self.ask(node, Purpose::Finding(table), Ask::Claim { table }),
            Way::PassOn(name) => match run_of(&name) {
                Some(run) => self.relay(node, table, run),
                None => self.broken("a way leads to a node", name),
            },
            Way::Wait => self.not_found(node, table),
        }
    }

    /// Another node serves it: this one passes on.
    fn relay(&mut self, node: usize, table: usize, owner: Run) {
        let place = Place::Relay { owner, idle_since: self.now };
        let Some(Place::Finding { waiting, .. }) = self.nodes[node].places.insert(table, place) else {
            return;
        };
        for who in waiting {
            match who {
                Who::Local(conn) => self.join_away(node, owner, table, conn),
                Who::Visitor(..) => self.close_all(node, &[who]),
            }
        }
    }

    fn not_found(&mut self, node: usize, table: usize) {
        if let Some(Place::Finding { waiting, .. }) = self.nodes[node].places.remove(&table) {
            self.close_all(node, &waiting);
        }
    }

    pub(crate) fn loaded(&mut self, node: usize, table: usize, epoch: u64, lapses: u64, answer: &Answer) {
        let Answer::Log { head, state } = *answer else { return self.not_found(node, table) };
        // The lease was lost meanwhile: the table may be another's by now.
        let in_doubt = self.nodes[node].lapses != lapses || !self.nodes[node].may_act(self.now);
        if in_doubt && self.rules.lapse == Doubt::LetGo {
            return self.not_found(node, table);
        }
        let desk = Desk::new(epoch, head, state, self.now);
        let found = self.nodes[node].places.insert(table, Place::Desk(desk));
        if let Some(Place::Finding { waiting, .. }) = found
            && let Some(Place::Desk(desk)) = self.nodes[node].places.get_mut(&table)
        {
            desk.mailbox.extend(waiting.into_iter().map(Mail::Join));
        }
        self.work(node, table);
    }
}

//! Nodes that are cut off from the bus: they offer their tables, with the real [`offers`], and let others come first.

use cluster::{Company, offers};

use crate::database::Ask;
use crate::desk::Who;
use crate::faults::Fault;
use crate::node::{Place, Purpose};
use crate::rules::{CALM, CUT_OFF, Rules, Slip};
use crate::world::{Event, World};

impl World {
    /// How long a node has known that there is no bus.
    pub(crate) fn cut_for(&self, node: usize) -> Option<u64> {
        let noticed = self.nodes[node].bus_noticed_at.filter(|_| !self.bus_is_up(node))?;
        Some(self.now - noticed)
    }

    /// Whether others come first at a table.
    pub(crate) fn yields(&self, node: usize, table: usize) -> bool {
        self.nodes[node].offered.get(&table).is_some_and(|until| self.now < *until)
    }

    pub(crate) fn offer_tables(&mut self, node: usize) {
        let Some(cut) = self.cut_for(node) else { return self.nodes[node].offered.clear() };
        if self.rules.slips(Slip::KeepsTables) {
            return;
        }
        let offered: Vec<usize> = self.nodes[node]
            .places
            .iter()
            .filter(|(_, place)| matches!(place, Place::Desk(desk) if desk.is_at_rest()))
            .filter(|(table, _)| self.is_for_others(node, **table, cut))
            .map(|(table, _)| *table)
            .collect();
        for table in offered {
            let Some(Place::Desk(desk)) = self.nodes[node].places.remove(&table) else { continue };
            self.tally.offered += 1;
            self.nodes[node].offered.insert(table, self.now + CUT_OFF);
            self.close_all(node, &desk.connections);
            self.ask(node, Purpose::Nothing, Ask::Release { table, epoch: desk.epoch });
        }
    }

    fn is_for_others(&self, node: usize, table: usize, cut: u64) -> bool {
        let Some(Place::Desk(desk)) = self.nodes[node].places.get(&table) else { return false };
        let page_of = |who: &Who| match who {
            Who::Local(conn) => self.nodes[node].conns.get(conn).map(|conn| conn.page),
            Who::Visitor(..) => None,
        };
        let here: Vec<usize> = desk.connections.iter().filter_map(page_of).collect();
        let mut seated = self.pages.iter().filter(|page| page.table == table && !page.watches());
        let company = if desk.connections.is_empty() {
            Company::Nobody(desk.idle_since.map_or(0, |since| self.now - since))
        } else if seated.all(|page| here.contains(&page.me)) {
            Company::Everybody
        } else {
            Company::Some
        };
        offers(company, cut, self.now - desk.begun, CUT_OFF)
    }
}

/// When the first node loses the bus, and from when on nobody may be kept waiting for that: it takes a while to notice, to offer the table, to
/// hear of it and to come back.
const CUT: u64 = 2_500;
const SETTLED: u64 = CUT + 2_500 + CUT_OFF + 2_000;

/// Everybody stays with one node, the first of which is cut off. Whether those at the others can play while it is.
fn others_play_on(seed: u64, rules: Rules) -> bool {
    let mut world = World::peaceful(seed, rules);
    let n_nodes = world.nodes.len();
    for page in &mut world.pages {
        page.home = Some(page.me % n_nodes);
    }
    world.after(CUT, Event::Fault(Fault::NoBus(0)));
    world.after(CALM, Event::Fault(Fault::Bus(0)));
    world.run();
    assert_eq!(world.violation, None, "seed {seed}");
    let mut waiting = world.pages.iter().filter(|page| page.home != Some(0) && !page.watches());
    waiting.all(|page| page.acked_at.iter().any(|at| (SETTLED..CALM).contains(at)))
}

#[test]
fn whoever_is_connected_elsewhere_does_not_wait_for_a_node_that_is_cut_off() {
    for seed in 1..=500 {
        assert!(others_play_on(seed, Rules::RIGHT), "seed {seed}");
    }
}

#[test]
fn nodes_that_keep_their_tables_when_they_are_cut_off_are_noticed() {
    assert!((1..=100).any(|seed| !others_play_on(seed, Rules::RIGHT.with(Slip::KeepsTables))));
}

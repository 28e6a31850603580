//! One game in both forms, kept in step.
//!
//! After every action both must list the same actions for every seat and tell the same state; a disagreement panics
//! with the whole *story* of the game, which is enough to play it again. The rule text decides who is right.

use std::fmt::Write;

use catan::Profile;

use super::Fast;
use crate::slow::dealer::Dealer;
use crate::slow::policy::wild;
use crate::slow::{HexText, Slow, SlowRules, Spot};

/// What can be wrong with an outcome, and what may be right.
const OUTCOMES: [Option<&str>; 8] = [
    None,
    Some("dice 0 3"),
    Some("dice 1 7"),
    Some("dice 2 2"),
    Some("stolen ore"),
    Some("stolen wood"),
    Some("card knight"),
    Some("card monopoly"),
];

/// One game in both forms.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) slow: Slow,
    pub(crate) fast: Fast,
    pub(crate) players: usize,
    /// Everything from the setup on, for whoever has to look into a disagreement.
    pub(crate) story: String,
}

impl Table {
    /// A game before its first action.
    pub(crate) fn new(
        players: usize,
        profile: Profile,
        rules: SlowRules,
        (hexes, ports): (Vec<HexText>, Vec<(Spot, String)>),
        order: Option<Vec<usize>>,
    ) -> Self {
        let story = format!("{players} players, {rules:?}, order {order:?}\n{hexes:?}\n{ports:?}\n");
        let fast = Fast::new(players, profile, &rules, &hexes, &ports, order.as_deref());
        Self { slow: Slow::new(players, rules, hexes, ports, order), fast, players, story }
    }

    /// Compares what both list and tell, and returns the listed actions by seat.
    pub(crate) fn compare(&self) -> Vec<Vec<String>> {
        let lists = (0..self.players).map(|seat| {
            let slow: Vec<String> = self.slow.legal(seat).into_iter().collect();
            let fast = self.fast.legal(seat);
            self.agree(slow == fast, || format!("legal for {seat}\nslow {slow:?}\nfast {fast:?}"));
            slow
        });
        let lists = lists.collect();
        self.agree(self.fast.legal(self.players).is_empty(), || "a seat that does not exist may act".into());
        let (slow, fast) = (self.slow.report(), self.fast.report());
        self.agree(slow == fast, || differences(&slow, &fast));
        lists
    }

    /// Panics with the story unless `holds`.
    #[track_caller]
    pub(crate) fn agree(&self, holds: bool, details: impl FnOnce() -> String) {
        assert!(holds, "{}\ndisagreement: {}", self.story, details());
    }

    /// Puts an action made up at random to both, with an outcome that may be wrong too.
    pub(crate) fn try_wild(&self, dealer: &mut Dealer) {
        let (seat, action) = wild(&self.slow, dealer);
        let (slow, fast) = (self.slow.accepts(seat, &action), self.fast.accepts(seat, &action));
        self.agree(slow == fast, || format!("{seat} {action}: slow {slow}, fast {fast}"));
        let outcome = *dealer.pick(&OUTCOMES);
        let chances = self.slow.chances(seat, &action);
        let possible = match outcome {
            Some(outcome) => chances.iter().any(|(name, _)| name == outcome),
            None => chances.is_empty(),
        };
        let mut after = self.fast;
        let applied = after.apply(seat, &action, outcome);
        self.agree(applied.is_ok() == (slow && possible), || {
            format!("{seat} {action} -> {outcome:?}: slow {slow}, {possible}; fast {applied:?}")
        });
        self.agree(applied.is_ok() || after == self.fast, || format!("{seat} {action} changed the state"));
    }

    /// What luck may decide, as both see it.
    pub(crate) fn chances(&self, seat: usize, action: &str) -> Vec<(String, u32)> {
        let mut slow = self.slow.chances(seat, action);
        slow.sort();
        let fast = self.fast.chances(seat, action);
        self.agree(slow == fast, || format!("luck of {seat} {action}\nslow {slow:?}\nfast {fast:?}"));
        slow
    }

    /// Takes one action on both sides.
    pub(crate) fn act(&mut self, seat: usize, action: &str, outcome: Option<&str>) {
        writeln!(self.story, "{seat} {action} -> {}", outcome.unwrap_or("-")).expect("a string");
        let slow = self.slow.apply(seat, action, outcome);
        let fast = self.fast.apply(seat, action, outcome);
        self.agree(slow.is_ok() && fast.is_ok(), || format!("slow {slow:?}, fast {fast:?}"));
    }

    /// The bank's cards after an action, if it came out like this.
    pub(crate) fn bank_after(&self, seat: usize, action: &str, outcome: &str) -> u32 {
        let mut after = self.slow.clone();
        after.apply(seat, action, Some(outcome)).expect("a possible outcome");
        after.bank_total()
    }
}

/// The lines that only one side tells.
fn differences(slow: &str, fast: &str) -> String {
    let only = |who: &str, these: &str, those: &str| -> String {
        let odd = these.lines().filter(|line| !those.lines().any(|l| l == *line));
        odd.fold(String::new(), |text, line| text + "\n" + who + " " + line)
    };
    only("slow", slow, fast) + &only("fast", fast, slow)
}

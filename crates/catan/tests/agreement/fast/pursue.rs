//! Games with a plan: seats that wait, roll and trade until they can do what they were told.
//!
//! A *goal* is an action of a seat. The dice fall in its favor and never on a seven, everybody else just rolls and
//! ends the turn, and whatever it holds too much of goes to the bank for what is missing.

use std::collections::BTreeMap;

use super::table::Table;

/// What the bank wants for an action, in the order of need.
fn cost(action: &str) -> &'static [(&'static str, u32)] {
    match action.split(' ').next() {
        Some("build_road") => &[("wood", 1), ("brick", 1)],
        Some("build_settlement") => &[("wood", 1), ("brick", 1), ("sheep", 1), ("wheat", 1)],
        Some("build_city") => &[("wheat", 2), ("ore", 3)],
        Some("buy_dev_card") => &[("sheep", 1), ("wheat", 1), ("ore", 1)],
        _ => &[],
    }
}

impl Table {
    /// Plays on until the seat has taken the action, comparing after every step.
    pub(crate) fn pursue(&mut self, seat: usize, goal: &str) {
        for _ in 0..2_000 {
            let legal = self.compare();
            if legal[seat].iter().any(|action| action == goal) {
                self.act(seat, goal, None);
                self.compare();
                return;
            }
            let mover = legal.iter().position(|list| !list.is_empty()).expect("the game goes on");
            if legal[mover].iter().any(|action| action == "roll_dice") {
                let dice = self.best_dice(mover, seat);
                self.act(mover, "roll_dice", Some(&dice));
            } else if let Some(trade) = self.useful_trade(seat, goal, &legal[seat]) {
                self.act(seat, &trade, None);
            } else {
                self.act(mover, "end_turn", None);
            }
        }
        self.agree(false, || format!("{seat} never gets to {goal}"));
    }

    fn hand(&self, seat: usize) -> BTreeMap<String, u32> {
        let facts = self.slow.facts();
        let words = facts[&format!("hand {seat}")].split(' ').filter_map(|word| word.split_once('='));
        words.map(|(kind, n)| (kind.to_owned(), n.parse().expect("a number"))).collect()
    }

    /// The roll, no seven, after which the seat has the most cards.
    fn best_dice(&self, roller: usize, seat: usize) -> String {
        let gain = |dice: &String| {
            let mut after = self.clone();
            after.slow.apply(roller, "roll_dice", Some(dice)).expect("dice");
            after.hand(seat).values().sum::<u32>()
        };
        let sums = (2..=12).filter(|sum| *sum != 7).map(|sum| (6.min(sum - 1), sum));
        let dice = sums.map(|(first, sum)| format!("dice {first} {}", sum - first));
        dice.max_by_key(gain).expect("ten sums")
    }

    /// A trade with the bank for a card the goal needs, without what the goal needs.
    fn useful_trade(&self, seat: usize, goal: &str, legal: &[String]) -> Option<String> {
        let (hand, need) = (self.hand(seat), cost(goal));
        let missing = |kind: &str| need.iter().any(|(name, n)| *name == kind && hand[kind] < *n);
        let spare = |kind: &str| hand[kind] >= 5 || need.iter().all(|(name, _)| *name != kind);
        let fits = |action: &&String| match action.split(' ').collect::<Vec<_>>()[..] {
            ["bank_trade", give, receive] => missing(receive) && spare(give),
            _ => false,
        };
        legal.iter().find(fits).cloned()
    }
}

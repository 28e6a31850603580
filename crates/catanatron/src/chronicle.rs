//! The chronicle: which records are new, and what our bots hear of them.
//!
//! Some hosts send what was done since their last message, others everything from the start. A question that leaves no
//! choice is never asked, so that several turns may lie between two messages. What the records hide (how many cards a
//! monopoly took from whom, which card was stolen from us) follows from the numbers in the state that comes with them.
//!
//! Records: docs/catanatron.md §5.

use std::hash::{DefaultHasher, Hash, Hasher};

use catan::{Resource, Seen};
use serde_json::Value;

use crate::deed::Deed;
use crate::ledger::{Ledger, Solved};
use crate::message::field;
use crate::position::Position;
use crate::record::{Record, action_of};
use crate::words::Colors;

/// What was heard so far.
#[derive(Clone, Debug)]
pub(crate) struct Chronicle {
    /// A mark of each action, to find the new ones in a whole history.
    marks: Vec<u64>,
    pub(crate) ledger: Ledger,
}

impl Chronicle {
    /// Nothing was heard yet.
    pub(crate) fn new(ledger: Ledger) -> Self {
        Self { marks: Vec::new(), ledger }
    }

    /// What a bot hears before the question. Records that do not lead to the position are not told: the bot's guesses
    /// begin anew with what it sees.
    pub(crate) fn listen(&mut self, message: &Value, colors: &Colors, position: &Position) -> Vec<Seen> {
        let records: Vec<_> =
            self.fresh(message).iter().filter_map(|record| Record::read(record, colors)).collect();
        let (blind, _) = self.ledger.replay(&records, &Solved::default());
        let solved = solve(&blind, &records, position);
        let (after, mut seen) = self.ledger.replay(&records, &solved);
        if !after.agrees_with(position) {
            seen.clear();
        }
        self.ledger = after;
        self.ledger.correct(position);
        seen
    }

    fn fresh<'a>(&mut self, message: &'a Value) -> &'a [Value] {
        let list = |key| field(message, key).and_then(Value::as_array).map(Vec::as_slice);
        let records = match list("action_records") {
            Some(all) => {
                let known = self.marks.len();
                let continues = all.len() >= known
                    && all.iter().zip(&self.marks).all(|(record, known)| mark(record) == *known);
                if continues { &all[known..] } else { all }
            }
            None => list("new_records").unwrap_or_default(),
        };
        self.marks.extend(records.iter().map(mark));
        records
    }
}

fn mark(record: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    action_of(record).to_string().hash(&mut hasher);
    hasher.finish()
}

/// What the records hide, from the difference between where they lead and what the position says.
fn solve(blind: &Ledger, records: &[Record], position: &Position) -> Solved {
    let monopolies: Vec<_> = records
        .iter()
        .filter_map(
            |record| {
                if let Deed::Monopoly(kind) = record.deed { Some((record.seat, kind)) } else { None }
            },
        )
        .collect();
    let mut taken = vec![[0; 4]; monopolies.len()];
    let mut lost = blind.hand;
    for (seat, stand) in position.players.iter().enumerate().take(4) {
        // Of several monopolies at once the last is taken for all: nothing tells them apart.
        let by = monopolies.iter().rposition(|(by, _)| by.index() != seat);
        let missing = u8::try_from(blind.cards[seat] - i32::from(stand.cards)).unwrap_or(0).min(19);
        let Some(by) = by else { continue };
        taken[by][seat] = missing;
        if seat == position.me.index() {
            lost[monopolies[by].1.index()] -= i32::from(missing);
        }
    }
    for ((by, kind), taken) in monopolies.iter().zip(&taken) {
        if *by == position.me {
            lost[kind.index()] += taken.iter().map(|&n| i32::from(n)).sum::<i32>();
        }
    }
    if let Some(own) = position.own() {
        for (lost, now) in lost.iter_mut().zip(own.hand) {
            *lost -= i32::from(now);
        }
    }
    let mut kinds = Resource::ALL.into_iter().filter(|kind| lost[kind.index()] != 0);
    let stolen = kinds.next().filter(|kind| lost[kind.index()] == blind.n_stolen.cast_signed());
    Solved { taken, stolen: if kinds.next().is_none() { stolen } else { None } }
}

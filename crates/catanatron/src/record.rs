//! Records: what the peer says was done, and what came of it.

use catan::{DevCard, Resource};
use game::Seat;
use serde_json::Value;

use crate::deed::Deed;
use crate::words::{self, Colors};

/// One thing that was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    pub(crate) seat: Seat,
    pub(crate) deed: Deed,
    /// What a roll showed.
    pub(crate) dice: Option<[u8; 2]>,
    /// The card that was bought, if it is ours to know.
    pub(crate) bought: Option<DevCard>,
    /// The card that was stolen, if it is ours to know.
    pub(crate) stolen: Option<Resource>,
}

impl Record {
    /// A record `[triple, result]`; `None` if it is not one, or of nobody at the table.
    pub(crate) fn read(value: &Value, colors: &Colors) -> Option<Self> {
        let triple = action_of(value);
        let (seat, deed) = Deed::read(triple, colors);
        let result = value.get("result").or_else(|| value.get(1)).unwrap_or(&Value::Null);
        // A roll that is recorded without a result carries its dice as the value.
        let dice = dice(result).or_else(|| dice(triple.get(2)?));
        Some(Self { seat: seat?, deed, dice, bought: words::card(result), stolen: words::resource(result) })
    }
}

/// The triple of a record.
pub(crate) fn action_of(record: &Value) -> &Value {
    let bare = record.get(0).is_some_and(Value::is_string);
    let inner = record.get("action").or_else(|| record.get(0));
    inner.filter(|_| !bare).unwrap_or(record)
}

fn dice(value: &Value) -> Option<[u8; 2]> {
    let [a, b] = value.as_array()?.as_slice() else { return None };
    let dice = [words::small(a)?, words::small(b)?];
    dice.iter().all(|die| (1..=6).contains(die)).then_some(dice)
}

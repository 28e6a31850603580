//! Numbers as they may come: whole, and small enough for everybody who reads them.
//!
//! JSON has one kind of number, and browsers keep it exactly only up to 2⁵³ − 1. So nothing on the wire is larger.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::{Deserialize, Serialize};

/// A seat, from 0. Any number up to 255 can be written; the rules say which seats there are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Seat(pub u8);

impl From<game::Seat> for Seat {
    fn from(seat: game::Seat) -> Self {
        Self(seat.0)
    }
}

impl From<Seat> for game::Seat {
    fn from(seat: Seat) -> Self {
        Self(seat.0)
    }
}

impl Seat {
    /// The seats of a set, ascending.
    #[must_use]
    pub fn list(seats: game::SeatSet) -> Vec<Self> {
        seats.iter().map(Self::from).collect()
    }

    /// The set of these seats. A seat beyond those that a set can hold counts as the last of them, which no table has: so it
    /// is refused like any other stranger instead of being lost.
    #[must_use]
    pub fn set(seats: &[Self]) -> game::SeatSet {
        seats.iter().map(|seat| game::Seat(seat.0.min(15))).collect()
    }
}

/// A count from 0 to `MAX`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct UpTo<const MAX: u8>(u8);

impl<const MAX: u8> UpTo<MAX> {
    /// The count; one beyond `MAX` counts as `MAX`.
    #[must_use]
    pub const fn new(n: u8) -> Self {
        Self(if n > MAX { MAX } else { n })
    }

    /// The count.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl<'de, const MAX: u8> Deserialize<'de> for UpTo<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Within the bounds, so the conversion cannot fail.
        whole(deserializer, 0, i64::from(MAX)).map(|n| Self(u8::try_from(n).unwrap_or(MAX)))
    }
}

impl<const MAX: u8> JsonSchema for UpTo<MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("UpTo{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": MAX })
    }
}

/// A whole number that every reader keeps exactly: at most 2⁵³ − 1 either way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Whole(i64);

impl Whole {
    /// 2⁵³ − 1.
    pub const MAX: i64 = (1 << 53) - 1;

    /// The number; one that is too far from zero counts as the last that is not.
    #[must_use]
    pub fn new(n: i64) -> Self {
        Self(n.clamp(-Self::MAX, Self::MAX))
    }

    /// A number of chips.
    #[must_use]
    pub fn of_chips(chips: u64) -> Self {
        Self::new(i64::try_from(chips).unwrap_or(i64::MAX))
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl From<u32> for Whole {
    fn from(n: u32) -> Self {
        Self(i64::from(n))
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        whole(deserializer, -Self::MAX, Self::MAX).map(Self)
    }
}

impl JsonSchema for Whole {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Whole".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": -Self::MAX, "maximum": Self::MAX })
    }
}

fn whole<'de, D: Deserializer<'de>>(deserializer: D, min: i64, max: i64) -> Result<i64, D::Error> {
    deserializer.deserialize_any(Within { min, max })
}

struct Within {
    min: i64,
    max: i64,
}

impl Visitor<'_> for Within {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {} to {}", self.min, self.max)
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<i64, E> {
        if (self.min..=self.max).contains(&n) {
            Ok(n)
        } else {
            Err(E::invalid_value(Unexpected::Signed(n), &self))
        }
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<i64, E> {
        let fits = i64::try_from(n).ok().filter(|n| (self.min..=self.max).contains(n));
        fits.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(n), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_numbers_within_the_bounds_are_read() {
        let count = |text: &str| serde_json::from_str::<UpTo<127>>(text).map(UpTo::get).ok();
        assert_eq!([count("0"), count("127"), count("128"), count("-1")], [Some(0), Some(127), None, None]);
        let whole = |text: &str| serde_json::from_str::<Whole>(text).map(Whole::get).ok();
        assert_eq!(whole("9007199254740991"), Some(Whole::MAX));
        assert_eq!(whole("-9007199254740991"), Some(-Whole::MAX));
        for text in [
            "9007199254740992",
            "-9007199254740992",
            "18446744073709551615",
            "1e30",
            "1e2",
            "1.5",
            "1.0",
            "-0",
        ] {
            assert_eq!((whole(text), count(text)), (None, None), "{text}");
        }
        for text in ["\"1\"", "[1]", "{}", "null", "true"] {
            assert_eq!((whole(text), count(text)), (None, None), "{text}");
        }
    }

    #[test]
    fn the_sentence_says_what_would_have_been_right() {
        let fault = serde_json::from_str::<UpTo<15>>("16").unwrap_err().to_string();
        assert!(
            fault.starts_with("invalid value: integer `16`, expected a whole number from 0 to 15"),
            "{fault}"
        );
    }

    #[test]
    fn a_seat_that_no_table_has_stays_one() {
        assert_eq!(Seat::set(&[Seat(1), Seat(200)]).bits(), 1 << 15 | 1 << 1);
        assert_eq!(Seat::list(Seat::set(&[Seat(3), Seat(0), Seat(3)])), [Seat(0), Seat(3)]);
    }
}

//! Words: reading names, numbers and places from the peer's JSON.
//!
//! Nothing here complains: what is not there or makes no sense is `None`, and whoever asked decides how to go on.

use catan::{DevCard, Hex, Resource};
use game::Seat;
use serde_json::Value;

use crate::places;

/// Five counts, in the order of our resources or of our cards.
pub(crate) type Counts = [u8; 5];

/// The colours by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Colors(Vec<String>);

impl Colors {
    /// A list of two to four different names.
    pub(crate) fn read(value: &Value) -> Option<Self> {
        let names: Vec<String> =
            value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect::<Option<_>>()?;
        let distinct = names.iter().enumerate().all(|(i, name)| !names[..i].contains(name));
        (distinct && (2..=4).contains(&names.len())).then_some(Self(names))
    }

    /// How many play.
    pub(crate) fn len(&self) -> u8 {
        self.0.len() as u8
    }

    /// The seat of a colour.
    pub(crate) fn seat(&self, value: &Value) -> Option<Seat> {
        let name = value.as_str()?;
        self.0.iter().position(|known| known == name).map(|place| Seat(place as u8))
    }
}

/// `"WOOD"` and so on.
pub(crate) fn resource(value: &Value) -> Option<Resource> {
    Resource::from_name(&value.as_str()?.to_ascii_lowercase())
}

/// `"YEAR_OF_PLENTY"` and so on.
pub(crate) fn card(value: &Value) -> Option<DevCard> {
    DevCard::from_name(&value.as_str()?.to_ascii_lowercase())
}

/// The peer's name of a resource.
pub(crate) fn resource_name(resource: Resource) -> String {
    resource.name().to_ascii_uppercase()
}

/// The peer's name of a card.
pub(crate) fn card_name(card: DevCard) -> String {
    card.name().to_ascii_uppercase()
}

/// `[x, y, z]`.
pub(crate) fn coordinate(value: &Value) -> Option<[i64; 3]> {
    let [x, y, z] = value.as_array()?.as_slice() else { return None };
    Some([x.as_i64()?, y.as_i64()?, z.as_i64()?])
}

/// The land at `[x, y, z]`.
pub(crate) fn land(value: &Value) -> Option<Hex> {
    places::land(coordinate(value)?)
}

/// A small number; `true` is 1 and `false` is 0, since some keys are flags in one version and counts in another.
pub(crate) fn small(value: &Value) -> Option<u8> {
    let number = || value.as_u64().and_then(|n| u8::try_from(n).ok());
    value.as_bool().map(u8::from).or_else(number)
}

/// Five small numbers.
pub(crate) fn counts(value: &[Value]) -> Option<Counts> {
    let numbers: Vec<u8> = value.iter().map(small).collect::<Option<_>>()?;
    Counts::try_from(numbers).ok()
}

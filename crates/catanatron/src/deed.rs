//! Deeds: the peer's actions, as it lists them and as it records them.
//!
//! The peer writes an action as `[colour, type, value]`. A *deed* is what such a triple means in our words. Where the
//! peer does in one step what takes us two (moving the robber and choosing the victim), the deed is the peer's.
//!
//! Actions: docs/catanatron.md §3.

use catan::{Action, Edge, Hand, Hex, Plenty, Resource, Vertex};
use game::Seat;
use serde_json::Value;

use crate::places;
use crate::words::{self, Colors};

/// What a triple means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    Roll,
    EndTurn,
    Settlement(Vertex),
    City(Vertex),
    Road(Edge),
    Buy,
    Knight,
    RoadBuilding,
    Plenty(Plenty),
    Monopoly(Resource),
    Robber {
        hex: Hex,
        victim: Option<Seat>,
    },
    /// One card.
    Discard(Resource),
    /// A trade with the bank.
    Maritime {
        give: Resource,
        count: u8,
        want: Resource,
    },
    /// An offer is made or accepted: what we never do.
    Offer,
    Reject,
    Cancel,
    /// A trade between players comes about.
    Confirm {
        give: Hand,
        receive: Hand,
        with: Seat,
    },
    /// Something that we do not know.
    Unknown,
}

impl Deed {
    /// The deed of a triple and who does it.
    pub(crate) fn read(triple: &Value, colors: &Colors) -> (Option<Seat>, Self) {
        let part = |place| triple.get(place).unwrap_or(&Value::Null);
        let kind = part(1).as_str().unwrap_or_default();
        (colors.seat(part(0)), Self::of(kind, part(2), colors).unwrap_or(Self::Unknown))
    }

    fn of(kind: &str, value: &Value, colors: &Colors) -> Option<Self> {
        Some(match kind {
            "ROLL" => Self::Roll,
            "END_TURN" => Self::EndTurn,
            "BUILD_SETTLEMENT" => Self::Settlement(places::vertex(value.as_u64()?)?),
            "BUILD_CITY" => Self::City(places::vertex(value.as_u64()?)?),
            "BUILD_ROAD" => Self::Road(edge(value)?),
            "BUY_DEVELOPMENT_CARD" => Self::Buy,
            "PLAY_KNIGHT_CARD" => Self::Knight,
            "PLAY_ROAD_BUILDING" => Self::RoadBuilding,
            "PLAY_YEAR_OF_PLENTY" => Self::Plenty(plenty(value)?),
            "PLAY_MONOPOLY" => Self::Monopoly(words::resource(value)?),
            "MOVE_ROBBER" => {
                let hex = words::land(value.get(0)?)?;
                Self::Robber { hex, victim: value.get(1).and_then(|victim| colors.seat(victim)) }
            }
            "DISCARD_RESOURCE" => Self::Discard(words::resource(value)?),
            "MARITIME_TRADE" => maritime(value)?,
            "OFFER_TRADE" | "ACCEPT_TRADE" => Self::Offer,
            "REJECT_TRADE" => Self::Reject,
            "CANCEL_TRADE" => Self::Cancel,
            "CONFIRM_TRADE" => {
                let list = value.as_array()?;
                let cards = |from: usize| Hand::new(words::counts(list.get(from..from + 5)?)?);
                Self::Confirm { give: cards(0)?, receive: cards(5)?, with: colors.seat(list.get(10)?)? }
            }
            _ => return None,
        })
    }

    /// Whether this is how the peer does our action. Where it has the victim in the same step, the hex decides.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the peer has nothing else that we do")]
    pub(crate) fn is(&self, action: &Action) -> bool {
        match *action {
            Action::RollDice => *self == Self::Roll,
            Action::EndTurn => *self == Self::EndTurn,
            Action::PlaceSettlement(vertex) | Action::BuildSettlement(vertex) => {
                *self == Self::Settlement(vertex)
            }
            Action::BuildCity(vertex) => *self == Self::City(vertex),
            Action::PlaceRoad(edge) | Action::BuildRoad(edge) => *self == Self::Road(edge),
            Action::BuyDevCard => *self == Self::Buy,
            Action::PlayKnight => *self == Self::Knight,
            Action::PlayRoadBuilding => *self == Self::RoadBuilding,
            Action::PlayYearOfPlenty(cards) => *self == Self::Plenty(cards),
            Action::PlayMonopoly(resource) => *self == Self::Monopoly(resource),
            Action::MoveRobber(to) => matches!(*self, Self::Robber { hex, .. } if hex == to),
            Action::Steal(from) => matches!(*self, Self::Robber { victim, .. } if victim == Some(from)),
            Action::BankTrade { give: ours, receive } => {
                matches!(*self, Self::Maritime { give, want, .. } if (give, want) == (ours, receive))
            }
            _ => false,
        }
    }
}

/// `[a, b]`.
pub(crate) fn edge(value: &Value) -> Option<Edge> {
    let [a, b] = value.as_array()?.as_slice() else { return None };
    places::edge(a.as_u64()?, b.as_u64()?)
}

/// One resource or two.
fn plenty(value: &Value) -> Option<Plenty> {
    match value.as_array()?.as_slice() {
        [one] | [one, Value::Null] => Some(Plenty::one(words::resource(one)?)),
        [one, two] => Some(Plenty::two(words::resource(one)?, words::resource(two)?)),
        _ => None,
    }
}

/// `[given, given, given or null, given or null, wanted]`.
fn maritime(value: &Value) -> Option<Deed> {
    let (want, given) = value.as_array()?.split_last()?;
    let given: Vec<_> = given.iter().filter(|card| !card.is_null()).collect();
    let give = words::resource(given.first()?)?;
    Some(Deed::Maritime { give, count: given.len() as u8, want: words::resource(want)? })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(triple: &Value) -> (Option<Seat>, Deed) {
        Deed::read(triple, &Colors::read(&json!(["RED", "BLUE", "ORANGE"])).expect("three colours"))
    }

    #[test]
    fn every_kind_of_triple_is_read() {
        use Resource::{Ore, Sheep, Wheat, Wood};
        let hex = Hex::at(1, 0).expect("land");
        let (vertex, edge) = (places::vertex(7).expect("a node"), places::edge(6, 7).expect("a side"));
        let wanted = [
            (json!(["RED", "ROLL", null]), Deed::Roll, Some(Action::RollDice)),
            (json!(["RED", "END_TURN", null]), Deed::EndTurn, Some(Action::EndTurn)),
            (
                json!(["RED", "BUILD_SETTLEMENT", 7]),
                Deed::Settlement(vertex),
                Some(Action::BuildSettlement(vertex)),
            ),
            (
                json!(["RED", "BUILD_SETTLEMENT", 7]),
                Deed::Settlement(vertex),
                Some(Action::PlaceSettlement(vertex)),
            ),
            (json!(["RED", "BUILD_CITY", 7]), Deed::City(vertex), Some(Action::BuildCity(vertex))),
            (json!(["RED", "BUILD_ROAD", [7, 6]]), Deed::Road(edge), Some(Action::BuildRoad(edge))),
            (json!(["RED", "BUILD_ROAD", [6, 7]]), Deed::Road(edge), Some(Action::PlaceRoad(edge))),
            (json!(["RED", "BUY_DEVELOPMENT_CARD", null]), Deed::Buy, Some(Action::BuyDevCard)),
            (json!(["RED", "PLAY_KNIGHT_CARD", null]), Deed::Knight, Some(Action::PlayKnight)),
            (json!(["RED", "PLAY_ROAD_BUILDING", null]), Deed::RoadBuilding, Some(Action::PlayRoadBuilding)),
            (
                json!(["RED", "PLAY_YEAR_OF_PLENTY", ["ORE", "WOOD"]]),
                Deed::Plenty(Plenty::two(Wood, Ore)),
                Some(Action::PlayYearOfPlenty(Plenty::two(Ore, Wood))),
            ),
            (
                json!(["RED", "PLAY_YEAR_OF_PLENTY", ["ORE"]]),
                Deed::Plenty(Plenty::one(Ore)),
                Some(Action::PlayYearOfPlenty(Plenty::one(Ore))),
            ),
            (
                json!(["RED", "PLAY_MONOPOLY", "SHEEP"]),
                Deed::Monopoly(Sheep),
                Some(Action::PlayMonopoly(Sheep)),
            ),
            (
                json!(["RED", "MOVE_ROBBER", [[1, -1, 0], "ORANGE"]]),
                Deed::Robber { hex, victim: Some(Seat(2)) },
                Some(Action::MoveRobber(hex)),
            ),
            (
                json!(["RED", "MOVE_ROBBER", [[1, -1, 0], "ORANGE"]]),
                Deed::Robber { hex, victim: Some(Seat(2)) },
                Some(Action::Steal(Seat(2))),
            ),
            (
                json!(["RED", "MOVE_ROBBER", [[1, -1, 0], null]]),
                Deed::Robber { hex, victim: None },
                Some(Action::MoveRobber(hex)),
            ),
            (json!(["RED", "DISCARD_RESOURCE", "WHEAT"]), Deed::Discard(Wheat), None),
            (
                json!(["RED", "MARITIME_TRADE", ["ORE", "ORE", "ORE", null, "WOOD"]]),
                Deed::Maritime { give: Ore, count: 3, want: Wood },
                Some(Action::BankTrade { give: Ore, receive: Wood }),
            ),
            (json!(["RED", "REJECT_TRADE", [0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1]]), Deed::Reject, None),
            (json!(["RED", "CANCEL_TRADE", null]), Deed::Cancel, None),
            (json!(["RED", "OFFER_TRADE", [0, 0, 1, 0, 0, 1, 0, 0, 0, 0]]), Deed::Offer, None),
            (
                json!(["RED", "CONFIRM_TRADE", [0, 0, 1, 0, 0, 2, 0, 0, 0, 0, "BLUE"]]),
                Deed::Confirm { give: Hand::one(Sheep), receive: Hand::some(Wood, 2), with: Seat(1) },
                None,
            ),
        ];
        for (triple, deed, action) in &wanted {
            assert_eq!(read(triple), (Some(Seat(0)), *deed), "{triple}");
            assert!(action.is_none_or(|action| deed.is(&action)), "{triple}");
        }
        for (triple, deed, _) in &wanted {
            for (other, unlike, action) in &wanted {
                let same = action.is_some_and(|action| deed.is(&action));
                // The robber's three triples share a hex.
                let alike = matches!((deed, unlike), (Deed::Robber { .. }, Deed::Robber { .. }));
                assert!(!same || deed == unlike || alike, "{triple} is not {other}");
            }
        }
    }

    #[test]
    fn what_makes_no_sense_is_unknown() {
        for triple in [
            json!(null),
            json!([]),
            json!(["RED", "DANCE", null]),
            json!(["RED", "BUILD_ROAD", [0, 30]]),
            json!(["RED", "BUILD_CITY", 54]),
            json!(["RED", "BUILD_SETTLEMENT", null]),
            json!(["RED", "MOVE_ROBBER", [[9, -9, 0], null]]),
            json!(["RED", "PLAY_MONOPOLY", "GOLD"]),
            json!(["RED", "PLAY_YEAR_OF_PLENTY", []]),
            json!(["RED", "MARITIME_TRADE", []]),
            json!(["RED", "CONFIRM_TRADE", [1, 2]]),
            json!({"type": "ROLL"}),
        ] {
            assert_eq!(read(&triple).1, Deed::Unknown, "{triple}");
        }
        assert_eq!(read(&json!(["PINK", "ROLL", null])), (None, Deed::Roll));
    }
}

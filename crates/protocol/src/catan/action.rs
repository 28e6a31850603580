//! What a seat asks for in Catan.
//!
//! Rules: docs/rules/catan.md §5–§16.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::{EdgeId, Hand, HexId, Resource, VertexId};
use crate::Seat;
use crate::tagged::tagged;

tagged! {
    /// What a seat asks for.
    #[schemars(rename = "CatanAction")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanCommand", optional_fields))]
    pub enum Action by "type" {
        /// Setup: a free settlement.
        PlaceSettlement {
            /// Where.
            vertex_id: VertexId,
        },
        /// Setup: the free road beside it.
        PlaceRoad {
            /// Where.
            edge_id: EdgeId,
        },
        /// The roll of a turn, or the roll for the first player.
        RollDice {},
        /// Pays what a seven demands.
        Discard {
            /// Which cards.
            resources: Hand,
        },
        /// Moves the robber.
        MoveRobber {
            /// Where to.
            hex_id: HexId,
        },
        /// Steals a card from one of several candidates.
        Steal {
            /// From whom.
            victim: Seat,
        },
        /// A road, paid or free during road building.
        BuildRoad {
            /// Where.
            edge_id: EdgeId,
        },
        /// A settlement.
        BuildSettlement {
            /// Where.
            vertex_id: VertexId,
        },
        /// A city in place of an own settlement.
        BuildCity {
            /// Where.
            vertex_id: VertexId,
        },
        /// Buys the next development card.
        BuyDevCard {},
        /// Plays a knight.
        PlayKnight {},
        /// Plays road building; up to two free roads follow.
        PlayRoadBuilding {},
        /// Stops road building after the first road.
        EndRoadBuilding {},
        /// Plays year of plenty.
        PlayYearOfPlenty {
            /// Two cards, or one if the bank holds a single card.
            resources: Plenty,
        },
        /// Plays monopoly.
        PlayMonopoly {
            /// Which kind to take.
            resource: Resource,
        },
        /// Plays a victory-point card, where the rules want them played.
        PlayVictoryPoint {},
        /// Trades with the bank at the player's best rate.
        BankTrade {
            /// What goes to the bank.
            give: Resource,
            /// What comes from it.
            receive: Resource,
        },
        /// Offers a trade to other players.
        OfferTrade {
            /// What the offerer gives.
            give: Hand,
            /// What the offerer wants.
            receive: Hand,
            /// To whom; everybody who may be asked if missing.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            to: Option<Vec<Seat>>,
            /// The number of the offer that this one answers.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            counters: Option<u32>,
        },
        /// Accepts an offer.
        AcceptTrade {
            /// The offer's number.
            offer: u32,
        },
        /// Declines an offer.
        DeclineTrade {
            /// The offer's number.
            offer: u32,
        },
        /// Carries out an accepted offer.
        ConfirmTrade {
            /// The offer's number.
            offer: u32,
            /// The acceptor to trade with.
            with: Seat,
        },
        /// Takes back an own offer.
        CancelTrade {
            /// The offer's number.
            offer: u32,
        },
        /// Ends the turn.
        EndTurn {},
    }
}

impl Action {
    pub(crate) fn to_rules(&self) -> catan::Action {
        use catan::Action as To;
        match self {
            Self::PlaceSettlement { vertex_id } => To::PlaceSettlement(vertex_id.place()),
            Self::PlaceRoad { edge_id } => To::PlaceRoad(edge_id.place()),
            Self::RollDice {} => To::RollDice,
            Self::Discard { resources } => To::Discard((*resources).into()),
            Self::MoveRobber { hex_id } => To::MoveRobber(hex_id.place()),
            Self::Steal { victim } => To::Steal((*victim).into()),
            Self::BuildRoad { edge_id } => To::BuildRoad(edge_id.place()),
            Self::BuildSettlement { vertex_id } => To::BuildSettlement(vertex_id.place()),
            Self::BuildCity { vertex_id } => To::BuildCity(vertex_id.place()),
            Self::BuyDevCard {} => To::BuyDevCard,
            Self::PlayKnight {} => To::PlayKnight,
            Self::PlayRoadBuilding {} => To::PlayRoadBuilding,
            Self::EndRoadBuilding {} => To::EndRoadBuilding,
            Self::PlayYearOfPlenty { resources } => To::PlayYearOfPlenty(resources.0),
            Self::PlayMonopoly { resource } => To::PlayMonopoly((*resource).into()),
            Self::PlayVictoryPoint {} => To::PlayVictoryPoint,
            Self::BankTrade { give, receive } => {
                To::BankTrade { give: (*give).into(), receive: (*receive).into() }
            }
            Self::OfferTrade { give, receive, to, counters } => To::OfferTrade(catan::Terms {
                give: (*give).into(),
                receive: (*receive).into(),
                to: to.as_deref().map(Seat::set),
                counters: *counters,
            }),
            Self::AcceptTrade { offer } => To::AcceptTrade { offer: *offer },
            Self::DeclineTrade { offer } => To::DeclineTrade { offer: *offer },
            Self::ConfirmTrade { offer, with } => To::ConfirmTrade { offer: *offer, with: (*with).into() },
            Self::CancelTrade { offer } => To::CancelTrade { offer: *offer },
            Self::EndTurn {} => To::EndTurn,
        }
    }
}

/// The cards a year of plenty asks for, as a list of one or two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<Resource>", into = "Vec<Resource>")]
pub struct Plenty(pub catan::Plenty);

impl TryFrom<Vec<Resource>> for Plenty {
    type Error = &'static str;

    fn try_from(resources: Vec<Resource>) -> Result<Self, Self::Error> {
        match *resources {
            [one] => Ok(Self(catan::Plenty::one(one.into()))),
            [a, b] => Ok(Self(catan::Plenty::two(a.into(), b.into()))),
            [] | [_, _, _, ..] => Err("a year of plenty names one or two cards"),
        }
    }
}

impl From<Plenty> for Vec<Resource> {
    fn from(plenty: Plenty) -> Self {
        plenty.0.resources().map(Into::into).collect()
    }
}

impl JsonSchema for Plenty {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "CatanPlenty".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "items": generator.subschema_for::<Resource>(),
            "minItems": 1,
            "maxItems": 2,
        })
    }
}

impl From<&catan::Action> for Action {
    fn from(action: &catan::Action) -> Self {
        use catan::Action as From;
        match *action {
            From::PlaceSettlement(vertex) => Self::PlaceSettlement { vertex_id: vertex.into() },
            From::PlaceRoad(edge) => Self::PlaceRoad { edge_id: edge.into() },
            From::RollDice => Self::RollDice {},
            From::Discard(cards) => Self::Discard { resources: cards.into() },
            From::MoveRobber(hex) => Self::MoveRobber { hex_id: hex.into() },
            From::Steal(victim) => Self::Steal { victim: victim.into() },
            From::BuildRoad(edge) => Self::BuildRoad { edge_id: edge.into() },
            From::BuildSettlement(vertex) => Self::BuildSettlement { vertex_id: vertex.into() },
            From::BuildCity(vertex) => Self::BuildCity { vertex_id: vertex.into() },
            From::BuyDevCard => Self::BuyDevCard {},
            From::PlayKnight => Self::PlayKnight {},
            From::PlayRoadBuilding => Self::PlayRoadBuilding {},
            From::EndRoadBuilding => Self::EndRoadBuilding {},
            From::PlayYearOfPlenty(plenty) => Self::PlayYearOfPlenty { resources: Plenty(plenty) },
            From::PlayMonopoly(resource) => Self::PlayMonopoly { resource: resource.into() },
            From::PlayVictoryPoint => Self::PlayVictoryPoint {},
            From::BankTrade { give, receive } => {
                Self::BankTrade { give: give.into(), receive: receive.into() }
            }
            From::OfferTrade(terms) => Self::OfferTrade {
                give: terms.give.into(),
                receive: terms.receive.into(),
                to: terms.to.map(Seat::list),
                counters: terms.counters,
            },
            From::AcceptTrade { offer } => Self::AcceptTrade { offer },
            From::DeclineTrade { offer } => Self::DeclineTrade { offer },
            From::ConfirmTrade { offer, with } => Self::ConfirmTrade { offer, with: with.into() },
            From::CancelTrade { offer } => Self::CancelTrade { offer },
            From::EndTurn => Self::EndTurn {},
        }
    }
}

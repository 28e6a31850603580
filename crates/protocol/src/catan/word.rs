//! The small words of Catan: resources, cards, terrains, and counts of them.
//!
//! Each mirrors a type of the rules crate one to one, so that a new variant there does not compile here until it has a
//! name on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::UpTo;
use crate::mirror::mirror;

mirror! {
    /// One of the five resources.
    Resource as "CatanResource" of catan::Resource {
        /// From the forest.
        Wood,
        /// From the hills.
        Brick,
        /// From the pasture.
        Sheep,
        /// From the fields.
        Wheat,
        /// From the mountains.
        Ore,
    }
}

mirror! {
    /// A kind of development card.
    DevCard as "CatanDevCard" of catan::DevCard {
        /// Moves the robber and steals.
        Knight,
        /// Worth a point.
        VictoryPoint,
        /// Two roads for free.
        RoadBuilding,
        /// Two cards from the bank.
        YearOfPlenty,
        /// One kind of resource from everybody.
        Monopoly,
    }
}

mirror! {
    /// What a tile is.
    Terrain as "CatanTerrain" of catan::Terrain {
        /// Produces wood.
        Forest,
        /// Produces brick.
        Hills,
        /// Produces sheep.
        Pasture,
        /// Produces wheat.
        Fields,
        /// Produces ore.
        Mountains,
        /// Produces nothing and has no number.
        Desert,
    }
}

mirror! {
    /// A named set of rules.
    Profile as "CatanProfile" of catan::Profile {
        /// The rule book; the default.
        Official,
        /// As the large online tables play.
        Online,
        /// Gentler: capped Monopoly, played victory points, a roll for the first player.
        Practice,
    }
}

mirror! {
    /// How many development cards may be played in a turn.
    DevCardsPerTurn as "CatanDevCardsPerTurn" of catan::DevCardsPerTurn {
        /// One.
        One,
        /// One of each kind.
        OneOfEachKind,
    }
}

mirror! {
    /// How victory-point cards count.
    VictoryPointCards as "CatanVictoryPointCards" of catan::VictoryPointCards {
        /// They stay hidden and count at once for their owner.
        Hidden,
        /// They count once played.
        Played,
    }
}

mirror! {
    /// Who begins.
    FirstPlayer as "CatanFirstPlayer" of catan::FirstPlayer {
        /// The first seat of the seat order.
        SeatOrder,
        /// The highest roll of two dice.
        HighestRoll,
    }
}

mirror! {
    /// How a board is made when none is given.
    BoardKind as "CatanBoardKind" of catan::BoardKind {
        /// Tiles and numbers random, no 6 or 8 beside another.
        Random,
        /// Tiles random, numbers along the spiral.
        Spiral,
        /// The fixed board for a first game.
        Beginner,
    }
}

mirror! {
    /// Why an offer is no longer open.
    CloseReason as "CatanCloseReason" of catan::Closed {
        /// The offerer took it back.
        Cancelled,
        /// The offerer made a new one.
        Replaced,
        /// The active player declined another seat's offer.
        Declined,
        /// The offerer no longer holds the cards.
        CannotPay,
        /// The turn ended.
        TurnEnded,
    }
}

/// What a port trades: any three of a kind, or two of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CatanPortKind")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanPortKind"))]
pub enum PortKind {
    /// Any three of a kind for one card.
    Any,
    /// Two wood for one card.
    Wood,
    /// Two brick for one card.
    Brick,
    /// Two sheep for one card.
    Sheep,
    /// Two wheat for one card.
    Wheat,
    /// Two ore for one card.
    Ore,
}

impl From<catan::Port> for PortKind {
    fn from(port: catan::Port) -> Self {
        match port {
            catan::Port::Any => Self::Any,
            catan::Port::Of(catan::Resource::Wood) => Self::Wood,
            catan::Port::Of(catan::Resource::Brick) => Self::Brick,
            catan::Port::Of(catan::Resource::Sheep) => Self::Sheep,
            catan::Port::Of(catan::Resource::Wheat) => Self::Wheat,
            catan::Port::Of(catan::Resource::Ore) => Self::Ore,
        }
    }
}

impl From<PortKind> for catan::Port {
    fn from(kind: PortKind) -> Self {
        match kind {
            PortKind::Any => Self::Any,
            PortKind::Wood => Self::Of(catan::Resource::Wood),
            PortKind::Brick => Self::Of(catan::Resource::Brick),
            PortKind::Sheep => Self::Of(catan::Resource::Sheep),
            PortKind::Wheat => Self::Of(catan::Resource::Wheat),
            PortKind::Ore => Self::Of(catan::Resource::Ore),
        }
    }
}

/// A count of each resource; what is missing is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "CatanHand")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanHand"))]
pub struct Hand {
    /// From the forest.
    pub wood: UpTo<127>,
    /// From the hills.
    pub brick: UpTo<127>,
    /// From the pasture.
    pub sheep: UpTo<127>,
    /// From the fields.
    pub wheat: UpTo<127>,
    /// From the mountains.
    pub ore: UpTo<127>,
}

impl From<catan::Hand> for Hand {
    fn from(hand: catan::Hand) -> Self {
        let [wood, brick, sheep, wheat, ore] = hand.counts().map(UpTo::new);
        Self { wood, brick, sheep, wheat, ore }
    }
}

impl From<Hand> for catan::Hand {
    fn from(hand: Hand) -> Self {
        let counts = [hand.wood, hand.brick, hand.sheep, hand.wheat, hand.ore].map(UpTo::get);
        catan::Resource::ALL.into_iter().zip(counts).collect()
    }
}

/// A count of each kind of development card; what is missing is 0. The fields are kinds of cards, so they are written like
/// those.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "CatanDevCards")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanDevCards"))]
pub struct DevCards {
    /// Moves the robber and steals.
    pub knight: UpTo<15>,
    /// Worth a point.
    pub victory_point: UpTo<15>,
    /// Two roads for free.
    pub road_building: UpTo<15>,
    /// Two cards from the bank.
    pub year_of_plenty: UpTo<15>,
    /// One kind of resource from everybody.
    pub monopoly: UpTo<15>,
}

impl From<catan::DevCards> for DevCards {
    fn from(cards: catan::DevCards) -> Self {
        let [knight, victory_point, road_building, year_of_plenty, monopoly] = cards.counts().map(UpTo::new);
        Self { knight, victory_point, road_building, year_of_plenty, monopoly }
    }
}

impl From<DevCards> for catan::DevCards {
    fn from(cards: DevCards) -> Self {
        let DevCards { knight, victory_point, road_building, year_of_plenty, monopoly } = cards;
        // No count exceeds what the rules can count, by its type.
        Self::new([knight, victory_point, road_building, year_of_plenty, monopoly].map(UpTo::get))
            .unwrap_or_default()
    }
}

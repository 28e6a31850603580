//! What happened in Catan, as a message: in full for the referee, or as one viewer may know it.
//!
//! The same words as the WebSocket's events. What a viewer may not know is missing: the stolen card, the bought card.
//!
//! Rules: docs/rules/catan.md §17.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{CloseReason, DevCard, EdgeId, Hand, HexId, Resource, VertexId};
use crate::Seat;

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanEvent")]
pub enum Event {
    /// A roll for the first player.
    FirstPlayerRolled {
        /// Who rolled.
        seat: Seat,
        /// The dice.
        dice: [u8; 2],
    },
    /// Several rolled the same highest sum and roll again.
    FirstPlayerTied {
        /// Who rolls again.
        seats: Vec<Seat>,
    },
    /// It is settled who begins.
    FirstPlayerChosen {
        /// Who begins.
        seat: Seat,
    },
    /// A settlement of the setup.
    SettlementPlaced {
        /// Whose.
        seat: Seat,
        /// Where.
        vertex_id: VertexId,
        /// Whether it is the second one.
        is_second_settlement: bool,
        /// The cards that the second one brings; missing for the first.
        #[serde(skip_serializing_if = "Option::is_none")]
        resources_granted: Option<Hand>,
    },
    /// A road of the setup.
    RoadPlaced {
        /// Whose.
        seat: Seat,
        /// Where.
        edge_id: EdgeId,
    },
    /// The setup is over.
    SetupComplete {
        /// Who takes the first turn.
        next: Seat,
    },
    /// A turn began.
    TurnChanged {
        /// Whose.
        seat: Seat,
        /// Turns count from 1.
        turn: u32,
    },
    /// The roll of a turn.
    DiceRolled {
        /// Who rolled.
        seat: Seat,
        /// The dice.
        dice: [u8; 2],
        /// Their sum.
        total: u8,
        /// What each seat got that got anything.
        resources_distributed: BTreeMap<Seat, Hand>,
        /// Whether it is a seven.
        robber_triggered: bool,
    },
    /// A seven: these seats owe cards.
    RobberTriggered {
        /// How many, by seat.
        must_discard: BTreeMap<Seat, u8>,
    },
    /// Somebody paid.
    Discarded {
        /// Who.
        seat: Seat,
        /// What, openly.
        resources: Hand,
        /// Who still owes.
        waiting: Vec<Seat>,
    },
    /// The robber has to be moved.
    RobberMoveRequired {
        /// By whom.
        seat: Seat,
    },
    /// The robber was moved.
    RobberMoved {
        /// By whom.
        seat: Seat,
        /// Where to.
        hex_id: HexId,
    },
    /// There are several to steal from.
    StealRequired {
        /// Who chooses.
        seat: Seat,
        /// From whom.
        candidates: Vec<Seat>,
    },
    /// A card was stolen.
    Stolen {
        /// Who has it now.
        thief: Seat,
        /// Who had it.
        victim: Seat,
        /// Whether there was nobody else to choose.
        automatic: bool,
        /// Which card, for those who may know.
        #[serde(skip_serializing_if = "Option::is_none")]
        resource: Option<Resource>,
    },
    /// There was nobody to steal from.
    NoStealPossible {
        /// Who moved the robber.
        seat: Seat,
    },
    /// A road was built.
    RoadBuilt {
        /// Whose.
        seat: Seat,
        /// Where.
        edge_id: EdgeId,
        /// Whether road building paid for it.
        free: bool,
    },
    /// A settlement was built.
    SettlementBuilt {
        /// Whose.
        seat: Seat,
        /// Where.
        vertex_id: VertexId,
    },
    /// A city was built.
    CityBuilt {
        /// Whose.
        seat: Seat,
        /// Where.
        vertex_id: VertexId,
    },
    /// A development card was bought.
    DevCardBought {
        /// By whom.
        seat: Seat,
        /// Which, for those who may know.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<DevCard>,
    },
    /// A development card was played.
    DevCardPlayed {
        /// By whom.
        seat: Seat,
        /// Which.
        card: DevCard,
    },
    /// Road building is over.
    RoadBuildingEnded {
        /// Whose.
        seat: Seat,
    },
    /// What a year of plenty brought.
    YearOfPlentyTaken {
        /// To whom.
        seat: Seat,
        /// Which cards.
        resources: Hand,
    },
    /// What a monopoly brought.
    MonopolyExecuted {
        /// To whom.
        seat: Seat,
        /// Of which kind.
        resource: Resource,
        /// How many from each seat that had to give any.
        taken: BTreeMap<Seat, u8>,
    },
    /// A trade with the bank.
    BankTraded {
        /// By whom.
        seat: Seat,
        /// What went to the bank.
        give: Resource,
        /// How many.
        count: u8,
        /// What one card came back.
        receive: Resource,
    },
    /// An offer was made.
    TradeOffered {
        /// Its number.
        offer: u32,
        /// By whom.
        from: Seat,
        /// To whom.
        to: Vec<Seat>,
        /// What the offerer gives.
        give: Hand,
        /// What the offerer wants.
        receive: Hand,
        /// The offer it answers.
        #[serde(skip_serializing_if = "Option::is_none")]
        counters: Option<u32>,
    },
    /// An offer was answered.
    TradeAnswered {
        /// Its number.
        offer: u32,
        /// By whom.
        seat: Seat,
        /// How.
        accepted: bool,
    },
    /// An acceptor no longer holds the cards.
    AcceptanceWithdrawn {
        /// The offer's number.
        offer: u32,
        /// Whose acceptance.
        seat: Seat,
    },
    /// A trade was carried out.
    TradeExecuted {
        /// The offer's number.
        offer: u32,
        /// The offerer.
        from: Seat,
        /// The other side.
        with: Seat,
        /// What the offerer gave.
        give: Hand,
        /// What the offerer got.
        receive: Hand,
    },
    /// An offer is no longer open.
    TradeClosed {
        /// Its number.
        offer: u32,
        /// Why.
        reason: CloseReason,
    },
    /// The longest road went to somebody else, or to nobody.
    LongestRoadChanged {
        /// Who holds it now; missing if nobody does.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// How long it is.
        length: u8,
    },
    /// The largest army went to somebody else.
    LargestArmyChanged {
        /// Who holds it now.
        seat: Seat,
        /// How many knights.
        knights: u8,
    },
    /// The game is over.
    GameEnded {
        /// Who won.
        winners: Vec<Seat>,
        /// Everybody's points, hidden ones included.
        points: BTreeMap<Seat, u8>,
    },
}

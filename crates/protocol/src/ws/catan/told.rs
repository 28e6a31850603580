//! What a page is told in Catan: one message for each thing that happened, and whose turn it is in the setup.
//!
//! What a viewer may not know is missing: the stolen card, the bought card. The mapping from the rules' events is beside
//! this in `tell`.
//!
//! Rules: docs/rules/catan.md §17.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Cards, Granted};
use crate::Seat;
use crate::catan::{CloseReason, DevCard, DraftPiece, EdgeId, HexId, Resource, VertexId};
use crate::table::PlayerId;
use crate::ws::Who;

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanTold")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanTold", optional_fields))]
pub enum Told {
    /// A roll for the first player.
    FirstPlayerRolled {
        /// Who rolled.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// The first die.
        dice1: u8,
        /// The second die.
        dice2: u8,
        /// Their sum.
        total: u8,
    },
    /// Several rolled the same highest sum and roll again.
    FirstPlayerTied {
        /// Who rolls again.
        players: Vec<Who>,
    },
    /// It is settled who begins.
    FirstPlayerChosen {
        /// Who begins.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
    },
    /// A settlement of the setup.
    SettlementPlaced {
        /// Where.
        vertex_id: VertexId,
        /// Whose.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// Whether it is the second one.
        is_second_settlement: bool,
        /// The cards that the second one brings; missing for the first.
        #[serde(skip_serializing_if = "Option::is_none")]
        resources_granted: Option<Vec<Granted>>,
    },
    /// A road of the setup.
    RoadPlaced {
        /// Where.
        edge_id: EdgeId,
        /// Whose.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
    },
    /// Whose turn it is in the setup.
    PlacementTurn {
        /// The place in the order of play.
        current_player_index: u8,
        /// The seat.
        current_seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        current_player_id: Option<PlayerId>,
        /// What is placed.
        phase: DraftPiece,
        /// 1 on the way out, 2 on the way back.
        round: u8,
        /// The turn of the draft, from 0.
        turn_number: u8,
    },
    /// The setup is over.
    SetupComplete {
        /// Who takes the first turn.
        next_seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        next_player_id: Option<PlayerId>,
    },
    /// A turn began.
    TurnChanged {
        /// Whose.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// Turns count from 1.
        turn: u32,
    },
    /// The roll of a turn.
    DiceRolled {
        /// Who rolled.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// The first die.
        dice1: u8,
        /// The second die.
        dice2: u8,
        /// Their sum.
        total: u8,
        /// What each seat got that got anything.
        resources_distributed: Vec<Receiver>,
        /// Whether it is a seven.
        robber_triggered: bool,
    },
    /// A seven: some owe cards.
    RobberTriggered {
        /// Who, and how many.
        must_discard_players: Vec<Debtor>,
    },
    /// Somebody paid.
    Discarded {
        /// Who.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// What, openly.
        resources: Cards,
        /// Who still owes.
        remaining: Vec<Who>,
        /// Whether nobody does.
        all_discards_done: bool,
    },
    /// The robber has to be moved.
    RobberMoveRequired {
        /// By whom.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
    },
    /// The robber was moved.
    RobberMoved {
        /// Where to.
        hex_id: HexId,
        /// By whom.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
    },
    /// There are several to steal from; a question to whoever moved the robber.
    StealRequired {
        /// Who chooses.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// From whom.
        candidates: Vec<Candidate>,
    },
    /// A card was stolen.
    Stolen {
        /// Who has it now.
        thief: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        thief_id: Option<PlayerId>,
        /// Who had it.
        victim: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        victim_id: Option<PlayerId>,
        /// Whether there was nobody else to choose.
        automatic: bool,
        /// Which card, for those who may know.
        #[serde(skip_serializing_if = "Option::is_none")]
        resource_type: Option<Resource>,
    },
    /// There was nobody to steal from.
    NoStealPossible {
        /// Who moved the robber.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
    },
    /// A road was built.
    RoadBuilt {
        /// Whose.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// Where.
        edge_id: EdgeId,
        /// Whether road building paid for it.
        free: bool,
    },
    /// A settlement was built.
    SettlementBuilt {
        /// Whose.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// Where.
        vertex_id: VertexId,
    },
    /// A city was built.
    CityBuilt {
        /// Whose.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// Where.
        vertex_id: VertexId,
    },
    /// A development card was bought.
    DevCardBought {
        /// By whom.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// Which, for those who may know.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<DevCard>,
    },
    /// A development card was played.
    DevCardPlayed {
        /// By whom.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// Which.
        card: DevCard,
    },
    /// What a monopoly brought.
    MonopolyExecuted {
        /// To whom.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// Of which kind.
        resource: Resource,
        /// From whom, and how many.
        taken: Vec<Giver>,
    },
    /// What a year of plenty brought.
    YearOfPlentyTaken {
        /// To whom.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// Which cards.
        resources: Cards,
    },
    /// A trade with the bank.
    BankTraded {
        /// By whom.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
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
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        from_id: Option<PlayerId>,
        /// To whom.
        to: Vec<Who>,
        /// What the offerer gives.
        give: Cards,
        /// What the offerer wants.
        receive: Cards,
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
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// How.
        accepted: bool,
    },
    /// An acceptor no longer holds the cards.
    AcceptanceWithdrawn {
        /// The offer's number.
        offer: u32,
        /// Whose acceptance.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
    },
    /// A trade was carried out.
    TradeExecuted {
        /// The offer's number.
        offer: u32,
        /// The offerer.
        from: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        from_id: Option<PlayerId>,
        /// The other side.
        with: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        with_id: Option<PlayerId>,
        /// What the offerer gave.
        give: Cards,
        /// What the offerer got.
        receive: Cards,
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
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// How long it is.
        length: u8,
    },
    /// The largest army went to somebody else.
    LargestArmyChanged {
        /// Who holds it now.
        seat: Seat,
        /// Who sits there.
        #[serde(skip_serializing_if = "Option::is_none")]
        player_id: Option<PlayerId>,
        /// How many knights.
        knights: u8,
    },
}

/// What one seat got.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanReceiver")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanReceiver", optional_fields))]
pub struct Receiver {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<PlayerId>,
    /// Which cards.
    pub resources: Cards,
}

/// Who owes cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanDebtor")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanDebtor", optional_fields))]
pub struct Debtor {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<PlayerId>,
    /// How many cards have to be discarded.
    pub target_count: u8,
}

/// Somebody to steal from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanCandidate")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanCandidate", optional_fields))]
pub struct Candidate {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<PlayerId>,
    /// How many cards there are to draw from.
    pub card_count: u8,
}

/// Who gave to a monopoly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanGiver")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanGiver", optional_fields))]
pub struct Giver {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<PlayerId>,
    /// How many cards.
    pub count: u8,
}

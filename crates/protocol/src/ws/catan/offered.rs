//! What a seat may do in Catan now, by type of command: places as lists, everything else described as briefly as it can be
//! without leaving a rule to the page.
//!
//! Rules: docs/rules/catan.md §5–§16.

use std::collections::BTreeMap;

use catan::{Action, Catan};
use game::{Game, Legal};
use schemars::JsonSchema;
use serde::Serialize;

use super::Cards;
use crate::Seat;
use crate::catan::{EdgeId, HexId, Resource, VertexId};
use crate::ws::Yes;

/// What the seat may do, by type of command.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanOffered")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanOffered", optional_fields))]
pub struct Offered {
    /// Where a settlement of the setup may stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place_settlement: Option<Vec<VertexId>>,
    /// Where its road may lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place_road: Option<Vec<EdgeId>>,
    /// The dice may be rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll_dice: Option<Yes>,
    /// Cards have to be discarded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discard: Option<Discard>,
    /// Where the robber may go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_robber: Option<Vec<HexId>>,
    /// From whom a card may be stolen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal: Option<Vec<Seat>>,
    /// Where a road may be built, paid or free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_road: Option<Vec<EdgeId>>,
    /// Where a settlement may be built.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_settlement: Option<Vec<VertexId>>,
    /// Which settlements may become cities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_city: Option<Vec<VertexId>>,
    /// A development card may be bought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buy_dev_card: Option<Yes>,
    /// A knight may be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play_knight: Option<Yes>,
    /// Road building may be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play_road_building: Option<Yes>,
    /// Road building may be ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_road_building: Option<Yes>,
    /// Year of plenty may be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play_year_of_plenty: Option<PlentyOf>,
    /// Monopoly may be played, for any of the five kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play_monopoly: Option<Yes>,
    /// A victory-point card may be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play_victory_point: Option<Yes>,
    /// The bank trades.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_trade: Option<BankTrades>,
    /// A trade may be offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer_trade: Option<Offering>,
    /// The offers that may be accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accept_trade: Option<Vec<u32>>,
    /// The offers that may be declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decline_trade: Option<Vec<u32>>,
    /// An accepted offer may be carried out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm_trade: Option<Confirmations>,
    /// The own offer that may be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel_trade: Option<u32>,
    /// The turn may be ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_turn: Option<Yes>,
}

/// Any of the seat's cards, exactly this many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanDiscard")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanDiscard"))]
pub struct Discard {
    /// How many cards.
    pub count: u8,
}

/// What a year of plenty may take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanPlentyOf")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanPlentyOf"))]
pub struct PlentyOf {
    /// How many cards: exactly this many.
    pub count: u8,
    /// At most so many of each kind.
    pub of: Cards,
}

/// What the bank trades: any of the kinds given for any other of the kinds received.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanBankTrades")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanBankTrades"))]
pub struct BankTrades {
    /// The kinds that may be given, and how many for one card.
    pub give: BTreeMap<Resource, u8>,
    /// The kinds that may be received.
    pub receive: Vec<Resource>,
}

/// Any of the seat's cards for any cards of other kinds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanOffering")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanOffering", optional_fields))]
pub struct Offering {
    /// Who may be addressed.
    pub to: Vec<Seat>,
    /// Whether some of them may be chosen; otherwise all are meant.
    pub some: bool,
    /// The number of the offer that may be countered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counters: Option<u32>,
    /// How many offers are left in this turn.
    pub left: u8,
}

/// With whom the own offer may be carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CatanConfirmations")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanConfirmations"))]
pub struct Confirmations {
    /// The offer's number.
    pub offer: u32,
    /// Who has accepted.
    pub with: Vec<Seat>,
}

impl Offered {
    pub(super) fn new(game: &Catan, seat: game::Seat) -> Option<Self> {
        let legal = game.legal(seat);
        let mut offered = Self {
            discard: legal.discard_owed().map(|count| Discard { count }),
            offer_trade: legal.offering().map(|offering| Offering {
                to: Seat::list(offering.to),
                some: offering.chooses,
                counters: offering.counters,
                left: offering.left,
            }),
            ..Self::default()
        };
        let rates = game.rates(seat);
        for action in legal.iter() {
            offered.add(action, rates);
        }
        (offered != Self::default()).then_some(offered)
    }

    fn add(&mut self, action: Action, rates: catan::Hand) {
        match action {
            Action::PlaceSettlement(vertex) => push(&mut self.place_settlement, vertex),
            Action::PlaceRoad(edge) => push(&mut self.place_road, edge),
            Action::RollDice => self.roll_dice = Some(Yes),
            Action::MoveRobber(hex) => push(&mut self.move_robber, hex),
            Action::Steal(victim) => push(&mut self.steal, victim),
            Action::BuildRoad(edge) => push(&mut self.build_road, edge),
            Action::BuildSettlement(vertex) => push(&mut self.build_settlement, vertex),
            Action::BuildCity(vertex) => push(&mut self.build_city, vertex),
            Action::BuyDevCard => self.buy_dev_card = Some(Yes),
            Action::PlayKnight => self.play_knight = Some(Yes),
            Action::PlayRoadBuilding => self.play_road_building = Some(Yes),
            Action::EndRoadBuilding => self.end_road_building = Some(Yes),
            Action::PlayYearOfPlenty(plenty) => self.add_plenty(plenty.hand()),
            Action::PlayMonopoly(_) => self.play_monopoly = Some(Yes),
            Action::PlayVictoryPoint => self.play_victory_point = Some(Yes),
            Action::BankTrade { give, receive } => {
                let empty = || BankTrades { give: BTreeMap::new(), receive: Vec::new() };
                let trades = self.bank_trade.get_or_insert_with(empty);
                trades.give.insert(give.into(), rates.get(give));
                let receive = receive.into();
                if let Err(place) = trades.receive.binary_search(&receive) {
                    trades.receive.insert(place, receive);
                }
            }
            Action::AcceptTrade { offer } => push(&mut self.accept_trade, offer),
            Action::DeclineTrade { offer } => push(&mut self.decline_trade, offer),
            Action::ConfirmTrade { offer, with } => {
                let nobody = || Confirmations { offer, with: Vec::new() };
                self.confirm_trade.get_or_insert_with(nobody).with.push(with.into());
            }
            Action::CancelTrade { offer } => self.cancel_trade = Some(offer),
            Action::EndTurn => self.end_turn = Some(Yes),
            // Never listed: both are described.
            Action::Discard(_) | Action::OfferTrade(_) => {}
        }
    }

    /// Of each kind, the most that any choice takes; the choices are all that stay within these.
    fn add_plenty(&mut self, cards: catan::Hand) {
        let nothing = || PlentyOf { count: cards.total() as u8, of: Cards::default() };
        let Cards(most) = &mut self.play_year_of_plenty.get_or_insert_with(nothing).of;
        for (kind, count) in Cards::from(cards).0 {
            let known = most.entry(kind).or_insert(0);
            *known = count.max(*known);
        }
    }
}

fn push<T: From<S>, S>(list: &mut Option<Vec<T>>, item: S) {
    list.get_or_insert_with(Vec::new).push(item.into());
}

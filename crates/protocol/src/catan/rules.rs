//! The rules of a table: whole in states and views, a profile with changes in requests.
//!
//! Rules: docs/rules/catan.md §1.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BoardKind, DevCardsPerTurn, FirstPlayer, Profile, VictoryPointCards};
use crate::{Choice, Nullable};

/// The rules of a table, all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanRules")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanRules"))]
pub struct Rules {
    /// The profile this started from.
    pub profile: Profile,
    /// Points that win the game: 3–20.
    pub points_to_win: u8,
    /// A seven makes everybody with at least this many cards discard: 7–20.
    pub discard_from: u8,
    /// Whether the robber may be "moved" to the hex it stands on.
    pub robber_may_stay: bool,
    /// The most cards a Monopoly takes from each player; null takes all.
    pub monopoly_cap: Option<u8>,
    /// How many development cards may be played in a turn.
    pub dev_cards_per_turn: DevCardsPerTurn,
    /// The most roads that may be bought in a turn; null has no limit.
    pub paid_roads_per_turn: Option<u8>,
    /// How victory-point cards count.
    pub victory_point_cards: VictoryPointCards,
    /// Who begins.
    pub first_player: FirstPlayer,
    /// How the board is made when none is given.
    pub board: BoardKind,
    /// Whether everybody sees everybody's resource cards.
    pub hands_open: bool,
    /// The most trade offers a seat may make in a turn.
    pub offers_per_turn: u8,
}

/// A profile with changes; what is missing is as the profile has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schemars(rename = "CatanOverrides")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CatanOverrides", optional_fields))]
pub struct Overrides {
    /// Where to start from; `official` if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// Points that win the game: 3–20.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_to_win: Option<u8>,
    /// A seven makes everybody with at least this many cards discard: 7–20.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discard_from: Option<u8>,
    /// Whether the robber may be "moved" to the hex it stands on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robber_may_stay: Option<bool>,
    /// The most cards a Monopoly takes from each player; null takes all.
    #[serde(deserialize_with = "Nullable::read", skip_serializing_if = "Option::is_none")]
    pub monopoly_cap: Option<Nullable<u8>>,
    /// How many development cards may be played in a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dev_cards_per_turn: Option<DevCardsPerTurn>,
    /// The most roads that may be bought in a turn; null has no limit.
    #[serde(deserialize_with = "Nullable::read", skip_serializing_if = "Option::is_none")]
    pub paid_roads_per_turn: Option<Nullable<u8>>,
    /// How victory-point cards count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub victory_point_cards: Option<VictoryPointCards>,
    /// Who begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_player: Option<FirstPlayer>,
    /// How the board is made when none is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardKind>,
    /// Whether everybody sees everybody's resource cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands_open: Option<bool>,
    /// The most trade offers a seat may make in a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offers_per_turn: Option<u8>,
}

/// A profile's name, or a profile with changes.
pub type RulesChoice = Choice<Profile, Overrides>;

impl From<catan::Rules> for Rules {
    fn from(rules: catan::Rules) -> Self {
        Self {
            profile: rules.profile.into(),
            points_to_win: rules.points_to_win,
            discard_from: rules.discard_from,
            robber_may_stay: rules.robber_may_stay,
            monopoly_cap: rules.monopoly_cap,
            dev_cards_per_turn: rules.dev_cards_per_turn.into(),
            paid_roads_per_turn: rules.paid_roads_per_turn,
            victory_point_cards: rules.victory_point_cards.into(),
            first_player: rules.first_player.into(),
            board: rules.board.into(),
            hands_open: rules.hands_open,
            offers_per_turn: rules.offers_per_turn,
        }
    }
}

impl From<Rules> for catan::Rules {
    fn from(rules: Rules) -> Self {
        Self {
            profile: rules.profile.into(),
            points_to_win: rules.points_to_win,
            discard_from: rules.discard_from,
            robber_may_stay: rules.robber_may_stay,
            monopoly_cap: rules.monopoly_cap,
            dev_cards_per_turn: rules.dev_cards_per_turn.into(),
            paid_roads_per_turn: rules.paid_roads_per_turn,
            victory_point_cards: rules.victory_point_cards.into(),
            first_player: rules.first_player.into(),
            board: rules.board.into(),
            hands_open: rules.hands_open,
            offers_per_turn: rules.offers_per_turn,
        }
    }
}

impl From<Rules> for Overrides {
    fn from(rules: Rules) -> Self {
        Self {
            profile: Some(rules.profile),
            points_to_win: Some(rules.points_to_win),
            discard_from: Some(rules.discard_from),
            robber_may_stay: Some(rules.robber_may_stay),
            monopoly_cap: Some(Nullable(rules.monopoly_cap)),
            dev_cards_per_turn: Some(rules.dev_cards_per_turn),
            paid_roads_per_turn: Some(Nullable(rules.paid_roads_per_turn)),
            victory_point_cards: Some(rules.victory_point_cards),
            first_player: Some(rules.first_player),
            board: Some(rules.board),
            hands_open: Some(rules.hands_open),
            offers_per_turn: Some(rules.offers_per_turn),
        }
    }
}

impl Overrides {
    /// The rules that are meant; ranges are for the rules crate to check.
    #[must_use]
    pub fn resolve(&self) -> catan::Rules {
        let base = catan::Profile::from(self.profile.unwrap_or(Profile::Official)).rules();
        catan::Rules {
            profile: base.profile,
            points_to_win: self.points_to_win.unwrap_or(base.points_to_win),
            discard_from: self.discard_from.unwrap_or(base.discard_from),
            robber_may_stay: self.robber_may_stay.unwrap_or(base.robber_may_stay),
            monopoly_cap: self.monopoly_cap.map_or(base.monopoly_cap, |cap| cap.0),
            dev_cards_per_turn: self.dev_cards_per_turn.map_or(base.dev_cards_per_turn, Into::into),
            paid_roads_per_turn: self.paid_roads_per_turn.map_or(base.paid_roads_per_turn, |limit| limit.0),
            victory_point_cards: self.victory_point_cards.map_or(base.victory_point_cards, Into::into),
            first_player: self.first_player.map_or(base.first_player, Into::into),
            board: self.board.map_or(base.board, Into::into),
            hands_open: self.hands_open.unwrap_or(base.hands_open),
            offers_per_turn: self.offers_per_turn.unwrap_or(base.offers_per_turn),
        }
    }
}

/// The rules that are meant; without a word, `official`.
#[must_use]
pub(super) fn resolve(choice: Option<&RulesChoice>) -> catan::Rules {
    match choice {
        None => catan::Rules::default(),
        Some(Choice::Named(profile)) => catan::Profile::from(*profile).rules(),
        Some(Choice::Described(overrides)) => overrides.resolve(),
    }
}

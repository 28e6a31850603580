//! What a seat may do in Kniffel now.
//!
//! Rules: docs/rules/kniffel.md §4–§6, §10.2.

use std::collections::BTreeMap;

use game::{Game, Legal, Seat};
use kniffel::{Action, Keep, Kniffel, Phase};
use schemars::JsonSchema;
use serde::Serialize;

use crate::kniffel::Category;

/// What the seat may do, by type of command.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "KniffelOffered")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "KniffelOffered", optional_fields))]
pub struct Offered {
    /// Rolling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll_dice: Option<Roll>,
    /// The boxes that may be filled, with the points that each would get.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choose_category: Option<BTreeMap<Category, u8>>,
}

/// How the dice may be rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "KniffelRoll")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "KniffelRoll"))]
pub struct Roll {
    /// Whether dice may be kept: any of them, or none.
    pub keep: bool,
}

impl Offered {
    pub(super) fn new(game: &Kniffel, seat: Seat) -> Option<Self> {
        let legal = game.legal(seat);
        let may_roll = |kept| legal.contains(&Action::RollDice { kept });
        let roll_dice = may_roll(Keep::NONE).then(|| Roll { keep: may_roll(Keep::ALL) });
        let choose_category = match (game.phase(), game.sheets().get(seat.index())) {
            (Phase::Rolling { dice, .. }, Some(sheet)) if !legal.categories().is_empty() => {
                let categories =
                    kniffel::Category::ALL.into_iter().filter(|&c| legal.categories().contains(c));
                let points = |category| sheet.entry(dice, category, game.rules()).points;
                Some(categories.map(|category| (category.into(), points(category))).collect())
            }
            (Phase::Waiting { .. } | Phase::Rolling { .. } | Phase::Ended { .. }, _) => None,
        };
        let offered = Self { roll_dice, choose_category };
        (offered != Self::default()).then_some(offered)
    }
}

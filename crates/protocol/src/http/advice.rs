//! Advice for Kniffel from the exact solution: what everything that may be done is worth.
//!
//! A *worth* is the mean of the final total under the best play afterwards, so that it can be compared with the sheet. Who asks says
//! which sheet and which dice; nothing of any table is looked at, so that nothing of it can be told.

use std::collections::BTreeMap;

use kniffel::{
    Dice, EXTRA_KNIFFEL, Kniffel, PhaseName, ROLLS, Raw, RawPlayer, Sheet, UPPER_BONUS, UPPER_GOAL,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kniffel::{Category, RulesChoice, Start};

/// Asks for advice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct AdviceRequest {
    /// The rules, as in the table's settings; `default` if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesChoice>,
    /// 1 to 256 positions.
    pub positions: Vec<AdvicePosition>,
    /// Whether to say how likely every band of final totals is; for a single position only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub outlook: bool,
}

/// A player's position: the sheet as the view shows it, and the dice on the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct AdvicePosition {
    /// The points in each box that is filled; at least one box is free.
    pub scores: BTreeMap<Category, u16>,
    /// How many further Kniffels brought 50 points each.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub extra_kniffels: u8,
    /// The dice as they lie; not needed before the first roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<[u8; 5]>,
    /// How often the dice may still be rolled: 3 before the first roll, 0 to 2 with dice on the table.
    pub rolls_remaining: u8,
}

impl AdviceRequest {
    /// The rules, with nothing left open.
    #[must_use]
    pub fn whole_rules(&self) -> kniffel::Rules {
        Start { rules: self.rules }.whole_rules()
    }
}

impl AdvicePosition {
    /// The sheet and the dice, if a game by these rules can come to them.
    ///
    /// # Errors
    /// What is wrong, as a sentence.
    pub fn read(&self, rules: kniffel::Rules) -> Result<(Sheet, Dice), String> {
        let faces = match self.dice {
            Some(dice) => dice,
            None if self.rolls_remaining == ROLLS => Dice::PLACEHOLDER.faces(),
            None => return Err("dice are missing".to_owned()),
        };
        let dice = Dice::new(faces).ok_or("a die shows 1 to 6")?;
        let scores = kniffel::Category::ALL.map(|category| self.scores.get(&category.into()).copied());
        let sum =
            |boxes: &[Option<u16>]| boxes.iter().flatten().map(|points| u32::from(*points)).sum::<u32>();
        let (upper, lower) = scores.split_at(6);
        let upper_sum = sum(upper);
        let upper_bonus = if upper_sum >= UPPER_GOAL.into() { UPPER_BONUS.into() } else { 0 };
        let extra = u32::from(self.extra_kniffels) * u32::from(EXTRA_KNIFFEL);
        let total = upper_sum + u32::from(upper_bonus) + sum(lower) + extra;
        let short = |points: u32| u16::try_from(points).map_err(|_| "nobody has so many points");
        let player = RawPlayer {
            is_ready: true,
            is_connected: true,
            scores,
            extra_kniffels: self.extra_kniffels,
            upper_sum: short(upper_sum)?,
            upper_bonus,
            total: short(total)?,
        };
        let round = self.scores.len() as u8 + 1;
        let dice_before = if round == 1 && self.rolls_remaining == ROLLS { Dice::PLACEHOLDER } else { dice };
        let raw = Raw {
            rules,
            phase: PhaseName::Rolling,
            round,
            current_player_index: 0,
            dice: dice_before.faces(),
            kept_dice: [false; 5],
            rolls_remaining: self.rolls_remaining,
            players: vec![player],
            winners: vec![],
        };
        let game = Kniffel::try_from_raw(&raw)
            .map_err(|faults| faults.first().map_or_else(String::new, ToString::to_string))?;
        let sheet = game.sheets().first().copied().ok_or("there is no sheet")?;
        Ok((sheet, dice))
    }
}

/// Advice for every position, in the order asked.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct AdviceAnswer {
    /// The advice.
    pub advice: Vec<Advice>,
    /// How likely each band of final totals is, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlook: Option<Vec<OutlookBand>>,
}

/// Advice for one position.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Advice {
    /// The mean of the final total under the best play.
    pub value: f64,
    /// What to do to have it.
    pub best: AdviceChoice,
    /// What each box that may be filled now is worth; none before the first roll.
    pub categories: BTreeMap<Category, f64>,
    /// What each set of kept dice is worth, by its number: the sum of 1, 2, 4, 8 and 16 for the first to the fifth die. Before the
    /// first roll only number 0, without a roll left nothing.
    pub keeps: Vec<f64>,
}

/// Something that may be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum AdviceChoice {
    /// Throw what is not kept.
    RollDice {
        /// Which of the five stay.
        kept_dice: [bool; 5],
    },
    /// Fill a box.
    ChooseCategory {
        /// Which.
        category: Category,
    },
}

/// How likely it is that the final total lies in a band.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct OutlookBand {
    /// The lowest total of the band.
    pub from: u16,
    /// The highest; missing for the last band, which has no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u16>,
    /// From 0 to 1.
    pub chance: f64,
}

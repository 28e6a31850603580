//! What a player's page sends in Kniffel. Holding dice for others to see is no move and not among these.
//!
//! Rules: docs/rules/kniffel.md §4, §5.

use crate::kniffel::Category;
use crate::tagged::tagged;

tagged! {
    /// What a player's page sends.
    #[schemars(rename = "KniffelCommand")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "KniffelCommand"))]
    pub enum Command by "type" {
        /// Throws the dice that are not kept.
        RollDice {
            /// Whether each die stays as it lies.
            kept_dice: [bool; 5],
        },
        /// Scores the dice and ends the turn.
        ChooseCategory {
            /// The box to fill.
            category: Category,
        },
    }
}

impl Command {
    /// The command whose one writing this is; most frames that a server of Kniffel gets are such.
    pub(super) fn heard(contents: &str) -> Option<Self> {
        if let Some(fields) = contents.strip_prefix(r#"{"keptDice":["#) {
            let mut dice = fields.strip_suffix(r#"],"type":"roll_dice"}"#)?.split(',');
            let mut kept_dice = [false; 5];
            for kept in &mut kept_dice {
                *kept = match dice.next()? {
                    "true" => true,
                    "false" => false,
                    _ => return None,
                };
            }
            return dice.next().is_none().then_some(Self::RollDice { kept_dice });
        }
        let category = contents.strip_prefix(r#"{"category":""#)?;
        let category = category.strip_suffix(r#"","type":"choose_category"}"#)?;
        Some(Self::ChooseCategory { category: kniffel::Category::from_name(category)?.into() })
    }
}

impl From<&Command> for kniffel::Action {
    fn from(command: &Command) -> Self {
        match *command {
            Command::RollDice { kept_dice } => Self::RollDice { kept: kept_dice.into() },
            Command::ChooseCategory { category } => Self::ChooseCategory { category: category.into() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ws::session::Frame;

    #[test]
    fn what_is_heard_is_what_would_be_read() {
        let rolls = kniffel::Keep::COUNT;
        let keeps = (0..rolls).filter_map(kniffel::Keep::from_number).map(kniffel::Keep::to_array);
        let rolls = keeps.map(|kept_dice| Command::RollDice { kept_dice });
        let choices = kniffel::Category::ALL.map(|one| Command::ChooseCategory { category: one.into() });
        let mut heard = 0;
        for command in rolls.chain(choices) {
            let text = serde_json::to_string(&command).unwrap();
            let frame = Frame::parse(&text).unwrap();
            assert_eq!(frame.plain().and_then(Command::heard), Some(command.clone()), "{text}");
            assert_eq!(frame.read(), Ok(command));
            // One letter less or more is another message, and mostly none at all.
            for place in 0..text.len() {
                let (before, behind) = text.split_at(place);
                for other in ["", ",", "true", "\"", "s", "[", "]", "}", "1"]
                    .map(|new| format!("{before}{new}{}", &behind[1..]))
                {
                    let Ok(frame) = Frame::parse(&other) else { continue };
                    let Some(command) = frame.plain().and_then(Command::heard) else { continue };
                    assert_eq!(frame.read(), Ok(command), "{other}");
                    heard += 1;
                }
            }
        }
        assert!(heard > 0, "{heard}");
    }
}

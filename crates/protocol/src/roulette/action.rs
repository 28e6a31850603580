//! What a seat asks for at the roulette table, and what luck decides.
//!
//! Rules: docs/rules/roulette.md §5–§7.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::BetType;
use super::bet::numbers;
use crate::tagged::tagged;
use crate::{Failure, Whole};

tagged! {
    /// What a seat asks for.
    #[schemars(rename = "RouletteAction")]
    pub enum Action by "type" {
        /// Puts chips on a bet, or more chips on the same bet.
        PlaceBet {
            /// The kind of bet.
            bet_type: BetType,
            /// The numbers in any order; missing or empty where the kind alone, or the identifier, names the bet.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            numbers: Vec<Whole>,
            /// Which dozen or column, 1 to 3, instead of its numbers.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            identifier: Option<Whole>,
            /// How many chips.
            amount: Whole,
        },
        /// Takes a bet back.
        RemoveBet {
            /// Its place in the order of the player's bets, from 0.
            bet_index: u32,
        },
        /// Closes the bets and spins the wheel.
        Spin {},
        /// Pays the bets: the table, when the ball has come to rest.
        Settle {},
        /// Ends the round: the table, when everybody is paid.
        EndRound {},
        /// Clears the bets and opens the betting.
        NextRound {},
        /// Ends the game.
        Close {},
        /// Sits down in an empty seat.
        PlayerJoin {
            /// How the player is called; after the seat if missing.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            display_name: Option<String>,
        },
        /// Gets up and takes the chips along.
        PlayerLeave {},
        /// The connection to the player is lost.
        PlayerDisconnect {},
        /// The player is back.
        PlayerReconnect {},
    }
}

/// Where the ball comes to rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RouletteOutcome")]
pub struct Outcome {
    /// 0 to 36.
    pub winning_number: u8,
}

impl Action {
    /// A bet that is not on the layout, an amount that is none and a name that nobody can have are for the rules to
    /// refuse: they have the sentences.
    pub(super) fn to_rules(&self) -> Result<roulette::Action, Failure> {
        use roulette::Action as To;
        Ok(match self {
            Self::PlaceBet { bet_type, numbers, identifier, amount } => {
                let named = roulette::NamedBet {
                    kind: (*bet_type).into(),
                    numbers: numbers.iter().map(|number| number.get()).collect(),
                    identifier: identifier.map(Whole::get),
                    amount: amount.get(),
                };
                named.place().map_err(Failure::illegal)?
            }
            Self::RemoveBet { bet_index } => To::RemoveBet { index: *bet_index },
            Self::Spin {} => To::Spin,
            Self::Settle {} => To::Settle,
            Self::EndRound {} => To::EndRound,
            Self::NextRound {} => To::NextRound,
            Self::Close {} => To::Close,
            Self::PlayerJoin { display_name } => {
                let name = display_name.as_deref().map(roulette::Name::new);
                To::Join { name: name.transpose().map_err(Failure::illegal)? }
            }
            Self::PlayerLeave {} => To::Leave,
            Self::PlayerDisconnect {} => To::Disconnect,
            Self::PlayerReconnect {} => To::Reconnect,
        })
    }
}

impl From<&roulette::Action> for Action {
    fn from(action: &roulette::Action) -> Self {
        use roulette::Action as From;
        match action {
            From::PlaceBet { bet, amount } => Self::PlaceBet {
                bet_type: bet.kind().into(),
                numbers: numbers(*bet),
                identifier: None,
                amount: (*amount).into(),
            },
            From::RemoveBet { index } => Self::RemoveBet { bet_index: *index },
            From::Spin => Self::Spin {},
            From::Settle => Self::Settle {},
            From::EndRound => Self::EndRound {},
            From::NextRound => Self::NextRound {},
            From::Close => Self::Close {},
            From::Join { name } => {
                Self::PlayerJoin { display_name: name.as_ref().map(|name| name.as_str().to_owned()) }
            }
            From::Leave => Self::PlayerLeave {},
            From::Disconnect => Self::PlayerDisconnect {},
            From::Reconnect => Self::PlayerReconnect {},
        }
    }
}

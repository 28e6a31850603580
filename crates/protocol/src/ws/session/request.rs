//! What a page may ask of a table, whatever is played on it.

use crate::table::{Bytes32, Color, PlayerId, TableId, Topic};
use crate::tagged::tagged;
use crate::{Json, Seat, Whole};

tagged! {
    /// What a page asks of a table.
    #[schemars(rename = "SessionRequest")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SessionRequest", optional_fields))]
    pub enum Request by "type" {
        /// Comes to a table; always the first message.
        JoinTable {
            /// Which.
            table_id: TableId,
            /// The last event that this page has seen, to be told what it missed.
            #[serde(skip_serializing_if = "Option::is_none")]
            last_seq: Option<Whole>,
            /// Whether only to watch. Who has a seat keeps it.
            #[serde(skip_serializing_if = "Option::is_none")]
            as_spectator: Option<bool>,
        },
        /// Sits down.
        Sit {
            /// Where; anywhere if missing.
            #[serde(skip_serializing_if = "Option::is_none")]
            seat: Option<Seat>,
        },
        /// Gets up.
        Stand {},
        /// Leaves the table. In a running game the seat is kept.
        LeaveTable {},
        /// Leaves the seat to a bot for good.
        GiveUpSeat {},
        /// Is ready, or no longer.
        ToggleReady {},
        /// Wants to play again, or no longer.
        RequestRematch {},
        /// Stops the game.
        Pause {},
        /// Lets it go on.
        Resume {},
        /// Changes settings (host).
        SetOptions {
            /// Those that change.
            options: Json,
        },
        /// Begins (host).
        Start {},
        /// Takes somebody's seat away (host).
        Kick {
            /// Whose.
            player_id: PlayerId,
        },
        /// Makes somebody host (host).
        TransferHost {
            /// Whom.
            player_id: PlayerId,
        },
        /// Votes.
        Vote {
            /// On what.
            topic: Topic,
            /// How.
            yes: bool,
        },
        /// Wants to be called differently.
        ChangeName {
            /// How.
            name: String,
        },
        /// Wants another color.
        ChangeColor {
            /// Which.
            color: Color,
        },
        /// Puts a bot into a free seat (host).
        AddBot {
            /// Its level.
            bot: String,
        },
        /// Frees a seat (host).
        RemoveSeat {
            /// Which.
            seat: Seat,
        },
        /// Commits to a seed.
        CommitSeed {
            /// Its hash (docs/fairness.md §13).
            commitment: Bytes32,
        },
        /// Reveals the seed.
        RevealSeed {
            /// The seed.
            seed: Bytes32,
        },
        /// Says something.
        Chat {
            /// At most 500 characters.
            text: String,
        },
        /// Wants the whole view.
        GetView {},
        /// Wants to know whether anybody is there.
        Ping {},
        /// Shows the others which dice are being held (Kniffel); not stored.
        HoldDice {
            /// Which of the five.
            kept_dice: [bool; 5],
        },
    }
}

impl Request {
    /// Every type.
    pub const TYPES: [&'static str; 24] = [
        "join_table",
        "sit",
        "stand",
        "leave_table",
        "give_up_seat",
        "toggle_ready",
        "request_rematch",
        "pause",
        "resume",
        "set_options",
        "start",
        "kick",
        "transfer_host",
        "vote",
        "change_name",
        "change_color",
        "add_bot",
        "remove_seat",
        "commit_seed",
        "reveal_seed",
        "chat",
        "get_view",
        "ping",
        "hold_dice",
    ];

    /// Whether a message of this type needs no id: it changes nothing that is kept.
    #[must_use]
    pub fn needs_no_id(kind: &str) -> bool {
        matches!(kind, "ping" | "get_view" | "hold_dice")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn what_a_page_writes_is_read_and_nothing_else() {
        let read = |text: &str| read::<Request>(&Json::parse(text).unwrap());
        assert_eq!(read(r#"{"type":"sit"}"#).unwrap(), Request::Sit { seat: None });
        assert_eq!(read(r#"{"type":"sit","seat":3}"#).unwrap(), Request::Sit { seat: Some(Seat(3)) });
        assert_eq!(
            read(r#"{"type":"vote","topic":"abort","yes":true}"#).unwrap(),
            Request::Vote { topic: Topic::Abort, yes: true }
        );
        for wrong in [
            r#"{"type":"sit","seat":-1}"#,
            r#"{"type":"sit","seat":1.5}"#,
            r#"{"type":"sit","chair":1}"#,
            r#"{"type":"stand","seat":1}"#,
            r#"{"type":"kick"}"#,
            r#"{"type":"kick","playerId":"x"}"#,
            r#"{"type":"fly"}"#,
            r#"{"type":"commit_seed","commitment":"00"}"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}

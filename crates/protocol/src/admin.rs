//! What the host of a server may ask of it while it runs: a line of JSON to a socket in the data folder, a line back.
//!
//! The *host* is whoever may read and write that folder. Nothing of this is reachable over the network. Players are named by id or, where
//! it is clear who is meant, by name; tables by id or code.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use crate::http::Problem;
use crate::table::{PlayerId, TableId};

/// Something that the host wants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Request {
    /// The tables that there are.
    Tables {
        /// Closed ones too.
        closed: bool,
    },
    /// Closes a table; a running game is broken off and stakes go back.
    CloseTable {
        /// Which.
        table: String,
    },
    /// Players whose name contains a text; all if it is empty.
    Players {
        /// The text.
        text: String,
    },
    /// What a player says is refused.
    Mute {
        /// Who.
        player: String,
    },
    /// A player may speak again.
    Unmute {
        /// Who.
        player: String,
    },
    /// A player is put out and kept out.
    Ban {
        /// Who.
        player: String,
    },
    /// A player may come in again.
    Unban {
        /// Who.
        player: String,
    },
    /// Nobody may come from an address.
    BanAddress {
        /// From where.
        address: IpAddr,
    },
    /// People may come from an address again.
    UnbanAddress {
        /// From where.
        address: IpAddr,
    },
    /// Who is muted or banned.
    Bans {},
    /// A new token in place of all that a player has.
    ResetToken {
        /// Whose.
        player: String,
    },
    /// All that the server knows about a player.
    Export {
        /// Whose.
        player: String,
    },
    /// Forgets who a player was.
    Delete {
        /// Who.
        player: String,
    },
    /// Makes an invitation.
    Invite {
        /// How many may come in with it.
        uses: u32,
        /// For how many days; for ever if missing.
        days: Option<u32>,
        /// Whom it is for.
        note: String,
    },
    /// All invitations.
    Invites {},
    /// Takes an invitation back.
    Withdraw {
        /// Its code.
        code: String,
    },
}

/// What the server answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Answer {
    /// Tables.
    Tables {
        /// Those that there are.
        tables: Vec<HostedTable>,
    },
    /// Players.
    Players {
        /// Those who were found, the last seen first.
        players: Vec<KnownPlayer>,
        /// Whether there are more.
        more: bool,
    },
    /// Who is muted or banned.
    Bans {
        /// Players.
        players: Vec<KnownPlayer>,
        /// Addresses.
        addresses: Vec<IpAddr>,
    },
    /// It was done to a table.
    Table {
        /// Which.
        table_id: TableId,
    },
    /// It was done to a player.
    Player {
        /// How the player is now.
        player: KnownPlayer,
        /// How many sockets were cut.
        sockets: u32,
    },
    /// It was done to an address.
    Address {
        /// Which.
        address: IpAddr,
        /// How many sockets were cut.
        sockets: u32,
    },
    /// A player has a new token.
    Token {
        /// Who.
        player: KnownPlayer,
        /// The new one; shown this once.
        token: String,
        /// A code with which a browser becomes a device of the player, as from another device.
        code: String,
        /// Until when it is good, in milliseconds since 1970.
        code_until: i64,
        /// How many there were before.
        revoked: u32,
    },
    /// All that the server knows about a player.
    Export(Box<Export>),
    /// A player is forgotten.
    Deleted {
        /// Who it was.
        player_id: PlayerId,
        /// From how many tables the name was taken.
        tables: u32,
        /// Tables whose log cannot be read, and which may still hold the name.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unreadable: Vec<String>,
    },
    /// Invitations.
    Invites {
        /// Those that there are, or the one that was made.
        invites: Vec<Invite>,
        /// Whether one is needed.
        needed: bool,
    },
    /// An invitation is no longer good.
    Withdrawn {
        /// Its code.
        code: String,
    },
    /// It was not done.
    Refused {
        /// Why.
        problem: Problem,
    },
}

/// A table as its host sees it. What is in the cards is not for the host either.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HostedTable {
    /// Which.
    pub table_id: TableId,
    /// Its code, while it is open.
    pub code: Option<String>,
    /// What is played.
    pub game: String,
    /// Where it stands: open, running, finished, closed.
    pub status: String,
    /// Whether the lobby lists it.
    pub public: bool,
    /// Who sits there.
    pub players: Vec<String>,
    /// How many seats it has.
    pub seats: u16,
    /// How many of them bots hold.
    pub bots: u16,
    /// How many entries its log has.
    pub entries: u64,
    /// When it was opened, in milliseconds since 1970.
    pub created_at: i64,
    /// When its row last changed, in milliseconds since 1970.
    pub changed_at: i64,
}

/// A player as the host sees one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KnownPlayer {
    /// Who.
    pub player_id: PlayerId,
    /// How they are called.
    pub name: String,
    /// Since when they are known, in milliseconds since 1970.
    pub created_at: i64,
    /// When they were last here, in milliseconds since 1970.
    pub seen_at: i64,
    /// Whether what they say is refused.
    pub muted: bool,
    /// Whether they are kept out.
    pub banned: bool,
}

/// A code that lets people in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Invite {
    /// What has to be typed in.
    pub code: String,
    /// A link that does so, if the server knows its address.
    pub link: Option<String>,
    /// Whom it is for.
    pub note: String,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// Until when it is good, in milliseconds since 1970.
    pub until: Option<i64>,
    /// How many may still come in with it.
    pub uses: u32,
}

/// All that the server knows about a player. Tokens are known to nobody but their holder: of them only times are told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Export {
    /// Who, and since when.
    pub player: KnownPlayer,
    /// Chips on the account.
    pub chips: i64,
    /// Devices, by when they came and were last here.
    pub devices: Vec<ExportedDevice>,
    /// Finished games, the last first.
    pub games: Vec<ExportedGame>,
    /// How dice and ball fell.
    pub rolls: Vec<ExportedRoll>,
    /// Chips that moved, the last first.
    pub transfers: Vec<ExportedTransfer>,
    /// What was said.
    pub chat: Vec<ExportedLine>,
    /// Tables whose log has something of this player.
    pub tables: Vec<TableId>,
}

/// A device of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportedDevice {
    /// When it got its token.
    pub created_at: i64,
    /// When it was last here.
    pub used_at: i64,
}

/// A finished game of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportedGame {
    /// What was played.
    pub game: String,
    /// At which table.
    pub table_id: String,
    /// The how manieth game there.
    pub number: u32,
    /// On which seat.
    pub seat: u8,
    /// With how many points or chips.
    pub score: i64,
    /// Whether it was won.
    pub won: bool,
    /// When it ended.
    pub at: i64,
}

/// How often a value came up for a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportedRoll {
    /// In which game.
    pub game: String,
    /// Which value.
    pub value: u8,
    /// How often.
    pub times: u64,
}

/// Chips that a player gave or got.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportedTransfer {
    /// When.
    pub at: i64,
    /// From whom.
    pub from: String,
    /// To whom.
    pub to: String,
    /// How many.
    pub amount: u64,
    /// What for.
    pub reason: String,
}

/// Something that a player said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportedLine {
    /// Where.
    pub table_id: String,
    /// When.
    pub at: i64,
    /// What.
    pub text: String,
}

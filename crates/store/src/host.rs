//! What the host of a server decides about people, and what is needed to forget somebody.
//!
//! To *erase* a player takes away everything that says who it was: name, tokens, what was said, statistics. The row, the account and
//! the entries of logs stay, under a name that means nobody, so that chips add up and games can be checked as before
//! (`docs/storage.md` §11).

use std::borrow::Cow;

use crate::id::{PlayerId, TableId};

/// A code that lets people in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invite {
    /// What has to be typed in.
    pub code: String,
    /// Whom it is for, in the host's words.
    pub note: String,
    /// When it was made, in milliseconds since 1970.
    pub created_at_ms: i64,
    /// Until when it is good, in milliseconds since 1970; for ever if missing.
    pub until_ms: Option<i64>,
    /// How often it can still be used.
    pub uses: u32,
}

/// An address from which nobody may come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BannedAddress {
    /// The address, as text.
    pub address: String,
    /// Since when, in milliseconds since 1970.
    pub at_ms: i64,
}

/// When a device of a player came and was last here. Which token it has is not told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceTimes {
    /// When it got its token, in milliseconds since 1970.
    pub created_at_ms: i64,
    /// When it was last here, in milliseconds since 1970.
    pub used_at_ms: i64,
}

/// A player to be forgotten.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Erasure {
    /// Who.
    pub player: PlayerId,
    /// The name that stands there instead.
    pub name: Cow<'static, str>,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The tables whose logs name the player, without that name.
    pub tables: Vec<Rewriting>,
}

/// A table in whose log somebody is no longer named. Its snapshot goes, and whoever owned it does so no longer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rewriting {
    /// Which table.
    pub table: TableId,
    /// The number of the last entry as the caller has read it; the log must not have grown since.
    pub head: u64,
    /// Entries by number, with what stands in them from now on.
    pub entries: Vec<(u64, Vec<u8>)>,
    /// What the lobby shows from now on, in place of [`crate::TableRow::details`].
    pub details: String,
    /// Results by key, with the details that stand beside them from now on.
    pub results: Vec<(u64, String)>,
}

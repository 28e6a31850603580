//! Chairs and who sits in them.
//!
//! A *chair* is a place at the table. It belongs to a player, not to a connection: several tabs, a reload, an hour of sleep all
//! find it as it was. A *substitute* is a bot that plays for a person.

use protocol::table::{Color, PlayerId};

use crate::Millis;

/// An occupied chair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chair {
    /// Whose it is.
    pub player: PlayerId,
    /// A person or a bot.
    pub sitter: Sitter,
    /// How they are called at this table.
    pub name: String,
    /// Their color.
    pub color: Color,
    /// Whether they want to begin. Bots always do.
    pub ready: bool,
    /// Fleeting: since when a person has been away.
    pub away_since: Option<Millis>,
}

/// Who sits in a chair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// A person, with a bot playing meanwhile or for good.
    Person(Option<Substitute>),
    /// A bot of this level.
    Bot(String),
}

/// A bot that plays for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Substitute {
    /// Until the person comes back.
    Meanwhile,
    /// The person gave the chair up.
    ForGood,
}

impl Chair {
    /// Whether a person sits here, even one for whom a bot plays.
    #[must_use]
    pub const fn is_person(&self) -> bool {
        matches!(self.sitter, Sitter::Person(_))
    }

    /// Whether a bot makes the moves.
    #[must_use]
    pub const fn is_played_by_bot(&self) -> bool {
        !matches!(self.sitter, Sitter::Person(None))
    }

    /// Whether the person gave the chair up: then nothing that happens in it is theirs.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.sitter == Sitter::Person(Some(Substitute::ForGood))
    }

    /// Whether a person sits here who is there, or could come back.
    #[must_use]
    pub fn belongs_to_person(&self) -> bool {
        self.is_person() && !self.is_given_up()
    }
}

//! Names of players.
//!
//! A *name* is what the others see: 1 to 24 visible characters with no space at either end.
//!
//! Rules: docs/rules/roulette.md §4.6.

use std::fmt;
use std::sync::Arc;

use game::Seat;

/// A player's name. Shared, so that copying a table costs no memory for names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(Arc<str>);

/// Why a name cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameFault {
    /// Nothing to see.
    #[error("a name has at least one character")]
    Empty,
    /// More characters than fit.
    #[error("a name has at most {} characters", Name::MAX_CHARS)]
    TooLong,
    /// Space before or after it.
    #[error("a name neither begins nor ends with a space")]
    Untrimmed,
    /// A character nobody sees, or one that changes how others are shown.
    #[error("a name has visible characters only")]
    Invisible,
}

impl Name {
    /// The most characters a name may have.
    pub const MAX_CHARS: usize = 24;

    /// The name, if it is one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(name: &str) -> Result<Self, NameFault> {
        if name.is_empty() {
            Err(NameFault::Empty)
        } else if name.chars().nth(Self::MAX_CHARS).is_some() {
            Err(NameFault::TooLong)
        } else if name.trim() != name {
            Err(NameFault::Untrimmed)
        } else if name.chars().any(is_invisible) {
            Err(NameFault::Invisible)
        } else {
            Ok(Self(name.into()))
        }
    }

    /// What a player is called who brought no name: "Player 1" in seat 0.
    #[must_use]
    pub fn of_seat(seat: Seat) -> Self {
        Self(format!("Player {}", u16::from(seat.0) + 1).into())
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Control characters, line breaks, joiners without width, and marks that turn the direction of writing.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use super::*;

    // docs/rules/roulette.md §4.6
    #[test]
    fn a_name_is_short_trimmed_and_visible() {
        for (name, expected) in [
            ("", Err(NameFault::Empty)),
            ("A", Ok("A")),
            ("Zoë von Köln", Ok("Zoë von Köln")),
            ("äöüäöüäöüäöüäöüäöüäöüäöü", Ok("äöüäöüäöüäöüäöüäöüäöüäöü")),
            ("1234567890123456789012345", Err(NameFault::TooLong)),
            (" A", Err(NameFault::Untrimmed)),
            ("A\t", Err(NameFault::Untrimmed)),
            (" ", Err(NameFault::Untrimmed)),
            ("A\nB", Err(NameFault::Invisible)),
            ("A\u{200b}B", Err(NameFault::Invisible)),
            ("A\u{202e}B", Err(NameFault::Invisible)),
            ("\u{feff}", Err(NameFault::Invisible)),
        ] {
            assert_eq!(Name::new(name).as_ref().map(Name::as_str), expected.as_ref().map(|n| *n), "{name:?}");
        }
    }

    // docs/rules/roulette.md §4.1
    #[test]
    fn a_seat_gives_a_name_that_is_one() {
        for seat in 0..=u8::MAX {
            let name = Name::of_seat(Seat(seat));
            assert_eq!(Name::new(name.as_str()), Ok(name));
        }
        assert_eq!(Name::of_seat(Seat(0)).to_string(), "Player 1");
    }
}

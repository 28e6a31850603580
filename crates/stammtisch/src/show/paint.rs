//! Names and colors of the players.
//!
//! Seats have names here, which are easier to follow than numbers; the first letter marks their pieces on a board. Color
//! only adds to that and is left out where it would get in the way.

use std::env;

use game::{Seat, SeatSet};

/// Whom the seats belong to.
const NAMES: [&str; 10] = ["Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas"];
/// Red, bright blue, yellow, green, magenta, cyan, then again brighter.
const COLORS: [u8; 10] = [31, 94, 33, 32, 35, 36, 91, 34, 93, 92];

/// Whether to use color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Paint {
    /// Letters only.
    Plain,
    /// With escape sequences for terminals.
    Color,
}

impl Paint {
    /// Color, unless the user has asked for none (<https://no-color.org>) or the terminal knows none.
    pub(super) fn of_terminal() -> Self {
        let wants_none = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let knows_none = env::var_os("TERM").is_none_or(|term| term == "dumb");
        if wants_none || knows_none { Self::Plain } else { Self::Color }
    }

    /// A text in the color of a seat.
    pub(super) fn text(self, seat: Seat, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Color => format!("\x1b[1;{}m{text}\x1b[0m", COLORS[seat.index() % COLORS.len()]),
        }
    }

    /// The name of a seat's player.
    pub(super) fn name(self, seat: Seat) -> String {
        self.text(seat, name(seat))
    }

    /// Several names: `Anna, Ben and Clara`.
    pub(super) fn names(self, seats: SeatSet) -> String {
        listed(&seats.iter().map(|seat| self.name(seat)).collect::<Vec<_>>())
    }
}

/// The plain name of a seat's player.
pub(super) fn name(seat: Seat) -> &'static str {
    NAMES.get(seat.index()).copied().unwrap_or("the table")
}

/// The letter that marks a seat's pieces.
pub(super) fn letter(seat: Seat) -> char {
    name(seat).chars().next().unwrap_or('?')
}

/// `a, b and c`.
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `1 card`, `2 cards`.
pub(super) fn counted(n: impl Into<u64>, noun: &str) -> String {
    let n = n.into();
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_its_own_name_and_letter() {
        let letters: std::collections::BTreeSet<char> = (0..10).map(|n| letter(Seat(n))).collect();
        assert_eq!(letters.len(), 10);
        assert_eq!(name(roulette::TABLE), "the table");
    }

    #[test]
    fn lists_read_like_sentences() {
        let names = |bits| Paint::Plain.names(SeatSet::from_bits(bits));
        assert_eq!(
            [names(0), names(2), names(3), names(11)],
            ["nobody", "Ben", "Anna and Ben", "Anna, Ben and David"]
        );
        assert_eq!(Paint::Color.name(Seat(0)), "\x1b[1;31mAnna\x1b[0m");
        assert_eq!([counted(1u8, "card"), counted(0u8, "card")], ["1 card", "0 cards"]);
    }
}

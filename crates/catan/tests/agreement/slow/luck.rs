//! What luck decides: dice, the stolen card, the card drawn from the deck.
//!
//! A *weight* says how often an outcome comes up beside the others: a stolen card is uniform over the victim's cards,
//! a drawn one over the deck's. docs/rules/catan.md §19.2.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::words::{Act, Card, Resource, number};
use super::{Phase, Slow};

/// One outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Luck {
    Dice(u8, u8),
    Stolen(Resource),
    Drawn(Card),
}

impl Display for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dice(a, b) => write!(f, "dice {a} {b}"),
            Self::Stolen(kind) => write!(f, "stolen {kind}"),
            Self::Drawn(card) => write!(f, "card {card}"),
        }
    }
}

impl FromStr for Luck {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["dice", a, b] => Ok(Self::Dice(number(a)?, number(b)?)),
            ["stolen", kind] => Ok(Self::Stolen(kind.parse()?)),
            ["card", card] => Ok(Self::Drawn(card.parse()?)),
            _ => Err(()),
        }
    }
}

impl Slow {
    /// Every outcome that a legal act may have, with its weight; empty if nothing is left to luck.
    pub(super) fn weighted(&self, seat: usize, act: &Act) -> Vec<(Luck, u32)> {
        let victim = match (&self.phase, act) {
            (_, Act::RollDice) => {
                let faces = (1..=6).flat_map(|a| (1..=6).map(move |b| (Luck::Dice(a, b), 1)));
                return faces.collect();
            }
            (_, Act::BuyDevCard) => {
                return self.deck.each().map(|(card, n)| (Luck::Drawn(card), n)).collect();
            }
            (Phase::Stealing, Act::Steal(victim)) => Some(*victim),
            (Phase::Moving, Act::MoveRobber(hex)) => {
                let victims = self.victims(seat, *hex);
                if victims.len() == 1 { victims.first().copied() } else { None }
            }
            _ => None,
        };
        let Some(victim) = victim else { return Vec::new() };
        self.players[victim].hand.each().map(|(kind, n)| (Luck::Stolen(kind), n)).collect()
    }

    /// The outcomes of an action as text, with weights; empty if it is not legal or leaves nothing to luck.
    pub(crate) fn chances(&self, seat: usize, text: &str) -> Vec<(String, u32)> {
        let Ok(act) = text.parse::<Act>() else { return Vec::new() };
        if self.check(seat, &act).is_err() {
            return Vec::new();
        }
        self.weighted(seat, &act).into_iter().map(|(luck, weight)| (luck.to_string(), weight)).collect()
    }
}

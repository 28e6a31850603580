//! Chips: who pays whom, as the ledger will book it.
//!
//! A *transfer* is a double entry: it leaves one purse and arrives in another. The table's own purse holds stakes and what lies
//! on a roulette table; bots play with chips of the house.

use game::Seat;
use protocol::table::PlayerId;

use crate::{Chair, Played, Table};

/// Where chips are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purse {
    /// The house, which may owe.
    House,
    /// A person's.
    Player(PlayerId),
    /// The table's.
    Table,
}

/// Chips that move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// From here.
    pub from: Purse,
    /// To here.
    pub to: Purse,
    /// How many; never 0.
    pub amount: u64,
    /// Why, for the player's list.
    pub reason: &'static str,
}

/// The purse behind a chair: a person's own, or the house's for a bot or a chair that was given up.
pub(crate) fn behind(chair: Option<&Chair>) -> Purse {
    match chair {
        Some(chair) if chair.belongs_to_person() => Purse::Player(chair.player.clone()),
        Some(_) | None => Purse::House,
    }
}

/// Shares of a pot: equal, what is left over goes chip by chip in the order of seats.
pub(crate) fn shares(pot: u64, winners: usize) -> impl Iterator<Item = u64> {
    let n = winners.max(1) as u64;
    (0..n).map(move |place| pot / n + u64::from(place < pot % n))
}

impl<G: Played> Table<G> {
    pub(crate) fn purse(&self, seat: Seat) -> Purse {
        behind(self.chair(seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_differ_by_one_at_most() {
        for pot in 0..200 {
            for winners in 1..9 {
                let parts: Vec<u64> = shares(pot, winners).collect();
                assert_eq!(parts.len(), winners);
                assert_eq!(parts.iter().sum::<u64>(), pot);
                assert!(parts.is_sorted_by(|a, b| a >= b) && parts[0] - parts[winners - 1] <= 1);
            }
        }
    }
}

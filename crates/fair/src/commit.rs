//! Commitments: saying that one has made up one's mind, without saying to what.
//!
//! A *commitment* is the hash of a secret. Who publishes it can later show the secret and nothing else. A *context* names
//! the game it is for, so that no commitment serves twice; a seat's commitment also has the seat's number in it, so that
//! nobody can copy another seat's, and the server's commitment, so that it cannot be older than that.
//!
//! Published: docs/fairness.md §12 and §13.

use crate::{Chain, Hash, Secret};

const SERVER: &[u8] = b"stammtisch/fair/1/server\0";
const SEAT: &[u8] = b"stammtisch/fair/1/seat\0";

/// The longest name of a table.
pub const LONGEST_TABLE: usize = 64;

/// Which game a secret is for: the table, and the number of the game there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Context {
    table: String,
    game: u32,
}

/// Why a name cannot name a table here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ContextFault {
    /// Empty, too long, or with other characters.
    #[error(
        "a table is named by 1 to {LONGEST_TABLE} characters, each a letter of a to z or A to Z, a digit, - or _"
    )]
    Table,
    /// The first game has the number 1.
    #[error("the games of a table are numbered from 1")]
    Game,
}

impl Context {
    /// The game with this number, from 1, at this table.
    ///
    /// # Errors
    /// [`ContextFault`] if the table's id has characters that would have to be escaped somewhere, or the number is 0.
    pub fn new(table: &str, game: u32) -> Result<Self, ContextFault> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if table.is_empty() || table.len() > LONGEST_TABLE || !table.bytes().all(plain) {
            return Err(ContextFault::Table);
        }
        if game == 0 {
            return Err(ContextFault::Game);
        }
        Ok(Self { table: table.to_owned(), game })
    }

    /// The table's id.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The number of the game at the table, from 1.
    #[must_use]
    pub const fn game(&self) -> u32 {
        self.game
    }

    /// Length of the table's id, the id, the number of the game.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // At most 64, as was checked.
        let mut bytes = vec![self.table.len() as u8];
        bytes.extend(self.table.as_bytes());
        bytes.extend(self.game.to_be_bytes());
        bytes
    }
}

/// How the luck of a game follows from its secrets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One seed for the whole game, published when it is over (§14).
    Seed,
    /// One link of a chain for each draw, published as soon as the draw is over (§16).
    Chain,
}

/// What the server publishes before anything else.
#[must_use]
pub fn server_commitment(kind: Kind, context: &Context, seed: &Secret) -> Hash {
    match kind {
        Kind::Seed => Hash::of(&[SERVER, &context.to_bytes(), seed.bytes()]),
        Kind::Chain => Chain::new(context, seed).anchor(),
    }
}

/// What a seat publishes once it has seen the server's commitment.
#[must_use]
pub fn seat_commitment(context: &Context, server: &Hash, seat: game::Seat, seed: &Secret) -> Hash {
    Hash::of(&[SEAT, &context.to_bytes(), &server.0, &[seat.0], seed.bytes()])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use game::Seat;

    #[test]
    fn a_context_names_one_game() {
        assert_eq!(Context::new("a-B_9", 258).unwrap().to_bytes(), b"\x05a-B_9\x00\x00\x01\x02");
        // The published number, not the constant: whoever changes it changes what old files mean.
        let long = "x".repeat(64);
        assert!(Context::new(&long, u32::MAX).is_ok());
        for bad in ["", "a b", "ä", "a\0", "\"", &format!("{long}x")] {
            assert_eq!(Context::new(bad, 1), Err(ContextFault::Table), "{bad:?}");
        }
        assert_eq!(Context::new("a", 0), Err(ContextFault::Game));
    }

    /// §13: no commitment serves for anything else: not for another game, table, seat, server, nor in another part.
    #[test]
    fn no_commitment_serves_twice() {
        let mut seen = BTreeSet::new();
        let secrets = [Secret::ZERO, Secret::from([1; 32])];
        for (table, game) in [("a", 1), ("a", 2), ("b", 1), ("aa", 1)] {
            let context = Context::new(table, game).unwrap();
            for secret in &secrets {
                for kind in [Kind::Seed, Kind::Chain] {
                    assert!(seen.insert(server_commitment(kind, &context, secret)));
                }
                for server in [Hash([0; 32]), Hash([1; 32])] {
                    for seat in [0, 1, 9].map(Seat) {
                        assert!(seen.insert(seat_commitment(&context, &server, seat, secret)));
                    }
                }
            }
        }
        assert_eq!(seen.len(), 4 * 2 * (2 + 2 * 3));
    }
}

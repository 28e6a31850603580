//! The names of a table's commands as the thread that writes knows them by heart: as hashes, which tell that a name is new.
//!
//! Nearly every command is new, and to look into the file for what is not there costs as much as to write the entry. A hash that is not
//! here says the same for nothing. One that is here says nothing: then the file is asked, which alone is right.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

/// How names become hashes. Different in every process, so that nobody can choose names that look alike.
#[derive(Debug, Default)]
pub(super) struct Names(RandomState);

/// A name as a hash.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Name(u32);

impl Names {
    /// The hash of the name that a player gave a command.
    pub(super) fn name(&self, player: i64, id: &str) -> Name {
        Name(self.0.hash_one((player, id)) as u32)
    }
}

/// All commands of a table.
pub(super) type Heart = HashSet<Name, BuildHasherDefault<Spread>>;

/// Names are hashes already: they only have to be spread over all bits, since sets look at the highest too.
#[derive(Debug, Default)]
pub(super) struct Spread(u64);

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32((*byte).into());
        }
    }

    fn write_u32(&mut self, hash: u32) {
        self.0 = (self.0 ^ u64::from(hash)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_players_and_other_names_are_not_taken_for_known_ones() {
        let names = Names::default();
        let known: Heart = (0..1_000).map(|nth| names.name(nth % 4, &format!("c-{nth}"))).collect();
        assert!((0..1_000).all(|nth| known.contains(&names.name(nth % 4, &format!("c-{nth}")))));
        let alike = |nth: &i64| known.contains(&names.name(nth % 4 + 1, &format!("c-{nth}")));
        // One in four million looks like another by chance.
        assert!((0..1_000).filter(alike).count() < 3);
    }
}

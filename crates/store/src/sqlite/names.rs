//! The names of commands as numbers, which tell that a command is new.
//!
//! Nearly every command is new, and to look into the log for what is not there would cost more than to write the entry. A number that is not
//! known says the same for nothing. One that is known says little: another name may have the same number, so the log is
//! asked, which alone is right. Four bytes for a command are all that is filed of it (`filing`), and what a number stands for must
//! therefore never change.

use std::collections::HashSet;

/// A name as a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Name(u32);

/// All commands of a table. Whoever chooses names cannot choose where they lie in it: sets are ordered differently in every process.
pub(super) type Names = HashSet<Name>;

impl Name {
    /// Of the name that a player gave a command: FNV-1a, both halves of it together.
    pub(super) fn new(player: i64, id: &str) -> Self {
        let bytes = player.to_le_bytes().into_iter().chain(id.bytes());
        let hash = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        Self((hash ^ hash >> 32) as u32)
    }
}

/// Names as they are filed.
pub(super) fn list(names: &[Name]) -> Vec<u8> {
    names.iter().flat_map(|name| name.0.to_le_bytes()).collect()
}

/// The names in such a list. What is left over at the end of a damaged one is no name.
pub(super) fn listed(list: &[u8]) -> impl Iterator<Item = Name> {
    list.as_chunks().0.iter().map(|name| Name(u32::from_le_bytes(*name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_players_and_other_names_are_not_taken_for_known_ones() {
        let known: Names = (0..1_000).map(|nth| Name::new(nth % 4, &format!("c-{nth}"))).collect();
        assert!((0..1_000).all(|nth| known.contains(&Name::new(nth % 4, &format!("c-{nth}")))));
        let alike = |nth: &i64| known.contains(&Name::new(nth % 4 + 1, &format!("c-{nth}")));
        // One in four million looks like another by chance.
        assert!((0..1_000).filter(alike).count() < 3);
    }

    /// They stand in files: computed once by another program, and the same for ever.
    #[test]
    fn a_name_has_always_had_its_number() {
        for (player, id, number) in
            [(0, "", 0x80DD_C1F7), (1, "c-1", 0x4B47_43CF), (-5, "größer", 0x8A72_25A6)]
        {
            assert_eq!(Name::new(player, id), Name(number), "{player} {id}");
        }
    }

    #[test]
    fn a_list_gives_its_names_again() {
        let names: Vec<_> = (0..200).map(|nth| Name::new(nth, "x")).collect();
        let mut list = list(&names);
        assert_eq!(list.len(), 800);
        list.push(7);
        assert_eq!(listed(&list).collect::<Vec<_>>(), names);
    }
}

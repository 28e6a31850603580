//! Dice: five faces as they lie on the table.
//!
//! Invariant of [`Dice`]: every face is 1 to 6. The order matters to the table, which keeps single dice, and
//! never to the score.
//!
//! Rules: docs/rules/kniffel.md §1.2.

/// Five dice, each showing 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dice([u8; 5]);

impl Dice {
    /// What lies on the table before anybody has thrown.
    pub const PLACEHOLDER: Self = Self([1; 5]);

    /// These five faces, if each is 1 to 6.
    #[must_use]
    #[inline]
    pub fn new(faces: [u8; 5]) -> Option<Self> {
        faces.iter().all(|face| (1..=6).contains(face)).then_some(Self(faces))
    }

    /// The faces as they lie.
    #[must_use]
    #[inline]
    pub const fn faces(self) -> [u8; 5] {
        self.0
    }

    /// The sum of all five.
    #[must_use]
    #[inline]
    pub fn sum(self) -> u8 {
        self.0.iter().sum()
    }

    /// How many dice show each face; the count of ones stands at 0.
    #[must_use]
    #[inline]
    pub fn counts(self) -> [u8; 6] {
        // Four bits per face: the counts of all faces grow in one register.
        let packed = self.0.iter().fold(0_u32, |packed, face| packed + (1 << (4 * (face - 1))));
        [0, 4, 8, 12, 16, 20].map(|shift| (packed >> shift & 0xF) as u8)
    }

    /// The face that all five show, if they are equal.
    #[must_use]
    #[inline]
    pub fn five_alike(self) -> Option<u8> {
        let [first, rest @ ..] = self.0;
        rest.iter().all(|&face| face == first).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_faces_from_1_to_6_are_dice() {
        for face in 0..=u8::MAX {
            for place in 0..5 {
                let mut faces = [3; 5];
                faces[place] = face;
                let dice = Dice::new(faces);
                assert_eq!(dice.is_some(), matches!(face, 1..=6), "{faces:?}");
                assert!(dice.is_none_or(|dice| dice.faces() == faces));
            }
        }
    }

    #[test]
    fn counts_and_sums_see_every_die() {
        let dice = Dice::new([6, 1, 6, 2, 6]).unwrap();
        assert_eq!(dice.counts(), [1, 1, 0, 0, 0, 3]);
        assert_eq!(dice.sum(), 21);
        assert_eq!(dice.five_alike(), None);
        assert_eq!(Dice::PLACEHOLDER.counts(), [5, 0, 0, 0, 0, 0]);
        for place in 0..5 {
            let mut faces = [4; 5];
            assert_eq!(Dice::new(faces).unwrap().five_alike(), Some(4));
            faces[place] = 5;
            assert_eq!(Dice::new(faces).unwrap().five_alike(), None);
        }
    }
}

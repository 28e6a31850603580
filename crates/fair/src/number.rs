//! From words to numbers below a bound.
//!
//! A *word* is four bytes of a stream read as a big-endian number. The 2³² words are cut into `bound`
//! *slices* of equal size, in order; a word stands for the number of its slice, and the few words left
//! over at the end stand for nothing and are thrown away. So every number is exactly as likely as every
//! other, with neither floats nor a remainder.
//!
//! Published: docs/fairness.md §5.

/// A number below `bound`, from as many words as it takes. A bound of 0 or 1 takes none.
pub(crate) fn below(bound: u32, mut word: impl FnMut() -> u32) -> u32 {
    if bound <= 1 {
        return 0;
    }
    // At most 2³¹, as the bound is at least 2.
    let slice = ((1_u64 << 32) / u64::from(bound)) as u32;
    // Fewer than half of all words are left over, whatever the bound, so this ends soon.
    loop {
        let number = word() / slice;
        if number < bound {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::below;

    /// What one word stands for; `None` if it is thrown away (then the next word, 0, answers).
    fn meaning(bound: u32, word: u32) -> Option<u32> {
        let mut taken = 0;
        let number = below(bound, || {
            taken += 1;
            if taken == 1 { word } else { 0 }
        });
        assert!(taken <= 2, "word 0 is never thrown away");
        (taken == 1).then_some(number)
    }

    /// fairness.md §5: slices of equal size. The meaning of a word never falls as the word grows, so a slice that
    /// begins and ends where it should holds exactly the words between.
    #[test]
    fn every_number_has_a_slice_of_the_same_size() {
        for bound in (2..=400).chain([7_776, 65_535, 65_536, 65_537]) {
            let slice = (1_u64 << 32) / u64::from(bound);
            for number in 0..bound {
                let first = slice * u64::from(number);
                assert_eq!(meaning(bound, first as u32), Some(number), "bound {bound}");
                assert_eq!(meaning(bound, (first + slice - 1) as u32), Some(number), "bound {bound}");
            }
        }
    }

    /// fairness.md §5: what is left over behind the last slice is thrown away, nothing before it.
    #[test]
    fn only_the_words_behind_the_last_slice_are_thrown_away() {
        let bounds = [2, 3, 5, 6, 7, 36, 37, 7_776, 1 << 31, (1 << 31) + 1, 3 << 30, u32::MAX - 1, u32::MAX];
        for bound in bounds {
            let used = (1_u64 << 32) / u64::from(bound) * u64::from(bound);
            assert_eq!(meaning(bound, (used - 1) as u32), Some(bound - 1), "bound {bound}");
            let left_over = (1_u64 << 32) - used;
            assert_eq!(meaning(bound, u32::MAX), (left_over == 0).then_some(bound - 1), "bound {bound}");
            if left_over > 0 {
                assert_eq!(meaning(bound, used as u32), None, "bound {bound}");
            }
        }
    }

    /// fairness.md §5: where there is nothing to decide, the stream does not move on.
    #[test]
    fn a_bound_of_zero_or_one_takes_no_word() {
        for bound in [0, 1] {
            assert_eq!(below(bound, || unreachable!("a word was taken")), 0);
        }
    }

    #[test]
    fn words_are_thrown_away_until_one_fits() {
        let mut words = [u32::MAX, u32::MAX - 1, 1 << 31, 5].into_iter();
        assert_eq!(below((1 << 31) + 1, || words.next().unwrap()), 1 << 31);
        assert_eq!(words.next(), Some(5), "and no word more than needed is taken");
    }
}

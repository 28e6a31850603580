//! The lattice of keeps: every set of up to five dice, and which arise from which by one die more or less.
//!
//! A *keep* here is a multiset of 0 to 5 faces, for places do not matter to what can come of it. There are 462; the last
//! 252 have five dice and are the *throws*. Throwing n dice is adding a die n times, so that expectation runs down
//! the lattice and choice runs up it, with 1 260 steps each, where a matrix of chances from keeps to throws has 4 368.
//!
//! Rules: docs/rules/kniffel.md §4.3.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use kniffel::{Dice, Keep};

/// How many keeps there are.
pub(crate) const N_KEEPS: usize = 462;
/// How many of them have fewer than five dice; the number of the first throw.
pub(crate) const N_PARTIAL: usize = 210;
/// How many throws there are.
pub(crate) const N_THROWS: usize = N_KEEPS - N_PARTIAL;
/// The keep without dice.
pub(crate) const EMPTY: usize = 0;

/// Who is above and below whom.
#[derive(Debug)]
pub(crate) struct Lattice {
    /// For every keep with fewer than five dice: the keep with one die more, by face from 1.
    pub(crate) more: [[u16; 6]; N_PARTIAL],
    /// How many dice of each face a keep has.
    counts: [Counts; N_KEEPS],
    /// The keeps with dice, in order, in runs of equally many different faces.
    pub(crate) runs: Vec<Run>,
    /// The dice of each throw, ascending.
    pub(crate) throws: [Dice; N_THROWS],
    /// How likely each throw of five dice is.
    pub(crate) chances: [f64; N_THROWS],
}

/// Keeps with consecutive numbers and equally many different faces.
#[derive(Debug)]
pub(crate) struct Run {
    /// The number of the first.
    pub(crate) first: usize,
    /// The keeps with one die less of each of their faces.
    pub(crate) less: Less,
}

/// For each keep of a run, the keeps with one die less. Sizes are fixed so that loops over them are unrolled.
#[derive(Debug)]
pub(crate) enum Less {
    /// All dice alike.
    One(Vec<[u16; 1]>),
    /// Two different faces.
    Two(Vec<[u16; 2]>),
    /// Three different faces.
    Three(Vec<[u16; 3]>),
    /// Four different faces.
    Four(Vec<[u16; 4]>),
    /// Five different faces.
    Five(Vec<[u16; 5]>),
}

static LATTICE: LazyLock<Lattice> = LazyLock::new(Lattice::build);

/// How many dice show each face.
type Counts = [u8; 6];

impl Lattice {
    /// The one lattice.
    pub(crate) fn get() -> &'static Self {
        &LATTICE
    }

    /// The number of these dice as a throw, from 0 to 251.
    pub(crate) fn throw(&self, dice: Dice) -> usize {
        self.keep(dice, Keep::ALL) - N_PARTIAL
    }

    /// The number of what is kept of these dice.
    pub(crate) fn keep(&self, dice: Dice, kept: Keep) -> usize {
        let faces = dice.faces().into_iter().enumerate();
        faces
            .filter(|(place, _)| kept.holds(*place))
            .fold(EMPTY, |keep, (_, face)| usize::from(self.more[keep][usize::from(face) - 1]))
    }

    /// Which dice to keep so that this keep is left of them: of equal dice, those that lie first.
    pub(crate) fn places(&self, dice: Dice, keep: usize) -> Keep {
        let mut missing = self.counts[keep];
        Keep::from(dice.faces().map(|face| {
            let missing = &mut missing[usize::from(face) - 1];
            let kept = *missing > 0;
            *missing -= u8::from(kept);
            kept
        }))
    }

    fn build() -> Self {
        let keeps = ordered();
        let number: BTreeMap<Counts, u16> = keeps.iter().copied().zip(0..).collect();
        let at = |counts: &Counts| number.get(counts).copied().unwrap_or_default();
        let mut more = [[0; 6]; N_PARTIAL];
        for (above, counts) in more.iter_mut().zip(&keeps) {
            *above = std::array::from_fn(|face| {
                let mut counts = *counts;
                counts[face] += 1;
                at(&counts)
            });
        }
        let mut runs = Vec::new();
        let mut first = 1;
        for run in keeps[1..].chunk_by(|one, next| key(*one) == key(*next)) {
            let less = run.iter().map(|counts| {
                let faces = (0..6).filter(|&face| counts[face] > 0);
                let without = faces.map(|face| {
                    let mut counts = *counts;
                    counts[face] -= 1;
                    at(&counts)
                });
                without.collect::<Vec<_>>()
            });
            runs.push(Run { first, less: Less::collect(less.collect()) });
            first += run.len();
        }
        let mut throws = [Dice::PLACEHOLDER; N_THROWS];
        let mut chances = [0.0; N_THROWS];
        for (index, counts) in keeps[N_PARTIAL..].iter().enumerate() {
            throws[index] = dice(*counts);
            chances[index] = f64::from(orders(*counts)) / 7776.0;
        }
        let mut counts = [[0; 6]; N_KEEPS];
        counts.copy_from_slice(&keeps);
        Self { more, counts, runs, throws, chances }
    }
}

impl Less {
    fn collect(less: Vec<Vec<u16>>) -> Self {
        fn sized<const N: usize>(less: Vec<Vec<u16>>) -> Vec<[u16; N]> {
            less.into_iter().filter_map(|one| one.try_into().ok()).collect()
        }
        match less.first().map_or(0, Vec::len) {
            0 | 1 => Self::One(sized(less)),
            2 => Self::Two(sized(less)),
            3 => Self::Three(sized(less)),
            4 => Self::Four(sized(less)),
            _ => Self::Five(sized(less)),
        }
    }
}

/// How many dice, and how many different faces.
fn key(counts: Counts) -> (u8, usize) {
    (counts.iter().sum(), counts.iter().filter(|count| **count > 0).count())
}

/// Every keep: the smaller ones first, among equally large ones those with fewer faces.
fn ordered() -> Vec<Counts> {
    let mut all = vec![[0; 6]];
    for face in 0..6 {
        let with = |counts: &Counts| {
            let room = 5 - counts.iter().sum::<u8>();
            let counts = *counts;
            (0..=room).map(move |n| {
                let mut counts = counts;
                counts[face] = n;
                counts
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    all.sort_by_key(|counts| (key(*counts), std::cmp::Reverse(*counts)));
    all
}

/// The dice that show these faces, ascending.
fn dice(counts: Counts) -> Dice {
    let faces = (1..=6).zip(counts).flat_map(|(face, count)| std::iter::repeat_n(face, usize::from(count)));
    let mut five = [1; 5];
    for (place, face) in five.iter_mut().zip(faces) {
        *place = face;
    }
    Dice::new(five).unwrap_or(Dice::PLACEHOLDER)
}

/// In how many orders five dice can show these faces.
fn orders(counts: Counts) -> u32 {
    let factorial = |n: &u8| (1..=u32::from(*n)).product::<u32>();
    120 / counts.iter().map(factorial).product::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_462_keeps_and_252_throws_in_order() {
        let keeps = ordered();
        assert_eq!(keeps.len(), N_KEEPS);
        assert_eq!(keeps[EMPTY], [0; 6]);
        let n_dice: Vec<u8> = keeps.iter().map(|counts| counts.iter().sum()).collect();
        assert!(n_dice.is_sorted());
        assert_eq!(n_dice.iter().filter(|n| **n < 5).count(), N_PARTIAL);
    }

    #[test]
    fn runs_name_every_keep_below_exactly_once() {
        let lattice = Lattice::get();
        let mut edges: Vec<(u16, u16)> = Vec::new();
        let mut next = 1;
        for run in &lattice.runs {
            assert_eq!(run.first, next);
            let below: Vec<&[u16]> = match &run.less {
                Less::One(less) => less.iter().map(<[u16; 1]>::as_slice).collect(),
                Less::Two(less) => less.iter().map(<[u16; 2]>::as_slice).collect(),
                Less::Three(less) => less.iter().map(<[u16; 3]>::as_slice).collect(),
                Less::Four(less) => less.iter().map(<[u16; 4]>::as_slice).collect(),
                Less::Five(less) => less.iter().map(<[u16; 5]>::as_slice).collect(),
            };
            for less in below {
                edges.extend(less.iter().map(|low| (*low, next as u16)));
                next += 1;
            }
        }
        assert_eq!(next, N_KEEPS);
        let mut above: Vec<(u16, u16)> =
            (0..).zip(&lattice.more).flat_map(|(low, more)| more.map(|high| (low, high))).collect();
        edges.sort_unstable();
        above.sort_unstable();
        assert_eq!(edges.len(), 1260);
        assert_eq!(edges, above);
    }

    /// All 7776 throws of five dice in a row, and all 32 keeps of each.
    #[test]
    fn every_throw_and_keep_is_found_in_any_order() {
        let lattice = Lattice::get();
        let keeps = ordered();
        let mut met = [0_u32; N_THROWS];
        for n in 0..7776_u32 {
            let dice = Dice::new([1296, 216, 36, 6, 1].map(|place| (n / place % 6) as u8 + 1)).unwrap();
            let throw = lattice.throw(dice);
            assert_eq!(lattice.throws[throw].counts(), dice.counts());
            met[throw] += 1;
            for kept in (0..32).filter_map(Keep::from_number) {
                let mut counts = [0; 6];
                for place in (0..5).filter(|place| kept.holds(*place)) {
                    counts[usize::from(dice.faces()[place]) - 1] += 1;
                }
                let keep = lattice.keep(dice, kept);
                assert_eq!(keeps[keep], counts);
                assert_eq!(lattice.keep(dice, lattice.places(dice, keep)), keep);
            }
        }
        for (throw, n) in met.into_iter().enumerate() {
            assert!((lattice.chances[throw] * 7776.0 - f64::from(n)).abs() < 1e-9);
        }
    }
}

//! The arithmetic of a turn, for several states at once.
//!
//! A *lane* is one state among [`LANES`] of the same boxes: the steps of a turn are the same for all of them, only the
//! numbers differ, so the compiler turns each step into vector instructions.
//!
//! Rules: docs/rules/kniffel.md §4.

use crate::lattice::{Lattice, Less, N_KEEPS, N_PARTIAL, N_THROWS};

/// How many states are computed at once. The keeps of eight take 30 KB, what a first-level cache holds; with four, finding
/// the keeps cost a quarter more time.
pub(crate) const LANES: usize = 8;
/// Room for every keep; a power of two, so that a number is cut to it instead of being checked.
const ROOM: usize = 512;

/// One number for each lane.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Lanes(pub(crate) [f64; LANES]);

impl Lanes {
    pub(crate) const ZERO: Self = Self([0.0; LANES]);

    /// The larger number in each lane.
    #[inline(always)]
    pub(crate) fn max(self, other: &Self) -> Self {
        // Not `f64::max`, which has to mind NaN: this is one instruction.
        Self(std::array::from_fn(|i| if self.0[i] > other.0[i] { self.0[i] } else { other.0[i] }))
    }

    #[inline(always)]
    fn add(self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    #[inline(always)]
    fn scale(self, factor: f64) -> Self {
        Self(std::array::from_fn(|i| self.0[i] * factor))
    }
}

/// What every keep is worth, lane by lane.
#[derive(Debug)]
pub(crate) struct Worth(Box<[Lanes; ROOM]>);

impl Worth {
    #[expect(
        clippy::large_stack_arrays,
        reason = "32 KiB, once for each thread and level, and then on the heap"
    )]
    pub(crate) fn new() -> Self {
        Self(Box::new([Lanes::ZERO; ROOM]))
    }

    /// The throws, which are the keeps with five dice.
    pub(crate) fn throws(&mut self) -> &mut [Lanes] {
        &mut self.0[N_PARTIAL..N_KEEPS]
    }

    /// From what every throw is worth with no roll left to what it is worth before the turn's first roll.
    pub(crate) fn before_the_turn(&mut self, lattice: &Lattice) -> Lanes {
        for _ in 0..2 {
            self.expect(lattice);
            self.choose(lattice);
        }
        let throws: &[Lanes; N_THROWS] =
            self.0[N_PARTIAL..].first_chunk().unwrap_or(&[Lanes::ZERO; N_THROWS]);
        let mut sum = Lanes::ZERO;
        for (throw, chance) in throws.iter().zip(&lattice.chances) {
            sum = sum.add(&throw.scale(*chance));
        }
        sum
    }

    /// A keep is worth the mean of the keeps with one die more.
    #[inline(always)]
    fn expect(&mut self, lattice: &Lattice) {
        for (keep, more) in lattice.more.iter().enumerate().rev() {
            let [first, rest @ ..] = more.map(|more| &self.0[usize::from(more) % ROOM]);
            let sum = rest.into_iter().fold(*first, Lanes::add);
            self.0[keep % ROOM] = sum.scale(1.0 / 6.0);
        }
    }

    /// A throw is worth the best of the keeps in it; so is a keep, seen from above.
    #[inline(always)]
    fn choose(&mut self, lattice: &Lattice) {
        for run in &lattice.runs {
            match &run.less {
                Less::One(less) => self.choose_run(run.first, less),
                Less::Two(less) => self.choose_run(run.first, less),
                Less::Three(less) => self.choose_run(run.first, less),
                Less::Four(less) => self.choose_run(run.first, less),
                Less::Five(less) => self.choose_run(run.first, less),
            }
        }
    }

    #[inline(always)]
    fn choose_run<const N: usize>(&mut self, first: usize, less: &[[u16; N]]) {
        for (keep, less) in (first..).zip(less) {
            let own = self.0[keep % ROOM];
            let best = less.iter().fold(own, |best, less| best.max(&self.0[usize::from(*less) % ROOM]));
            self.0[keep % ROOM] = best;
        }
    }
}

//! Strata: the kinds of situation that a test must have met to prove anything.
//!
//! A *stratum* is a named kind of position, such as "the bank has no ore". A position may belong to many. The
//! tally counts how often each was met while walking and how often such a position was checked in full.

use std::collections::BTreeMap;
use std::fmt;

/// How often each stratum was met.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    counts: BTreeMap<&'static str, Count>,
    here: Vec<&'static str>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    met: u64,
    checked: u64,
}

impl Tally {
    /// The position belongs to this stratum.
    pub fn met(&mut self, stratum: &'static str) {
        self.here.push(stratum);
    }

    /// The position belongs to this stratum if the condition holds.
    pub fn met_if(&mut self, condition: bool, stratum: &'static str) {
        if condition {
            self.met(stratum);
        }
    }

    /// Begins with the next position, of which `met` will tell.
    pub(crate) fn arrive(&mut self) {
        self.here.clear();
    }

    /// Counts the position as met.
    pub(crate) fn count(&mut self) {
        for stratum in &self.here {
            self.counts.entry(stratum).or_default().met += 1;
        }
    }

    /// Whether the position belongs to a stratum that was checked fewer than `enough` times.
    pub(crate) fn is_rare(&self, enough: u64) -> bool {
        self.here.iter().any(|stratum| self.checked(stratum) < enough)
    }

    /// Counts the position as checked in full.
    pub(crate) fn check(&mut self) {
        for stratum in &self.here {
            self.counts.entry(stratum).or_default().checked += 1;
        }
    }

    /// How often positions of this stratum were checked in full.
    pub(crate) fn checked(&self, stratum: &str) -> u64 {
        self.counts.get(stratum).map_or(0, |count| count.checked)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>10} {:>10}  stratum", "met", "checked")?;
        for (stratum, count) in &self.counts {
            writeln!(f, "{:>10} {:>10}  {stratum}", count.met, count.checked)?;
        }
        Ok(())
    }
}

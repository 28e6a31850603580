//! What a node does with its tables when it is cut off from the bus.
//!
//! It can still write, since its lease is the database's matter; but nobody at another node can reach its tables, and nobody may take them
//! from it. So it offers them: a table is given up for a moment, and whoever wants it takes it. Whoever gave it up comes last,
//! or two nodes would snatch it from each other with every page that comes back.

/// Who is at a table of a node that is cut off: pages of its own, and nobody else's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Company {
    /// Nobody, for so long.
    Nobody(u64),
    /// Some, but not everybody who has a seat: the others may wait at another node.
    Some,
    /// Everybody who has a seat.
    Everybody,
}

/// After how many times its patience a node offers a table again that it has taken while it was cut off. Everybody there is interrupted
/// each time, perhaps for somebody who has gone home.
const AGAIN: u64 = 12;

/// Whether a node that has been cut off for some time offers a table to others. All times are in the same unit: `held` is how long it has had
/// the table.
#[must_use]
pub const fn offers(company: Company, cut: u64, held: u64, patience: u64) -> bool {
    if cut < patience {
        return false;
    }
    let from_before = held >= cut;
    match company {
        // A table that was just taken is about to be joined.
        Company::Nobody(since) => from_before || since >= patience,
        Company::Some => from_before || held >= patience.saturating_mul(AGAIN),
        Company::Everybody => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_may_want_is_offered_at_once_and_then_now_and_again() {
        let offered = |company, cut, held| offers(company, cut, held, 5);
        for company in [Company::Nobody(100), Company::Some, Company::Everybody] {
            assert!(!offered(company, 4, 100), "a cut may be over in a moment");
            assert_eq!(offered(company, 5, 100), company != Company::Everybody);
        }
        // Taken since.
        assert!(!offered(Company::Nobody(4), 100, 50));
        assert!(offered(Company::Nobody(5), 100, 50));
        assert!(!offered(Company::Some, 100, 59));
        assert!(offered(Company::Some, 100, 60));
        assert!(!offered(Company::Everybody, 1_000, 999));
    }
}

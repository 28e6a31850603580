//! What a node does when somebody wants a table: serve it, pass on to whoever does, take it over, or ask for patience.

/// Who owns a table, as far as the store and the bus tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Which node.
    pub node: String,
    /// Whether it is the one that asks.
    pub mine: bool,
    /// Whether its lease is good, by the store's clock.
    pub alive: bool,
}

/// Whether another node can be written to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// As far as is known.
    Reachable,
    /// It does not answer.
    OutOfReach,
    /// We cannot write to anybody.
    CutOff,
}

/// What to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// Become the owner and serve it here.
    Claim,
    /// Pass on to this node.
    PassOn(String),
    /// Neither can be done now; it may be possible in a moment.
    Wait,
}

/// What a node does with a table that it does not serve yet.
///
/// A table is never taken from an owner whose lease is good, whether or not that one answers: its pages may be playing. It is given up when
/// the lease runs out, or when the owner notices that it is cut off and lets go of what only others want.
#[must_use]
pub fn way(owner: Option<&Seen>, reach: impl FnOnce(&str) -> Reach) -> Way {
    match owner {
        None => Way::Claim,
        Some(owner) if owner.mine || !owner.alive => Way::Claim,
        Some(owner) => match reach(&owner.node) {
            Reach::Reachable => Way::PassOn(owner.node.clone()),
            Reach::OutOfReach | Reach::CutOff => Way::Wait,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_claimed_passed_on_or_waited_for() {
        let seen = |mine, alive| Seen { node: "b".into(), mine, alive };
        let there = |_: &str| Reach::Reachable;
        assert_eq!(way(None, there), Way::Claim);
        assert_eq!(way(Some(&seen(true, true)), there), Way::Claim);
        assert_eq!(way(Some(&seen(true, false)), there), Way::Claim);
        assert_eq!(way(Some(&seen(false, false)), there), Way::Claim);
        assert_eq!(way(Some(&seen(false, true)), there), Way::PassOn("b".into()));
        for reach in [Reach::OutOfReach, Reach::CutOff] {
            assert_eq!(way(Some(&seen(false, true)), |_| reach), Way::Wait);
        }
    }
}

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
/// the lease runs out, or when the owner notices that it is cut off and offers it ([`offers`](crate::offers)). Whoever has offered it `yields` for
/// a while: others come first.
#[must_use]
pub fn way(owner: Option<&Seen>, yields: bool, reach: impl FnOnce(&str) -> Reach) -> Way {
    match owner.filter(|owner| owner.alive && !owner.mine) {
        None if yields => Way::Wait,
        None => Way::Claim,
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
        let nobody_else = [None, Some(seen(true, true)), Some(seen(true, false)), Some(seen(false, false))];
        for owner in &nobody_else {
            assert_eq!(way(owner.as_ref(), false, there), Way::Claim);
            assert_eq!(way(owner.as_ref(), true, there), Way::Wait, "others come first");
        }
        for yields in [false, true] {
            assert_eq!(way(Some(&seen(false, true)), yields, there), Way::PassOn("b".into()));
            for reach in [Reach::OutOfReach, Reach::CutOff] {
                assert_eq!(way(Some(&seen(false, true)), yields, |_| reach), Way::Wait);
            }
        }
    }
}

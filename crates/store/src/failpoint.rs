//! Places at which a test lets the process die, and two faults that a test plants.
//!
//! A *failpoint* stands between two steps that a crash could part: before a write, inside its transaction, after its commit, after
//! it was told. With the feature `failpoints`, which no ordinary build has, `FAILPOINT=committed@17` lets the process
//! abort when it comes to that place for the seventeenth time. `answer_early` instead of a place makes the store answer before
//! it commits; `unfenced` makes a store that several servers share take what whoever writes it, whether they own the table or not. Tests
//! show that both are noticed. Without the feature all of it is compiled to nothing.

/// What the desk does up to and including the moment it hands a commit to the store.
pub const APPEND: &str = "append";
/// All writes of a group are made, and nothing is committed.
pub const TRANSACTION: &str = "transaction";
/// The group is durable, and nobody knows.
pub const COMMITTED: &str = "committed";
/// The desk knows that its entries are durable, and nobody was told.
pub const STORED: &str = "stored";
/// Everybody at the table was told, and the command is not acknowledged.
pub const TOLD: &str = "told";
/// The acknowledgement is on its way.
pub const ACKNOWLEDGED: &str = "acknowledged";
/// One socket has been written to, others may not have been.
pub const WRITTEN: &str = "written";
/// A snapshot is about to be stored.
pub const SNAPSHOT: &str = "snapshot";
/// All of them.
pub const ALL: [&str; 8] = [APPEND, TRANSACTION, COMMITTED, STORED, TOLD, ACKNOWLEDGED, WRITTEN, SNAPSHOT];

/// A database has committed a group, and its answer is lost: nobody dies here, but nobody knows either.
pub const LOST_ANSWER: &str = "lost_answer";

/// How long an answer that comes too early is ahead of the commit: as long as others take that write in the background.
pub(crate) const HEAD_START: std::time::Duration = std::time::Duration::from_millis(20);

#[cfg(not(feature = "failpoints"))]
mod reached {
    /// Comes to a place; nothing happens there.
    #[inline]
    pub const fn pass(_place: &str) {}

    /// Whether this is the time at which something else than dying happens at a place; it never is.
    #[inline]
    #[must_use]
    pub const fn is_time(_place: &str) -> bool {
        false
    }

    /// Whether answers are to come too early; they are not.
    #[inline]
    pub(crate) const fn answers_early() -> bool {
        false
    }

    /// Whether anybody may write about any table; nobody may.
    #[inline]
    #[must_use]
    pub const fn unfenced() -> bool {
        false
    }
}

#[cfg(feature = "failpoints")]
mod reached {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    /// What is asked for in the environment.
    static ASKED: LazyLock<Asked> =
        LazyLock::new(|| Asked::read(&std::env::var("FAILPOINT").unwrap_or_default()));

    struct Asked {
        early: bool,
        unfenced: bool,
        place: Option<(String, AtomicU64)>,
    }

    impl Asked {
        /// Words with commas between them: `place@n`, `answer_early`, `unfenced`.
        fn read(words: &str) -> Self {
            let place = words.split(',').find_map(|word| {
                let (place, n) = word.split_once('@')?;
                Some((place.to_owned(), AtomicU64::new(n.parse().ok()?)))
            });
            let is_said = |wanted| words.split(',').any(|word| word == wanted);
            Self { early: is_said("answer_early"), unfenced: is_said("unfenced"), place }
        }

        /// Whether this is the time to die here.
        fn is_last(&self, place: &str) -> bool {
            let wanted = self.place.as_ref().filter(|(wanted, _)| wanted == place);
            wanted.is_some_and(|(_, left)| left.fetch_sub(1, Relaxed) == 1)
        }
    }

    /// Comes to a place, and dies there if that was asked for.
    pub fn pass(place: &str) {
        if ASKED.is_last(place) {
            std::process::abort();
        }
    }

    /// Whether this is the time at which something else than dying happens at a place.
    #[must_use]
    pub fn is_time(place: &str) -> bool {
        ASKED.is_last(place)
    }

    /// Whether answers are to come too early.
    pub(crate) fn answers_early() -> bool {
        ASKED.early
    }

    /// Whether anybody may write about any table.
    #[must_use]
    pub fn unfenced() -> bool {
        ASKED.unfenced
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_place_is_the_last_one_at_its_nth_pass_only() {
            let asked = Asked::read("answer_early,told@3");
            assert!(asked.early && !asked.unfenced && Asked::read("unfenced").unfenced);
            let passes = ["told", "stored", "told", "told", "told"];
            assert_eq!(passes.map(|place| asked.is_last(place)), [false, false, false, true, false]);
        }

        #[test]
        fn nothing_asked_for_is_nothing_done() {
            for nothing in ["", "told", "told@", "told@x", "told@-1"] {
                let asked = Asked::read(nothing);
                assert!(!asked.early && (0..9).all(|_| !asked.is_last("told")), "{nothing}");
            }
        }
    }
}

pub(crate) use reached::answers_early;
pub use reached::{is_time, pass, unfenced};

//! The solutions that experts play by: one for each combination of options, shared by all of them.
//!
//! A solution is computed when it is first asked for, which takes some tenths of a second. Whoever has it from a file puts
//! it here before. The futures that rivals need beside it take some seconds.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use kniffel::Rules;
use solver::{Futures, Solution, solve};

static SOLUTIONS: [OnceLock<Arc<Solution>>; 4] = [const { OnceLock::new() }; 4];
static FUTURES: [OnceLock<Arc<Futures>>; 4] = [const { OnceLock::new() }; 4];

/// The solution for these options.
#[must_use]
pub fn solution(rules: Rules) -> Arc<Solution> {
    // One thread: a bot has no claim to the whole machine.
    Arc::clone(place(rules).get_or_init(|| Arc::new(solve(rules, 1))))
}

/// The futures under the solution for these options, computed when they are first asked for.
#[must_use]
pub fn futures(rules: Rules) -> Arc<Futures> {
    let place = &FUTURES[number(rules)];
    Arc::clone(place.get_or_init(|| Arc::new(Futures::new(&solution(rules)))))
}

/// Begins to compute the futures on a thread of its own, once. Whoever needs them before they are ready waits.
pub(super) fn prepare_futures(rules: Rules) {
    static BEGUN: [AtomicBool; 4] = [const { AtomicBool::new(false) }; 4];
    if !BEGUN[number(rules)].swap(true, Ordering::Relaxed) {
        // Without a thread they are computed when they are needed.
        let _ = std::thread::Builder::new().spawn(move || futures(rules));
    }
}

/// Puts a solution here for all experts. If there was one for its options already, that one stays.
pub fn provide(solution: Arc<Solution>) {
    let _ = place(solution.rules()).set(solution);
}

fn place(rules: Rules) -> &'static OnceLock<Arc<Solution>> {
    &SOLUTIONS[number(rules)]
}

fn number(rules: Rules) -> usize {
    usize::from(rules.five_of_a_kind_is_full_house) + 2 * usize::from(rules.extra_kniffel)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_provided_first_is_what_everybody_gets() {
        let rules = Rules { five_of_a_kind_is_full_house: true, extra_kniffel: true };
        let mine = Arc::new(solve(rules, 2));
        provide(Arc::clone(&mine));
        assert!(Arc::ptr_eq(&solution(rules), &mine));
        provide(Arc::new(solve(rules, 2)));
        assert!(Arc::ptr_eq(&solution(rules), &mine));
        assert_eq!(solution(Rules::default()).rules(), Rules::default());
    }
}

//! The solutions that experts play by: one for each combination of options, shared by all of them.
//!
//! A solution is computed when it is first asked for, which takes some tenths of a second. Whoever has it from a file puts
//! it here before.

use std::sync::{Arc, OnceLock};

use kniffel::Rules;
use solver::{Solution, solve};

static SOLUTIONS: [OnceLock<Arc<Solution>>; 4] = [const { OnceLock::new() }; 4];

/// The solution for these options.
#[must_use]
pub fn solution(rules: Rules) -> Arc<Solution> {
    // One thread: a bot has no claim to the whole machine.
    Arc::clone(place(rules).get_or_init(|| Arc::new(solve(rules, 1))))
}

/// Puts a solution here for all experts. If there was one for its options already, that one stays.
pub fn provide(solution: Arc<Solution>) {
    let _ = place(solution.rules()).set(solution);
}

fn place(rules: Rules) -> &'static OnceLock<Arc<Solution>> {
    &SOLUTIONS[usize::from(rules.five_of_a_kind_is_full_house) + 2 * usize::from(rules.extra_kniffel)]
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

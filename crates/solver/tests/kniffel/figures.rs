//! The known figures, and that threads change nothing.

use kniffel::Rules;
use solver::solve;

use crate::scene::{OPTIONS, solution};

/// docs/rules/kniffel.md §8 names them; the first is also known from the literature.
#[test]
fn the_best_mean_is_the_known_one_for_every_option() {
    for (rules, known) in [(OPTIONS[0], 245.870_775), (OPTIONS[1], 245.904_728), (OPTIONS[2], 249.889_400)] {
        let start = solution(rules).start();
        assert!((start - known).abs() < 1e-6, "{rules:?}: {start}");
    }
}

#[test]
fn states_are_counted_one_by_one() {
    assert_eq!(solution(OPTIONS[1]).n_states(), 357_632);
    assert_eq!(solution(OPTIONS[3]).n_states(), 536_448);
}

#[test]
fn any_number_of_threads_gives_the_same_to_the_last_bit() {
    let alone = solve(Rules::default(), 1).start().to_bits();
    for threads in [0, 2, 5] {
        assert_eq!(solve(Rules::default(), threads).start().to_bits(), alone);
    }
}

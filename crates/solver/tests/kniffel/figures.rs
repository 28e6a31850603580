//! The known figures, and that threads change nothing.

use kniffel::Rules;
use solver::solve;

fn rules(five_of_a_kind_is_full_house: bool, extra_kniffel: bool) -> Rules {
    Rules { five_of_a_kind_is_full_house, extra_kniffel }
}

/// docs/rules/kniffel.md §8 names them; the first is also known from the literature.
#[test]
fn the_best_mean_is_the_known_one_for_every_option() {
    for (rules, known) in [
        (rules(false, false), 245.870_775),
        (rules(true, false), 245.904_728),
        (rules(false, true), 249.889_400),
    ] {
        let start = solve(rules, 2).start();
        assert!((start - known).abs() < 1e-6, "{rules:?}: {start}");
    }
}

#[test]
fn states_are_counted_one_by_one() {
    assert_eq!(solve(rules(false, false), 2).n_states(), 357_632);
    assert_eq!(solve(rules(true, true), 2).n_states(), 536_448);
}

#[test]
fn any_number_of_threads_gives_the_same_to_the_last_bit() {
    let alone = solve(Rules::default(), 1).start().to_bits();
    for threads in [0, 2, 3, 7] {
        assert_eq!(solve(Rules::default(), threads).start().to_bits(), alone);
    }
}

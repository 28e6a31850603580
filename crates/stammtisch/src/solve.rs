//! `solve`: the exact value of a game under the best play, and how long that took to find.

use std::io::{self, Write};
use std::thread::available_parallelism;
use std::time::Instant;

use kniffel::Rules;
use serde_json::json;

use crate::cli::{Solve, SolveKniffel};
use crate::failure::Failure;

/// Solves what is wanted and prints the result.
pub(crate) fn run(wanted: &Solve) -> Result<(), Failure> {
    match wanted {
        Solve::Kniffel(wanted) => kniffel(wanted),
    }
}

fn kniffel(wanted: &SolveKniffel) -> Result<(), Failure> {
    let rules = Rules {
        five_of_a_kind_is_full_house: wanted.five_of_a_kind_is_full_house,
        extra_kniffel: wanted.extra_kniffel,
    };
    let cores = || available_parallelism().map_or(1, usize::from);
    let threads = wanted.threads.map_or_else(cores, usize::from);
    let begin = Instant::now();
    let solution = solver::solve(rules, threads);
    let seconds = begin.elapsed().as_secs_f64();
    let (value, states) = (solution.start(), solution.n_states());
    let mut out = io::stdout().lock();
    if wanted.json {
        let report = json!({
            "game": "kniffel",
            "fiveOfAKindIsFullHouse": rules.five_of_a_kind_is_full_house,
            "extraKniffel": rules.extra_kniffel,
            "value": value,
            "states": states,
            "seconds": seconds,
            "threads": threads,
        });
        writeln!(out, "{report}")?;
    } else {
        writeln!(out, "best mean total  {value:.6}")?;
        writeln!(out, "states           {states}")?;
        writeln!(out, "time             {seconds:.3} s on {threads} threads")?;
    }
    Ok(out.flush()?)
}

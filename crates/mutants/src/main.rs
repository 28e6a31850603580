//! Mutants: small faults, planted in the rules, that the tests must notice.
//!
//! Flips comparisons, operators and constants in the sources of a crate, all in one build of a copy of the workspace,
//! and runs the crate's tests once for each with that one fault turned on. Prints what no test noticed; stderr tells
//! how far the run is. See docs/mutants.md.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the kinds of expression that Rust has are many, and more may come"
)]

mod build;
mod change;
mod fault;
mod locate;
mod names;
mod plant;
mod run;
mod spell;
mod tree;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use crate::build::{Planted, Subject};
use crate::fault::Fault;
use crate::plant::{Choice, Mutant};
use crate::run::Suite;
use crate::tree::Tree;

/// The crates, and the packages whose tests count for each: the contract is tested by a game as well.
const CRATES: [(&str, &[&str]); 5] = [
    ("game", &["game", "kniffel"]),
    ("kniffel", &["kniffel"]),
    ("roulette", &["roulette"]),
    ("fair", &["fair"]),
    ("catan", &["catan"]),
];
/// A stopped run has done every mutant of some remainders by this number.
const STRIDE: u32 = 16;
/// The share that must be caught, in percent.
const GOAL: usize = 95;

/// Plants small faults in the rules and counts what the tests notice.
#[derive(Parser)]
struct Options {
    /// The crate; all of them without.
    #[arg(long = "crate")]
    crates: Vec<String>,
    /// Takes every n-th mutant, spread evenly over the sources.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Takes the mutants with these numbers only.
    #[arg(long, value_delimiter = ',')]
    only: Vec<u32>,
    /// Leaves test programs out: what survives then may still be caught by them, in a second run with `--only`.
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    /// Prints the mutants instead of running them.
    #[arg(long)]
    list: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let mut good = true;
    for (name, packages) in CRATES {
        if options.crates.is_empty() || options.crates.iter().any(|c| c == name) {
            match judge(name, packages, &options) {
                Ok(enough) => good &= enough,
                Err(fault) => {
                    eprintln!("mutants: {name}: {fault}");
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Judges one crate; says whether enough was caught.
fn judge(name: &str, packages: &[&str], options: &Options) -> Result<bool, Fault> {
    let tree = Tree::copy(name)?;
    let subject = Subject::read(name, packages, &tree)?;
    let Planted { all, out_of_reach, .. } = subject.plant(&Choice::default())?;
    let taken = |mutant: &&Mutant| {
        let sampled = (mutant.id as usize - 1).is_multiple_of(options.every.max(1));
        if options.only.is_empty() { sampled } else { options.only.contains(&mutant.id) }
    };
    let mut sample: Vec<_> = all.iter().filter(taken).collect();
    if options.list {
        for mutant in sample {
            println!("{} {}:{}: {}", mutant.id, mutant.file, mutant.line, mutant.text);
        }
        return Ok(true);
    }
    // All are planted, whatever is taken, so that one build serves every run. They run in strides, so that what is done
    // when a run is stopped is spread evenly too.
    let mut choice = Choice { ids: all.iter().map(|mutant| mutant.id).collect(), ..Choice::default() };
    sample.sort_by_key(|mutant| ((mutant.id - 1) % STRIDE, mutant.id));
    let begin = Instant::now();
    let mut programs = subject.build(&mut choice, &all)?;
    programs.retain(|program| !options.without.contains(&program.name));
    eprintln!("{name}: built after {} s", begin.elapsed().as_secs());
    let suite = Suite::new(programs)?;
    let viable: Vec<_> = sample.iter().filter(|mutant| choice.ids.contains(&mutant.id)).collect();
    let mut catchers = BTreeMap::new();
    let mut caught = 0;
    for (done, mutant) in viable.iter().enumerate() {
        if let Some(program) = suite.catcher(mutant.id)? {
            caught += 1;
            *catchers.entry(program.to_owned()).or_insert(0) += 1;
        } else {
            println!("survived {} {}:{}: {}", mutant.id, mutant.file, mutant.line, mutant.text);
        }
        if done % 10 == 9 {
            let seconds = begin.elapsed().as_secs();
            eprintln!(
                "{name}: {caught} of {} caught after {seconds} s, {} to go, {catchers:?}",
                done + 1,
                viable.len() - done - 1
            );
        }
    }
    let tenths = 1000 * caught / viable.len().max(1);
    println!(
        "{name}: {caught} of {} caught ({}.{} %); {} of {} taken; {} of them do not compile; {out_of_reach} \
         out of reach; by {catchers:?}; {} s",
        viable.len(),
        tenths / 10,
        tenths % 10,
        sample.len(),
        all.len(),
        sample.len() - viable.len(),
        begin.elapsed().as_secs(),
    );
    Ok(caught * 100 >= viable.len() * GOAL)
}

//! Stammtisch: Catan, Kniffel and roulette from the command line.
//!
//! The one binary. `cli` says what can be asked for; every subcommand has a file of its own; what goes wrong is a
//! `Failure` with its exit code: 1 where the answer is no, 2 where the question makes no sense.

mod cli;
mod failure;
mod show;
mod simulation;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Some(Command::Show(wanted)) => show::run(&wanted),
        Some(Command::Simulate(wanted)) => simulation::run(&wanted),
        // The table that is served here later is not there yet: until then, something to look at.
        None => show::run(&cli::Show::default()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

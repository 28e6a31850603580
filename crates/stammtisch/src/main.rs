//! Stammtisch: Catan, Kniffel and roulette from the command line.
//!
//! The one binary. `cli` says what can be asked for; every subcommand has a file of its own; what goes wrong is a
//! `Failure` with its exit code: 1 where a recorded game does not fit, 2 where a question could not be answered.

mod catanatron_bot;
mod cli;
mod failure;
mod keeping;
mod serve;
mod show;
mod simulation;
mod solve;
mod verification;

use std::io;
use std::process::ExitCode;

use clap::Parser;
use engine::Limits;

use cli::{Cli, Command};

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Some(Command::Show(wanted)) => show::run(&wanted),
        Some(Command::Simulate(wanted)) => simulation::run(&wanted),
        Some(Command::Solve(wanted)) => solve::run(&wanted),
        Some(Command::Engine) => {
            engine::serve(io::stdin(), io::stdout().lock(), &Limits::default()).map_err(Into::into)
        }
        Some(Command::Verify { file }) => verification::run(&file),
        Some(Command::CatanatronBot(wanted)) => catanatron_bot::run(&wanted),
        Some(Command::Serve(wanted)) => serve::run(&wanted),
        None => serve::run(&cli::Serve::default()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

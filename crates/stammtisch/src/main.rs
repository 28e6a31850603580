//! Stammtisch: Catan, Kniffel and roulette from the command line.
//!
//! The one binary. `cli` says what can be asked for; every subcommand has a file of its own; what goes wrong is a
//! `Failure` with its exit code: 1 where a recorded game or a server
//! under load does not fit, 2 where a question could not be answered.

mod admin;
mod backup;
mod catanatron_bot;
mod check;
mod cli;
mod failure;
mod keeping;
mod load_test;
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

/// Moves make many small things that live as long as the move; this allocator is made for that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Some(Command::Show(wanted)) => show::run(&wanted),
        Some(Command::Simulate(wanted)) => simulation::run(&wanted),
        Some(Command::Solve(wanted)) => solve::run(&wanted),
        Some(Command::Engine) => {
            engine::serve(io::stdin(), io::stdout().lock(), &Limits::default()).map_err(Into::into)
        }
        Some(Command::Verify { file }) => verification::run(&file),
        Some(Command::Load(wanted)) => load_test::run(&wanted),
        Some(Command::CatanatronBot(wanted)) => catanatron_bot::run(&wanted),
        Some(Command::Serve(wanted)) => serve::run(&wanted),
        Some(Command::Admin(wanted)) => admin::run(wanted),
        Some(Command::Backup { file, data }) => backup::back_up(&admin::folder(data), &file),
        Some(Command::Restore { file, data, replace }) => {
            backup::restore(&file, &admin::folder(data), replace)
        }
        Some(Command::Check(wanted)) => check::run(&wanted),
        None => serve::run(&cli::Serve::default()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

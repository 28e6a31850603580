//! `simulate`: many games, with a progress bar for people and JSON for programs.
//!
//! Without --seats random players play, thousands of games a second; with it a contest is held.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::thread::available_parallelism;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use simulate::{Opening, simulate};

use crate::cli::Simulate;
use crate::failure::Failure;
use crate::keeping::Keeper;

/// Plays what is wanted and prints the report.
pub(crate) fn run(wanted: &Simulate) -> Result<(), Failure> {
    let cores = || available_parallelism().map_or(1, usize::from);
    let threads = wanted.threads.map_or_else(cores, usize::from);
    if let Some(contest) = wanted.contest()? {
        contest.check()?;
        let mut keeper = Keeper::new(wanted, &contest)?;
        let progress = progress_bar(contest.total_games());
        let report = contest.hold(threads, &|games| progress.inc(games), &mut keeper);
        progress.finish_and_clear();
        let report = report?;
        return if keeper.finish()? { Ok(()) } else { print(wanted.json, &report) };
    }
    let plan = wanted.plan();
    // Before the bar is drawn: a fault is no progress.
    Opening::new(plan.game, &plan.rules, plan.players)?;
    let progress = progress_bar(plan.games);
    let report = simulate(&plan, threads, &|games| progress.inc(games))?;
    progress.finish_and_clear();
    print(wanted.json, &report)
}

fn print(as_json: bool, report: &(impl Serialize + Display)) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if as_json {
        serde_json::to_writer(&mut out, report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(out.flush()?)
}

/// On a terminal, so that it never gets into a file.
fn progress_bar(games: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} left")
    {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

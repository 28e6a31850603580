//! From a plan to a report: gather, warm up, measure, end.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::diary::Diary;
use crate::history::History;
use crate::plan::Plan;
use crate::report::{Idle, Latency, Process, Report};
use crate::tally::{Shared, Stage, Tally};
use crate::{gathering, idle, process};

/// Files that a program has open anyway.
const OTHER_FILES: usize = 64;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum LoadFault {
    /// Not enough files.
    #[error(
        "{needed} sockets are wanted, but this program may have only {most} files open: raise the limit, as with `ulimit -n {needed}`"
    )]
    TooFewFiles {
        /// How many are needed.
        needed: usize,
        /// How many may be open.
        most: usize,
    },
    /// The tables could not be set up.
    #[error("{0} (docs/load.md names the settings that a load test needs)")]
    Setup(io::Error),
    /// What the seats noted could not be written down.
    #[error("the history could not be written: {0}")]
    History(io::Error),
    /// The diary cannot be written.
    #[error("the diary of moves: {0}")]
    Diary(io::Error),
    /// There is no such server process.
    #[error("there is no process {0} to measure")]
    NoProcess(u32),
}

/// What a process has used so far.
fn usage(pid: u32) -> Result<(Duration, u64), LoadFault> {
    let used = process::computed(pid).zip(process::resident(pid));
    used.ok_or(LoadFault::NoProcess(pid))
}

/// Lets tables play for so long, or until none of them plays any more or somebody presses Ctrl-C, and takes the tallies of those that have ended.
async fn play(time: Duration, playing: &mut JoinSet<Tally>, tally: &mut Tally) {
    let all = async {
        while let Some(counted) = playing.join_next().await {
            match counted {
                Ok(counted) => tally.add(counted),
                Err(fault) => tally.violations.push(format!("a table's task ended: {fault}")),
            }
        }
    };
    tokio::select! {
        // Not in time is what is usual.
        _ = tokio::time::timeout(time, all) => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

/// Carries out a plan.
///
/// In a box, so that all of it is compiled here, once, and not in every program that uses it.
///
/// # Errors
/// If it cannot be carried out. What the server does wrong is in the report.
#[must_use = "nothing is done before it is awaited"]
pub fn run(plan: Plan) -> Pin<Box<dyn Future<Output = Result<Report, LoadFault>> + Send>> {
    Box::pin(carry_out(plan))
}

async fn carry_out(plan: Plan) -> Result<Report, LoadFault> {
    let needed = plan.sockets() + OTHER_FILES;
    if let Some(most) = process::most_files().filter(|most| *most < needed) {
        return Err(LoadFault::TooFewFiles { needed, most });
    }
    let server = plan.server;
    let before = server.map(usage).transpose()?.map(|(_, memory)| memory);
    let shared = Arc::new(Shared::new(plan)?);
    let mut listeners = idle::open(&shared).await.map_err(LoadFault::Setup)?;
    let with_idle = server.map(usage).transpose()?.map(|(_, memory)| memory);

    let mut playing = JoinSet::new();
    for table in gathering::all(&shared).await? {
        playing.spawn(table.play());
    }
    shared.enter(Stage::WarmingUp);
    let mut tally = Tally::default();
    play(shared.plan.warm_up, &mut playing, &mut tally).await;
    let own = std::process::id();
    let at_first = (server.map(usage).transpose()?, usage(own)?);
    let begun = Instant::now();
    shared.enter(Stage::Measuring);
    play(shared.plan.time, &mut playing, &mut tally).await;
    shared.enter(Stage::Ending);
    let time = begun.elapsed();
    // A server that is gone has nothing to show; what it did wrong is reported all the same.
    let at_last = (server.and_then(|pid| usage(pid).ok()), usage(own)?);

    play(Duration::MAX, &mut playing, &mut tally).await;
    shared.diary.as_ref().map_or(Ok(()), Diary::end).map_err(LoadFault::Diary)?;
    while let Some(ended) = listeners.try_join_next() {
        tally.error(format!("an idle socket: {}", ended.unwrap_or_else(|fault| fault.to_string())));
    }
    shared.history.as_ref().map_or(Ok(()), History::close).map_err(LoadFault::History)?;
    let process = |first: (Duration, u64), last: (Duration, u64)| Process {
        cpu_seconds: (last.0.saturating_sub(first.0)).as_secs_f64(),
        cpu_seconds_per_1000_moves: (last.0.saturating_sub(first.0)).as_secs_f64() * 1_000.0
            / tally.moves.max(1) as f64,
        memory_kib: last.1,
    };
    let plan = &shared.plan;
    let idle = (plan.idle > 0).then(|| Idle {
        sockets: plan.idle,
        kib_each: before
            .zip(with_idle)
            .map(|(before, after)| after.saturating_sub(before) as f64 / plan.idle as f64),
    });
    let per_move = |count: u64| count as f64 / tally.moves.max(1) as f64;
    Ok(Report {
        games_played: plan.games.iter().map(|game| game.name().to_owned()).collect(),
        tables: plan.tables,
        seats: plan.seats,
        seconds: time.as_secs_f64(),
        moves: tally.moves,
        moves_per_second: tally.moves as f64 / time.as_secs_f64(),
        latency_ms: Latency {
            p50: shared.latency.quantile(500),
            p99: shared.latency.quantile(990),
            max: shared.latency.longest(),
        },
        frames_in_per_move: per_move(tally.frames),
        bytes_in_per_move: per_move(tally.bytes_in),
        bytes_out_per_move: per_move(tally.bytes_out),
        games_ended: tally.games,
        views_compared: tally.views,
        reconnects: tally.returns,
        moves_repeated: tally.repeated,
        errors: tally.errors,
        server: at_first.0.zip(at_last.0).map(|(first, last)| process(first, last)),
        load: process(at_first.1, at_last.1),
        idle,
        violations: tally.violations,
    })
}

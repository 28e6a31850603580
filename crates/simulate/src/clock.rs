//! Time: how long the threads took, and how fast that was.
//!
//! *CPU time* is what the threads really computed, which a busy machine cannot stretch; it is known where the kernel
//! tells it (Linux).

use std::time::Duration;

use serde::Serialize;

use crate::statistics::real;

/// How long it took. The only part of a report that differs from run to run.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    /// How many threads played.
    pub threads: usize,
    /// Time on the clock on the wall.
    pub wall_seconds: f64,
    /// Time that the threads computed, together.
    pub cpu_seconds: Option<f64>,
    /// Games in a second on the wall.
    pub games_per_second: Option<f64>,
    /// Actions in a second on the wall.
    pub actions_per_second: Option<f64>,
    /// Games in a second of computing.
    pub games_per_cpu_second: Option<f64>,
    /// Actions in a second of computing.
    pub actions_per_cpu_second: Option<f64>,
}

/// What was measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Elapsed {
    pub(crate) threads: usize,
    pub(crate) wall: Duration,
    pub(crate) cpu: Option<Duration>,
}

impl Timing {
    pub(crate) fn new(elapsed: Elapsed, games: u64, actions: u64) -> Self {
        let wall = elapsed.wall.as_secs_f64();
        let cpu = elapsed.cpu.map(|cpu| cpu.as_secs_f64());
        let rate = |n, seconds: f64| (seconds > 0.0).then(|| real(n) / seconds);
        Self {
            threads: elapsed.threads,
            wall_seconds: wall,
            cpu_seconds: cpu,
            games_per_second: rate(games, wall),
            actions_per_second: rate(actions, wall),
            games_per_cpu_second: cpu.and_then(|cpu| rate(games, cpu)),
            actions_per_cpu_second: cpu.and_then(|cpu| rate(actions, cpu)),
        }
    }
}

/// CPU time of this thread so far.
pub(crate) fn thread_cpu_time() -> Option<Duration> {
    // Its first number: nanoseconds that the thread ran.
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_per_second_and_missing_where_there_is_no_time() {
        let cpu = Some(Duration::from_secs(4));
        let timing = Timing::new(Elapsed { threads: 2, wall: Duration::from_millis(2500), cpu }, 100, 5_000);
        assert_eq!((timing.games_per_second, timing.actions_per_second), (Some(40.0), Some(2_000.0)));
        assert_eq!((timing.games_per_cpu_second, timing.actions_per_cpu_second), (Some(25.0), Some(1_250.0)));
        let timing = Timing::new(Elapsed { threads: 2, wall: Duration::ZERO, cpu: None }, 100, 5_000);
        assert_eq!((timing.games_per_second, timing.games_per_cpu_second), (None, None));
    }
}

//! The crew: threads that share the games of a plan.
//!
//! Games are handed out in *chunks* through one counter, so a thread that got long games takes fewer of them. Which
//! thread plays which game cannot be seen in the result: a game's luck follows from its number alone, and tallies
//! hold only sums of whole numbers, minima and maxima, for which order means nothing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::arena::{Arena, Tally};
use crate::clock::{Elapsed, thread_cpu_time};

/// Small enough that the last chunk keeps nobody waiting, large enough that the counter costs nothing.
const LARGEST_CHUNK: u64 = 128;

/// Plays games 0 to `games` − 1; `finished` hears how many more are done, from any thread.
pub(crate) fn play_all<A: Arena>(
    arena: &A,
    games: u64,
    threads: usize,
    finished: &(dyn Fn(u64) + Sync),
) -> (A::Tally, Elapsed) {
    let threads = threads.max(1);
    let chunk = (games / (threads as u64).saturating_mul(32)).clamp(1, LARGEST_CHUNK);
    let next = AtomicU64::new(0);
    let work = || {
        let before = thread_cpu_time();
        let mut tally = A::Tally::default();
        loop {
            let first = next.fetch_add(chunk, Ordering::Relaxed);
            if first >= games {
                break;
            }
            let beyond = first.saturating_add(chunk).min(games);
            for number in first..beyond {
                arena.play(number, &mut tally);
            }
            finished(beyond - first);
        }
        let cpu = before.zip(thread_cpu_time()).map(|(before, after)| after.saturating_sub(before));
        (tally, cpu)
    };
    let began = Instant::now();
    let mut whole = A::Tally::default();
    let mut cpu = Some(Duration::ZERO);
    let mut add = |(tally, time): (A::Tally, Option<Duration>)| {
        whole.merge(tally);
        cpu = cpu.zip(time).map(|(sum, time)| sum + time);
    };
    let helpers = std::thread::scope(|scope| {
        // This thread plays too, so a machine that grants no further thread still gets through.
        let helpers: Vec<_> =
            (1..threads).map_while(|_| Builder::new().spawn_scoped(scope, work).ok()).collect();
        let n_helpers = helpers.len();
        add(work());
        for helper in helpers {
            add(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        n_helpers
    });
    (whole, Elapsed { threads: helpers + 1, wall: began.elapsed(), cpu })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how often each game was played.
    struct Roll(u64);

    #[derive(Default)]
    struct Calls(Vec<u64>);

    impl Tally for Calls {
        fn merge(&mut self, other: Self) {
            self.0.extend(other.0);
        }
    }

    impl Arena for Roll {
        type Tally = Calls;

        fn play(&self, number: u64, tally: &mut Calls) {
            assert!(number < self.0);
            tally.0.push(number);
        }
    }

    #[test]
    fn every_game_is_played_once_whatever_the_crew() {
        for games in [0, 1, 5, 127, 1_000, 20_000] {
            for threads in [0, 1, 2, 3, 7, 16] {
                let done = AtomicU64::new(0);
                let count = |n| {
                    done.fetch_add(n, Ordering::Relaxed);
                };
                let (Calls(mut played), elapsed) = play_all(&Roll(games), games, threads, &count);
                played.sort_unstable();
                assert!(played.iter().copied().eq(0..games), "{games} games, {threads} threads");
                assert_eq!(done.into_inner(), games, "all of them are told");
                assert_eq!(elapsed.threads, threads.max(1));
            }
        }
    }
}

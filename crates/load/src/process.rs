//! What the system says about a process: how long it has computed, how much memory it holds.

use std::fs;
use std::time::Duration;

/// Linux counts a process's time in hundredths of a second for whoever reads it, on every machine.
const TICK: Duration = Duration::from_millis(10);

/// The time that a process has computed so far; `None` if there is no such process.
pub(crate) fn computed(pid: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in brackets, may contain anything; fields 14 and 15 of the line are the times in user and system mode.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u32>().ok();
    Some(TICK * (ticks()? + ticks()?))
}

/// The memory that a process holds, in KiB.
pub(crate) fn resident(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.split_whitespace().next()?.parse().ok()
}

/// How many files and sockets this program may have open.
pub(crate) fn most_files() -> Option<usize> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_very_process_computes_and_holds_memory() {
        let pid = std::process::id();
        let before = computed(pid).expect("it runs");
        let begun = std::time::Instant::now();
        let mut spent = Duration::ZERO;
        // On a busy machine this takes longer than it computes.
        while spent < TICK && begun.elapsed() < Duration::from_mins(1) {
            (0..100_000).for_each(|n| assert!(std::hint::black_box(n) >= 0));
            spent = computed(pid).expect("it runs").saturating_sub(before);
        }
        assert!(spent >= TICK && spent <= begun.elapsed() * 64 + TICK, "{spent:?}");
        assert!(resident(pid).is_some_and(|kib| kib > 1_000 && kib < 10_000_000));
        assert!(most_files().is_some_and(|most| most >= 64));
        assert_eq!(computed(u32::MAX), None);
    }
}

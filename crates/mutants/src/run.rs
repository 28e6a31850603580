//! Runs the tests with one mutant on at a time.
//!
//! A mutant is *caught* as soon as one test fails, panics, or asks for more time or memory than tests need. Programs
//! run from the quickest to the slowest, since most mutants die early, and are ended at the first failure.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use crate::build::Program;
use crate::fault::Fault;

/// Most memory, in KiB: a mutant may gather things for ever.
const MEMORY: u64 = 4 << 20;
/// A program with a mutant may work this many times as long as without, and some seconds more; then it counts as
/// hung. Work is counted, not the clock: on a busy machine that would call slow tests caught.
const PATIENCE: f64 = 4.0;
const GRACE: f64 = 10.0;

/// The programs in the order in which they run, with the seconds of work that each takes without a mutant.
pub(crate) struct Suite(Vec<(Program, f64)>);

impl Suite {
    /// Runs everything once without a mutant.
    pub(crate) fn new(programs: Vec<Program>) -> Result<Self, Fault> {
        let mut timed = Vec::new();
        for program in programs {
            let Some(seconds) = passes(&program, 0, None)? else { return Err(Fault::Unsound(program.name)) };
            eprintln!("{}: {seconds:.1} s of work without a mutant", program.name);
            timed.push((program, seconds));
        }
        timed.sort_by(|a, b| a.1.total_cmp(&b.1));
        Ok(Self(timed))
    }

    /// The program that catches a mutant.
    pub(crate) fn catcher(&self, mutant: u32) -> Result<Option<&str>, Fault> {
        for (program, seconds) in &self.0 {
            if passes(program, mutant, Some(GRACE + PATIENCE * seconds))?.is_none() {
                return Ok(Some(&program.name));
            }
        }
        Ok(None)
    }
}

/// Runs a program; if all its tests pass, says how many seconds of work they took.
fn passes(program: &Program, mutant: u32, most: Option<f64>) -> Result<Option<f64>, Fault> {
    let fault = |reason| Fault::Start { program: program.name.clone(), reason };
    let most = most.map_or_else(|| "unlimited".to_owned(), |seconds| format!("{seconds:.0}"));
    // `times` prints the work of the shell, then that of what it has started. The program leads a group of its own,
    // which `kill` below ends as a whole.
    let script = format!("ulimit -v {MEMORY}; ulimit -t {most}; \"$0\" && times");
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(script)
        .arg(&program.path)
        .current_dir(&program.folder)
        // A small environment fits into the buffer of whoever looks for the mutant in it.
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("MUTANT", mutant.to_string())
        .env("INSTA_UPDATE", "no")
        .env("INSTA_WORKSPACE_ROOT", program.folder.join("../.."))
        .env("CARGO_MANIFEST_DIR", &program.folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(fault)?;
    let mut last = String::new();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            if line.ends_with(b"... FAILED") {
                let group = format!("-{}", child.id());
                Command::new("kill").args(["-KILL", "--", &group]).status().map_err(fault)?;
                break;
            }
            last = String::from_utf8_lossy(&line).into_owned();
        }
    }
    Ok(child.wait().map_err(fault)?.success().then(|| last.split(' ').filter_map(seconds).sum()))
}

/// Reads `1m2.5s`.
fn seconds(text: &str) -> Option<f64> {
    let (minutes, rest) = text.trim_end_matches('s').split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + rest.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_counts_in_minutes_and_seconds() {
        assert_eq!(seconds("1m2.5s"), Some(62.5));
        assert_eq!(seconds("0m0.250000s"), Some(0.25));
        assert_eq!(seconds("running"), None);
    }
}

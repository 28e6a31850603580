//! What came of a load test, for people and for programs.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

/// How many violations are spelt out for people.
const SPELT_OUT: usize = 10;

/// What came of a load test.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// What was played.
    pub games_played: Vec<String>,
    /// At how many tables.
    pub tables: usize,
    /// By how many people each.
    pub seats: usize,
    /// How long was measured.
    pub seconds: f64,
    /// Moves that were acknowledged in that time.
    pub moves: u64,
    /// The same by the second.
    pub moves_per_second: f64,
    /// From sending a move to its acknowledgement.
    pub latency_ms: Latency,
    /// Frames to all seats of a table, for each move.
    pub frames_in_per_move: f64,
    /// Bytes in those frames, with their headers.
    pub bytes_in_per_move: f64,
    /// Bytes that the table's seats sent, for each move.
    pub bytes_out_per_move: f64,
    /// Games that came to their end.
    pub games_ended: u64,
    /// Whole views that were the same as what the patches had led to.
    pub views_compared: u64,
    /// Seats that lost their line, on purpose or not, and came back.
    pub reconnects: u64,
    /// Acknowledged moves that were sent again afterwards and got the same answer.
    pub moves_repeated: u64,
    /// What was refused or closed, by code.
    pub errors: BTreeMap<String, u64>,
    /// What the server used while it was measured, if its process was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<Process>,
    /// What this program used itself.
    pub load: Process,
    /// Sockets that only listened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle: Option<Idle>,
    /// What the server must never do, and did.
    pub violations: Vec<String>,
}

/// Times in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Latency {
    /// Half of the moves were acknowledged within this.
    pub p50: f64,
    /// 99 of 100.
    pub p99: f64,
    /// All.
    pub max: f64,
}

/// What a process used.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Process {
    /// Time on the processor while it was measured.
    pub cpu_seconds: f64,
    /// The same for each 1 000 moves.
    #[serde(rename = "cpuSecondsPer1000Moves")]
    pub cpu_seconds_per_1000_moves: f64,
    /// Memory that it holds at the end.
    pub memory_kib: u64,
}

/// Sockets that only listened.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Idle {
    /// How many.
    pub sockets: usize,
    /// The memory that each of them cost the server, if its process was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kib_each: Option<f64>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { latency_ms: Latency { p50, p99, max }, .. } = self;
        let games = self.games_played.join(", ");
        writeln!(f, "{} tables of {}, {games}, {:.1} s", self.tables, self.seats, self.seconds)?;
        writeln!(f, "moves      {} acknowledged, {:.0} a second", self.moves, self.moves_per_second)?;
        writeln!(f, "latency    p50 {p50:.2} ms, p99 {p99:.2} ms, max {max:.2} ms")?;
        writeln!(
            f,
            "per move   {:.1} frames and {:.0} bytes to all seats, {:.0} bytes to the server",
            self.frames_in_per_move, self.bytes_in_per_move, self.bytes_out_per_move
        )?;
        writeln!(
            f,
            "checked    {} whole views, {} seats that came back, {} moves sent again; {} games ended",
            self.views_compared, self.reconnects, self.moves_repeated, self.games_ended
        )?;
        let process = |f: &mut fmt::Formatter<'_>, name, used: &Process| {
            writeln!(
                f,
                "{name:<10} {:.3} CPU-seconds for 1000 moves ({:.2} in all), {:.1} MiB",
                used.cpu_seconds_per_1000_moves,
                used.cpu_seconds,
                used.memory_kib as f64 / 1_024.0
            )
        };
        if let Some(server) = &self.server {
            process(f, "server", server)?;
        }
        process(f, "this test", &self.load)?;
        if let Some(idle) = &self.idle {
            let each = idle.kib_each.map(|kib| format!(", {kib:.1} KiB each")).unwrap_or_default();
            writeln!(f, "idle       {} sockets{each}", idle.sockets)?;
        }
        for (code, count) in &self.errors {
            writeln!(f, "error      {code}: {count}")?;
        }
        for violation in self.violations.iter().take(SPELT_OUT) {
            writeln!(f, "VIOLATION  {violation}")?;
        }
        if self.violations.len() > SPELT_OUT {
            writeln!(f, "VIOLATION  and {} more", self.violations.len() - SPELT_OUT)?;
        }
        Ok(())
    }
}

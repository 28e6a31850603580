//! `stammtisch load`: tables of programs against a running server (docs/load.md).

use std::io::{self, Write};
use std::time::Duration;

use load::Plan;
use protocol::engine::GameName;

use crate::cli::Load;
use crate::failure::Failure;

impl Load {
    fn plan(&self) -> Option<Plan> {
        let (first, others) = self.url.split_first()?;
        Some(Plan {
            tables: self.tables as usize,
            seats: self.seats as usize,
            // Only `mix` is no game's name.
            games: GameName::from_name(&self.game).map_or(GameName::ALL.to_vec(), |game| vec![game]),
            rate: self.rate,
            time: Duration::from_secs(self.seconds),
            warm_up: Duration::from_secs(self.warm_up),
            idle: self.idle as usize,
            addresses: self.addresses,
            check_every: self.check_every,
            reconnect_every: self.reconnect_every,
            server: self.server_pid,
            seed: self.seed,
            history: self.history.clone(),
            diary: self.diary.clone(),
            patience: Duration::from_secs(self.patience),
            faults: self.faults,
            others: others.to_vec(),
            ..Plan::new(first.clone())
        })
    }
}

/// Loads the server, and prints what came of it.
pub(crate) fn run(wanted: &Load) -> Result<(), Failure> {
    let plan = wanted.plan().ok_or_else(|| Failure::Arguments("no server is named".to_owned()))?;
    let mut threads = tokio::runtime::Builder::new_multi_thread();
    let runtime = threads.worker_threads(wanted.threads.into()).enable_all().build()?;
    let report = runtime.block_on(load::run(plan)).map_err(|fault| Failure::Load(fault.to_string()))?;
    let mut out = io::stdout().lock();
    if wanted.json {
        serde_json::to_writer(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{report}")?;
    }
    out.flush()?;
    match report.violations.first() {
        None => Ok(()),
        Some(first) => {
            let count = report.violations.len();
            Err(Failure::DoesNotFit(format!(
                "the server failed the test, violations: {count}; the first: {first}"
            )))
        }
    }
}

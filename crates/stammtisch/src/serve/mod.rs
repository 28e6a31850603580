//! `stammtisch serve`: the table for the browser.

mod addresses;
mod settings;
mod together;

use std::sync::Arc;

use server::{Clock, Config, Server};
use tracing_subscriber::EnvFilter;

use self::together::Held;
use crate::cli::Serve;
use crate::failure::Failure;

/// The database in the data folder.
pub(crate) const FILE: &str = "stammtisch.sqlite";

/// Kniffel solved, in the same folder.
const SOLUTION: &str = "kniffel-solution.bin";

/// Serves until it is told to stop.
pub(crate) fn run(wanted: &Serve) -> Result<(), Failure> {
    let config = settings::settings(wanted)?;
    log(wanted)?;
    // Kept until the server has stopped.
    let held = together::open(&config)?;
    prepare_experts(&config);
    let mut threads = tokio::runtime::Builder::new_multi_thread();
    threads.worker_threads(config.serving_threads()).max_blocking_threads(config.blocking_threads());
    let runtime = threads.enable_all().build()?;
    runtime.block_on(serve(wanted, config, &held))
}

/// Loads the solution of Kniffel beside the game, or computes it and keeps it: experts then answer at once from their first move.
fn prepare_experts(config: &Config) {
    let file = config.data.join(SOLUTION);
    std::thread::spawn(move || {
        let (solution, origin) = solver::load_or_solve(&file, kniffel::Rules::default());
        tracing::debug!(?origin, "Kniffel is solved");
        bots::kniffel::provide(Arc::new(solution));
    });
}

async fn serve(wanted: &Serve, config: Config, held: &Held) -> Result<(), Failure> {
    let (public, data, cluster) = (config.public_url.clone(), config.data.clone(), config.cluster.clone());
    let failed = |fault: server::Fault| Failure::Server(fault.to_string());
    let store = Arc::clone(&held.store);
    let mut server = Server::bind(config, Clock::default(), store).await.map_err(failed)?;
    together::join(&mut server, held, &cluster).await?;
    if let Err(fault) = server.listen_to_host(&data) {
        tracing::warn!(%fault, "`stammtisch admin` will not work");
    }
    let addresses = addresses::reachable(server.address(), public.as_deref());
    // Whoever started the server may not listen any more; it serves all the same.
    let _ = addresses::announce(&addresses, &mut std::io::stdout());
    if wanted.open
        && let Some(address) = addresses.first()
    {
        addresses::open(address);
    }
    server.serve(asked_to_stop()).await.map_err(failed)
}

/// Comes true when somebody presses Ctrl-C or the system asks the program to end.
async fn asked_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let ended = async {
        match signal(SignalKind::terminate()) {
            Ok(mut ended) => ended.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = ended => {}
    }
    tracing::info!("stopping");
}

fn log(wanted: &Serve) -> Result<(), Failure> {
    let level = wanted.log.as_deref().unwrap_or("info");
    let filter = EnvFilter::try_new(level).map_err(|fault| Failure::Arguments(format!("--log: {fault}")))?;
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    if wanted.log_json {
        log.json().init();
    } else {
        log.without_time().init();
    }
    Ok(())
}

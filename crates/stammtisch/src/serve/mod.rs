//! `stammtisch serve`: the table for the browser.

mod addresses;
mod settings;
mod together;
mod waiting;

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use server::{Config, Folder};
use tracing_subscriber::EnvFilter;

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
    // For this process alone until the server has stopped.
    let _folder = Folder::take(&config.data).map_err(|fault| Failure::Server(fault.to_string()))?;
    let mut threads = tokio::runtime::Builder::new_multi_thread();
    threads.worker_threads(config.serving_threads()).max_blocking_threads(config.blocking_threads());
    let runtime = threads.enable_all().build()?;
    runtime.block_on(serve(wanted, config))
}

/// Loads the solution of Kniffel beside the game, or computes it and keeps it: experts then answer at once from their first move.
fn prepare_experts(file: PathBuf) {
    std::thread::spawn(move || {
        let (solution, origin) = solver::load_or_solve(&file, kniffel::Rules::default());
        tracing::debug!(?origin, "Kniffel is solved");
        bots::kniffel::provide(Arc::new(solution));
    });
}

async fn serve(wanted: &Serve, config: Config) -> Result<(), Failure> {
    let (public, data) = (config.public_url.clone(), config.data.clone());
    let mut stop: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(asked_to_stop());
    let mut server = tokio::select! {
        server = together::start(config) => server?,
        // Nothing has begun, so nothing has to be brought to its end.
        () = &mut stop => return Ok(()),
    };
    prepare_experts(data.join(SOLUTION));
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
    server.serve(stop).await.map_err(|fault| Failure::Server(fault.to_string()))
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

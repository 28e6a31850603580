//! Tables come and go beside each other, and each has one desk at most.

use std::sync::mpsc as threads;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use store::{Epoch, NewPlayer, SqliteStore, Store};

use super::*;
use crate::clock::Clock;
use crate::config::Config;
use crate::sanctions::Sanctions;

fn app(most_tables: usize) -> Arc<App> {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::temporary(store::Settings::default()).unwrap());
    let config = Config { most_tables, ..Config::default() };
    Arc::new(App::new(config, Clock::default(), store, Sanctions::default()))
}

/// Some tables, of which none is in memory.
async fn put_away<const N: usize>(app: &Arc<App>) -> [TableId; N] {
    let host = PlayerId::from_entropy([1; 16]);
    let new = NewPlayer { id: host.as_str().into(), name: "A".into(), token: [1; 32], opening: 0, at_ms: 0 };
    storing::write(|done| app.store.create_player(new, done)).await.unwrap();
    let mut ids = Vec::new();
    for _ in 0..N {
        let (id, _) = app.tables.open(app, GameName::Kniffel, host.clone(), None).await.unwrap();
        app.tables.without(&BTreeSet::from([id.clone()]), async {}).await;
        ids.push(id);
    }
    assert!(app.tables.present().is_empty());
    ids.try_into().unwrap()
}

/// Lets nothing be written until the sender is dropped.
pub(crate) fn stall(app: &App) -> threads::Sender<()> {
    let (gate, stalled) = stall_later(app);
    stalled.recv().unwrap();
    gate
}

/// The same from when all that waits to be written is; whoever listens is told.
pub(crate) fn stall_later(app: &App) -> (threads::Sender<()>, threads::Receiver<()>) {
    let (gate, closed) = threads::channel::<()>();
    let (began, stalled) = threads::channel();
    let hold = move |_: Result<bool, StoreFault>| {
        began.send(()).unwrap();
        let _ = closed.recv();
    };
    app.store.withdraw_invite("nothing".into(), Box::new(hold));
    (gate, stalled)
}

/// Waits until so many writes are under way.
pub(crate) async fn writes(app: &App, n: usize) {
    let begun = Instant::now();
    while app.store.metrics().queue < n {
        assert!(begun.elapsed().as_secs() < 20, "{} of {n}", app.store.metrics().queue);
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

fn finding(app: &Arc<App>, id: &TableId) -> tokio::task::JoinHandle<Result<mpsc::Sender<Mail>, StoreFault>> {
    let (app, id) = (Arc::clone(app), id.clone());
    tokio::spawn(async move { app.tables.find(&app, &id).await.map(Option::unwrap) })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_load_beside_each_other_and_each_once() {
    let app = app(100);
    let [slow, other, here] = put_away(&app).await;
    app.tables.find(&app, &here).await.unwrap().unwrap();
    let gate = stall(&app);
    let loads: Vec<_> = [&slow, &slow, &other, &slow].map(|id| finding(&app, id)).into();
    // Both tables are being claimed; one after the other, the second would wait for the first.
    writes(&app, 2).await;
    let found = tokio::time::timeout(Duration::from_secs(10), app.tables.find(&app, &here));
    assert!(found.await.expect("a table in memory waits for none that loads").unwrap().is_some());
    drop(gate);
    let found: Vec<_> = join_all(loads).await.into_iter().map(|found| found.unwrap().unwrap()).collect();
    assert!(found[0].same_channel(&found[1]) && found[0].same_channel(&found[3]));
    assert!(!found[0].same_channel(&found[2]));
    for id in [slow, other] {
        let record = app.store.table(&id.as_str().into()).unwrap().unwrap();
        assert_eq!(record.epoch, Epoch(2), "claimed once");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_tables_that_are_worked_on_are_kept_away() {
    let app = app(100);
    let [worked_on, other] = put_away(&app).await;
    app.tables.find(&app, &worked_on).await.unwrap().unwrap();
    let work = async {
        assert!(app.tables.present().is_empty());
        let found = tokio::time::timeout(Duration::from_secs(10), app.tables.find(&app, &other));
        assert!(found.await.expect("another table is not kept away").unwrap().is_some());
        let waits = tokio::time::timeout(Duration::from_millis(100), app.tables.find(&app, &worked_on));
        assert!(waits.await.is_err(), "it was loaded while somebody worked on it");
    };
    app.tables.without(&BTreeSet::from([worked_on.clone()]), work).await;
    assert!(app.tables.find(&app, &worked_on).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_are_loading_count_and_are_stopped_too() {
    let app = app(1);
    let [one, another] = put_away(&app).await;
    let gate = stall(&app);
    let loads = [finding(&app, &one), finding(&app, &another)];
    writes(&app, 1).await;
    app.stopping.store(true, Ordering::Release);
    let stopping = Arc::clone(&app);
    let stopped = tokio::spawn(async move { stopping.tables.stop_all().await });
    // It may have begun to wait by then, or not: neither must leave a table behind.
    tokio::time::sleep(Duration::from_millis(50)).await;
    drop(gate);
    stopped.await.unwrap();
    let found = join_all(loads).await.into_iter().map(Result::unwrap);
    assert_eq!(found.flatten().count(), 1, "there is room for one");
    assert!(app.tables.present().is_empty());
    assert!(matches!(app.tables.find(&app, &one).await, Err(StoreFault::Closed)));
}

//! Desks over logs that earlier versions recorded.

use std::sync::Arc;

use bots::Company;
use catan::{Catan, Seen};
use game::{Game, Viewer};
use protocol::engine::GameName;
use protocol::table::{EntryOf, TableId};
use store::{Append, Commit, Epoch, NewPlayer, Snapshot, SqliteStore, Store, TableWrite};
use table::{Command, Input, Limits, Resting, Table, Think};
use tokio::sync::oneshot;

use super::keeping::{self, Keeping};
use super::{Desk, opening, work};
use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::mail::Mail;

type Log = Vec<(i64, EntryOf<Catan>)>;

fn id() -> TableId {
    "9999999999999999".parse().unwrap()
}

/// A game of Catan from its first entry to its last.
fn recorded() -> Log {
    let text = include_str!("../../../table/tests/logs/catan-1.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn restored(log: &[(i64, EntryOf<Catan>)]) -> Table<Catan> {
    Table::restore(id(), Limits::default(), log.iter().cloned(), 0).unwrap()
}

/// A server that has this log and nothing else.
fn app_with(log: &Log, config: Config) -> Arc<App> {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::temporary(store::Settings::default()).unwrap());
    for (_, chair) in restored(log).seated().filter(|(_, chair)| chair.is_person()) {
        let (player, token) = (chair.player.as_str().into(), [7; 32]);
        let new = NewPlayer { id: player, name: chair.name.clone(), token, opening: 0, at_ms: 0 };
        store::wait(|done| store.create_player(new, done)).unwrap();
    }
    let mut write = TableWrite::new(id().as_str().into(), Epoch::FIRST);
    write.row = Some(work::row(&restored(log), 0));
    let entries = log
        .iter()
        .flat_map(|(at, entry)| work::encode::<Catan>(std::slice::from_ref(entry), None, *at).unwrap());
    write.append = Some(Append { expected_head: 0, entries: entries.collect() });
    let commit = Commit { table: Some(write), ..Commit::default() };
    store::wait(|done| store.submit(commit, done)).unwrap();
    Arc::new(App::new(config, Clock::default(), store, crate::sanctions::Sanctions::default()))
}

fn resting(log: &[(i64, EntryOf<Catan>)]) -> Resting<Catan> {
    Resting::from_log(id(), Limits::default(), log.iter().cloned()).unwrap()
}

fn desk(app: &Arc<App>, log: &[(i64, EntryOf<Catan>)]) -> Desk<Catan> {
    let keeping = Keeping::new(resting(log), 0);
    let owned = opening::Owned { epoch: Epoch::FIRST, lapses: 0, keeping };
    opening::desk(Arc::clone(app), restored(log), owned, opening::Told::default(), None).0
}

/// What a bot chooses that has heard this.
fn choice(table: &Table<Catan>, think: &Think, heard: &[Seen]) -> Option<catan::Action> {
    let game = &table.game().unwrap().game;
    let mut bot = Catan::bot(&think.level, think.seat, 0).unwrap();
    for seen in heard {
        bot.hear(seen);
    }
    bot.choose(&game.view(Viewer::Seat(think.seat)), &game.legal(think.seat))
}

/// A bot that a desk makes in the middle of a game knows what was said before; the log may be further on by then.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_bot_made_in_the_middle_of_a_game_knows_what_was_said() {
    let log = recorded();
    let app = app_with(&log, Config::default());
    let mut told_apart = 0;
    for length in 1..log.len() {
        let table = restored(&log[..length]);
        let Some(playing) = table.game().filter(|playing| playing.game.ended().is_none()) else { continue };
        let Some(seat) = playing.game.to_move().lowest() else { continue };
        let think = Think { seat, level: "greedy".into(), position: playing.position };
        let heard = table::recall::<Catan>(id(), log[..length].iter().cloned(), seat).unwrap();
        let expected = choice(&table, &think, &heard);
        if choice(&table, &think, &[]) == expected {
            continue;
        }
        let mut desk = desk(&app, &log[..length]);
        desk.ask_bot(&think);
        let thought = desk.thoughts.1.recv().await.unwrap();
        assert_eq!(thought.action, expected, "after {length} entries");
        told_apart += 1;
    }
    assert!(told_apart > 0, "hearing made no difference anywhere");
}

fn rested(app: &App) -> (String, u64) {
    let (resting, kept) = keeping::rest::<Catan>(app.store.as_ref(), &id(), Limits::default()).unwrap();
    (format!("{:?}", resting.wake(0, 0)), kept)
}

fn snapshot(app: &App) -> Option<Snapshot> {
    app.store.last_snapshot(&id().as_str().into()).unwrap()
}

fn replace_snapshot(app: &App, snapshot: Snapshot) {
    let mut write = TableWrite::new(id().as_str().into(), Epoch::FIRST);
    write.snapshot = Some(snapshot);
    let commit = Commit { table: Some(write), ..Commit::default() };
    store::wait(|done| app.store.submit(commit, done)).unwrap();
}

/// With a snapshot or without, with a good one or a bad one: the same table.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_snapshot_is_used_if_it_can_be_and_never_missed() {
    let log = recorded();
    let app = app_with(&log, Config::default());
    let (expected, kept) = rested(&app);
    assert_eq!((kept, snapshot(&app)), (0, None));
    let written = Snapshot { seq: log.len() as u64, body: resting(&log).to_snapshot().unwrap() };
    replace_snapshot(&app, written.clone());
    assert_eq!(rested(&app), (expected.clone(), written.seq));
    // Taken earlier.
    replace_snapshot(&app, Snapshot { seq: 50, body: resting(&log[..50]).to_snapshot().unwrap() });
    assert_eq!(rested(&app), (expected.clone(), 50));
    // Damaged, cut off, empty, of another entry.
    let mut damaged = written.body.clone();
    damaged[100] ^= 1;
    let bodies =
        [damaged, written.body[..70].to_vec(), vec![]].map(|body| Snapshot { seq: written.seq, body });
    let of_another = Snapshot { seq: 60, body: written.body.clone() };
    for bad in bodies.into_iter().chain([of_another]) {
        replace_snapshot(&app, bad);
        assert_eq!(rested(&app), (expected.clone(), 0));
    }
    // A new one takes the place of the bad one.
    replace_snapshot(&app, written);
    assert_eq!(rested(&app), (expected, log.len() as u64));
}

/// A desk writes one after so many entries by itself, with the next entry: of what was stored before, and like one from the log.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_desk_writes_snapshots() {
    let log = recorded();
    let before = log.len() as u64;
    let app = app_with(&log, Config { snapshot_every: before + 1, ..Config::default() });
    let mut desk = desk(&app, &log);
    let person = desk.table.seated().find(|(_, chair)| chair.belongs_to_person());
    let player = person.unwrap().1.player.clone();
    let ask = |command| Input::Command { player: player.clone(), name: "A".into(), command };
    desk.apply(Input::Came { player: player.clone() }, None).await.unwrap();
    desk.apply(ask(Command::Rename("A".into())), None).await.unwrap();
    let first = desk.table.seq();
    assert!(first > before && snapshot(&app).is_none());
    desk.apply(ask(Command::Rename("B".into())), None).await.unwrap();
    let key = id().as_str().into();
    let stored = super::all_entries::<Catan>(app.store.as_ref(), &key).unwrap();
    assert_eq!(stored.len() as u64, desk.table.seq());
    let expected = resting(&stored[..first as usize]).to_snapshot().unwrap();
    assert_eq!(snapshot(&app), Some(Snapshot { seq: first, body: expected }));
    assert_eq!(rested(&app).1, first);
    // The next one is due after as many again.
    desk.apply(ask(Command::Rename("C".into())), None).await.unwrap();
    assert_eq!(rested(&app).1, first);
}

/// Games can be looked at again for ever, also when their table is closed; a table where nothing was played is forgotten.
#[test]
fn a_table_where_something_was_played_is_kept_when_it_is_closed() {
    let mut log = recorded();
    assert!(!work::row(&restored(&log[..1]), 0).keep);
    assert!(work::row(&restored(&log), 0).keep);
    let at = log.last().unwrap().0;
    log.push((at, EntryOf::<Catan>::Closed {}));
    let closed = restored(&log);
    assert!(matches!(closed.stage(), table::Stage::Closed));
    assert!(work::row(&closed, 0).keep);
}

/// Clocks do not wait until there is no more mail: at a busy table there always is.
#[tokio::test]
async fn a_clock_is_not_kept_waiting_by_mail() {
    let mut config = Config::default();
    config.tables.countdown = std::time::Duration::from_mins(1);
    let log = recorded();
    let app = app_with(&log, config);
    let host = restored(&log).host().clone();
    let (id, mail) = app.tables.open(&app, GameName::Kniffel, host.clone(), None).await.unwrap();
    let (done, prepared) = oneshot::channel();
    mail.try_send(Mail::Prepare { player: host, name: "A".into(), bots: vec![], sit: true, done }).unwrap();
    prepared.await.unwrap().unwrap();
    // It is time to begin, and there is mail, and more of it. On its one thread the desk learns of all that at once.
    app.clock.advance(std::time::Duration::from_mins(2));
    mail.try_send(Mail::Look).unwrap();
    let (done, stopped) = oneshot::channel();
    mail.try_send(Mail::Stop { done }).unwrap();
    stopped.await.unwrap();
    let entries = app.store.entries(&id.as_str().into(), 1, 100).unwrap();
    let kinds: Vec<&str> = entries.iter().map(|entry| &*entry.kind).collect();
    assert!(kinds.contains(&"seed_chosen"), "{kinds:?}");
}

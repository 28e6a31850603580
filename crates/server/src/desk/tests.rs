//! Desks over logs that earlier versions recorded.

use std::collections::VecDeque;
use std::sync::Arc;

use bots::Company;
use catan::{Catan, Seen};
use game::{Game, Viewer};
use protocol::table::{EntryOf, TableId};
use store::{Append, Commit, Epoch, SqliteStore, Store, TableWrite};
use table::{Limits, Table, Think};

use super::{Desk, opening, work};
use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;

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
fn app_with(log: &Log) -> Arc<App> {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::temporary(store::Settings::default()).unwrap());
    let mut write = TableWrite::new(id().as_str().into(), Epoch::FIRST);
    write.row = Some(work::row(&restored(log), 0));
    let entries = log
        .iter()
        .flat_map(|(at, entry)| work::encode::<Catan>(std::slice::from_ref(entry), None, *at).unwrap());
    write.append = Some(Append { expected_head: 0, entries: entries.collect() });
    let commit = Commit { table: Some(write), ..Commit::default() };
    store::wait(|done| store.submit(commit, done)).unwrap();
    Arc::new(App::new(Config::default(), Clock::default(), store))
}

fn desk(app: &Arc<App>, table: Table<Catan>) -> Desk<Catan> {
    opening::desk(Arc::clone(app), table, Epoch::FIRST, VecDeque::new(), None).0
}

/// What a bot chooses that has heard this.
fn choice(table: &Table<Catan>, think: &Think, heard: &[Seen]) -> Option<catan::Action> {
    let game = &table.game().unwrap().game;
    let mut bot = Catan::bot(&think.level, think.seat, 0).unwrap();
    heard.iter().for_each(|seen| bot.hear(seen));
    bot.choose(&game.view(Viewer::Seat(think.seat)), &game.legal(think.seat))
}

/// A bot that a desk makes in the middle of a game knows what was said before; the log may be further on by then.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_bot_made_in_the_middle_of_a_game_knows_what_was_said() {
    let log = recorded();
    let app = app_with(&log);
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
        let mut desk = desk(&app, table);
        desk.ask_bot(&think);
        let thought = desk.thoughts.1.recv().await.unwrap();
        assert_eq!(thought.action, expected, "after {length} entries");
        told_apart += 1;
    }
    assert!(told_apart > 0, "hearing made no difference anywhere");
}

//! Cases about tables as a whole: the lobby, codes, seats, chat, and their end.

use super::scene::{append, entry, pay, pays, player, row, submit, table, table_with, token};
use crate::{
    Account, ChatLine, Commit, Epoch, GameResult, SaidAs, Sitting, Status, Store, StoreFault, TableRow,
    TableWrite, wait,
};

fn ids(tables: &[crate::TableRecord]) -> Vec<&str> {
    tables.iter().map(|table| table.id.as_str()).collect()
}

/// Public tables, the last changed first, and every field as it was written.
pub fn the_lobby_shows_public_tables(store: &dyn Store) {
    let full = TableRow {
        status: Status::Running,
        game: "catan".to_owned(),
        public: true,
        code: Some("abc234".to_owned()),
        name: "Grüße".to_owned(),
        seats: 6,
        people: 3,
        bots: 2,
        wake_at_ms: Some(-5),
        keep: true,
        details: "{\"stake\":10}".to_owned(),
    };
    table_with(store, "a", 10, full.clone());
    table_with(store, "b", 30, row());
    table_with(store, "c", 20, row());
    table_with(store, "private", 40, TableRow { public: false, ..row() });
    table_with(store, "closed", 50, TableRow { status: Status::Closed, ..row() });
    assert_eq!(ids(&store.public_tables(10).unwrap()), ["b", "c", "a"]);
    assert_eq!(ids(&store.public_tables(2).unwrap()), ["b", "c"]);
    table_with(store, "a", 60, full.clone());
    let tables = store.public_tables(1).unwrap();
    assert_eq!(tables[0].row, full);
    assert_eq!((tables[0].created_at_ms, tables[0].changed_at_ms), (10, 60));
    assert_eq!((tables[0].epoch, tables[0].head), (Epoch::FIRST, 0));
}

/// A code is unique among tables that live, and free again when its table is closed.
pub fn a_code_belongs_to_one_living_table(store: &dyn Store) {
    let coded = |status| TableRow { code: Some("abc234".to_owned()), status, ..row() };
    let first = table_with(store, "a", 1, coded(Status::Running));
    assert_eq!(store.table_by_code("abc234").unwrap().unwrap().id, first);
    assert_eq!(store.table_by_code("abc235"), Ok(None));
    let second = TableWrite { row: Some(coded(Status::Open)), ..TableWrite::new("b".into(), Epoch::FIRST) };
    let second = Commit { table: Some(second), ..Commit::default() };
    assert_eq!(submit(store, second.clone()), Err(StoreFault::Taken("code")));
    assert_eq!(store.table(&"b".into()), Ok(None));
    table_with(store, "a", 2, coded(Status::Closed));
    assert_eq!(store.table_by_code("abc234"), Ok(None));
    submit(store, second).unwrap();
    assert_eq!(store.table_by_code("abc234").unwrap().unwrap().id.as_str(), "b");
}

/// A player finds the tables at which there is a seat for them.
pub fn seats_lead_to_their_tables(store: &dyn Store) {
    let (anna, bert) = (player(store, "anna", 0), player(store, "bert", 0));
    let sit = |id: &str, at_ms, status, seats: &[(&crate::PlayerId, u8)]| {
        let seats = seats.iter().map(|(player, seat)| Sitting { player: (*player).clone(), seat: *seat });
        let row = Some(TableRow { status, public: false, ..row() });
        let write =
            TableWrite { seats: Some(seats.collect()), row, ..TableWrite::new(id.into(), Epoch::FIRST) };
        submit(store, Commit { at_ms, table: Some(write), ..Commit::default() })
    };
    sit("a", 1, Status::Running, &[(&anna, 0), (&bert, 3)]).unwrap();
    sit("b", 2, Status::Open, &[(&anna, 1)]).unwrap();
    sit("c", 3, Status::Closed, &[(&anna, 1)]).unwrap();
    assert_eq!(ids(&store.tables_of(&anna).unwrap()), ["b", "a"]);
    assert_eq!(ids(&store.tables_of(&bert).unwrap()), ["a"]);
    assert!(store.tables_of(&"nobody".into()).unwrap().is_empty());
    // Said again: bert has left, anna has moved.
    sit("a", 4, Status::Running, &[(&anna, 3)]).unwrap();
    assert_eq!(ids(&store.tables_of(&anna).unwrap()), ["a", "b"]);
    assert!(store.tables_of(&bert).unwrap().is_empty());
    // Neither two on a seat nor one on two.
    assert_eq!(sit("a", 5, Status::Running, &[(&anna, 3), (&bert, 3)]), Err(StoreFault::Taken("seat")));
    assert_eq!(sit("a", 5, Status::Running, &[(&anna, 3), (&anna, 2)]), Err(StoreFault::Taken("seat")));
    assert_eq!(ids(&store.tables_of(&anna).unwrap()), ["a", "b"]);
}

/// A restart wakes all that are not closed, the next deadline first.
pub fn deadlines_come_first(store: &dyn Store) {
    for (id, wake_at_ms, status) in [
        ("never", None, Status::Open),
        ("late", Some(200), Status::Running),
        ("soon", Some(100), Status::Running),
        ("over", Some(50), Status::Closed),
        ("played", Some(150), Status::Finished),
    ] {
        table_with(store, id, 1, TableRow { status, wake_at_ms, ..row() });
    }
    submit(store, append(&"soon".into(), 0, vec![entry("1"), entry("2")])).unwrap();
    let tables = store.tables_to_wake().unwrap();
    assert_eq!(ids(&tables), ["soon", "played", "late", "never"]);
    assert_eq!((tables[0].head, tables[0].row.wake_at_ms), (2, Some(100)));
}

/// Chat is the table's, in order, and no part of its log.
pub fn chat_is_kept_beside_the_log(store: &dyn Store) {
    let (anna, at) = (player(store, "anna", 0), table(store, "t"));
    let other = table(store, "u");
    let say = |at: &crate::TableId, texts: &[&str]| {
        let chat = texts.iter().enumerate().map(|(i, text)| ChatLine {
            at_ms: 5,
            player: (i == 0).then(|| anna.clone()),
            text: (*text).to_owned(),
            said_as: (i == 0).then(|| SaidAs { id: format!("as {text}"), digest: [7; 32] }),
        });
        let write = TableWrite { chat: chat.collect(), ..TableWrite::new(at.clone(), Epoch::FIRST) };
        submit(store, Commit { table: Some(write), ..Commit::default() }).unwrap();
    };
    say(&at, &["one", "two"]);
    say(&other, &["elsewhere"]);
    say(&at, &["three"]);
    let lines = store.chat(&at, 10).unwrap();
    assert_eq!(lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["one", "two", "three"]);
    assert_eq!((lines[0].player.as_ref(), lines[1].player.as_ref(), lines[0].at_ms), (Some(&anna), None, 5));
    let named = Some(SaidAs { id: "as one".to_owned(), digest: [7; 32] });
    assert_eq!((&lines[0].said_as, &lines[1].said_as), (&named, &None));
    assert_eq!(store.said_by(&anna).unwrap()[0].1, lines[0]);
    let last: Vec<_> = store.chat(&at, 2).unwrap().into_iter().map(|line| line.text).collect();
    assert_eq!(last, ["two", "three"]);
    assert_eq!(store.table(&at).unwrap().unwrap().head, 0);
}

/// Nothing of a deleted table is left but results and transfers.
pub fn a_deleted_table_takes_its_log_with_it(store: &dyn Store) {
    let anna = player(store, "anna", 50);
    let at = table(store, "t");
    let mut commit = append(&at, 0, vec![entry("1")]);
    let write = commit.table.as_mut().unwrap();
    write.seats = Some(vec![Sitting { player: anna.clone(), seat: 0 }]);
    write.chat =
        vec![ChatLine { at_ms: 1, player: Some(anna.clone()), text: "hello".to_owned(), said_as: None }];
    write.snapshot = Some(crate::Snapshot { seq: 1, body: Vec::new() });
    commit.results = vec![GameResult {
        player: anna.clone(),
        game: "kniffel".to_owned(),
        table: at.clone(),
        game_number: 1,
        seat: 0,
        score: 100,
        won: false,
        at_ms: 1,
        details: String::new(),
    }];
    submit(store, commit).unwrap();
    wait(|done| store.delete_table(at.clone(), done)).unwrap();
    assert_eq!(store.table(&at), Ok(None));
    assert!(store.entries(&at, 1, 10).unwrap().is_empty());
    assert_eq!(store.last_snapshot(&at), Ok(None));
    assert!(store.chat(&at, 10).unwrap().is_empty());
    assert!(store.tables_of(&anna).unwrap().is_empty());
    assert_eq!(store.statistics(&anna).unwrap()[0].games, 1);
    // A table of the same name begins from nothing.
    table(store, "t");
    assert!(store.entries(&at, 1, 10).unwrap().is_empty());
    assert_eq!(store.player_by_token(&token("anna")).unwrap().unwrap().id, anna);
}

/// Closed, old, not to be kept, and without chips: all four.
pub fn old_tables_are_forgotten_but_not_all(store: &dyn Store) {
    let closed = TableRow { status: Status::Closed, ..row() };
    table_with(store, "old", 10, closed.clone());
    table_with(store, "older", 5, closed.clone());
    table_with(store, "kept", 10, TableRow { keep: true, ..closed.clone() });
    table_with(store, "new", 20, closed.clone());
    table_with(store, "running", 10, TableRow { status: Status::Running, ..row() });
    let rich = table_with(store, "rich", 10, closed);
    submit(store, pays(vec![pay(&Account::House, &Account::Table(rich.clone()), 5)])).unwrap();
    let forget = |most| {
        let forgotten = wait(|done| store.forget_tables(20, most, done)).unwrap();
        forgotten.iter().map(|id| id.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(forget(1), ["older"]);
    assert_eq!(forget(10), ["old"]);
    assert!(forget(10).is_empty());
    for id in ["kept", "new", "running", "rich"] {
        assert!(store.table(&id.into()).unwrap().is_some(), "{id}");
    }
    submit(store, pays(vec![pay(&Account::Table(rich), &Account::House, 5)])).unwrap();
    assert_eq!(forget(10), ["rich"]);
}

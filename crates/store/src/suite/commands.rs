//! Cases about commands in logs that are long: each is known by its name, however long ago it was.

use super::scene::{answer, append, entry, player, submit, table, token};
use crate::{PlayerId, Store, StoreFault, TableId};

/// How many commands each table gets.
const COMMANDS: usize = 150;

/// Two tables whose logs grow by turns, by one to three entries at a time; for each command who gave it, and the number of the last
/// entry that came with it.
fn play(store: &dyn Store) -> ([TableId; 2], Vec<[(PlayerId, u64); 2]>) {
    let people = [player(store, "anna", 0), player(store, "bert", 0)];
    let tables = [table(store, "t"), table(store, "u")];
    let mut heads = [0, 0];
    let mut told = Vec::new();
    for nth in 0..COMMANDS {
        let mut both = Vec::new();
        for ((at, head), who) in tables.iter().zip(&mut heads).zip(people.iter().cycle().skip(nth)) {
            let mut entries = vec![answer(&format!("move {nth}"), who, &format!("c-{}", nth / 2))];
            entries.extend((0..nth % 3).map(|_| entry("and so")));
            *head = submit(store, append(at, *head, entries)).unwrap().head.unwrap();
            both.push((who.clone(), *head));
        }
        told.extend(both.try_into());
    }
    (tables, told)
}

/// However long ago a command was, it is found, and refused if it comes again, also with a head that is right.
pub fn every_command_of_a_long_log_is_known(store: &dyn Store) {
    let (tables, told) = play(store);
    for (nth, answers) in told.iter().enumerate() {
        for (at, (who, seq)) in tables.iter().zip(answers) {
            let (id, digest) = (format!("c-{}", nth / 2), token(&format!("move {nth}")));
            assert_eq!(store.command(at, who, &id), Ok(Some((*seq, digest))));
            let head = store.table(at).unwrap().unwrap().head;
            let again = submit(store, append(at, head, vec![answer("again", who, &id)]));
            assert_eq!(again, Err(StoreFault::Duplicate { seq: *seq, digest }), "command {nth}");
        }
    }
    let never = store.command(&tables[0], &told[0][0].0, "c-never");
    assert_eq!(never, Ok(None));
}

/// Pages of any length, from anywhere, are parts of the whole.
pub fn a_long_log_is_read_from_anywhere(store: &dyn Store) {
    let (tables, told) = play(store);
    for (nth, at) in tables.iter().enumerate() {
        let whole = store.entries(at, 1, 10_000).unwrap();
        let head = told.last().unwrap()[nth].1;
        assert_eq!(whole.len() as u64, head);
        for from in (1..=head + 1).step_by(7) {
            for limit in [1, 2, 63, 64, 65, 1_000] {
                let page = store.entries(at, from, limit).unwrap();
                let expected: Vec<_> =
                    whole.iter().skip(from as usize - 1).take(limit as usize).cloned().collect();
                assert_eq!(page, expected, "{limit} from {from}");
            }
        }
    }
}

//! Bots that sit down in the middle of a game know what was said before, and no more than that.
//!
//! That the log gives every seat what it saw when it happened is checked with every log (`Evening::check_log`).

use bots::Company;
use catan::{Catan, Seen};
use game::{Game, Seat, Viewer};
use protocol::table::{Changes, Pace};
use table::{Limits, Table};

use crate::evening::Evening;

fn a_game_of_catan() -> Evening<Catan> {
    let changes = Changes { turn_seconds: Some(10), pace: Some(Pace::Instant), ..Changes::default() };
    let mut evening = Evening::with_people(1, changes);
    evening.begin(1, 3);
    evening.pass_until(20_000, Evening::is_over);
    evening
}

/// The server is stopped before every single question: a bot made anew chooses as one does that listened all along.
#[test]
fn a_bot_chooses_the_same_after_a_restart() {
    let evening = a_game_of_catan();
    let id = evening.table.id();
    let (mut asked, mut deaf_differs) = (0, 0);
    // How many choose as the one did who sat there: what it made of earlier questions, only that one knows.
    let (mut as_before, mut deaf_as_before) = (0, 0);
    for (length, seen, think, chosen) in &evening.asked {
        let log = || evening.log[..*length].iter().cloned();
        let table = Table::<Catan>::restore(id.clone(), Limits::default(), log(), 0).unwrap();
        let game = &table.game().unwrap().game;
        let choice = |heard: &[Seen]| {
            let mut bot = Catan::bot(&think.level, think.seat, 7).unwrap();
            for seen in heard {
                bot.hear(seen);
            }
            bot.choose(&game.view(Viewer::Seat(think.seat)), &game.legal(think.seat))
        };
        let listener = choice(&evening.seen[&think.seat][..*seen]);
        let newcomer = choice(&table::recall::<Catan>(id.clone(), log(), think.seat).unwrap());
        let deaf = choice(&[]);
        assert_eq!(newcomer, listener, "{think:?}");
        asked += 1;
        deaf_differs += usize::from(deaf != listener);
        as_before += usize::from(newcomer == *chosen);
        deaf_as_before += usize::from(deaf == *chosen);
    }
    assert!(asked > 100, "only {asked} choices");
    assert!(deaf_differs > 0, "hearing makes no difference");
    assert!(
        as_before > deaf_as_before && as_before * 10 > asked * 8,
        "{as_before} and {deaf_as_before} of {asked}"
    );
}

/// A card stolen between two others, or bought by somebody else, is not named.
#[test]
fn nobody_recalls_more_than_the_seat_may_know() {
    let evening = a_game_of_catan();
    let (mut own, mut hidden) = (0, 0);
    for seat in (0..4).map(Seat) {
        for seen in table::recall::<Catan>(evening.table.id().clone(), evening.stored(), seat).unwrap() {
            let (mine, named) = match seen {
                Seen::Stolen { thief, victim, card, .. } => (thief == seat || victim == seat, card.is_some()),
                Seen::DevCardBought { seat: buyer, card } => (buyer == seat, card.is_some()),
                Seen::Public(_) => continue,
            };
            assert_eq!(mine, named);
            *(if mine { &mut own } else { &mut hidden }) += 1;
        }
    }
    assert!(own > 0 && hidden > own / 2, "{own} own, {hidden} hidden");
}

/// Of an earlier game nothing is recalled, and nothing where none was begun.
#[test]
fn only_the_present_game_is_recalled() {
    let mut evening = a_game_of_catan();
    let recalled = |evening: &Evening<Catan>| {
        table::recall::<Catan>(evening.table.id().clone(), evening.stored(), Seat(0)).unwrap().len()
    };
    let whole_game = recalled(&evening);
    assert!(whole_game > 100);
    evening.does(0, table::Command::Rematch);
    evening.pass_until(10, Evening::is_playing);
    evening.pass(3_000);
    assert!(recalled(&evening) < whole_game / 2);
    evening.check_log();
    assert_eq!(recalled(&Evening::open(Changes::default())), 0);
}

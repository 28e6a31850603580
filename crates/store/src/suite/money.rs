//! Cases about chips; some are named after faults that similar systems had.

use super::scene::{append, entry, pay, pays, player, submit, table};
use crate::{Account, Commit, PlayerId, Store, StoreFault, TopUp, wait};

fn purse(player: &PlayerId) -> Account {
    Account::Player(player.clone())
}

/// What a new player gets, the house owes.
pub fn a_new_player_is_given_chips(store: &dyn Store) {
    assert_eq!(store.balance(&Account::House), Ok(0));
    let (anna, bert) = (player(store, "anna", 1_000), player(store, "bert", 0));
    assert_eq!(store.balance(&purse(&anna)), Ok(1_000));
    assert_eq!(store.balance(&purse(&bert)), Ok(0));
    assert_eq!(store.balance(&Account::House), Ok(-1_000));
    let bookings = store.transfers_of(&anna, None, 10).unwrap();
    assert_eq!(bookings.len(), 1);
    assert_eq!(
        (
            &bookings[0].transfer.from,
            &bookings[0].transfer.to,
            bookings[0].transfer.amount,
            bookings[0].at_ms
        ),
        (&Account::House, &purse(&anna), 1_000, 1)
    );
    assert!(store.transfers_of(&bert, None, 10).unwrap().is_empty());
}

/// Each transfer must be covered when its turn comes, not at the end.
pub fn transfers_are_made_in_order(store: &dyn Store) {
    let (anna, bert) = (player(store, "anna", 100), player(store, "bert", 0));
    let (a, b) = (purse(&anna), purse(&bert));
    let through = vec![pay(&a, &b, 100), pay(&b, &Account::House, 100), pay(&Account::House, &a, 70)];
    let mut backwards = through.clone();
    backwards.reverse();
    backwards[0].amount = 0;
    assert!(submit(store, pays(backwards)).is_err());
    let too_early = pays(vec![pay(&b, &Account::House, 100), pay(&a, &b, 100)]);
    assert_eq!(submit(store, too_early), Err(StoreFault::Insufficient { account: b.clone(), balance: 0 }));
    assert_eq!(store.balance(&a), Ok(100));
    submit(store, pays(through)).unwrap();
    assert_eq!(
        (store.balance(&a), store.balance(&b), store.balance(&Account::House)),
        (Ok(70), Ok(0), Ok(-70))
    );
}

/// Nothing, to oneself, to or from nobody, more than can be counted: refused.
pub fn impossible_transfers_are_refused(store: &dyn Store) {
    let a = purse(&player(store, "anna", 100));
    let nobody = Account::Player("nobody".into());
    let nowhere = Account::Table("nowhere".into());
    for (transfer, sense) in [
        (pay(&a, &Account::House, 0), "invalid"),
        (pay(&a, &a, 5), "invalid"),
        (pay(&Account::House, &Account::House, 5), "invalid"),
        (pay(&Account::House, &a, u64::MAX), "invalid"),
        (pay(&Account::House, &a, i64::MAX as u64), "invalid"),
        (pay(&a, &nobody, 5), "unknown"),
        (pay(&nobody, &a, 5), "unknown"),
        (pay(&a, &nowhere, 5), "unknown"),
        (pay(&nowhere, &a, 5), "unknown"),
        (pay(&a, &Account::House, 101), "insufficient"),
        (pay(&a, &Account::House, u64::MAX >> 1), "insufficient"),
    ] {
        let fault = submit(store, pays(vec![transfer.clone()])).unwrap_err();
        let fits = match sense {
            "invalid" => matches!(fault, StoreFault::Invalid(_)),
            "unknown" => matches!(fault, StoreFault::UnknownPlayer(_) | StoreFault::UnknownTable(_)),
            _ => matches!(fault, StoreFault::Insufficient { balance: 100, .. }),
        };
        assert!(fits, "{transfer:?}: {fault}");
    }
    assert_eq!((store.balance(&a), store.balance(&Account::House)), (Ok(100), Ok(-100)));
}

/// Once a day, up to the minimum, never above it, and a day that gave nothing is not used up.
pub fn a_top_up_comes_once_a_day(store: &dyn Store) {
    let anna = player(store, "anna", 300);
    let a = purse(&anna);
    let top_up =
        |day| wait(|done| store.top_up(TopUp { player: anna.clone(), minimum: 200, day, at_ms: 9 }, done));
    let lose = |amount| submit(store, pays(vec![pay(&a, &Account::House, amount)])).unwrap();
    assert_eq!(top_up(10), Ok(0));
    lose(250);
    assert_eq!(top_up(10), Ok(150));
    lose(200);
    assert_eq!((top_up(10), top_up(9)), (Ok(0), Ok(0)));
    assert_eq!(store.balance(&a), Ok(0));
    assert_eq!((top_up(11), top_up(11)), (Ok(200), Ok(0)));
    assert_eq!(store.balance(&a), Ok(200));
    assert_eq!(store.balance(&Account::House), Ok(-200));
    let stranger = TopUp { player: "carla".into(), minimum: 1, day: 1, at_ms: 1 };
    let answer = wait(|done| store.top_up(stranger, done));
    assert_eq!(answer, Err(StoreFault::UnknownPlayer("carla".into())));
}

/// Stakes taken, then "table full": here both happen or neither.
pub fn pitfall_45_no_stake_is_taken_when_the_commit_fails(store: &dyn Store) {
    let (anna, bert) = (player(store, "anna", 100), player(store, "bert", 30));
    let at = table(store, "t");
    let pot = Account::Table(at.clone());
    let start = |head| Commit {
        transfers: vec![pay(&purse(&anna), &pot, 50), pay(&purse(&bert), &pot, 50)],
        ..append(&at, head, vec![entry("start")])
    };
    // One seat cannot pay: nobody has paid, and nothing has started.
    assert_eq!(submit(store, start(0)), Err(StoreFault::Insufficient { account: purse(&bert), balance: 30 }));
    submit(store, pays(vec![pay(&Account::House, &purse(&bert), 20)])).unwrap();
    // The table has moved on: nobody has paid either.
    assert_eq!(submit(store, start(3)), Err(StoreFault::WrongHead { expected: 3, found: 0 }));
    assert_eq!(store.balance(&purse(&anna)), Ok(100));
    assert_eq!((store.balance(&pot), store.table(&at).unwrap().unwrap().head), (Ok(0), 0));
    submit(store, start(0)).unwrap();
    assert_eq!((store.balance(&purse(&anna)), store.balance(&pot)), (Ok(50), Ok(100)));
}

/// Stakes burnt by deletion: a table with chips on it stays.
pub fn pitfall_46_stakes_survive_deletion(store: &dyn Store) {
    let anna = player(store, "anna", 100);
    let at = table(store, "t");
    let pot = Account::Table(at.clone());
    submit(store, pays(vec![pay(&purse(&anna), &pot, 40)])).unwrap();
    let kept = Err(StoreFault::HoldsChips { table: at.clone(), balance: 40 });
    assert_eq!(wait(|done| store.delete_table(at.clone(), done)), kept);
    assert_eq!(store.balance(&pot), Ok(40));
    // The abort gives back in the transaction that ends the game.
    let back = vec![pay(&pot, &purse(&anna), 40)];
    submit(store, Commit { transfers: back, ..append(&at, 0, vec![entry("aborted")]) }).unwrap();
    wait(|done| store.delete_table(at.clone(), done)).unwrap();
    assert_eq!((store.balance(&purse(&anna)), store.balance(&pot)), (Ok(100), Ok(0)));
    assert_eq!(store.transfers_of(&anna, None, 10).unwrap().len(), 3);
}

/// A payout that fails once is lost: here it can be made again, and then not a second time.
pub fn pitfall_47_a_payout_that_failed_can_be_made_again_and_only_once(store: &dyn Store) {
    let anna = player(store, "anna", 100);
    let at = table(store, "t");
    let pot = Account::Table(at.clone());
    let payout =
        || Commit { transfers: vec![pay(&pot, &purse(&anna), 60)], ..append(&at, 0, vec![entry("won")]) };
    assert_eq!(submit(store, payout()), Err(StoreFault::Insufficient { account: pot.clone(), balance: 0 }));
    submit(store, pays(vec![pay(&purse(&anna), &pot, 60)])).unwrap();
    submit(store, payout()).unwrap();
    submit(store, pays(vec![pay(&Account::House, &pot, 60)])).unwrap();
    assert_eq!(submit(store, payout()), Err(StoreFault::WrongHead { expected: 0, found: 1 }));
    assert_eq!(store.balance(&purse(&anna)), Ok(100));
}

/// Balance checked outside the transaction: parallel requests go negative. Here exactly as many succeed as are covered.
pub fn pitfall_48_parallel_withdrawals_never_go_below_zero(store: &dyn Store) {
    let anna = player(store, "anna", 100);
    let paid: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    let withdraw = || submit(store, pays(vec![pay(&purse(&anna), &Account::House, 3)]));
                    (0..10).filter(|_| withdraw().is_ok()).count()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(paid, 33);
    assert_eq!(store.balance(&purse(&anna)), Ok(1));
    assert_eq!(store.balance(&Account::House), Ok(-1));
}

/// Any user reads any wallet: what is read about one player names transfers of that player only.
pub fn pitfall_49_a_player_sees_only_own_transfers(store: &dyn Store) {
    let names = ["anna", "bert", "carla"];
    let players: Vec<_> = names.iter().map(|name| player(store, name, 100)).collect();
    for (from, to) in [(0, 1), (1, 2), (2, 0), (1, 0)] {
        submit(store, pays(vec![pay(&purse(&players[from]), &purse(&players[to]), 5)])).unwrap();
    }
    for (player, expected) in players.iter().zip([4, 4, 3]) {
        let bookings = store.transfers_of(player, None, 100).unwrap();
        assert_eq!(bookings.len(), expected);
        let own = purse(player);
        assert!(bookings.iter().all(|b| b.transfer.from == own || b.transfer.to == own));
        assert!(bookings.is_sorted_by(|a, b| a.id > b.id));
        assert_eq!(store.transfers_of(player, None, 2).unwrap(), bookings[..2]);
        assert_eq!(store.transfers_of(player, Some(bookings[0].id), 100).unwrap(), bookings[1..]);
    }
    assert!(store.transfers_of(&"nobody".into(), None, 10).unwrap().is_empty());
}

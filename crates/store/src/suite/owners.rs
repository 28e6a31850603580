//! Cases about owners, as far as one server alone can try them.

use std::time::{Duration, Instant};

use super::scene::{append, append_in, claim, entry, submit, table};
use crate::{Epoch, Receipt, Store, StoreFault, wait};

/// Creating and claiming both make the caller the owner.
pub fn whoever_creates_a_table_owns_it(store: &dyn Store) {
    let at = table(store, "t");
    let owner = store.owner(&at).unwrap().unwrap();
    assert_eq!((owner.epoch, owner.alive, owner.mine), (Epoch::FIRST, true, true));
    wait(|done| store.claim(at.clone(), done)).unwrap();
    assert_eq!(store.owner(&at).unwrap().unwrap().epoch, Epoch(2));
    assert_eq!(store.owner(&"nowhere".into()), Ok(None));
    assert_eq!(store.tables_without_owner(10), Ok(vec![]));
}

/// Who has given a table up cannot write any more, and can have it again. What somebody else owns stays as it is.
pub fn a_released_table_is_claimed_anew(store: &dyn Store) {
    let (at, other) = (table(store, "t"), table(store, "u"));
    submit(store, append(&at, 0, vec![entry("1")])).unwrap();
    let given = vec![(at.clone(), Epoch::FIRST), (other.clone(), Epoch(7)), ("nowhere".into(), Epoch::FIRST)];
    wait(|done| store.release(given, done)).unwrap();
    let late = submit(store, append(&at, 1, vec![entry("late")]));
    assert!(matches!(late, Err(StoreFault::StaleEpoch { given: Epoch::FIRST, .. })), "{late:?}");
    submit(store, append(&other, 0, vec![entry("1")])).unwrap();
    let epoch = claim(store, &at).unwrap();
    assert!(epoch > Epoch::FIRST);
    assert_eq!(submit(store, append_in(epoch, &at, 1, vec![entry("2")])), Ok(Receipt { head: Some(2) }));
    // Released and claimed without waiting in between: in this order.
    let (released, claimed) = (std::sync::mpsc::channel(), std::sync::mpsc::channel());
    store.release(vec![(at.clone(), epoch)], Box::new(move |answer| drop(released.0.send(answer))));
    store.claim(at.clone(), Box::new(move |answer| drop(claimed.0.send(answer))));
    released.1.recv().unwrap().unwrap();
    let next = claimed.1.recv().unwrap().unwrap().epoch;
    assert!(next > epoch);
    submit(store, append_in(next, &at, 2, vec![entry("3")])).unwrap();
}

/// However long ago it was, and whether or not there was a sign of life.
pub fn a_table_that_its_owner_claims_again_was_served_all_the_time(store: &dyn Store) {
    let at = table(store, "t");
    wait(|done| store.sign_of_life(done)).unwrap();
    for _ in 0..2 {
        std::thread::sleep(Duration::from_millis(50));
        let claimed = wait(|done| store.claim(at.clone(), done)).unwrap();
        assert_eq!(claimed.unserved, Some(Duration::ZERO));
    }
    let given = vec![(at.clone(), store.table(&at).unwrap().unwrap().epoch)];
    wait(|done| store.release(given, done)).unwrap();
    let claimed = wait(|done| store.claim(at.clone(), done)).unwrap();
    assert!(claimed.unserved < Some(Duration::from_secs(30)), "{claimed:?}");
}

/// A store that was just opened may act.
pub fn a_lease_is_held_from_the_beginning(store: &dyn Store) {
    assert!(store.lease().holds(Instant::now()));
}

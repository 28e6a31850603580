//! The suite, on PostgreSQL.

use postgres_store::PostgresStore;
use postgres_store::testing::Place;

fn store() -> Option<PostgresStore> {
    Place::new().map(|place| PostgresStore::open(place.settings("a")).expect("a store"))
}

store::suite!(match store() {
    Some(store) => store,
    None => return,
});

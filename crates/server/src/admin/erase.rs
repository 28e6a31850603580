//! Forgetting who a player was, while the server runs.
//!
//! Tokens go first, so that nobody comes back meanwhile. Then the tables whose logs name the player are put away, the logs are written
//! anew without the name, and whoever is there joins again: a page does so by itself. A table whose log is damaged stays as it is,
//! and the host is told which: one lost entry is no reason to remember somebody everywhere.

use std::collections::BTreeSet;
use std::sync::Arc;

use protocol::admin::Answer;
use protocol::engine::GameName;
use protocol::http::MyGamePlayer;
use protocol::table::{PlayerId, TableId};
use protocol::with_game;
use store::{Erasure, PlayedGame, Rewriting, Store, StoreFault, TableRecord};
use table::{Anonymity, Played};

use super::{Refused, refused};
use crate::app::App;
use crate::desk::{all_entries, details};
use crate::lines::Whom;
use crate::outbox::Close;
use crate::storing;

/// Who is forgotten is called this.
const NOBODY: &str = "?";
/// How often it is tried again because somebody opened a table meanwhile.
const TRIES: usize = 5;

pub(super) async fn erase(app: &Arc<App>, player: PlayerId) -> Result<Answer, Refused> {
    let id = store::PlayerId::from(player.as_str());
    storing::write(|done| app.store.revoke_tokens(id.clone(), done)).await?;
    app.devices.forget(&player);
    app.lines.put_out(Whom::Player(&player), Close::LoggedOut);
    for _ in 0..TRIES {
        let mentioned = mentioned(app, &id).await?;
        put_away_elsewhere(app, &mentioned).await?;
        let erased = app.tables.without(&mentioned, rewritten(app, &player, &mentioned)).await;
        if let Some(Rewritten { tables, unreadable }) = erased? {
            // Another node may have loaded one in between: it cannot write to it any more, but would go on showing the name.
            put_away_elsewhere(app, &mentioned).await?;
            app.sanctions.mute(&player, false);
            return Ok(Answer::Deleted { player_id: player, tables, unreadable });
        }
    }
    Err(refused("unavailable", "The player's tables do not come to rest; try again"))
}

/// Has the tables put away that other nodes serve, whether or not anybody here is at them.
async fn put_away_elsewhere(app: &App, tables: &BTreeSet<TableId>) -> Result<(), StoreFault> {
    let Some(nodes) = app.nodes.get() else { return Ok(()) };
    for table in tables {
        let id = store::TableId::from(table.as_str());
        let owner = storing::read(&app.store, move |store| store.owner(&id)).await?;
        if let Some(owner) = owner.filter(|owner| owner.alive && !owner.mine) {
            nodes.put_away(&owner.node, table).await;
        }
    }
    Ok(())
}

async fn mentioned(app: &App, id: &store::PlayerId) -> Result<BTreeSet<TableId>, Refused> {
    let id = id.clone();
    let records = storing::read(&app.store, move |store| store.tables_mentioning(&id)).await?;
    Ok(ids(&records))
}

fn ids(records: &[TableRecord]) -> BTreeSet<TableId> {
    records.iter().filter_map(|record| record.id.as_str().parse().ok()).collect()
}

/// From how many tables a name is gone, and from which it could not be taken.
struct Rewritten {
    tables: u32,
    unreadable: Vec<String>,
}

/// Writes everything anew, if these are all tables that name the player.
async fn rewritten(
    app: &App,
    player: &PlayerId,
    expected: &BTreeSet<TableId>,
) -> Result<Option<Rewritten>, StoreFault> {
    let (person, expected, now) = (player.clone(), expected.clone(), app.clock.now());
    let tables = storing::read(&app.store, move |store| {
        let records = store.tables_mentioning(&person.as_str().into())?;
        if ids(&records) != expected {
            return Ok(None);
        }
        let (mut tables, mut unreadable) = (Vec::new(), Vec::new());
        for record in &records {
            match rewriting(store, record, &person) {
                Ok(rewriting) => tables.push(rewriting),
                Err(StoreFault::Corrupt(what)) => {
                    tracing::error!(table = %record.id, what, "a damaged log may still hold a name");
                    unreadable.push(record.id.as_str().to_owned());
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(Some((tables, unreadable)))
    });
    let Some((tables, unreadable)) = tables.await? else { return Ok(None) };
    let n = u32::try_from(tables.len()).unwrap_or(u32::MAX);
    let erasure = Erasure { player: player.as_str().into(), name: NOBODY.into(), at_ms: now, tables };
    storing::write(|done| app.store.erase(erasure, done)).await?;
    Ok(Some(Rewritten { tables: n, unreadable }))
}

fn rewriting(store: &dyn Store, record: &TableRecord, player: &PlayerId) -> Result<Rewriting, StoreFault> {
    let unknown = || StoreFault::Corrupt(format!("table {} is of no known game", record.id));
    let game = GameName::from_name(&record.row.game).ok_or_else(unknown)?;
    with_game!(game, G => rewriting_of::<G>(store, record, player))
}

fn rewriting_of<G: Played>(
    store: &dyn Store,
    record: &TableRecord,
    player: &PlayerId,
) -> Result<Rewriting, StoreFault> {
    let corrupt =
        |fault: &dyn std::fmt::Display| StoreFault::Corrupt(format!("table {}: {fault}", record.id));
    let id: TableId = record.id.as_str().parse().map_err(|fault| corrupt(&fault))?;
    let mut entries = all_entries::<G>(store, &record.id)?;
    let Anonymity { entries: named, seats } =
        table::anonymous::<G>(id.clone(), &entries, player, NOBODY).map_err(|fault| corrupt(&fault))?;
    let head = entries.len() as u64;
    let mut bodies = Vec::new();
    for (seq, entry) in named {
        bodies.push((seq, serde_json::to_vec(&entry).map_err(|fault| corrupt(&fault))?));
        let place = usize::try_from(seq).ok().and_then(|seq| entries.get_mut(seq.checked_sub(1)?));
        if let Some((_, old)) = place {
            *old = entry;
        }
    }
    let results = store.results_at(&record.id)?.into_iter();
    Ok(Rewriting {
        table: record.id.clone(),
        head,
        entries: bodies,
        details: details::<G>(id, entries)?,
        results: results.filter_map(|played| without_name(&played, &seats)).collect(),
    })
}

/// What stands beside a result, without the name of whoever sat in one of these games and seats.
fn without_name(played: &PlayedGame, seats: &[(u32, game::Seat)]) -> Option<(u64, String)> {
    let mut players: Vec<MyGamePlayer> = serde_json::from_str(&played.result.details).ok()?;
    for player in &mut players {
        if seats.contains(&(played.result.game_number, player.seat.into())) {
            NOBODY.clone_into(&mut player.name);
        }
    }
    Some((played.key, serde_json::to_string(&players).ok()?))
}

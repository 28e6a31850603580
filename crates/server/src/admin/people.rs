//! Which player the host means.

use std::sync::Arc;

use protocol::admin::KnownPlayer;
use protocol::table::PlayerId;
use store::{Player, Store, StoreFault};

use super::{Refused, refused};
use crate::app::App;
use crate::storing;

/// How many are told about at a time.
pub(super) const LISTED: u32 = 200;

/// A player as the host sees one.
pub(super) fn known(player: Player) -> Option<KnownPlayer> {
    Some(KnownPlayer {
        player_id: player.id.as_str().parse().ok()?,
        name: player.name,
        created_at: player.created_at_ms,
        seen_at: player.seen_at_ms,
        muted: player.muted,
        banned: player.banned,
    })
}

/// The player with this id, or the only one with this name.
pub(super) async fn meant(app: &Arc<App>, text: &str) -> Result<KnownPlayer, Refused> {
    let wanted = text.trim().to_owned();
    if wanted.is_empty() {
        return Err(refused("no_such_player", "Which player? Give an id or a name"));
    }
    let found = storing::read(&app.store, move |store| candidates(store, &wanted)).await?;
    let mut found = found.into_iter().filter_map(known);
    match (found.next(), found.next()) {
        (Some(player), None) => Ok(player),
        (None, _) => Err(refused("no_such_player", format!("Nobody has the id or the name {text}"))),
        (Some(one), Some(two)) => {
            let ids: Vec<String> = [one, two].into_iter().chain(found).map(|p| p.player_id.into()).collect();
            let reason = format!("Several are called {text}; take one of these ids: {}", ids.join(", "));
            Err(refused("several_players", reason))
        }
    }
}

fn candidates(store: &dyn Store, wanted: &str) -> Result<Vec<Player>, StoreFault> {
    if wanted.parse::<PlayerId>().is_ok()
        && let Some(player) = store.player(&wanted.into())?.filter(|player| !player.erased)
    {
        return Ok(vec![player]);
    }
    // All of them: whoever is left out could have the same name.
    let mut found = store.find_players(wanted, u32::MAX)?;
    found.retain(|player| player.name.to_lowercase() == wanted.to_lowercase());
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{NewPlayer, SqliteStore, wait};

    /// However many have a part of the name in theirs, and however long the one who is meant was away.
    #[test]
    fn a_name_is_found_among_many_that_contain_it() {
        let store = SqliteStore::temporary(store::Settings::default()).unwrap();
        let most = u8::try_from(LISTED).unwrap();
        for n in 0..=most {
            let name = if n == 0 { "Ada".to_owned() } else { format!("Ada {n}") };
            let id = store::PlayerId::from(format!("p{n}"));
            let new = NewPlayer { id, name, token: [n; 32], opening: 0, at_ms: n.into() };
            wait(|done| store.create_player(new, done)).unwrap();
        }
        let found = candidates(&store, "ada").unwrap();
        let names: Vec<&str> = found.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["Ada"]);
    }
}

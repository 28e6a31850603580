//! Who is silent, and from where nobody may come: what the host decided, in memory, so that it takes effect at once and costs nothing.
//!
//! Whether a player is banned stands beside the player in the store and is looked at with every token.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};

use protocol::table::PlayerId;
use store::{Store, StoreFault};

/// What the host decided.
#[derive(Debug, Default)]
pub(crate) struct Sanctions {
    muted: RwLock<HashSet<PlayerId>>,
    addresses: RwLock<HashSet<IpAddr>>,
}

impl Sanctions {
    /// As they stand in a store.
    pub(crate) fn read(store: &dyn Store) -> Result<Self, StoreFault> {
        let muted = store.judged()?.into_iter().filter(|player| player.muted);
        let muted = muted.filter_map(|player| player.id.as_str().parse().ok()).collect();
        let addresses = store.banned_addresses()?.into_iter().filter_map(|ban| ban.address.parse().ok());
        Ok(Self { muted: RwLock::new(muted), addresses: RwLock::new(addresses.collect()) })
    }

    pub(crate) fn is_muted(&self, player: &PlayerId) -> bool {
        self.muted.read().unwrap_or_else(PoisonError::into_inner).contains(player)
    }

    pub(crate) fn mute(&self, player: &PlayerId, muted: bool) {
        let mut all = self.muted.write().unwrap_or_else(PoisonError::into_inner);
        if muted {
            all.insert(player.clone());
        } else {
            all.remove(player);
        }
    }

    pub(crate) fn is_banned(&self, address: IpAddr) -> bool {
        self.addresses.read().unwrap_or_else(PoisonError::into_inner).contains(&address)
    }

    pub(crate) fn ban(&self, address: IpAddr, banned: bool) {
        let mut all = self.addresses.write().unwrap_or_else(PoisonError::into_inner);
        if banned {
            all.insert(address);
        } else {
            all.remove(&address);
        }
    }
}

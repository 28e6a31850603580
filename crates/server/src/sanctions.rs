//! Who is silent, and from where nobody may come: what the host decided, in memory, so that it takes effect at once and costs nothing.
//!
//! Whether a player is banned stands beside the player in the store and is looked at with every token.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};

use protocol::table::PlayerId;
use store::{Store, StoreFault};

use crate::address::Neighbourhood;

/// What the host decided.
#[derive(Debug, Default)]
pub(crate) struct Sanctions {
    muted: RwLock<HashSet<PlayerId>>,
    addresses: RwLock<HashSet<Neighbourhood>>,
}

impl Sanctions {
    /// As they stand in a store.
    pub(crate) fn read(store: &dyn Store) -> Result<Self, StoreFault> {
        let muted = store.judged()?.into_iter().filter(|player| player.muted);
        let muted = muted.filter_map(|player| player.id.as_str().parse().ok()).collect();
        let addresses = store.banned_addresses()?;
        let addresses = addresses.iter().filter_map(|ban| ban.address.parse::<IpAddr>().ok());
        let addresses = addresses.map(Neighbourhood::from).collect();
        Ok(Self { muted: RwLock::new(muted), addresses: RwLock::new(addresses) })
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
        self.addresses.read().unwrap_or_else(PoisonError::into_inner).contains(&address.into())
    }

    pub(crate) fn ban(&self, address: IpAddr, banned: bool) {
        let mut all = self.addresses.write().unwrap_or_else(PoisonError::into_inner);
        if banned {
            all.insert(address.into());
        } else {
            all.remove(&address.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_banned_has_no_other_address_beside_it() {
        let sanctions = Sanctions::default();
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        sanctions.ban(address("2001:db8:0:1::7"), true);
        sanctions.ban(address("192.0.2.1"), true);
        assert!(
            sanctions.is_banned(address("2001:db8:0:1:ffff::1")) && sanctions.is_banned(address("192.0.2.1"))
        );
        assert!(
            !sanctions.is_banned(address("2001:db8:0:2::7")) && !sanctions.is_banned(address("192.0.2.2"))
        );
        sanctions.ban(address("2001:db8:0:1::9"), false);
        assert!(!sanctions.is_banned(address("2001:db8:0:1::7")));
    }
}

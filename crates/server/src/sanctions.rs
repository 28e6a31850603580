//! Who is silent, and from where nobody may come: what the host decided, in memory, so that it takes effect at once and costs nothing.
//!
//! Whether a player is banned stands beside the player in the store and is looked at with every token.

use std::collections::HashSet;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};

use protocol::table::PlayerId;
use store::{Store, StoreFault};

use crate::address::Neighbourhood;

/// What the host decided.
#[derive(Debug, Default)]
pub(crate) struct Sanctions {
    muted: RwLock<HashSet<PlayerId>>,
    banned: RwLock<HashSet<PlayerId>>,
    addresses: RwLock<HashSet<Neighbourhood>>,
}

/// Whoever is in the second set and not in the first, which becomes the second.
fn news<T: Clone + Eq + Hash>(known: &RwLock<HashSet<T>>, now: RwLock<HashSet<T>>) -> Vec<T> {
    let mut known = known.write().unwrap_or_else(PoisonError::into_inner);
    let now = now.into_inner().unwrap_or_else(PoisonError::into_inner);
    let news = now.difference(&known).cloned().collect();
    *known = now;
    news
}

impl Sanctions {
    /// As they stand in a store.
    pub(crate) fn read(store: &dyn Store) -> Result<Self, StoreFault> {
        let judged = store.judged()?;
        let those = |meant: fn(&store::Player) -> bool| {
            let meant = judged.iter().filter(move |player| meant(player));
            RwLock::new(meant.filter_map(|player| player.id.as_str().parse().ok()).collect())
        };
        let (muted, banned) = (those(|player| player.muted), those(|player| player.banned));
        let addresses = store.banned_addresses()?;
        let addresses = addresses.iter().filter_map(|ban| ban.address.parse::<IpAddr>().ok());
        let addresses = addresses.map(Neighbourhood::from).collect();
        Ok(Self { muted, banned, addresses: RwLock::new(addresses) })
    }

    /// Takes over what was decided at other nodes meanwhile; says who is to be put out that was not before.
    pub(crate) fn follow(&self, newer: Self) -> (Vec<PlayerId>, Vec<Neighbourhood>) {
        news(&self.muted, newer.muted);
        (news(&self.banned, newer.banned), news(&self.addresses, newer.addresses))
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
    fn what_others_decided_is_followed_and_said_once() {
        let (here, there) = (Sanctions::default(), || {
            let there = Sanctions::default();
            there.mute(&PlayerId::from_entropy([1; 16]), true);
            there.banned.write().unwrap().insert(PlayerId::from_entropy([2; 16]));
            there.ban("192.0.2.1".parse().unwrap(), true);
            there
        });
        here.mute(&PlayerId::from_entropy([3; 16]), true);
        let (players, addresses) = here.follow(there());
        assert_eq!((players, addresses.len()), (vec![PlayerId::from_entropy([2; 16])], 1));
        assert!(
            here.is_muted(&PlayerId::from_entropy([1; 16]))
                && !here.is_muted(&PlayerId::from_entropy([3; 16]))
        );
        assert!(here.is_banned("192.0.2.1".parse().unwrap()));
        assert_eq!(here.follow(there()), (vec![], vec![]));
    }

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

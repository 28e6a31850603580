//! A network: the addresses that begin alike, written `10.1.0.0/16`, `fd00:1::/32`, or as one address.
//!
//! Settings name proxies and readers of counters by them: a container has another address after every start, its network does not.

use std::net::IpAddr;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};

/// Addresses that begin alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    /// The first of them, as it is written when it is of IPv4.
    first: IpAddr,
    /// How many bits they have in common.
    alike: u32,
}

/// Why a text is no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// There is no address in it.
    #[error("{0:?} is neither an IP address nor a network such as 10.1.0.0/16")]
    Address(String),
    /// What stands behind the slash is no number of bits.
    #[error("{0:?}: behind the slash stands how many bits are alike, at most {1}")]
    Bits(String, u32),
    /// It may be a slip: somebody who means one address writes no slash.
    #[error("{0:?} is one address of a network; the network is {1}/{2}")]
    Inside(String, IpAddr, u32),
}

impl Network {
    /// Whether an address is one of them. One of IPv4 is the same in whichever way it arrives.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        first(address.to_canonical(), self.alike) == Some(self.first)
    }
}

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        let first = address.to_canonical();
        Self { first, alike: bits(first) }
    }
}

/// How many bits an address has.
const fn bits(address: IpAddr) -> u32 {
    if address.is_ipv4() { u32::BITS } else { u128::BITS }
}

/// The first address that has so many bits in common with this one; `None` if it has not so many.
fn first(address: IpAddr, alike: u32) -> Option<IpAddr> {
    let others = bits(address).checked_sub(alike)?;
    Some(match address {
        IpAddr::V4(four) => {
            let ones = u32::MAX.checked_shl(others).unwrap_or(0);
            IpAddr::V4((four.to_bits() & ones).into())
        }
        IpAddr::V6(six) => {
            let ones = u128::MAX.checked_shl(others).unwrap_or(0);
            IpAddr::V6((six.to_bits() & ones).into())
        }
    })
}

impl FromStr for Network {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let (address, alike) = text.split_once('/').map_or((text, None), |(first, bits)| (first, Some(bits)));
        let written: IpAddr = address.parse().map_err(|_| Fault::Address(text.to_owned()))?;
        let Some(alike) = alike else { return Ok(written.into()) };
        let most = bits(written);
        let wrong = || Fault::Bits(text.to_owned(), most);
        let alike: u32 = alike.parse().ok().filter(|bits| *bits <= most).ok_or_else(wrong)?;
        // A network of IPv4 that is written as one of IPv6 has 96 bits that say nothing.
        let canonical = written.to_canonical();
        let alike = alike.checked_sub(most - bits(canonical)).ok_or_else(wrong)?;
        let first = first(canonical, alike).ok_or_else(wrong)?;
        if first == canonical {
            Ok(Self { first, alike })
        } else {
            Err(Fault::Inside(text.to_owned(), first, alike))
        }
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_holds_the_addresses_that_begin_like_it() {
        for (network, address, inside) in [
            ("10.1.0.0/16", "10.1.255.255", true),
            ("10.1.0.0/16", "10.2.0.0", false),
            ("10.1.0.0/16", "::ffff:10.1.2.3", true),
            ("10.1.2.128/25", "10.1.2.127", false),
            ("10.1.2.128/25", "10.1.2.128", true),
            ("10.1.2.3/32", "10.1.2.3", true),
            ("10.1.2.3/32", "10.1.2.2", false),
            ("10.1.2.3", "10.1.2.3", true),
            ("10.1.2.3", "10.1.2.4", false),
            ("::ffff:10.1.2.3", "10.1.2.3", true),
            ("::ffff:10.1.0.0/112", "10.1.9.9", true),
            ("::ffff:10.1.0.0/112", "10.2.9.9", false),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("::/0", "2001:db8::1", true),
            ("::/0", "203.0.113.9", false),
            ("fd00:1::/32", "fd00:1:ffff::9", true),
            ("fd00:1::/32", "fd00:2::", false),
            ("fd00::8/125", "fd00::f", true),
            ("fd00::8/125", "fd00::10", false),
            ("fd00::1", "fd00::1", true),
            ("fd00::1", "fd00::2", false),
        ] {
            let found = network.parse::<Network>().unwrap().contains(address.parse().unwrap());
            assert_eq!(found, inside, "{address} in {network}");
        }
    }

    #[test]
    fn what_is_no_network_is_refused_with_a_sentence() {
        for (text, sentence) in [
            ("x", "neither an IP address"),
            ("", "neither an IP address"),
            ("10.1.0/16", "neither an IP address"),
            ("10.1.0.0/", "how many bits are alike, at most 32"),
            ("10.1.0.0/33", "how many bits are alike, at most 32"),
            ("10.1.0.0/-1", "how many bits are alike, at most 32"),
            ("10.1.0.0/16/8", "how many bits are alike, at most 32"),
            ("fd00::/129", "how many bits are alike, at most 128"),
            ("::ffff:10.1.0.0/16", "how many bits are alike, at most 128"),
            ("10.1.2.3/16", "the network is 10.1.0.0/16"),
            ("fd00::1/64", "the network is fd00::/64"),
        ] {
            let fault = text.parse::<Network>().unwrap_err().to_string();
            assert!(fault.contains(sentence), "{text}: {fault}");
        }
    }
}

//! Where a request comes from, and whether a page of ours sent it.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::{HeaderMap, header};

use crate::config::Config;

/// The address of whoever asks. A proxy that is trusted is believed about whom it speaks for; anybody else is not.
pub(crate) fn client(config: &Config, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
    let peer = peer.ip().to_canonical();
    if !config.trusts(peer) {
        return peer;
    }
    // From the last one to the first that is not one of our own proxies: those before it could be made up.
    let mut nearest = peer;
    for value in headers.get_all("x-forwarded-for").iter().rev() {
        for part in value.to_str().unwrap_or_default().rsplit(',') {
            // What a proxy of ours says and nobody can read is not passed over either: then it is the proxy who asks.
            let Ok(address) = part.trim().parse::<IpAddr>() else { return nearest };
            nearest = address.to_canonical();
            if !config.trusts(nearest) {
                return nearest;
            }
        }
    }
    nearest
}

/// What counts as one address where limits are concerned. Whoever has one address of IPv6 has 2⁶⁴ of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Neighbourhood(IpAddr);

impl Neighbourhood {
    /// The address that stands for all of it.
    pub(crate) const fn address(self) -> IpAddr {
        self.0
    }
}

impl From<IpAddr> for Neighbourhood {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => Self(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into()),
            address @ IpAddr::V4(_) => Self(address),
        }
    }
}

/// Whether somebody may read the counters: a program on this machine, or at an address that the settings name. What was passed on
/// is nobody's here, and is only looked at if the proxy is one that is believed.
pub(crate) fn may_read_counters(config: &Config, peer: SocketAddr, headers: &HeaderMap) -> bool {
    let client = client(config, peer, headers);
    let named = config.metrics_from.iter().any(|network| network.contains(client));
    if headers.contains_key("x-forwarded-for") {
        return named && config.trusts(peer.ip());
    }
    named || client.is_loopback()
}

/// Whether a program on this machine or a trusted proxy asks for itself, and not for somebody else.
pub(crate) fn is_its_own(config: &Config, peer: SocketAddr, headers: &HeaderMap) -> bool {
    let peer = peer.ip().to_canonical();
    !headers.contains_key("x-forwarded-for") && (peer.is_loopback() || config.trusts(peer))
}

/// Whether a request may come from a page: one that names no origin is not from a page, one that does must be ours.
pub(crate) fn origin_is_ours(config: &Config, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(public) = &config.public_url
        && origin == public.trim_end_matches('/')
    {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    host.is_some() && own == host
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (header::HeaderName::from_static(name), value.parse().unwrap()))
            .collect()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        let peer: SocketAddr = "10.0.0.1:5".parse().unwrap();
        let forged = headers(&[("x-forwarded-for", "1.2.3.4, 5.6.7.8")]);
        assert_eq!(client(&Config::default(), peer, &forged), peer.ip());
        let config = Config { trusted_proxies: vec![peer.ip().into()], ..Config::default() };
        assert_eq!(client(&config, peer, &forged), "5.6.7.8".parse::<IpAddr>().unwrap());
        let through_two = headers(&[("x-forwarded-for", "1.2.3.4, 5.6.7.8, 10.0.0.1")]);
        assert_eq!(client(&config, peer, &through_two), "5.6.7.8".parse::<IpAddr>().unwrap());
        assert_eq!(client(&config, peer, &headers(&[("x-forwarded-for", "nonsense")])), peer.ip());
    }

    /// A proxy in a container has another address after every start.
    #[test]
    fn a_proxy_may_be_anywhere_in_a_network_that_is_trusted() {
        let config = Config { trusted_proxies: vec!["10.0.0.0/24".parse().unwrap()], ..Config::default() };
        let told = headers(&[("x-forwarded-for", "1.2.3.4, 10.0.0.9")]);
        for (peer, whom) in
            [("10.0.0.1:5", "1.2.3.4"), ("[::ffff:10.0.0.77]:5", "1.2.3.4"), ("10.0.1.1:5", "10.0.1.1")]
        {
            assert_eq!(client(&config, peer.parse().unwrap(), &told).to_string(), whom, "{peer}");
        }
        let config = Config { metrics_from: config.trusted_proxies, ..Config::default() };
        let reads = |peer: &str| may_read_counters(&config, peer.parse().unwrap(), &HeaderMap::new());
        assert!(reads("10.0.0.200:5") && !reads("10.0.1.1:5"));
    }

    #[test]
    fn nobody_is_believed_beyond_what_can_be_read() {
        let [peer, inner] = ["10.0.0.1:5", "10.0.0.2:5"].map(|at| at.parse::<SocketAddr>().unwrap());
        let config =
            Config { trusted_proxies: vec![peer.ip().into(), inner.ip().into()], ..Config::default() };
        let told = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("x-forwarded-for", header::HeaderValue::from_bytes(value.as_bytes()).unwrap());
            }
            client(&config, peer, &headers).to_string()
        };
        assert_eq!(told(&["1.2.3.4, unknown"]), "10.0.0.1");
        assert_eq!(told(&["1.2.3.4", "unknown"]), "10.0.0.1");
        assert_eq!(told(&["1.2.3.4", "\u{e9}"]), "10.0.0.1");
        assert_eq!(told(&["1.2.3.4, "]), "10.0.0.1");
        assert_eq!(told(&["1.2.3.4, unknown, 10.0.0.2"]), "10.0.0.2");
        assert_eq!(told(&["unknown, 5.6.7.8", "10.0.0.2"]), "5.6.7.8");
    }

    #[test]
    fn neighbours_share_their_limits() {
        let near = |address: &str| Neighbourhood::from(address.parse::<IpAddr>().unwrap()).0.to_string();
        assert_eq!(near("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(near("2001:db8:1:2:ffff::1"), "2001:db8:1:2::");
        assert_ne!(near("2001:db8:1:3::1"), "2001:db8:1:2::");
        assert_eq!(near("10.1.2.3"), "10.1.2.3");
        assert_eq!(near("::ffff:10.1.2.3"), "10.1.2.3");
    }

    #[test]
    fn counters_are_for_this_machine_and_those_who_are_named() {
        let [own, prometheus, proxy, stranger] = ["127.0.0.1:5", "10.0.0.7:5", "10.0.0.1:5", "10.0.0.9:5"]
            .map(|at| at.parse::<SocketAddr>().unwrap());
        let usual = Config { trusted_proxies: vec![proxy.ip().into()], ..Config::default() };
        let named = Config { metrics_from: vec!["::ffff:10.0.0.7".parse().unwrap()], ..usual.clone() };
        let plain = HeaderMap::new();
        let passed_on = headers(&[("x-forwarded-for", "10.0.0.7")]);
        let own_passed_on = headers(&[("x-forwarded-for", "127.0.0.1")]);
        for (from, headers, usually, if_named) in [
            (own, &plain, true, true),
            (prometheus, &plain, false, true),
            (stranger, &plain, false, false),
            (proxy, &plain, false, false),
            (proxy, &passed_on, false, true),
            (stranger, &passed_on, false, false),
            (prometheus, &own_passed_on, false, false),
            (own, &passed_on, false, false),
            (proxy, &own_passed_on, false, false),
        ] {
            assert_eq!(may_read_counters(&usual, from, headers), usually, "{from} {headers:?}");
            assert_eq!(may_read_counters(&named, from, headers), if_named, "{from} {headers:?}");
        }
    }

    #[test]
    fn another_sites_page_is_turned_away() {
        let config = Config { public_url: Some("https://play.example/".into()), ..Config::default() };
        for (origin, fine) in [
            ("http://table.lan:8080", true),
            ("https://play.example", true),
            ("http://evil.example", false),
            ("null", false),
            ("https://play.example.evil.example", false),
        ] {
            let headers = headers(&[("host", "table.lan:8080"), ("origin", origin)]);
            assert_eq!(origin_is_ours(&config, &headers), fine, "{origin}");
        }
        assert!(origin_is_ours(&config, &headers(&[("host", "x")])));
    }
}

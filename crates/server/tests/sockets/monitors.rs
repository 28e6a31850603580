//! Whoever watches over the server asks `/health`, and is answered whatever people do.

use std::time::Duration;

use crate::host::{Host, hasty};

/// A request without a name, passed on for somebody else if there is one.
async fn asks(host: &Host, path: &str, passed_on_for: Option<&str>) -> u16 {
    let headers: Vec<_> =
        passed_on_for.iter().map(|client| ("X-Forwarded-For", (*client).to_owned())).collect();
    pages::raw(host.address, "GET", path, &headers, "").await.0
}

/// Asks until there is no more to be had.
async fn exhausts(host: &Host, path: &str, passed_on_for: Option<&str>) {
    for _ in 0..100 {
        if asks(host, path, passed_on_for).await == 429 {
            return;
        }
    }
    panic!("{path} can be asked for without end");
}

/// A host where an address may ask for little.
async fn strict(trusted: &[&str]) -> Host {
    let mut config = hasty();
    config.rates.address = (4, 0.5);
    config.trusted_proxies = trusted.iter().map(|network| network.parse().unwrap()).collect();
    Host::with(config).await
}

/// A proxy on this machine that nobody has named is one address with all whom it speaks for: they use up what it may ask for, and its own
/// question how the server is would be refused, upon which it would send everybody elsewhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_monitor_on_this_machine_or_at_a_trusted_proxy_is_always_answered() {
    for trusted in [&[][..], &["127.0.0.1"]] {
        let host = strict(trusted).await;
        for _ in 0..4 {
            exhausts(&host, "/api/tables", None).await;
            assert_eq!(asks(&host, "/health", None).await, 200, "{trusted:?}");
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }
}

/// Nobody computes answers for nothing: what is passed on for others counts as theirs, and whoever watches need not ask without end either.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_the_server_is_cannot_be_asked_without_end() {
    for trusted in [&[][..], &["127.0.0.1"]] {
        let host = strict(trusted).await;
        exhausts(&host, "/health", None).await;
        exhausts(&host, "/health", Some("10.1.2.3")).await;
        assert_eq!(asks(&host, "/api/tables", Some("10.1.2.3")).await, 429, "it is the same limit");
    }
}

//! A bus that asks who comes.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

use std::time::Duration;

use nats_bus::testing::NatsServer;
use server::Bus;

/// Whoever the address names is let in, and letters arrive.
async fn comes_in(url: &str) {
    let (one, _) = nats_bus::connect(url, "space", "one").await.unwrap();
    let (_two, mut inbox) = nats_bus::connect(url, "space", "two").await.unwrap();
    assert!(one.is_up());
    // A letter that is sent before the other's wish to listen has arrived is lost, as any may be.
    for _ in 0..100 {
        assert!(one.send("two", b"letter".to_vec()));
        if let Ok(letter) = tokio::time::timeout(Duration::from_millis(100), inbox.recv()).await {
            return assert_eq!(letter.unwrap(), b"letter");
        }
    }
    panic!("no letter arrived");
}

async fn is_refused(url: &str) {
    let refused = nats_bus::connect(url, "space", "one").await.err().unwrap().to_string();
    assert!(refused.contains("authorization"), "{refused}");
    assert!(
        !refused.contains("wrong") && !refused.contains("127.0.0.1"),
        "nothing of the address: {refused}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_and_a_password_in_the_address_open_the_bus() {
    let Some(nats) = NatsServer::start(&["--user", "some.body", "--pass", "p@ss:w%rd/"]) else { return };
    comes_in(&nats.url_as("some.body:p%40ss%3Aw%25rd%2F")).await;
    is_refused(&nats.url_as("some.body:wrong")).await;
    is_refused(&nats.url()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_in_the_address_opens_the_bus() {
    let Some(nats) = NatsServer::start(&["--auth", "secret"]) else { return };
    comes_in(&nats.url_as("secret")).await;
    is_refused(&nats.url_as("wrong")).await;
}

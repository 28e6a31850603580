//! Every fault that a line can plant is found, whatever message it hits.

use std::time::Duration;

use load::run;

use crate::host::{Host, plan};
use crate::proxy::{self, Plant, What};

/// What is found when this fault is planted.
async fn found(plant: Plant) -> Vec<String> {
    let host = Host::start().await;
    let mut plan = plan(proxy::before(host.address, plant).await);
    (plan.tables, plan.patience) = (1, Duration::from_secs(3));
    // It ends as soon as the only table has found something.
    plan.time = Duration::from_secs(30);
    // Whoever comes back is shown everything anew: what was wrong in the view before is right again, and rightly found by nobody.
    plan.reconnect_every = 0;
    run(plan).await.unwrap().violations
}

/// One violation, with one of these words.
async fn is_found(kind: &'static str, what: What, words: &[&str]) {
    let plant = Plant { kind, after: 25, what };
    let violations = found(plant).await;
    assert_eq!(violations.len(), 1, "{plant:?}: {violations:?}");
    assert!(words.iter().any(|word| violations[0].contains(word)), "{plant:?}: {violations:?}");
}

const PATCH: &str = r#""type":"view_patch""#;
const EVENT: &str = r#""type":"dice_rolled""#;
const ACK: &str = r#""type":"ack""#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_is_dropped() {
    is_found(PATCH, What::Dropped, &["a patch leads from", "the patches led to", "what was told ends with"])
        .await;
    is_found(EVENT, What::Dropped, &["other events"]).await;
    is_found(ACK, What::Dropped, &["not answered"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_comes_twice() {
    is_found(PATCH, What::Doubled, &["a patch leads from"]).await;
    is_found(EVENT, What::Doubled, &["other events"]).await;
    is_found(ACK, What::Doubled, &["answered twice"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_is_overtaken() {
    is_found(
        PATCH,
        What::Overtaken,
        &[
            "what was told ends with",
            "a patch leads from",
            "the patches led to",
            "told after",
            "was told before",
        ],
    )
    .await;
    // By the change of the view, or by the next event, where several moves are shown in one piece.
    is_found(EVENT, What::Overtaken, &["told after the change of the view", "was told before"]).await;
    // The table waits for it, and so nothing comes that could overtake it.
    is_found(ACK, What::Overtaken, &["was told before", "not answered"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_is_changed() {
    let other = What::Changed("\"rollsRemaining\":", "\"rollsRemainder\":");
    is_found(r#""patch":{"dice""#, other, &["another view", "cannot be understood"]).await;
    is_found(EVENT, What::Changed("\"dice\":[", "\"dive\":["), &["other events"]).await;
    is_found(ACK, What::Changed("\"seq\":", "\"sea\":"), &["cannot be understood"]).await;
}

//! Sockets that never read: what waits for them is bounded, they are cut, and the others at their table notice nothing.

use std::net::Ipv4Addr;
use std::time::Duration;

use pages::Page;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::raw::{frame, open, until};
use crate::siege::Siege;

/// Where these come from.
const STRANGER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 68);

/// A socket at a table that asks for views until nothing more is taken, and reads none of them.
async fn deaf(siege: &Siege, token: &str, table: &str) -> TcpStream {
    let mut stream = open(siege.address, STRANGER, token).await;
    let join = json!({ "type": "join_table", "tableId": table, "id": "join" }).to_string();
    stream.write_all(&frame(0x81, join.as_bytes())).await.unwrap();
    until(&mut stream, r#""id":"join""#).await;
    let ask = frame(0x81, br#"{"type":"get_view"}"#).repeat(200);
    while tokio::time::timeout(Duration::from_secs(1), stream.write_all(&ask))
        .await
        .is_ok_and(|sent| sent.is_ok())
    {}
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_never_reads_is_cut_when_their_queue_is_full() {
    // So long that nothing but the queue can be the reason.
    let siege = Siege::new(
        "deaf",
        &["rates.socket=[1000000, 1000000]", "rates.player=[1000000, 1000000]", "sockets.write_within=1000"],
    );
    let attack = async {
        let people = [siege.served.guest("Mallory").await, siege.served.guest("Oscar").await];
        let table = siege.table(&people[0], "catan", Some("greedy")).await;
        let mut friend = Page::at(siege.address, &people[1], &table).await;
        let before = siege.counter("sockets_cut_total").await;
        let mut silent = Vec::new();
        for _ in 0..3 {
            silent.push(deaf(&siege, &people[0].1, &table).await);
        }
        // More than may wait for anybody, and each line is acknowledged.
        for n in 0..300 {
            friend.does(json!({ "type": "chat", "text": format!("line {n}") })).await;
        }
        siege.counts("sockets_cut_total", |cut| cut >= before + 3).await;
        friend.does(json!({ "type": "chat", "text": "still here" })).await;
    };
    siege.withstands(attack).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_never_reads_is_given_up_also_where_nothing_happens() {
    let siege = Siege::new(
        "stuck",
        &[
            "rates.socket=[1000000, 1000000]",
            "rates.player=[1000000, 1000000]",
            "sockets.write_within=1",
            "sockets.silent=1000",
        ],
    );
    let attack = async {
        let who = siege.served.guest("Mallory").await;
        let table = siege.table(&who, "catan", Some("greedy")).await;
        let mut silent = Vec::new();
        for _ in 0..3 {
            silent.push(deaf(&siege, &who.1, &table).await);
        }
        // Two sockets are those of the people who play.
        siege.counts("sockets", |open| open <= 2).await;
        // Nor does an answer that nobody takes keep a connection: pages are asked for, and never read.
        let mut streams = Vec::new();
        for _ in 0..20 {
            let mut stream = crate::raw::connect(siege.address, STRANGER).await.unwrap();
            let ask = "GET /api/openapi.json HTTP/1.1\r\nHost: table\r\n\r\n".repeat(500);
            stream.write_all(ask.as_bytes()).await.unwrap();
            streams.push(stream);
        }
        siege.counts("connections", |open| open <= 5).await;
    };
    siege.withstands(attack).await;
}

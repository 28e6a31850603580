//! Ten thousand connections that ask for nothing.

use std::net::Ipv4Addr;

use tokio::io::AsyncWriteExt;

use crate::raw::connect;
use crate::siege::Siege;

/// How many files this process may have open.
fn files() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_half_open_connections_keep_nobody_out() {
    // As many as this machine lets us have: raise the limit (`ulimit -n 20000`) for all of them.
    let crowd = files().saturating_sub(500).min(10_000);
    // Few enough places that the crowd wants more of them than there are, and so long that nobody goes by themselves.
    let siege = Siege::new(
        "crowd",
        &["sockets.request_within=600", "sockets.connections=2000", "sockets.per_address=100"],
    );
    let attack = async {
        let mut streams = Vec::new();
        for n in 0..crowd {
            let from = Ipv4Addr::new(127, 0, 1, (n / 200) as u8 + 1);
            let Ok(mut stream) = connect(siege.address, from).await else { continue };
            if n % 2 == 0 {
                // Some begin to ask.
                let _ = stream.write_all(b"GET /health HTTP/1.1\r\nHost: ta").await;
            }
            streams.push(stream);
        }
        let open = siege.counter("connections").await;
        println!("{} half-open connections, {open} of them kept", streams.len());
        assert!(streams.len() > crowd / 2, "{} of {crowd} got through", streams.len());
        // Whoever makes room goes a moment later.
        assert!(open <= 2_200, "{open}");
        // From one address only so many.
        for _ in 0..400 {
            streams.extend(connect(siege.address, Ipv4Addr::new(127, 0, 2, 1)).await.ok());
        }
        siege.counts("connections_turned_away_total", |away| away >= 100).await;
    };
    siege.withstands(attack).await;
}

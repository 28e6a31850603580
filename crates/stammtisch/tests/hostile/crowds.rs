//! Ten thousand connections that ask for nothing.

use std::net::Ipv4Addr;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::AsyncWriteExt;

use crate::raw::connect;
use crate::siege::Siege;

/// As many connections at once as this machine lets a process have, up to so many. Whoever starts a server after this gives it the same.
pub(crate) fn crowd_of(most: usize) -> usize {
    let spare = 2_000;
    let limit = getrlimit(Resource::Nofile);
    let wanted = (most + spare) as u64;
    let current = limit.current.unwrap_or(u64::MAX).max(limit.maximum.unwrap_or(u64::MAX).min(wanted));
    setrlimit(Resource::Nofile, Rlimit { current: Some(current), ..limit }).unwrap();
    let crowd = most.min((current as usize).saturating_sub(spare));
    if crowd < most {
        let sentence =
            format!("a process may have {current} files here: {crowd} connections instead of {most}");
        assert!(std::env::var_os("CI").is_none(), "{sentence}");
        println!("{sentence}");
    }
    crowd
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_half_open_connections_keep_nobody_out() {
    let crowd = crowd_of(10_000);
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
        assert!(streams.len() > crowd * 9 / 10, "{} of {crowd} got through", streams.len());
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

//! Sockets that speak WebSocket badly: frames that are none, in pieces, without end, or far too many.

use std::net::Ipv4Addr;

use bots::Dice;
use game::Luck;

use crate::raw::{frame, open, rest, send, until};
use crate::siege::Siege;

/// Where these come from.
const STRANGER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);

/// What ends the socket that it comes from.
fn fatal() -> Vec<(&'static str, Vec<u8>)> {
    let text = br#"{"type":"ping"}"#;
    let mut endless = vec![0x81, 0xff];
    endless.extend(u64::MAX.to_be_bytes());
    let mut pieces = frame(0x01, b"{");
    (0..10_000).for_each(|_| pieces.extend(frame(0x00, b" ")));
    vec![
        ("binary", frame(0x82, &[0, 159, 146, 150])),
        ("not UTF-8", frame(0x81, &[0xff, 0xfe, 0x80])),
        ("half a character, and no more", frame(0x81, "ä".as_bytes().split_last().unwrap().1)),
        ("a surrogate", frame(0x81, &[0xed, 0xa0, 0x80])),
        ("not masked", [&[0x81, text.len() as u8], &text[..]].concat()),
        ("reserved bits", frame(0xf1, text)),
        ("an unknown opcode", frame(0x83, text)),
        ("an unknown control frame", frame(0x8b, b"")),
        ("a rest without a beginning", frame(0x80, text)),
        ("a beginning in the midst", [frame(0x01, b"{"), frame(0x81, text)].concat()),
        ("a long ping", frame(0x89, &[b'x'; 126])),
        ("a ping in pieces", frame(0x09, b"x")),
        ("half a close code", frame(0x88, &[3])),
        ("a close code that is none", frame(0x88, &[0, 5])),
        ("a length of 2^64", endless),
        ("a megabyte", frame(0x81, &vec![b' '; 1 << 20])),
        ("more pieces than fit", pieces),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_frames_end_their_own_socket() {
    let siege = Siege::new("frames", &[]);
    let attack = async {
        let who = siege.served.guest("Mallory").await;
        for (what, bytes) in fatal() {
            let mut stream = open(siege.address, STRANGER, &who.1).await;
            send(&mut stream, &bytes).await;
            rest(&mut stream).await;
            println!("{what}: ended");
        }
        // What is in pieces but whole is a message like any other, also with a ping between the pieces.
        let mut stream = open(siege.address, STRANGER, &who.1).await;
        let pieces =
            [frame(0x01, br#"{"ty"#), frame(0x89, b"?"), frame(0x00, b""), frame(0x80, br#"pe":"ping"}"#)];
        assert!(send(&mut stream, &pieces.concat()).await);
        until(&mut stream, r#""type":"pong""#).await;
        // Noise, and frames whose beginning is right.
        let mut luck = Dice::new(5);
        for round in 0..40 {
            let mut noise: Vec<u8> = (0..300).map(|_| luck.below(256) as u8).collect();
            if round % 2 == 0 {
                noise = frame(0x80 | luck.below(16) as u8, &noise);
            }
            let mut stream = open(siege.address, STRANGER, &who.1).await;
            send(&mut stream, &noise).await;
            // Half of them break off without a word.
            if round % 4 < 2 {
                stream.set_zero_linger().unwrap();
            }
        }
        siege.counts("sockets", |open| open <= 3).await;
    };
    siege.withstands(attack).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_floods_is_cut_and_nobody_else() {
    // Enough for quick games beside it, and for nobody's flood.
    let siege = Siege::new(
        "floods",
        &["rates.socket=[2000, 500]", "sockets.join_within=60", "sockets.write_within=2"],
    );
    let attack = async {
        let who = siege.served.guest("Mallory").await;
        for (what, bytes) in [
            ("pings", frame(0x89, b"are you there?")),
            ("answers to no ping", frame(0x8a, b"")),
            ("messages", frame(0x81, br#"{"type":"ping"}"#)),
            ("nonsense", frame(0x81, b"[")),
        ] {
            let mut stream = open(siege.address, STRANGER, &who.1).await;
            let many = bytes.repeat(100);
            // Until nothing more is taken; what is not read of the answers must not matter.
            let mut sent = 0;
            while send(&mut stream, &many).await {
                sent += 100;
                assert!(sent < 2_000_000, "{what} are taken for ever");
            }
            println!("{what}: cut after at most {sent}");
        }
        // Pieces of nothing say nothing, so they are never a message; they must not keep others waiting.
        let mut stream = open(siege.address, STRANGER, &who.1).await;
        send(&mut stream, &frame(0x01, b"")).await;
        for _ in 0..200 {
            send(&mut stream, &frame(0x00, b"").repeat(1_000)).await;
        }
    };
    siege.withstands(attack).await;
}

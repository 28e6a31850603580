//! Letters as they were recorded when their version came out. Two nodes of the same version understand each other although they were built
//! on different days: whoever changes what letters say raises `LETTERS`, and records a file of its own beside these.
#![allow(clippy::unwrap_used, reason = "what stands beside the tests is part of them")]

use cluster::{LETTERS, Letter, Unreadable};

#[test]
fn letters_of_this_version_are_read_and_written_as_they_were_recorded() {
    let recorded = match LETTERS {
        1 => include_str!("letters/version-1.jsonl"),
        version => panic!("letters of version {version} have to be recorded"),
    };
    for line in recorded.lines() {
        let letter = Letter::from_bytes(line.as_bytes()).unwrap_or_else(|fault| panic!("{line}: {fault:?}"));
        assert_eq!(String::from_utf8(letter.to_bytes()).unwrap(), line);
    }
    // Every kind is there, or the file says nothing about it.
    for kind in ["Pulse", "Join", "Said", "Gone", "Told", "Cut", "Ask", "Answer"] {
        assert!(recorded.contains(&format!("\"{kind}\"")), "{kind}");
    }
    for kind in ["Summary", "Close", "PutAway", "Device", "Done", "NotHere", "Refused"] {
        assert!(recorded.contains(&format!("\"{kind}\"")), "{kind}");
    }
}

/// Whatever else has changed, it can be told from whom a letter of another version is.
#[test]
fn the_sender_of_a_letter_of_another_version_is_known() {
    let check = |text: &str, version| {
        let read = Letter::from_bytes(text.as_bytes());
        assert_eq!(read, Err(Unreadable::Version { from: "new#9".into(), version }), "{text}");
    };
    check(r#"{"v":2,"from":"new#9","line":1,"stream":1,"n":1,"content":"Pulse"}"#, 2);
    check(r#"{"v":65535,"from":"new#9","what":[{"else":1}]}"#, u16::MAX);
    check(r#"{"from":"new#9","line":1,"stream":1,"n":1,"content":"Pulse"}"#, 0);
    for broken in ["", "{}", "[]", r#"{"v":1,"from":"new#9"}"#, r#"{"v":2}"#, "\u{0}"] {
        let read = Letter::from_bytes(broken.as_bytes());
        assert!(matches!(read, Err(Unreadable::Broken(_))), "{broken}: {read:?}");
    }
}

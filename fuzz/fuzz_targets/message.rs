//! Everything that anybody may send: messages of a table's socket, bodies of requests, lines of the host, patches.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| probes::message_from(data));

//! Everything that is stored: entries, logs, snapshots, files of games.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| probes::record_from(data));

//! Letters between nodes, alone and in conversations over a bus that may do anything.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| probes::letter_from(data));

//! Tables that people, bots and clocks do anything to.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| probes::evening_from(data));

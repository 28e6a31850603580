//! States that are nearly right, for `load`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| engine::probe::state_loading(data));

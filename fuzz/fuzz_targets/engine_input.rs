//! Lines for the engine: any bytes, and conversations that the bytes steer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| engine::probe::engine_input(data));

//! The rules of European roulette, pure: no I/O, no clock, no randomness.

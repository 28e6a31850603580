//! The rules of Kniffel, pure: no I/O, no clock, no randomness.

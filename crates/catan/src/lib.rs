//! The rules of Catan, pure: no I/O, no clock, no randomness.

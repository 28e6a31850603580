//! One table as a pure state machine.

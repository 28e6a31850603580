//! Tables over the wire.

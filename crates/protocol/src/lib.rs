//! Every message on the wire as a type; the only crate that knows JSON.

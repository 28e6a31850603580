//! For tests: pages as programs. A [`Page`] has a socket and a view that follows what it is told; [`choose`] is the load test's
//! script, which does one of the things that are legal; [`Part`] is what it does when it is asked for a seed; [`request`] is as
//! much of HTTP as they need.
//!
//! A fault of the server is a panic here, since it fails the test that uses the page.
#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "what stands beside the tests is part of them"
)]

mod http;
mod page;
mod script;
mod seeds;

pub use http::{raw, request};
pub use load::Committed;
pub use page::{OpenFault, Page};
pub use script::{choose, choose_among};
pub use seeds::Part;

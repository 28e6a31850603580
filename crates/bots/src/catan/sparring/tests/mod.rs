//! The value term by term, and decisions against a search that does everything the long way.

mod decisions;
mod oracle;
mod scene;
mod value;

//! Everything that this process logs, at its most talkative level.

use std::fmt::Write;
use std::sync::{Mutex, Once, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

static LINES: Mutex<String> = Mutex::new(String::new());

/// Writes every field of every event and span, however unimportant.
struct Listener;

/// The fields of one event.
struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, " {field}={value:?}");
    }
}

fn line(begin: &str, record: impl FnOnce(&mut Fields<'_>)) {
    let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    lines.push_str(begin);
    record(&mut Fields(&mut lines));
    lines.push('\n');
}

impl Subscriber for Listener {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        line(span.metadata().name(), |fields| span.record(fields));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        line("", |fields| values.record(fields));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        line(event.metadata().target(), |fields| event.record(fields));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Listens from now on, to all tests in this process.
pub(crate) fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| tracing::subscriber::set_global_default(Listener).unwrap());
}

/// Everything that was logged since.
pub(crate) fn lines() -> String {
    LINES.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

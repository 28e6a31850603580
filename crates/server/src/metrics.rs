//! Counters for `/metrics`, in the text format of Prometheus. What can be counted when somebody asks is counted then, and costs no
//! move anything.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tokio::runtime::Handle;

use crate::app::App;

/// Counts since the start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) sockets: AtomicU64,
    pub(crate) tables: AtomicU64,
    pub(crate) commands: AtomicU64,
    pub(crate) acks: AtomicU64,
    pub(crate) rejections: AtomicU64,
    pub(crate) writes: AtomicU64,
    pub(crate) frames_out: AtomicU64,
    pub(crate) bytes_out: AtomicU64,
    pub(crate) cut: AtomicU64,
    pub(crate) turned_away: AtomicU64,
    pub(crate) bot_moves: AtomicU64,
    pub(crate) guests: AtomicU64,
    pub(crate) claims: AtomicU64,
    pub(crate) fenced: AtomicU64,
}

/// How a server stands among others: what is not counted here but known elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Whether it may act for its tables.
    pub(crate) holds_lease: bool,
    /// How often it could not any longer.
    pub(crate) leases_lost: u64,
    /// What it has to do with others, where there may be any.
    pub(crate) company: Option<Company>,
}

/// What a server has to do with others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Company {
    pub(crate) bus_is_up: bool,
    /// Other nodes that can be heard.
    pub(crate) in_reach: usize,
    /// Pages of ours at tables of others.
    pub(crate) away: usize,
    /// Pages of others at tables of ours.
    pub(crate) visiting: usize,
    /// Lines to others that broke.
    pub(crate) broken: u64,
}

/// What is there at the moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Present {
    connections: usize,
    tasks: usize,
    /// The longest queue at a desk, and that of a socket.
    mailbox: usize,
    outbox: usize,
}

impl Present {
    /// Counts; from a task of the server's own.
    pub(crate) fn of(app: &App) -> Self {
        Self {
            connections: app.connections.count(),
            tasks: Handle::try_current().map_or(0, |here| here.metrics().num_alive_tasks()),
            mailbox: app.tables.deepest_mailbox(),
            outbox: app.lines.deepest_outbox(),
        }
    }
}

pub(crate) fn add(counter: &AtomicU64, n: u64) {
    counter.fetch_add(n, Relaxed);
}

/// One more for as long as this lives.
#[derive(Debug)]
pub(crate) struct Gauge<'a>(&'a AtomicU64);

impl<'a> Gauge<'a> {
    pub(crate) fn up(counter: &'a AtomicU64) -> Self {
        counter.fetch_add(1, Relaxed);
        Self(counter)
    }
}

impl Drop for Gauge<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Metrics {
    /// All of it as text.
    pub(crate) fn text(&self, present: Present, store: &store::Metrics, standing: &Standing) -> String {
        let mut text = String::new();
        let mut line = |name: &str, kind: &str, help: &str, value: &dyn std::fmt::Display| {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "# HELP stammtisch_{name} {help}\n# TYPE stammtisch_{name} {kind}\nstammtisch_{name} {value}"
            );
        };
        let count = |counter: &AtomicU64| counter.load(Relaxed);
        line("sockets", "gauge", "Open sockets.", &count(&self.sockets));
        line("connections", "gauge", "Open connections that are not sockets.", &present.connections);
        let turned_away = count(&self.turned_away);
        line("connections_turned_away_total", "counter", "Connections that were too many.", &turned_away);
        line("tables", "gauge", "Tables in memory.", &count(&self.tables));
        line("tasks", "gauge", "Tasks that are alive.", &present.tasks);
        line("mailbox_deepest", "gauge", "Most mail that waits at one table.", &present.mailbox);
        line("outbox_deepest", "gauge", "Most frames that wait for one socket.", &present.outbox);
        line("commands_total", "counter", "Commands that came in.", &count(&self.commands));
        line("acks_total", "counter", "Commands that were carried out.", &count(&self.acks));
        line("rejections_total", "counter", "Commands that were refused.", &count(&self.rejections));
        line("writes_total", "counter", "Writes to sockets.", &count(&self.writes));
        line("frames_out_total", "counter", "Frames queued for sockets.", &count(&self.frames_out));
        line("bytes_out_total", "counter", "Bytes queued for sockets.", &count(&self.bytes_out));
        line("sockets_cut_total", "counter", "Sockets that the server closed.", &count(&self.cut));
        line("bot_moves_total", "counter", "Choices of bots.", &count(&self.bot_moves));
        line("guests_total", "counter", "Guests that were created.", &count(&self.guests));
        line("store_queue", "gauge", "Writes that wait.", &store.queue);
        line("store_written_total", "counter", "Writes made durable.", &store.written);
        line("store_refused_total", "counter", "Writes refused.", &store.refused);
        line("store_turned_away_total", "counter", "Writes turned away.", &store.turned_away);
        line("store_groups_total", "counter", "Groups made durable.", &store.groups);
        line("store_failed_groups_total", "counter", "Groups that failed.", &store.failed_groups);
        line(
            "store_commit_seconds_total",
            "counter",
            "Time spent on commits.",
            &store.commit_time.as_secs_f64(),
        );
        line("lease_held", "gauge", "Whether it may act for its tables.", &u8::from(standing.holds_lease));
        line("lease_lost_total", "counter", "Times that the lease ran out.", &standing.leases_lost);
        line("tables_claimed_total", "counter", "Tables taken from the store.", &count(&self.claims));
        let fenced = count(&self.fenced);
        line("writes_fenced_total", "counter", "Writes refused since others may have the table.", &fenced);
        if let Some(company) = &standing.company {
            line("bus_up", "gauge", "Whether the bus is there.", &u8::from(company.bus_is_up));
            line("nodes_in_reach", "gauge", "Other servers that can be heard.", &company.in_reach);
            line("pages_away", "gauge", "Pages of ours at tables of others.", &company.away);
            line("pages_visiting", "gauge", "Pages of others at tables of ours.", &company.visiting);
            line("lines_broken_total", "counter", "Lines to others that broke.", &company.broken);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use protocol::engine::GameName;
    use protocol::table::PlayerId;
    use store::{NewPlayer, SqliteStore, Store};

    use super::*;
    use crate::clock::Clock;
    use crate::config::Config;
    use crate::identity::Identity;
    use crate::mail::Mail;
    use crate::outbox::Outbox;
    use crate::sanctions::Sanctions;
    use crate::storing;

    /// What grows without end would be seen here: tasks, and the longest queue of either kind.
    #[tokio::test]
    async fn what_waits_is_counted_where_most_of_it_does() {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::temporary(store::Settings::default()).unwrap());
        let app = Arc::new(App::new(Config::default(), Clock::default(), store, Sanctions::default()));
        let host = PlayerId::from_entropy([1; 16]);
        let new =
            NewPlayer { id: host.as_str().into(), name: "A".into(), token: [1; 32], opening: 0, at_ms: 0 };
        storing::write(|done| app.store.create_player(new, done)).await.unwrap();
        let before = Present::of(&app);
        assert_eq!((before.mailbox, before.outbox), (0, 0));
        // On the one thread of this test no desk comes to its turn before the test waits for something.
        let (_, busy) = app.tables.open(&app, GameName::Kniffel, host.clone(), None).await.unwrap();
        let (_, calm) = app.tables.open(&app, GameName::Kniffel, host.clone(), None).await.unwrap();
        (0..3).for_each(|_| busy.try_send(Mail::Look).unwrap());
        calm.try_send(Mail::Look).unwrap();
        let outboxes = [Outbox::new(9), Outbox::new(9)];
        let here = "127.0.0.1".parse().unwrap();
        let who = Identity::new(host, "A".into(), [1; 32], 0);
        let _open = [0, 1].map(|n| app.lines.open(n as u64, &who, here, &outboxes[n]));
        (0..5).for_each(|_| outboxes[1].queue("frame"));
        let present = Present::of(&app);
        assert_eq!((present.mailbox, present.outbox), (3, 5));
        assert_eq!(present.tasks, before.tasks + 2, "a desk is a task");
        let standing = Standing { holds_lease: true, leases_lost: 0, company: None };
        let text = app.metrics.text(present, &app.store.metrics(), &standing);
        for line in ["stammtisch_mailbox_deepest 3", "stammtisch_outbox_deepest 5", "stammtisch_tasks "] {
            assert!(text.contains(&format!("\n{line}")), "{line}: {text}");
        }
    }
}

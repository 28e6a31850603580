//! A store on PostgreSQL from opening to closing.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use store::engine::{Counters, Queue};
use store::{Done, StoreFault};
use tokio::runtime::{Handle, Runtime};

use crate::failure::Failure;
use crate::job::{Job, Rows};
use crate::lease::Node;
use crate::readers::Readers;
use crate::schema;
use crate::session::{Purpose, Session};
use crate::settings::PostgresSettings;
use crate::waiting::block_on;
use crate::writer::Writer;

/// A store on PostgreSQL, for one node.
pub struct PostgresStore {
    pub(crate) settings: Arc<PostgresSettings>,
    pub(crate) node: Arc<Node>,
    pub(crate) readers: Readers,
    pub(crate) counters: Arc<Counters>,
    queue: Queue<Job>,
    writer: Mutex<Option<JoinHandle<()>>>,
    runtime: Mutex<Option<Runtime>>,
}

impl PostgresStore {
    /// Connects, brings the schema to the present version, and enters as a new node: earlier runs under the same name are
    /// over from now on.
    ///
    /// # Errors
    /// If the database is not reached, may not be written to, belongs to another program, or to a later version of this
    /// one; if the settings make no sense.
    pub fn open(settings: PostgresSettings) -> Result<Self, StoreFault> {
        let settings = Arc::new(settings);
        let (runtime, (node, session)) = connect(&settings, enter(&settings))?;
        let handle = runtime.handle().clone();
        handle.spawn(Arc::clone(&node).keep(Arc::clone(&settings)));
        let counters = Arc::new(Counters::default());
        let (queue, groups) = Queue::new(&settings.store, &counters);
        let writer = Writer {
            settings: Arc::clone(&settings),
            runtime: handle.clone(),
            counters: Arc::clone(&counters),
            node: node.key,
            session: Some(session),
            gap: None,
        };
        let writer = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || writer.run(groups))
            .map_err(|error| StoreFault::Disk(error.to_string()))?;
        Ok(Self {
            readers: Readers::new(Arc::clone(&settings), handle),
            settings,
            node,
            counters,
            queue,
            writer: Mutex::new(Some(writer)),
            runtime: Mutex::new(Some(runtime)),
        })
    }

    /// Connects only to read, whether or not servers run on the database: it is not entered as a node, whatever is written is refused, and
    /// the schema is left as it is.
    ///
    /// # Errors
    /// If the database is not reached, holds no store, or one of another version; if the settings make no sense.
    pub fn read_only(settings: PostgresSettings) -> Result<Self, StoreFault> {
        let settings = Arc::new(settings);
        let look =
            async { schema::look(&Session::open(&settings, Purpose::Read).await?, &settings.schema).await };
        let (runtime, ()) = connect(&settings, look)?;
        Ok(Self {
            readers: Readers::new(Arc::clone(&settings), runtime.handle().clone()),
            node: Node::onlooker(),
            settings,
            counters: Arc::default(),
            queue: Queue::closed(),
            writer: Mutex::new(None),
            runtime: Mutex::new(Some(runtime)),
        })
    }

    /// What this node is called in [`store::Owner::node`].
    #[must_use]
    pub fn node(&self) -> String {
        format!("{}#{}", self.settings.node, self.node.key)
    }

    /// Puts a write into the queue; refuses it at once if there is no room.
    pub(crate) fn put(&self, job: Job) {
        self.queue.put(job);
    }

    /// Puts a write into the queue that is done by itself, about these rows.
    pub(crate) fn apart<T: Send + 'static>(
        &self,
        rows: Rows,
        done: Done<T>,
        step: impl AsyncFn(&Session) -> Result<T, Failure> + Send + 'static,
    ) {
        self.queue.put(Job::apart(rows, done, step));
    }

    pub(crate) fn shut(&self) -> Result<(), StoreFault> {
        self.queue.close();
        self.readers.close();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        // The last owner may be an answer that the writer itself gives: a thread cannot wait for its own end.
        let ended = match writer {
            Some(writer) if writer.thread().id() != std::thread::current().id() => {
                writer.join().map_err(|_| StoreFault::Closed)
            }
            _ => Ok(()),
        };
        let runtime = self.runtime.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(runtime) = runtime {
            // When everything is written: whoever claims the tables finds all of it.
            let handle: &Handle = runtime.handle();
            block_on(handle, self.node.leave(self.settings.patience));
            // It may be dropped by a thread of another runtime, which must not wait for it.
            runtime.shutdown_background();
        }
        ended
    }
}

/// A runtime for the connections, and what the first of them come to.
fn connect<T>(
    settings: &PostgresSettings,
    first: impl Future<Output = Result<T, Failure>>,
) -> Result<(Runtime, T), StoreFault> {
    settings.check()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("store-postgres")
        .enable_all()
        .build()
        .map_err(|error| StoreFault::Disk(error.to_string()))?;
    match block_on(runtime.handle(), first) {
        Ok(come_to) => Ok((runtime, come_to)),
        Err(failure) => {
            runtime.shutdown_background();
            Err(failure.fault())
        }
    }
}

/// The schema, the node, and a first connection that writes.
async fn enter(settings: &PostgresSettings) -> Result<(Arc<Node>, Session), Failure> {
    let session = Session::open(settings, Purpose::Write).await?;
    schema::prepare(&session, &settings.schema, settings.patience).await?;
    let session = Session::open(settings, Purpose::Write).await?;
    let entering = tokio::time::timeout(settings.patience, Node::enter(&session, settings));
    let node = entering.await.unwrap_or(Err(Failure::Late))?;
    Ok((node, session))
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        // Nobody is left to be told; what was answered is durable without this.
        let _ = self.shut();
    }
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not the address: there may be a password in it.
        f.debug_struct("PostgresStore").field("node", &self.settings.node).finish_non_exhaustive()
    }
}

//! A PostgreSQL for tests.
//!
//! `STAMMTISCH_POSTGRES` names one that is there (its schemas called `test_…` may be deleted afterwards). Otherwise the first test that
//! needs one starts it, all tests of all processes share it, and it goes when none of them has used it for some seconds.
#![allow(clippy::missing_panics_doc, reason = "whatever goes wrong here fails the test that asked for it")]

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime};

use store::StoreFault;

use crate::failure::Failure;
use crate::session::{Purpose, Session};
use crate::settings::PostgresSettings;
use crate::waiting::block_on;

/// Where it is, and what keeps it there as long as this process runs.
struct Server {
    url: String,
    _users: Option<File>,
}

/// A schema of its own for one test.
#[derive(Clone, Debug)]
pub struct Place {
    url: String,
    schema: String,
}

impl Place {
    /// A place with nothing in it, if PostgreSQL is there. If it is not, the test is to be skipped, which is said; where `CI`
    /// is set in the environment, it fails.
    #[must_use]
    pub fn new() -> Option<Self> {
        static SERVER: OnceLock<Option<Server>> = OnceLock::new();
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let Some(server) = SERVER.get_or_init(server) else {
            skipped("PostgreSQL is not installed: apt-get install postgresql");
            return None;
        };
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_micros();
        let n = COUNT.fetch_add(1, Relaxed);
        let schema = format!("test_{now}_{}_{n}", std::process::id());
        Some(Self { url: server.url.clone(), schema })
    }

    /// Settings for a node of this name.
    #[must_use]
    pub fn settings(&self, node: &str) -> PostgresSettings {
        PostgresSettings { schema: self.schema.clone(), ..PostgresSettings::new(&self.url, node) }
    }

    /// The socket of the database, if it is reached through one: that of somebody's own choice may not be. Then the test is to be
    /// skipped, as in [`Place::new`].
    #[must_use]
    pub fn socket(&self) -> Option<PathBuf> {
        let folder = self.url.split_whitespace().find_map(|part| part.strip_prefix("host=/"));
        if folder.is_none() {
            skipped("the PostgreSQL that STAMMTISCH_POSTGRES names has no socket whose folder is known");
        }
        Some(Path::new("/").join(folder?).join(".s.PGSQL.5432"))
    }

    /// Connects, for as long as the answer lives.
    #[must_use]
    pub fn visit(&self) -> Visitor {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let settings = self.settings("visitor");
        let session = block_on(runtime.handle(), Session::open(&settings, Purpose::Write));
        Visitor { session: session.expect("a connection"), runtime }
    }
}

/// A connection beside the store's own, to look at the database and to meddle with it.
#[derive(Debug)]
pub struct Visitor {
    session: Session,
    runtime: tokio::runtime::Runtime,
}

impl Visitor {
    /// Says many things at once, as a file of SQL does.
    ///
    /// # Errors
    /// With the fault that the first of them comes to.
    pub fn say(&self, sql: &str) -> Result<(), StoreFault> {
        let said = block_on(self.runtime.handle(), self.session.say(sql));
        said.map_err(|error| Failure::from(error).fault())
    }

    /// Says something, and gives the numbers in the first column of what comes back.
    ///
    /// # Errors
    /// With the fault that it comes to.
    pub fn ask(&self, sql: &'static str) -> Result<Vec<i64>, StoreFault> {
        let rows = block_on(self.runtime.handle(), self.session.rows(sql, &[]));
        let rows = rows.map_err(|error| Failure::from(error).fault())?;
        Ok(rows.iter().filter_map(|row| row.try_get(0).ok()).collect())
    }
}

/// A test cannot run, and why: a failure in CI.
#[allow(clippy::print_stderr, reason = "whoever runs the tests has to know that they did not run")]
fn skipped(why: &str) {
    assert!(std::env::var_os("CI").is_none(), "{why}");
    eprintln!("SKIPPED, nothing was tested: {why}");
}

/// The folder with the programs of the newest version that is installed.
#[must_use]
pub fn binaries() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(Result::ok);
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions
        .map(|entry| entry.path())
        .filter(|path| path.join("bin/postgres").exists())
        .max_by_key(number);
    newest.map(|path| path.join("bin"))
}

fn server() -> Option<Server> {
    if let Ok(url) = std::env::var("STAMMTISCH_POSTGRES") {
        return Some(Server { url, _users: None });
    }
    let binaries = binaries()?;
    let user = fs::metadata("/proc/self").map_or(0, |me| me.uid());
    let folder = std::env::temp_dir().join(format!("stammtisch-postgres-{user}"));
    fs::create_dir_all(&folder).expect("a folder for PostgreSQL");
    let file = |name: &str| {
        let open = File::options().create(true).write(true).truncate(false).open(folder.join(name));
        open.expect("a file to lock")
    };
    let (gate, users) = (file("gate"), file("users"));
    gate.lock().expect("a lock");
    users.lock_shared().expect("a lock");
    if !answers(&folder) {
        start(&folder, &binaries);
    }
    drop(gate);
    Some(Server {
        url: format!("host={} user=stammtisch dbname=postgres", folder.display()),
        _users: Some(users),
    })
}

fn answers(folder: &Path) -> bool {
    folder.join("ready").exists() && UnixStream::connect(folder.join(".s.PGSQL.5432")).is_ok()
}

#[expect(clippy::zombie_processes, reason = "it outlives the test that starts it")]
fn start(folder: &Path, binaries: &Path) {
    let _ = fs::remove_file(folder.join("ready"));
    let script = folder.join("testing.sh");
    fs::write(&script, include_str!("testing.sh")).expect("a script");
    let log = || File::create(folder.join("testing.log")).expect("a log");
    // In a group of its own, and holding nothing of this process.
    let mut child = Command::new("sh")
        .arg(&script)
        .args([folder, binaries])
        .stdin(Stdio::null())
        .stdout(log())
        .stderr(log())
        .process_group(0)
        .spawn()
        .expect("a shell");
    let begun = Instant::now();
    while !answers(folder) {
        let ended = child.try_wait().expect("a child");
        let in_time = begun.elapsed() < Duration::from_mins(1);
        assert!(ended.is_none() && in_time, "PostgreSQL does not start; see {}", folder.display());
        std::thread::sleep(Duration::from_millis(50));
    }
}

//! A NATS server for tests.
#![allow(clippy::missing_panics_doc, reason = "whatever goes wrong here fails the test that asked for it")]

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Where Debian and others put it, if it is not on the path: that of ordinary users has no folders of administrators.
const BESIDE_THE_PATH: [&str; 2] = ["/usr/sbin", "/usr/local/sbin"];

/// A server that ends with this.
#[derive(Debug)]
pub struct NatsServer {
    process: Child,
    port: u16,
}

impl NatsServer {
    /// Starts one, if NATS is there. If it is not, the test is to be skipped, which is said; where `CI` is set in the environment,
    /// it fails.
    #[must_use]
    #[allow(clippy::print_stderr, reason = "whoever runs the tests has to know that they did not run")]
    pub fn start(arguments: &[&str]) -> Option<Self> {
        let Some(program) = program() else {
            let sentence = "NATS is not installed: apt-get install nats-server";
            assert!(std::env::var_os("CI").is_none(), "{sentence}");
            eprintln!("SKIPPED, nothing was tested: {sentence}");
            return None;
        };
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|taken| taken.local_addr());
        let port = free.expect("a port").port();
        let mut command = Command::new(program);
        command.args(["-a", "127.0.0.1", "-p", &port.to_string()]).args(arguments);
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a process");
        let server = Self { process, port };
        let begun = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20), "NATS does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(server)
    }

    /// Where it is, for whoever needs no name there.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Where it is, for somebody with a name.
    #[must_use]
    pub fn url_as(&self, who: &str) -> String {
        format!("nats://{who}@127.0.0.1:{}", self.port)
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(BESIDE_THE_PATH.map(PathBuf::from));
    folders.map(|folder| folder.join("nats-server")).find(|program| program.is_file())
}

//! A way to the bus, or to the database, that can be cut.

use std::fs::File;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Passes on what comes, in both directions, unless the way is cut.
pub(crate) struct Between {
    pub(crate) address: SocketAddr,
    cut: Arc<AtomicBool>,
    frozen: Arc<AtomicBool>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Between {
    /// A way to the bus at this address.
    pub(crate) fn to_bus(bus: &str) -> Self {
        let bus: SocketAddr = bus.trim_start_matches("nats://").parse().unwrap();
        Self::new(move || TcpStream::connect(bus).map(OwnedFd::from))
    }

    /// A way to the database behind this socket.
    pub(crate) fn to_database(socket: PathBuf) -> Self {
        Self::new(move || UnixStream::connect(&socket).map(OwnedFd::from))
    }

    fn new(connect: impl Fn() -> std::io::Result<OwnedFd> + Send + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let (cut, frozen) = <(Arc<AtomicBool>, Arc<AtomicBool>)>::default();
        let open = Arc::new(Mutex::new(Vec::new()));
        let between = Self { address, cut: cut.clone(), frozen: frozen.clone(), open: Arc::clone(&open) };
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                // Whoever comes finds a line that takes everything and says nothing.
                while frozen.load(Ordering::SeqCst) {
                    std::thread::sleep(Duration::from_millis(10));
                }
                if cut.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(server) = connect().map(File::from) else { continue };
                open.lock().unwrap().push(client.try_clone().unwrap());
                let (mut up, mut down) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                std::thread::spawn(move || std::io::copy(&mut up, &mut down));
                std::thread::spawn(move || {
                    let _ = std::io::copy(&mut &server, &mut &client);
                    let _ = client.shutdown(Shutdown::Both);
                });
            }
        });
        between
    }

    /// Nothing passes any more.
    pub(crate) fn cut(&self) {
        self.cut.store(true, Ordering::SeqCst);
        for stream in self.open.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Whoever comes from now on is let in and told nothing, as by a process that is frozen.
    pub(crate) fn freeze(&self) {
        self.frozen.store(true, Ordering::SeqCst);
    }

    /// The way is as it was.
    pub(crate) fn mend(&self) {
        self.frozen.store(false, Ordering::SeqCst);
        self.cut.store(false, Ordering::SeqCst);
    }
}

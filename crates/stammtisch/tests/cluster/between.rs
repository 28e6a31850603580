//! A way to the bus that can be cut.

use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Passes on what comes, in both directions, unless the way is cut.
pub(crate) struct Between {
    pub(crate) address: String,
    cut: Arc<AtomicBool>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Between {
    /// A way to the bus at this address.
    pub(crate) fn new(bus: &str) -> Self {
        let bus: SocketAddr = bus.trim_start_matches("nats://").parse().unwrap();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = format!("nats://{}", listener.local_addr().unwrap());
        let (cut, open) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
        let between = Self { address, cut: Arc::clone(&cut), open: Arc::clone(&open) };
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                if cut.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(server) = TcpStream::connect(bus) else { continue };
                for (from, to) in [(&client, &server), (&server, &client)] {
                    let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    open.lock().unwrap().push(from.try_clone().unwrap());
                    std::thread::spawn(move || {
                        let _ = std::io::copy(&mut from, &mut to);
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
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

    /// The way is as it was.
    pub(crate) fn mend(&self) {
        self.cut.store(false, Ordering::SeqCst);
    }
}

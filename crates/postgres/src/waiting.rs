//! Asynchronous work, done on a thread that waits for it.
//!
//! The connections live on a small runtime of the store's own. Whoever reads or writes polls what it waits for on its own thread, so that
//! it does not matter whether that thread belongs to another runtime.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;

use tokio::runtime::Handle;

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits on this thread until the future is ready.
pub(crate) fn block_on<F: Future>(runtime: &Handle, future: F) -> F::Output {
    let _timers = runtime.enter();
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        std::thread::park();
    }
}

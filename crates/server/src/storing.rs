//! The store from asynchronous code: writes answered through a channel, reads on blocking threads.

use std::sync::Arc;

use store::{Done, Store, StoreFault};
use tokio::sync::oneshot;

/// Asks for a write and waits until it is durable.
pub(crate) async fn write<T: Send + 'static>(ask: impl FnOnce(Done<T>)) -> Result<T, StoreFault> {
    let (sender, receiver) = oneshot::channel();
    ask(Box::new(move |answer| {
        // Who asked may have gone; the write stands all the same.
        let _ = sender.send(answer);
    }));
    receiver.await.unwrap_or(Err(StoreFault::Closed))
}

/// Reads on a thread that may block.
pub(crate) async fn read<T: Send + 'static>(
    store: &Arc<dyn Store>,
    read: impl FnOnce(&dyn Store) -> Result<T, StoreFault> + Send + 'static,
) -> Result<T, StoreFault> {
    let store = Arc::clone(store);
    tokio::task::spawn_blocking(move || read(store.as_ref()))
        .await
        .unwrap_or_else(|error| Err(StoreFault::Disk(error.to_string())))
}

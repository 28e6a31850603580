//! What carries letters between nodes.

use std::pin::Pin;

/// A way to write to other nodes. It holds nothing that matters: what it loses is noticed and said again.
pub trait Bus: Send + Sync + std::fmt::Debug {
    /// Takes a letter along, without waiting; `false` if that is not possible now. Letters of one sender to one receiver arrive in the order
    /// in which they were given, if they arrive.
    fn send(&self, node: &str, letter: Vec<u8>) -> bool;

    /// Whether letters can be sent at all, as far as is known.
    fn is_up(&self) -> bool;

    /// Waits until everything that was given has left this process, or cannot. What is still here when the process ends is lost.
    fn flush(&self) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

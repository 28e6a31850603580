//! An allocator that counts, for tests that promise to need no memory.
//!
//! It is the system's allocator with a counter for each thread, so that whatever other threads of a test run do at the
//! same time is not counted. A test makes it the allocator of its own program and compares [`requests`] before and after.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Set up without a request for memory: a constant, and nothing to clean up at the end of the thread.
    static REQUESTS: Cell<u64> = const { Cell::new(0) };
}

/// How often this thread has asked for memory, growing what it has included.
#[must_use]
pub fn requests() -> u64 {
    REQUESTS.get()
}

fn count() {
    REQUESTS.set(REQUESTS.get() + 1);
}

/// The system's allocator, counting.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

#[expect(
    unsafe_code,
    reason = "the trait is unsafe; every call is handed on to the system's allocator as it came"
)]
// SAFETY: `System` keeps the promises of the trait, and counting neither touches the memory nor asks for any.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller promises for us what `System` demands.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above; `place` came from `System`.
        unsafe { System.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above; `place` came from `System`.
        unsafe { System.dealloc(place, layout) }
    }
}

//! Bytes that nobody can predict: for seeds, tokens and ids.

use std::cell::RefCell;

/// So many fresh bytes.
///
/// # Errors
/// If the operating system has none, which it says so rarely that nothing sensible could go on.
pub(crate) fn fresh<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// How many bytes are asked for at once.
const STOCK: usize = 2048;

/// Bytes that are asked for together and given out one after the other, each once.
struct Stock {
    bytes: [u8; STOCK],
    used: usize,
}

thread_local! {
    static STOCK_OF_THREAD: RefCell<Stock> = const { RefCell::new(Stock { bytes: [0; STOCK], used: STOCK }) };
}

/// Thirty-two fresh bytes for a table, which gets some with every input and hardly ever uses them: to ask the system for each would be
/// a call for every move.
///
/// # Errors
/// As [`fresh`].
pub(crate) fn for_input() -> Result<[u8; 32], getrandom::Error> {
    STOCK_OF_THREAD.with_borrow_mut(|stock| {
        if stock.used + 32 > STOCK {
            getrandom::fill(&mut stock.bytes)?;
            stock.used = 0;
        }
        let mut given = [0; 32];
        // What is given out is gone from the stock.
        for (given, kept) in given.iter_mut().zip(&mut stock.bytes[stock.used..]) {
            *given = std::mem::take(kept);
        }
        stock.used += 32;
        Ok(given)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_bytes_are_given_out_twice_or_left_behind() {
        let given: Vec<[u8; 32]> = (0..1_000).map(|_| for_input().unwrap()).collect();
        assert_eq!(given.iter().collect::<BTreeSet<_>>().len(), given.len());
        assert!(given.iter().all(|bytes| bytes.iter().any(|&byte| byte != 0)));
        let left =
            STOCK_OF_THREAD.with_borrow(|stock| stock.bytes[..stock.used].iter().any(|&byte| byte != 0));
        assert!(!left);
    }
}

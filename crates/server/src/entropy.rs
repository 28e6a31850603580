//! Bytes that nobody can predict: for seeds, tokens and ids.

/// So many fresh bytes.
///
/// # Errors
/// If the operating system has none, which it says so rarely that nothing sensible could go on.
pub(crate) fn fresh<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

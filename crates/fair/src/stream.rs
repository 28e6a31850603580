//! The numbers of one draw.
//!
//! A *stream* is an endless run of bytes that belongs to one purpose and one index: blocks of 32 bytes,
//! block c being HMAC-SHA-256 of the index and c under the purpose's key. It is read four bytes at a time,
//! from the front, and nothing of it is used twice. It never allocates.
//!
//! Published: docs/fairness.md §4 and §5.

use std::fmt;

use game::Luck;
use hmac::digest::common::Key;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::number;

/// Bytes in a key and in a block.
pub(crate) const BLOCK: usize = 32;

/// The numbers that a seed holds for one purpose and one index; the same from the start every time it is made.
#[derive(Clone)]
pub struct Stream {
    keyed: Hmac<Sha256>,
    index: u64,
    /// The number of the block that comes after `block`.
    next: u64,
    block: [u8; BLOCK],
    /// How many bytes of `block` have been read.
    read: usize,
}

impl Stream {
    pub(crate) fn new(key: &[u8; BLOCK], index: u64) -> Self {
        Self { keyed: keyed(key), index, next: 0, block: [0; BLOCK], read: BLOCK }
    }

    /// The bytes with this number.
    pub(crate) fn block(&self, number: u64) -> [u8; BLOCK] {
        let message = self.keyed.clone().chain_update(self.index.to_be_bytes());
        message.chain_update(number.to_be_bytes()).finalize().into_bytes().into()
    }

    fn word(&mut self) -> u32 {
        if self.read == BLOCK {
            self.block = self.block(self.next);
            self.next = self.next.wrapping_add(1);
            self.read = 0;
        }
        let mut word = [0; 4];
        word.copy_from_slice(&self.block[self.read..self.read + 4]);
        self.read += 4;
        u32::from_be_bytes(word)
    }
}

impl Luck for Stream {
    fn below(&mut self, bound: u32) -> u32 {
        number::below(bound, || self.word())
    }
}

/// Shows which draw it is, and nothing of the key or of what is to come.
impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("index", &self.index).finish_non_exhaustive()
    }
}

fn keyed(key: &[u8; BLOCK]) -> Hmac<Sha256> {
    // HMAC itself fills a short key with zeros up to 64 bytes. Done here, no length is left that could be wrong.
    let mut padded = Key::<Hmac<Sha256>>::default();
    padded[..BLOCK].copy_from_slice(key);
    Hmac::new(&padded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::to_hex;

    /// RFC 4231 through the keying that streams use. A key shorter than 32 bytes is the same key with zeros behind.
    #[track_caller]
    fn check_hmac(key: &[u8], message: &[u8], expected: &str) {
        let mut padded = [0; BLOCK];
        padded[..key.len()].copy_from_slice(key);
        assert_eq!(to_hex(&keyed(&padded).chain_update(message).finalize().into_bytes()), expected);
    }

    #[test]
    fn hmac_known_answers() {
        check_hmac(
            &[0x0b; 20],
            b"Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        );
        check_hmac(
            b"Jefe",
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        );
        check_hmac(
            &[0xaa; 20],
            &[0xdd; 50],
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
        );
        let counting: [u8; 25] = std::array::from_fn(|i| i as u8 + 1);
        check_hmac(
            &counting,
            &[0xcd; 50],
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
        );
    }

    /// fairness.md §4: words run through block 0, then block 1, and skip nothing at the seam.
    #[test]
    fn words_are_the_blocks_in_order() {
        let mut stream = Stream::new(&[7; BLOCK], 3);
        let bytes: Vec<u8> = (0..3).flat_map(|number| stream.block(number)).collect();
        let words: Vec<u8> = (0..24).flat_map(|_| stream.word().to_be_bytes()).collect();
        assert_eq!(words, bytes);
    }

    /// fairness.md §4: the index and the number of the block are told apart.
    #[test]
    fn no_two_blocks_are_alike() {
        let mut seen = std::collections::BTreeSet::new();
        for key in [[0; BLOCK], [1; BLOCK]] {
            for index in [0, 1, 2, 255, 256, 1 << 32, u64::MAX] {
                for number in [0, 1, 2, 255, 256, 1 << 32, u64::MAX] {
                    assert!(seen.insert(Stream::new(&key, index).block(number)));
                }
            }
        }
    }

    #[test]
    fn debug_output_shows_nothing_but_the_index() {
        assert_eq!(format!("{:?}", Stream::new(&[7; BLOCK], 3)), "Stream { index: 3, .. }");
    }
}

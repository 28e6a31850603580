//! Writing a game's file: each line canonical, the digest last.

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::{Digest, End, Header, Step};
use crate::canonical;
use crate::table::Bytes32;

/// The bytes of a file.
pub fn write<S: Serialize, A: Serialize, O: Serialize>(
    header: &Header<S>,
    steps: impl IntoIterator<Item = Step<A, O>>,
    end: &End,
) -> Vec<u8> {
    let mut file = String::new();
    line(header, &mut file);
    steps.into_iter().for_each(|step| line(&step, &mut file));
    line(end, &mut file);
    let digest = Digest { digest: digest_of(file.as_bytes()) };
    line(&digest, &mut file);
    file.into_bytes()
}

fn line(value: &impl Serialize, file: &mut String) {
    file.push_str(&canonical(value));
    file.push('\n');
}

/// SHA-256 of the bytes that a digest covers.
pub(super) fn digest_of(covered: &[u8]) -> Bytes32 {
    Bytes32(Sha256::digest(covered).into())
}

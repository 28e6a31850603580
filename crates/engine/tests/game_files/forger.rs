//! Somebody who changes a file and computes the digest again.

use protocol::canonical;
use protocol::table::Bytes32;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The lines of a file, without the digest.
#[derive(Clone)]
pub(crate) struct Forgery(pub(crate) Vec<Value>);

impl Forgery {
    pub(crate) fn of(file: &[u8]) -> Self {
        let lines = str::from_utf8(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap());
        let mut lines: Vec<Value> = lines.collect();
        lines.pop();
        Self(lines)
    }

    pub(crate) fn header(&mut self) -> &mut Value {
        &mut self.0[0]
    }

    pub(crate) fn end(&mut self) -> &mut Value {
        self.0.last_mut().unwrap()
    }

    /// The numbers of the lines, from 1, that have this at this place.
    pub(crate) fn lines_with(&self, place: &str, value: &str) -> Vec<usize> {
        let has = |line: &Value| line.pointer(place).is_some_and(|found| found == value);
        (0..self.0.len()).filter(|&at| has(&self.0[at])).map(|at| at + 1).collect()
    }

    /// The line with this number, from 1.
    pub(crate) fn line(&mut self, number: usize) -> &mut Value {
        &mut self.0[number - 1]
    }

    /// Numbers the moves again.
    pub(crate) fn renumber(&mut self) {
        let last = self.0.len() - 1;
        for (position, line) in self.0[1..last].iter_mut().enumerate() {
            line["position"] = json!(position);
        }
    }

    /// The bytes, with the digest that belongs to them.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let lines: String = self.0.iter().map(|line| canonical(line) + "\n").collect();
        sealed(&lines)
    }
}

/// The lines with the digest that belongs to them.
pub(crate) fn sealed(lines: &str) -> Vec<u8> {
    let digest = Bytes32(Sha256::digest(lines).into()).to_hex();
    format!("{lines}{{\"digest\":\"{digest}\"}}\n").into_bytes()
}

//! Reading a game's file, line by line, and taking no spelling but the one it is written in.
//!
//! A line is read into its type, written again, and compared: whatever differs, a space, the case of a digit, the order of keys, is a
//! fault. Lines are read when they are asked for, so that whoever checks a file can name the first that does not fit.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::write::digest_of;
use super::{Digest, End, Header, Step};
use crate::table::Bytes32;
use crate::{Json, canonical, read};

/// A file, cut into lines.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    lines: Vec<&'a str>,
    /// What the digest is over.
    covered: &'a [u8],
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct LineFault {
    /// Which, from 1.
    pub line: usize,
    /// What.
    pub message: String,
}

impl<'a> Text<'a> {
    /// Cuts a file into lines.
    ///
    /// # Errors
    /// [`LineFault`] if it is not UTF-8, has too few lines, or does not end with one.
    pub fn split(file: &'a [u8]) -> Result<Self, LineFault> {
        let fault = |line, message: &str| LineFault { line, message: message.to_owned() };
        let text = str::from_utf8(file).map_err(|bad| {
            let before = file.get(..bad.valid_up_to()).unwrap_or_default();
            fault(before.split(|&byte| byte == b'\n').count(), "this is not UTF-8")
        })?;
        let n = text.matches('\n').count();
        let Some(whole) = text.strip_suffix('\n') else {
            return Err(fault(n + 1, "the last line does not end; something is missing"));
        };
        if n < 3 {
            return Err(fault(n, "a file has at least a header, an end and a digest; something is missing"));
        }
        let last = whole.rfind('\n').map_or(0, |at| at + 1);
        Ok(Self { lines: whole.split('\n').collect(), covered: &file[..last] })
    }

    /// The first line as any JSON, for who has to know first what it is.
    ///
    /// # Errors
    /// [`LineFault`] if it is not JSON.
    pub fn opening(&self) -> Result<Json, LineFault> {
        self.json(0)
    }

    /// The header.
    ///
    /// # Errors
    /// [`LineFault`] if it is not one, or not in its canonical form.
    pub fn header<S: Serialize + DeserializeOwned>(&self) -> Result<Header<S>, LineFault> {
        self.line(0)
    }

    /// How many moves there are.
    #[must_use]
    pub fn n_moves(&self) -> usize {
        // Header, end and digest were counted when the file was cut.
        self.lines.len().saturating_sub(3)
    }

    /// The line of a move, from 1.
    #[must_use]
    pub const fn line_of(&self, number: usize) -> usize {
        number + 2
    }

    /// The line of the end, from 1.
    #[must_use]
    pub fn end_line(&self) -> usize {
        self.lines.len() - 1
    }

    /// The line of the digest, from 1.
    #[must_use]
    pub fn digest_line(&self) -> usize {
        self.lines.len()
    }

    /// The move with this number, from 0.
    ///
    /// # Errors
    /// [`LineFault`] if it is not one, or not in its canonical form.
    pub fn step<A, O>(&self, number: usize) -> Result<Step<A, O>, LineFault>
    where
        A: Serialize + DeserializeOwned,
        O: Serialize + DeserializeOwned,
    {
        self.line(1 + number)
    }

    /// The end.
    ///
    /// # Errors
    /// [`LineFault`] if it is not one, or not in its canonical form.
    pub fn end(&self) -> Result<End, LineFault> {
        self.line(self.lines.len() - 2)
    }

    /// The digest that the file claims.
    ///
    /// # Errors
    /// [`LineFault`] if it is not one, or not in its canonical form.
    pub fn digest(&self) -> Result<Bytes32, LineFault> {
        self.line(self.lines.len() - 1).map(|line: Digest| line.digest)
    }

    /// The digest that the file should have.
    #[must_use]
    pub fn expected_digest(&self) -> Bytes32 {
        digest_of(self.covered)
    }

    fn json(&self, at: usize) -> Result<Json, LineFault> {
        let text = self.lines.get(at).copied().unwrap_or_default();
        Json::parse(text).map_err(|fault| LineFault { line: at + 1, message: fault.to_string() })
    }

    fn line<T: Serialize + DeserializeOwned>(&self, at: usize) -> Result<T, LineFault> {
        let fault = |message: String| LineFault { line: at + 1, message };
        let value: T = read(&self.json(at)?).map_err(|failure| fault(failure.message))?;
        let expected = canonical(&value);
        let found = self.lines.get(at).copied().unwrap_or_default();
        if expected == found {
            return Ok(value);
        }
        let same = expected.bytes().zip(found.bytes()).take_while(|(a, b)| a == b).count();
        Err(fault(format!("it is not written as it has to be, from byte {} on", same + 1)))
    }
}

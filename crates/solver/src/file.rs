//! The solution as a file, so that it is computed once.
//!
//! A file is a *copy*, never the truth: it names its format, the version and the options of the rules, and ends with the
//! SHA-256 of everything before. Whatever does not fit is not used; [`load_or_solve`] then computes and writes anew.
//!
//! Bytes: docs/kniffel-solver.md.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::thread::available_parallelism;

use game::Game;
use kniffel::{Kniffel, Rules};
use sha2::{Digest, Sha256};

use crate::scores::Scores;
use crate::solution::{Solution, solve};
use crate::space::Space;

/// How every such file begins.
const MAGIC: [u8; 8] = *b"kniffel\n";
/// Raised when the bytes or the order of the values change.
const FORMAT: u32 = 1;
/// The magic and four numbers.
const HEADER: usize = 24;
const CHECKSUM: usize = 32;

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// It cannot be read.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("the file is no solution of Kniffel")]
    Foreign,
    /// It was written by another version.
    #[error("the file has format {0}, not {FORMAT}")]
    Format(u32),
    /// It was computed from other rules.
    #[error("the file is for version {0} of the rules, not {ours}", ours = Kniffel::RULES_VERSION)]
    RulesVersion(u32),
    /// It is for other options.
    #[error("the file is for other options")]
    Options,
    /// Something is missing, or there is too much.
    #[error("the file has {0} bytes, not {1}")]
    Length(usize, usize),
    /// Some byte is not as it was written.
    #[error("the file is damaged")]
    Checksum,
}

/// Where a solution came from.
#[derive(Debug)]
pub enum Origin {
    /// From the file.
    File,
    /// It was computed.
    Computed {
        /// Why the file was not used; most often there was none.
        why: FileFault,
        /// Whether it is in the file now.
        saved: io::Result<()>,
    },
}

/// The solution in this file, or else a new one, which is then written there. Nothing about the file keeps it from coming.
#[must_use]
pub fn load_or_solve(path: &Path, rules: Rules) -> (Solution, Origin) {
    match Solution::load(path, rules) {
        Ok(solution) => (solution, Origin::File),
        Err(why) => {
            let solution = solve(rules, available_parallelism().map_or(1, usize::from));
            let saved = solution.save(path);
            (solution, Origin::Computed { why, saved })
        }
    }
}

impl Solution {
    /// Writes the solution to a file, which is there as a whole or not at all.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.new", std::process::id()));
        let draft = path.with_file_name(name);
        let written = File::create(&draft)
            .and_then(|mut file| file.write_all(&self.to_bytes()).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&draft, path));
        if written.is_err() {
            // The draft is of no use to anybody; why it failed is the answer, not whether it could be removed.
            let _ = fs::remove_file(&draft);
        }
        written
    }

    /// Reads a solution for these options from a file.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn load(path: &Path, rules: Rules) -> Result<Self, FileFault> {
        let scores = Scores::new(rules);
        let space = Space::new(&scores);
        let expected = length(&space);
        let mut bytes = Vec::with_capacity(expected + 1);
        // A foreign file may be of any size: one byte too many is enough to know.
        File::open(path)?.take(expected as u64 + 1).read_to_end(&mut bytes)?;
        let values = read(&bytes, rules, expected)?;
        Ok(Self { scores, space, values })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(length(&self.space));
        bytes.extend(MAGIC);
        for number in [FORMAT, Kniffel::RULES_VERSION, options(self.rules()), self.values.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
        let checksum = Sha256::digest(&bytes);
        bytes.extend(checksum);
        bytes
    }
}

/// How many bytes the file of this space has.
const fn length(space: &Space) -> usize {
    HEADER + 8 * space.n_values() + CHECKSUM
}

/// One bit for each option.
fn options(rules: Rules) -> u32 {
    u32::from(rules.five_of_a_kind_is_full_house) | u32::from(rules.extra_kniffel) << 1
}

/// The values in these bytes, if everything about them fits.
fn read(bytes: &[u8], rules: Rules, expected: usize) -> Result<Vec<f64>, FileFault> {
    let whole = || FileFault::Length(bytes.len(), expected);
    let (magic, rest) = bytes.split_first_chunk().ok_or(FileFault::Foreign)?;
    if *magic != MAGIC {
        return Err(FileFault::Foreign);
    }
    let mut numbers = rest.chunks(4).filter_map(|chunk| chunk.try_into().ok()).map(u32::from_le_bytes);
    let mut number = || numbers.next().ok_or_else(whole);
    match number()? {
        FORMAT => {}
        other => return Err(FileFault::Format(other)),
    }
    match number()? {
        Kniffel::RULES_VERSION => {}
        other => return Err(FileFault::RulesVersion(other)),
    }
    if number()? != options(rules) {
        return Err(FileFault::Options);
    }
    if bytes.len() != expected {
        return Err(whole());
    }
    let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or_else(whole)?;
    if Sha256::digest(content).as_slice() != checksum {
        return Err(FileFault::Checksum);
    }
    let values = content.get(HEADER..).unwrap_or_default().chunks_exact(8);
    Ok(values.filter_map(|chunk| chunk.try_into().ok()).map(f64::from_le_bytes).collect())
}

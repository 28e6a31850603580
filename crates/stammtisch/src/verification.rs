//! `verify`: whether a recorded game fits its rules and its luck.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use engine::verify::verify;

use crate::failure::Failure;

/// More than any game: what is longer was meant for something else.
const LARGEST: u64 = 256 << 20;

/// Prints the report on a log that fits.
pub(crate) fn run(file: &Path) -> Result<(), Failure> {
    let named = |fault: &dyn std::fmt::Display| format!("{}: {fault}", file.display());
    let log = read(file).map_err(|fault| io::Error::new(fault.kind(), named(&fault)))?;
    let report = verify(&log).map_err(|fault| Failure::DoesNotFit(named(&fault)))?;
    Ok(writeln!(io::stdout(), "{report}")?)
}

fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut log = Vec::new();
    let input: Box<dyn Read> =
        if file == Path::new("-") { Box::new(io::stdin()) } else { Box::new(File::open(file)?) };
    input.take(LARGEST + 1).read_to_end(&mut log)?;
    if log.len() as u64 > LARGEST {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("a log has at most {LARGEST} bytes"),
        ));
    }
    Ok(log)
}

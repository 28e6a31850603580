//! A flipped bit is found wherever it is.

use bots::Dice;
use engine::verify::verify;
use game::Luck;

use crate::play::Part::{IsBot, OnlyCommits, Reveals};
use crate::play::{all, catan, kniffel, roulette};

#[track_caller]
fn check(file: &[u8], place: usize, bit: u32) {
    let mut flipped = file.to_vec();
    flipped[place] ^= 1 << bit;
    if let Ok(report) = verify(&flipped) {
        panic!("bit {bit} of byte {place} was flipped and not noticed: {report}");
    }
}

/// Every bit of a small file.
#[test]
fn every_flipped_bit_of_a_small_file_is_found() {
    let file = kniffel(&[Reveals, OnlyCommits, IsBot], 6);
    verify(&file).unwrap();
    for place in 0..file.len() {
        (0..8).for_each(|bit| check(&file, place, bit));
    }
}

/// A bit of every byte of files with a board, and with a chain.
#[test]
fn a_flipped_bit_in_every_byte_is_found() {
    let mut luck = Dice::new(1);
    let file = catan(protocol::catan::Profile::Official, &[Reveals, IsBot], 12);
    (0..file.len()).for_each(|place| check(&file, place, luck.below(8)));
    // Its chain takes long to walk.
    let file = roulette(&[Reveals], 3);
    (0..file.len()).step_by(7).for_each(|place| check(&file, place, luck.below(8)));
}

/// Samples of long files.
#[test]
fn flipped_bits_of_long_files_are_found() {
    let mut luck = Dice::new(2);
    for (_, file) in all() {
        verify(file).unwrap();
        (0..25).for_each(|_| check(file, luck.below(file.len() as u32) as usize, luck.below(8)));
    }
}

/// What is missing at the end, or too much, is found too; and so is anything that is no file at all.
#[test]
fn a_file_cut_short_or_drawn_out_is_found() {
    let file = kniffel(&[Reveals, IsBot], 6);
    for length in 0..file.len() {
        assert!(verify(&file[..length]).is_err(), "cut to {length} bytes");
    }
    for more in ["\n", " ", "{}\n", "x", "\0", "\u{feff}"] {
        assert!(verify(&[&file, more.as_bytes()].concat()).is_err(), "{more:?} behind it");
        assert!(verify(&[more.as_bytes(), &file].concat()).is_err(), "{more:?} before it");
    }
    let fault = |file: &[u8]| verify(file).unwrap_err().to_string();
    assert_eq!(fault(&file[..file.len() - 1]), "line 9: the last line does not end; something is missing");
    assert_eq!(
        fault(b"{}\n{}\n"),
        "line 2: a file has at least a header, an end and a digest; something is missing"
    );
    assert_eq!(fault(&[&file[..], b"\xff\n"].concat()), "line 10: this is not UTF-8");
}

//! The file comes back as it was written; whatever is wrong with it is noticed and named, and never in the way.

use std::fs;
use std::path::PathBuf;

use kniffel::Rules;
use solver::{FileFault, Origin, Solution, load_or_solve};

use crate::scene::{OPTIONS, solution};

/// A path of its own for each test; what was there is removed first and last.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kniffel-solution-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A valid file, and how it was made.
fn saved(name: &str) -> (Place, Vec<u8>) {
    let place = Place::new(name);
    solution(Rules::default()).save(&place.0).expect("a file");
    let bytes = fs::read(&place.0).expect("a file");
    (place, bytes)
}

fn fault(place: &Place, bytes: &[u8]) -> FileFault {
    fs::write(&place.0, bytes).expect("a file");
    Solution::load(&place.0, Rules::default()).expect_err("the file is wrong")
}

#[test]
fn every_option_comes_back_to_the_last_bit() {
    let place = Place::new("round-trip");
    for rules in OPTIONS {
        solution(rules).save(&place.0).expect("a file");
        let loaded = Solution::load(&place.0, rules).expect("the same");
        assert_eq!(loaded.rules(), rules);
        assert_eq!(loaded.n_values(), solution(rules).n_values());
        assert_eq!(loaded.start().to_bits(), solution(rules).start().to_bits());
        // And not only the start: a second file is the same in every byte.
        let first = fs::read(&place.0).expect("a file");
        loaded.save(&place.0).expect("a file");
        assert_eq!(fs::read(&place.0).expect("a file"), first);
        for other in OPTIONS.into_iter().filter(|other| *other != rules) {
            assert!(
                matches!(Solution::load(&place.0, other), Err(FileFault::Options)),
                "{rules:?}, {other:?}"
            );
        }
    }
}

#[test]
fn every_flipped_bit_of_the_header_is_named() {
    let (place, bytes) = saved("header");
    for byte in 0..24 {
        for bit in 0..8 {
            let mut wrong = bytes.clone();
            wrong[byte] ^= 1 << bit;
            let fault = fault(&place, &wrong);
            let expected = match byte {
                0..8 => matches!(fault, FileFault::Foreign),
                8..12 => matches!(fault, FileFault::Format(_)),
                12..16 => matches!(fault, FileFault::RulesVersion(_)),
                16..20 => matches!(fault, FileFault::Options),
                _ => matches!(fault, FileFault::Checksum),
            };
            assert!(expected, "byte {byte}: {fault}");
        }
    }
}

#[test]
fn a_flipped_byte_anywhere_else_is_damage() {
    let (place, bytes) = saved("body");
    let last = bytes.len() - 1;
    for byte in (24..bytes.len()).step_by(40_009).chain(last - 40..=last) {
        let mut wrong = bytes.clone();
        wrong[byte] ^= 0x10;
        assert!(matches!(fault(&place, &wrong), FileFault::Checksum), "byte {byte}");
    }
}

#[test]
fn a_file_cut_off_or_gone_on_is_noticed() {
    let (place, bytes) = saved("length");
    for length in (0..64).chain((64..bytes.len()).step_by(50_021)).chain(bytes.len() - 40..bytes.len()) {
        let fault = fault(&place, &bytes[..length]);
        let expected = match length {
            0..8 => matches!(fault, FileFault::Foreign),
            _ => matches!(fault, FileFault::Length(is, should) if is == length && should == bytes.len()),
        };
        assert!(expected, "{length}: {fault}");
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0; 1000]).collect();
    assert!(matches!(fault(&place, &longer), FileFault::Length(_, _)));
}

#[test]
fn something_else_is_no_solution() {
    let place = Place::new("foreign");
    assert!(matches!(fault(&place, b""), FileFault::Foreign));
    assert!(matches!(fault(&place, b"SQLite format 3\0 and more of that"), FileFault::Foreign));
    assert!(matches!(fault(&place, &vec![0; 3_000_000]), FileFault::Foreign));
    let nowhere = Place::new("nowhere");
    assert!(matches!(Solution::load(&nowhere.0, Rules::default()), Err(FileFault::Io(_))));
    assert!(matches!(Solution::load(&std::env::temp_dir(), Rules::default()), Err(FileFault::Io(_))));
}

#[test]
fn whatever_the_file_is_there_is_a_solution() {
    let place = Place::new("or-solve");
    let rules = Rules::default();
    let exact = solution(rules).start().to_bits();
    let came = || {
        let (solution, origin) = load_or_solve(&place.0, rules);
        assert_eq!(solution.start().to_bits(), exact);
        origin
    };
    assert!(matches!(came(), Origin::Computed { why: FileFault::Io(_), saved: Ok(()) }));
    assert!(matches!(came(), Origin::File));
    fs::write(&place.0, b"kniffel\nnot quite").expect("a file");
    assert!(matches!(came(), Origin::Computed { why: FileFault::Format(_), saved: Ok(()) }));
    assert!(matches!(came(), Origin::File));
    // A folder that is not there: computed, not saved, and no draft is left anywhere.
    let (solution, origin) = load_or_solve(&place.0.join("below"), rules);
    assert_eq!(solution.start().to_bits(), exact);
    assert!(matches!(origin, Origin::Computed { why: FileFault::Io(_), saved: Err(_) }));
    // A folder where the file should be: the draft cannot take its place and is removed.
    let folder = Place::new("folder");
    fs::create_dir_all(&folder.0).expect("a folder");
    let (_, origin) = load_or_solve(&folder.0, rules);
    assert!(matches!(origin, Origin::Computed { why: FileFault::Io(_), saved: Err(_) }), "{origin:?}");
    fs::remove_dir(&folder.0).expect("still empty");
    let mine = format!("kniffel-solution-{}-folder.", std::process::id());
    let left = fs::read_dir(std::env::temp_dir()).expect("a folder").flatten();
    assert!(left.into_iter().all(|entry| !entry.file_name().to_string_lossy().starts_with(&mine)));
}

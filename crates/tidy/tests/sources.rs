//! Sizes, names, headers and citations of the source files.

use std::collections::BTreeSet;

use tidy::{files, root, text};

/// Names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 6] = ["utils", "util", "helpers", "common", "misc", "manager"];
/// Nobody reads longer files from end to end.
const LONGEST: usize = 700;

#[test]
fn no_file_is_too_long_or_named_for_nothing() {
    let sources = files(&root(), ".rs");
    assert!(sources.len() > 60, "only {} files were found", sources.len());
    for path in sources {
        let lines = text(&path).lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines: look for a seam", path.display());
        let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        assert!(!EMPTY_NAMES.contains(&stem.as_str()), "{}: name it for what it holds", path.display());
    }
}

#[test]
fn every_file_says_what_it_is() {
    for path in files(&root(), ".rs") {
        let text = text(&path);
        let first = text.lines().find(|line| !line.starts_with("#!")).unwrap_or_default();
        assert!(first.starts_with("//!"), "{} has no header", path.display());
    }
}

/// All paragraphs (`§4.2`, `§11.4.1` counts as `§11.4`) that a text names.
fn paragraphs(text: &str) -> BTreeSet<String> {
    text.split('§')
        .skip(1)
        .map(|rest| rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect::<String>())
        .map(|number| number.trim_end_matches('.').split('.').take(2).collect::<Vec<_>>().join("."))
        .filter(|number| !number.is_empty())
        .collect()
}

#[test]
fn every_cited_paragraph_exists() {
    for game in ["catan", "kniffel", "roulette"] {
        let rules = text(&root().join("docs/rules").join(format!("{game}.md")));
        let mut written = paragraphs(&rules);
        // Points of a list under a heading are cited with the heading's number.
        written.extend(written.clone().iter().filter_map(|n| n.split('.').next().map(str::to_owned)));
        assert!(written.len() > 15, "docs/rules/{game}.md has no numbered paragraphs");
        let mut cited = 0;
        for path in files(&root().join("crates").join(game), ".rs") {
            for number in paragraphs(&text(&path)) {
                assert!(
                    written.contains(&number),
                    "{} cites §{number}, which is not written",
                    path.display()
                );
                cited += 1;
            }
        }
        assert!(cited > 10, "{game}: only {cited} citations were found");
    }
}

#[test]
fn the_project_speaks_of_itself_alone() {
    const FOREIGN: [&str; 4] = ["/work/", "/root/", "CARGO_TARGET_DIR=/tmp", "localhost:"];
    for ending in [".rs", ".md", ".toml", ".py", ".sh"] {
        for path in files(&root(), ending) {
            if path.ends_with("crates/tidy/tests/sources.rs") {
                continue;
            }
            let text = text(&path);
            for foreign in FOREIGN {
                assert!(!text.contains(foreign), "{} names {foreign}", path.display());
            }
        }
    }
}

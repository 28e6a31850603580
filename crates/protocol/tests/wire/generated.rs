//! Files that are made from the types and committed, so that a change of a message is seen as one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files by their path below some folder.
pub(crate) type Files = BTreeMap<PathBuf, String>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares the files below a folder of the project with those that are wanted, or writes them if the variable is set.
#[track_caller]
pub(crate) fn compare(folder: &str, wanted: &Files, variable: &str) {
    let folder = root().join(folder);
    let mut stale: Vec<_> = wanted
        .iter()
        .filter(|(file, text)| !is_so(&folder.join(file), text, variable))
        .map(|(file, _)| file)
        .collect();
    let mut present = Vec::new();
    committed(&folder, Path::new(""), &mut present);
    stale.extend(present.iter().filter(|file| !wanted.contains_key(*file)));
    assert!(stale.is_empty(), "run {variable}=1 cargo test -p protocol --all-features, or delete: {stale:?}");
}

/// Compares one file of the project, or writes it if the variable is set.
#[track_caller]
pub(crate) fn compare_file(file: &str, wanted: &str, variable: &str) {
    let so = is_so(&root().join(file), wanted, variable);
    assert!(so, "run {variable}=1 cargo test -p protocol --all-features: {file}");
}

/// Whether the file has this text; if the variable is set, it has from now on.
fn is_so(path: &Path, text: &str, variable: &str) -> bool {
    let so = fs::read_to_string(path).ok().as_deref() == Some(text);
    if so || std::env::var_os(variable).is_none() {
        return so;
    }
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    true
}

/// Every file below the folder, by its path from there.
fn committed(folder: &Path, below: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder.join(below)).into_iter().flatten().flatten() {
        let path = below.join(entry.file_name());
        if entry.path().is_dir() { committed(folder, &path, files) } else { files.push(path) }
    }
}

//! Files that are made from the types and committed, so that a change of a message is seen as one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files by their path below some folder.
pub(crate) type Files = BTreeMap<PathBuf, String>;

/// Compares the files below a folder of the project with those that are wanted, or writes them if the variable is set.
#[track_caller]
pub(crate) fn compare(folder: &str, wanted: &Files, variable: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let update = std::env::var_os(variable).is_some();
    let mut stale = Vec::new();
    for (file, text) in wanted {
        let path = folder.join(file);
        if fs::read_to_string(&path).ok().as_deref() == Some(text.as_str()) {
            continue;
        }
        if update {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        } else {
            stale.push(file.clone());
        }
    }
    let mut present = Vec::new();
    committed(&folder, Path::new(""), &mut present);
    stale.extend(present.into_iter().filter(|file| !wanted.contains_key(file)));
    assert!(stale.is_empty(), "run {variable}=1 cargo test -p protocol --all-features, or delete: {stale:?}");
}

/// Every file below the folder, by its path from there.
fn committed(folder: &Path, below: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder.join(below)).into_iter().flatten().flatten() {
        let path = below.join(entry.file_name());
        if entry.path().is_dir() { committed(folder, &path, files) } else { files.push(path) }
    }
}

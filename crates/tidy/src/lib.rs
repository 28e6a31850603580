//! Reading the sources, for the tests beside this file.
//!
//! Nothing here is part of the product: `tests/` checks that the sources keep the promises of ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(Path::to_path_buf).unwrap_or_default()
}

/// Every file below a folder with this ending, sorted; build output and hidden folders left out.
#[must_use]
pub fn files(below: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(below) else { return found };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            if name != "target" && name != "node_modules" && !name.starts_with('.') {
                found.extend(files(&path, ending));
            }
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The text of a file.
///
/// # Panics
/// If it cannot be read; the test that asked for it then fails with its name.
#[must_use]
pub fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The part of a source file before its unit tests, without comments.
#[must_use]
pub fn code(path: &Path) -> String {
    let text = text(path);
    let product = text.split("#[cfg(test)]").next().unwrap_or_default();
    product.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The names of the dependencies in one table of a manifest.
#[must_use]
pub fn dependencies(manifest: &str, table: &str) -> Vec<String> {
    manifest
        .split(&format!("\n[{table}]\n"))
        .nth(1)
        .unwrap_or_default()
        .lines()
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| !name.is_empty() && !name.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

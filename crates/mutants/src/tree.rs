//! A copy of the workspace to plant mutants in.
//!
//! The copy lies below the target folder and is kept, so that the second run compiles only what has changed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fault::Fault;

/// Where the mutant that is on is asked for. It becomes the module `mutant` of the crate under test. It asks for no
/// memory, as `std::env` would: some tests count such requests.
const SWITCH: &str = r#"//! Which mutant is on.
use std::sync::atomic::{AtomicU32, Ordering};
static ON: AtomicU32 = AtomicU32::new(u32::MAX);
/// Whether this one is.
#[inline]
pub fn is_on(id: u32) -> bool {
    let on = ON.load(Ordering::Relaxed);
    on == id || on == u32::MAX && read() == id
}
#[cold]
#[inline(never)]
fn read() -> u32 {
    let mut bytes = [0; 1 << 14];
    let file = std::fs::File::open("/proc/self/environ");
    let n = file.and_then(|mut file| std::io::Read::read(&mut file, &mut bytes)).unwrap_or(0);
    let mut variables = bytes[..n].split(|byte| *byte == 0);
    let digits = variables.find_map(|variable| variable.strip_prefix(b"MUTANT=")).unwrap_or(b"0");
    let on = digits.iter().fold(0, |number, digit| 10 * number + u32::from(digit - b'0'));
    ON.store(on, Ordering::Relaxed);
    on
}
"#;
/// Folders without sources.
const LEFT_OUT: [&str; 4] = ["target", "node_modules", "results", "screenshots"];

/// A source file of the crate under test.
pub(crate) struct Source {
    /// Its path from the root of the workspace.
    pub(crate) name: String,
    /// What it says.
    pub(crate) text: String,
    /// Whether mutants may be planted in it: the suite of laws in `game` is a test itself.
    pub(crate) rules: bool,
}

/// The copy.
pub(crate) struct Tree {
    /// The workspace that is copied.
    origin: PathBuf,
    /// Where the copy lies.
    pub(crate) root: PathBuf,
    /// Where it is compiled.
    pub(crate) target: PathBuf,
}

impl Tree {
    /// Brings the copy for a crate up to date.
    pub(crate) fn copy(crate_name: &str) -> Result<Self, Fault> {
        let origin = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| origin.join("target"), PathBuf::from);
        let base = target.join("mutants");
        let tree = Self { root: base.join(crate_name), target: base.join("build").join(crate_name), origin };
        copy(&tree.origin, &tree.root, &tree.origin.join("crates").join(crate_name).join("src"))?;
        Ok(tree)
    }

    /// The sources of a crate, in the order of their names.
    pub(crate) fn sources(&self, crate_name: &str) -> Result<Vec<Source>, Fault> {
        let mut paths = Vec::new();
        list(&self.origin.join("crates").join(crate_name).join("src"), &mut paths)?;
        paths.sort();
        paths.into_iter().map(|path| self.source(&path)).collect()
    }

    fn source(&self, path: &Path) -> Result<Source, Fault> {
        let name = path.strip_prefix(&self.origin).unwrap_or(path).to_string_lossy().into_owned();
        let rules = !name.contains("/conformance");
        Ok(Source { rules, text: read(path)?, name })
    }

    /// Writes a file of the copy, if it differs: the time of a file decides what is compiled again.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), Fault> {
        write(&self.root.join(name), text.as_bytes())
    }

    /// Writes the module that says which mutant is on.
    pub(crate) fn write_switch(&self, crate_name: &str) -> Result<(), Fault> {
        self.write(&format!("crates/{crate_name}/src/mutant.rs"), SWITCH)
    }
}

fn fault(path: &Path) -> impl FnOnce(std::io::Error) -> Fault {
    let path = path.to_owned();
    move |reason| Fault::File { path, reason }
}

fn read(path: &Path) -> Result<String, Fault> {
    fs::read_to_string(path).map_err(fault(path))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    fs::write(path, bytes).map_err(fault(path))
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let entries = fs::read_dir(folder).map_err(fault(folder))?;
    Ok(entries.filter_map(Result::ok).map(|entry| entry.path()).collect())
}

fn list(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Fault> {
    for path in entries(folder)? {
        if path.is_dir() {
            list(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// Copies a folder and removes what is no longer there, but for the sources below `planted`, which are written later.
fn copy(from: &Path, to: &Path, planted: &Path) -> Result<(), Fault> {
    fs::create_dir_all(to).map_err(fault(to))?;
    let sources = from.starts_with(planted);
    for path in entries(to)? {
        let there = path.file_name().is_some_and(|name| from.join(name).exists());
        if !there && !sources {
            let gone = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            gone.map_err(fault(&path))?;
        }
    }
    for path in entries(from)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_symlink() || name.starts_with('.') || LEFT_OUT.contains(&name.as_str()) {
            continue;
        }
        let there = to.join(&name);
        if path.is_dir() {
            copy(&path, &there, planted)?;
        } else if !(sources && path.extension().is_some_and(|e| e == "rs")) {
            write(&there, &fs::read(&path).map_err(fault(&path))?)?;
        }
    }
    Ok(())
}

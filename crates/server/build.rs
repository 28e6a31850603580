//! Puts the built page (`web/dist`, made by `make web`) into the program: a table of its files with their bytes.
//!
//! Without a built page the table is empty and everything else still compiles; the server then says what is missing.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let built = here.join("../../web/dist");
    // The folder above as well: a page that is built for the first time counts as a change.
    println!("cargo::rerun-if-changed={}", here.join("../../web/package-lock.json").display());
    println!("cargo::rerun-if-changed={}", built.display());
    let mut files = Vec::new();
    if built.is_dir() {
        collect(&built.canonicalize()?, &mut files)?;
    }
    files.sort();
    let mut table = String::from("static FILES: &[(&str, &[u8])] = &[\n");
    for (name, path) in &files {
        writeln!(table, "    ({name:?}, include_bytes!({path:?})),")?;
    }
    table.push_str("];\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("page.rs"), table)?;
    Ok(())
}

/// All files below a folder, by the path that a browser asks for.
fn collect(root: &Path, files: &mut Vec<(String, String)>) -> Result<(), Box<dyn Error>> {
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if let (Some(name), Some(whole)) = (path.strip_prefix(root)?.to_str(), path.to_str()) {
                files.push((format!("/{}", name.replace('\\', "/")), whole.to_owned()));
            }
        }
    }
    Ok(())
}

//! Compiles the crate with all its mutants, and takes out those that the compiler refuses until it refuses none.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use quote::ToTokens;
use serde_json::Value;
use syn::visit_mut::VisitMut;

use crate::fault::Fault;
use crate::locate::{Blame, Map};
use crate::names::{Constant, Contexts, Name, Names};
use crate::plant::{Choice, Mutant, Planter};
use crate::tree::{Source, Tree};

/// A program with tests.
pub(crate) struct Program {
    /// Its name for people.
    pub(crate) name: String,
    /// Where it lies.
    pub(crate) path: PathBuf,
    /// The folder of its package, in which it runs.
    pub(crate) folder: PathBuf,
}

/// A crate with mutants in it.
pub(crate) struct Planted {
    /// Every mutant there is, planted or not.
    pub(crate) all: Vec<Mutant>,
    /// How many changes lie where none can be planted.
    pub(crate) out_of_reach: usize,
    /// Mutants in functions that stay as they are.
    pub(crate) stuck: Vec<u32>,
    /// The sources by name.
    pub(crate) files: BTreeMap<String, String>,
}

/// A crate under test.
pub(crate) struct Subject<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// The packages whose tests count.
    pub(crate) packages: &'a [&'a str],
    /// The copy of the workspace.
    pub(crate) tree: &'a Tree,
    /// Its sources.
    pub(crate) sources: Vec<Source>,
    /// What it declares.
    pub(crate) names: Names,
}

impl<'a> Subject<'a> {
    /// Reads the sources of a crate.
    pub(crate) fn read(name: &'a str, packages: &'a [&'a str], tree: &'a Tree) -> Result<Self, Fault> {
        let sources = tree.sources(name)?;
        let mut names = Names::default();
        for source in sources.iter().filter(|source| source.rules) {
            names.add(&mut parse(source)?);
        }
        Ok(Self { name, packages, tree, sources, names })
    }

    /// Plants what is chosen.
    pub(crate) fn plant(&self, choice: &Choice) -> Result<Planted, Fault> {
        let mut planter = Planter::new(&self.names, choice);
        let mut files = BTreeMap::new();
        for source in &self.sources {
            let mut file = parse(source)?;
            if source.rules {
                planter.plant(&source.name, &source.text, &mut file);
            }
            Contexts(Constant { names: &self.names, owner: None, untouched: &choice.untouched })
                .visit_file_mut(&mut file);
            if source.name == format!("crates/{}/src/lib.rs", self.name) {
                file.items.push(syn::parse_quote!(
                    pub mod mutant;
                ));
            }
            files.insert(source.name.clone(), file.to_token_stream().to_string());
        }
        Ok(Planted { all: planter.met, out_of_reach: planter.out_of_reach, stuck: planter.stuck, files })
    }

    /// Compiles the chosen mutants. Takes those out of the choice that do not compile.
    pub(crate) fn build(&self, choice: &mut Choice, all: &[Mutant]) -> Result<Vec<Program>, Fault> {
        self.tree.write_switch(self.name)?;
        choice.constants.clone_from(&self.names.constants);
        loop {
            let Planted { files, stuck, .. } = self.plant(choice)?;
            choice.ids.retain(|id| !stuck.contains(id));
            for (name, text) in &files {
                self.tree.write(name, text)?;
            }
            let (fine, messages) = self.cargo(&["check", "--tests"])?;
            if fine {
                return self.programs();
            }
            let errors = errors(&messages);
            let before = (choice.ids.len(), choice.constants.len(), choice.untouched.len());
            for blame in self.blames(&files, &errors)? {
                match blame {
                    Blame::Mutant(id) => {
                        choice.ids.remove(&id);
                    }
                    Blame::Constant((owner, name)) => {
                        let to_go = |(of, own): &Name| *own == name && (owner.is_none() || *of == owner);
                        choice.constants.retain(|constant| !to_go(constant));
                        let within = all.iter().filter(|mutant| mutant.constant.as_ref().is_some_and(to_go));
                        within.for_each(|mutant| {
                            choice.ids.remove(&mutant.id);
                        });
                    }
                    Blame::Function(name) => {
                        choice.untouched.insert(name);
                    }
                }
            }
            eprintln!(
                "{}: {} errors, {} mutants left, {} functions stay constant",
                self.name,
                errors.len(),
                choice.ids.len(),
                choice.untouched.len()
            );
            if before == (choice.ids.len(), choice.constants.len(), choice.untouched.len()) {
                let rendered = errors.into_iter().map(|error| error.text).collect();
                return Err(Fault::Compile(rendered));
            }
        }
    }

    fn blames(&self, files: &BTreeMap<String, String>, errors: &[Error]) -> Result<BTreeSet<Blame>, Fault> {
        let mut maps = BTreeMap::new();
        let mut all = BTreeSet::new();
        for (file, range) in errors.iter().flat_map(|error| &error.places) {
            let Some(text) = files.get(file) else { continue };
            if !maps.contains_key(file) {
                let map = Map::new(text).map_err(|reason| Fault::Source { file: file.clone(), reason })?;
                maps.insert(file.clone(), map);
            }
            all.extend(maps.get(file).into_iter().flat_map(|map| map.blame(range)));
        }
        let missed = errors.iter().filter_map(|error| error.missed.as_ref());
        for (owner, called) in missed {
            // A method that is not ours got the name of a twin: whatever has that name stays as it is.
            let own = called.strip_suffix("__const");
            let meant = |name: &&Name| own.map_or(name.0 == *owner && name.1 == *called, |own| name.1 == own);
            all.extend(self.names.functions.iter().filter(meant).cloned().map(Blame::Function));
        }
        Ok(all)
    }

    fn cargo(&self, what: &[&str]) -> Result<(bool, Vec<Value>), Fault> {
        let packages = self.packages.iter().flat_map(|package| ["-p", package]);
        let output = Command::new("cargo")
            .args(what)
            .args(["--quiet", "--all-features", "--message-format=json"])
            .args(packages)
            .current_dir(&self.tree.root)
            .env("CARGO_TARGET_DIR", &self.tree.target)
            // A change may well make something unused or always true.
            .env("RUSTFLAGS", "--cap-lints allow")
            .stderr(Stdio::inherit())
            .output()
            .map_err(|reason| Fault::Start { program: "cargo".to_owned(), reason })?;
        let text = String::from_utf8_lossy(&output.stdout);
        let messages = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok((output.status.success(), messages))
    }

    fn programs(&self) -> Result<Vec<Program>, Fault> {
        let (fine, messages) = self.cargo(&["test", "--no-run"])?;
        if !fine {
            return Err(Fault::Compile(errors(&messages).into_iter().map(|error| error.text).collect()));
        }
        let program = |message: &Value| {
            let path = PathBuf::from(message["executable"].as_str()?);
            let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
            let name = message["target"]["name"].as_str()?.to_owned();
            message["profile"]["test"].as_bool()?.then_some(Program { name, path, folder })
        };
        Ok(messages.iter().filter_map(program).collect())
    }
}

fn parse(source: &Source) -> Result<syn::File, Fault> {
    let fault = |reason| Fault::Source { file: source.name.clone(), reason };
    syn::parse_file(&source.text).map_err(fault)
}

/// An error of the compiler.
struct Error {
    text: String,
    /// File and bytes.
    places: Vec<(String, Range<usize>)>,
    /// The function that the compiler could not compute, or did not find.
    missed: Option<Name>,
}

fn errors(messages: &[Value]) -> Vec<Error> {
    let errors = messages.iter().map(|m| &m["message"]).filter(|m| m["level"] == "error");
    errors
        .map(|message| {
            let spans = message["spans"].as_array().map(Vec::as_slice).unwrap_or_default();
            let place = |span: &Value| {
                let at = |key: &str| span[key].as_u64().map(|n| n as usize);
                let range = at("byte_start")?..at("byte_end")?;
                span["is_primary"].as_bool()?.then_some((span["file_name"].as_str()?.to_owned(), range))
            };
            let text = message["message"].as_str().unwrap_or_default();
            let places: Vec<_> = spans.iter().filter_map(place).collect();
            let missed = ["E0015", "E0599"]
                .iter()
                .any(|code| message["code"]["code"] == *code)
                .then(|| called(text))
                .flatten();
            Error { text: format!("{text} {places:?}\n"), places, missed }
        })
        .collect()
}

/// The function that a message names: ``cannot call non-const associated function `game::SeatSet::first` ``.
fn called(message: &str) -> Option<Name> {
    let path = message.split('`').nth(1)?;
    let mut words = path.rsplit(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let name = words.next()?.to_owned();
    Some((words.next().filter(|word| word.starts_with(char::is_uppercase)).map(str::to_owned), name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_names_the_function_that_should_be_constant() {
        let name = |message: &str| called(message).map(|(owner, name)| (owner.unwrap_or_default(), name));
        let pair = |owner: &str, name: &str| Some((owner.to_owned(), name.to_owned()));
        assert_eq!(name("non-const associated function `game::SeatSet::first` in"), pair("SeatSet", "first"));
        assert_eq!(name("cannot call non-const function `seat::first` in"), pair("", "first"));
        assert_eq!(name("non-const method `seat::<impl SeatSet>::bits` in"), pair("SeatSet", "bits"));
        assert_eq!(name("mismatched types"), None);
    }
}

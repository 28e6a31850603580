//! The JSON Schemas of all messages, generated from the types.
//!
//! They are committed under `schemas/` and compared here, so that a change of a message is seen as one. After a change that is
//! meant: `UPDATE_SCHEMAS=1 cargo test -p protocol schemas`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use protocol::engine::{
    Answer, AnyAction, AnyEvent, AnyLog, AnyOpen, AnyOutcome, AnyState, AnyView, Applied, Best, Empty,
    Handle, Hello, LegalActions, Opened, Request,
};
use protocol::{Json, Wire};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// The schema of something that is read.
fn read<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>()
}

/// The schema of something that is only written.
fn written<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

fn of_game<G: Wire>(files: &mut BTreeMap<PathBuf, Schema>) {
    let mut add = |part: &str, schema| files.insert(Path::new(G::NAME).join(part), schema);
    add("action.json", read::<G::WireAction>());
    add("outcome.json", read::<G::WireOutcome>());
    add("start.json", read::<G::WireStart>());
    add("state.json", read::<G::WireState>());
    add("view.json", written::<G::WireView>());
    add("event.json", written::<G::WireEvent>());
    add("open.json", written::<G::WireOpen>());
}

pub(crate) fn all() -> BTreeMap<PathBuf, Schema> {
    let mut files = BTreeMap::new();
    of_game::<catan::Catan>(&mut files);
    of_game::<kniffel::Kniffel>(&mut files);
    of_game::<roulette::Roulette>(&mut files);
    for (file, schema) in [
        ("request.json", read::<Request>()),
        ("answer.json", written::<Answer<Json>>()),
        ("answer-hello.json", written::<Hello>()),
        ("answer-new.json", written::<Opened<AnyState>>()),
        ("answer-state.json", written::<AnyState>()),
        ("answer-view.json", written::<AnyView>()),
        ("answer-legal.json", written::<LegalActions<AnyAction, AnyOpen>>()),
        ("answer-apply.json", written::<Applied<AnyEvent, AnyOutcome>>()),
        ("answer-best.json", written::<Best<AnyAction>>()),
        ("answer-clone.json", written::<Handle>()),
        ("answer-undo.json", written::<Empty>()),
        ("answer-load.json", written::<Handle>()),
        ("answer-log.json", read::<AnyLog>()),
        ("answer-drop.json", written::<Empty>()),
    ] {
        files.insert(file.into(), schema);
    }
    files
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/engine")
}

/// Every file below the folder, by its path from there.
fn committed(folder: &Path, below: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder.join(below)).into_iter().flatten().flatten() {
        let path = below.join(entry.file_name());
        if entry.path().is_dir() { committed(folder, &path, files) } else { files.push(path) }
    }
}

#[test]
fn schemas_are_those_of_the_types() {
    let update = std::env::var_os("UPDATE_SCHEMAS").is_some();
    let folder = folder();
    let mut stale = Vec::new();
    let wanted = all();
    for (file, schema) in &wanted {
        let path = folder.join(file);
        let text = serde_json::to_string_pretty(schema).unwrap() + "\n";
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
    assert!(stale.is_empty(), "run UPDATE_SCHEMAS=1 cargo test -p protocol schemas, or delete: {stale:?}");
}

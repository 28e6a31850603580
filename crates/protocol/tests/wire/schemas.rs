//! The JSON Schemas of all messages, generated from the types.
//!
//! They are committed under `schemas/` and compared here, so that a change of a message is seen as one. After a change that is
//! meant: `UPDATE_SCHEMAS=1 cargo test -p protocol schemas`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use protocol::engine::{
    Answer, AnyAction, AnyEvent, AnyLog, AnyOpen, AnyOutcome, AnyState, AnyView, Applied, Best, Empty,
    Handle, Hello, LegalActions, Opened, Request,
};
use protocol::file::{Digest, End, HeaderOf, Recorded, StepOf};
use protocol::ws::{Spoken, session};
use protocol::{Json, Wire};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use crate::generated::{compare, compare_file};

/// The schema of something that is read.
fn read<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>()
}

/// The schema of something that is only written.
fn written<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// Schemas by file.
pub(crate) type Schemas = BTreeMap<PathBuf, Schema>;

fn of_game<G: Wire>(files: &mut Schemas) {
    let mut add = |part: &str, schema| files.insert(Path::new(G::NAME).join(part), schema);
    add("action.json", read::<G::WireAction>());
    add("outcome.json", read::<G::WireOutcome>());
    add("start.json", read::<G::WireStart>());
    add("state.json", read::<G::WireState>());
    add("view.json", written::<G::WireView>());
    add("event.json", written::<G::WireEvent>());
    add("open.json", written::<G::WireOpen>());
}

/// The messages of the engine.
pub(crate) fn engine() -> Schemas {
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

fn of_spoken<G: Spoken>(files: &mut Schemas) {
    let mut add = |part: &str, schema| files.insert(Path::new(G::NAME).join(part), schema);
    add("command.json", read::<G::Command>());
    add("told.json", written::<G::Told>());
    add("fixed.json", written::<G::Fixed>());
    add("shown.json", written::<G::Shown>());
    add("offered.json", written::<G::Offered>());
}

/// The messages of the table's socket.
pub(crate) fn socket() -> Schemas {
    let mut files = BTreeMap::new();
    of_spoken::<catan::Catan>(&mut files);
    of_spoken::<kniffel::Kniffel>(&mut files);
    of_spoken::<roulette::Roulette>(&mut files);
    for (file, schema) in [
        ("request.json", read::<session::Request>()),
        ("answer.json", written::<session::Answer>()),
        ("told.json", written::<session::Told>()),
    ] {
        files.insert(file.into(), schema);
    }
    files
}

fn of_file<G: Recorded>(files: &mut Schemas) {
    let mut add = |part: &str, schema| files.insert(Path::new(G::NAME).join(part), schema);
    add("header.json", read::<HeaderOf<G>>());
    add("step.json", read::<StepOf<G>>());
}

/// The lines of the file of a finished game.
pub(crate) fn file() -> Schemas {
    let mut files = BTreeMap::new();
    of_file::<catan::Catan>(&mut files);
    of_file::<kniffel::Kniffel>(&mut files);
    of_file::<roulette::Roulette>(&mut files);
    files.insert("end.json".into(), read::<End>());
    files.insert("digest.json".into(), read::<Digest>());
    files
}

fn compare_schemas(folder: &str, schemas: &Schemas) {
    let text = |schema| serde_json::to_string_pretty(schema).unwrap() + "\n";
    let files = schemas.iter().map(|(file, schema)| (file.clone(), text(schema))).collect();
    compare(folder, &files, "UPDATE_SCHEMAS");
}

#[test]
fn schemas_are_those_of_the_types() {
    compare_schemas("schemas/engine", &engine());
    compare_schemas("schemas/ws", &socket());
    compare_schemas("schemas/file", &file());
}

#[test]
fn the_http_interface_is_described() {
    let document = serde_json::to_string_pretty(&protocol::http::openapi()).unwrap() + "\n";
    compare_file("schemas/openapi.json", &document, "UPDATE_SCHEMAS");
}

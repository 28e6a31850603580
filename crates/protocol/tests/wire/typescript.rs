//! The TypeScript of the messages of the table's socket, generated from the types.
//!
//! It is committed as `web/src/protocol/messages.ts` and compared here. After a change that is meant:
//! `UPDATE_TYPESCRIPT=1 cargo test -p protocol --all-features typescript`.

use std::collections::BTreeMap;

use protocol::table::{Changes as TableChanges, Settings as TableSettings};
use protocol::ws::{Spoken, session};
use protocol::{Json, http};
use ts_rs::{Config, TS, TypeVisitor};

use crate::generated::compare;

/// Declarations by name.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl Declarations {
    /// Numbers too large for a number never travel, so that every number is one.
    fn new() -> Self {
        Self { config: Config::new().with_large_int("number"), found: BTreeMap::new() }
    }

    /// A type and all that it is made of.
    fn add<T: TS + 'static + ?Sized>(&mut self) -> &mut Self {
        self.visit::<T>();
        self
    }

    fn of_game<G: Spoken>(&mut self) -> &mut Self
    where
        G::Command: TS + 'static,
        G::Told: TS + 'static,
        G::Fixed: TS + 'static,
        G::Shown: TS + 'static,
        G::WireStart: TS + 'static,
    {
        self.add::<G::Command>().add::<G::Told>().add::<G::Fixed>().add::<G::Shown>().add::<G::WireStart>()
    }

    fn text(&self) -> String {
        let head =
            "// Generated from crates/protocol. Do not edit; see crates/protocol/tests/wire/typescript.rs.\n";
        self.found.values().fold(head.to_owned(), |text, declaration| text + "\n" + declaration + "\n")
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What has no file of its own is part of TypeScript, or of whatever uses it.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = laid_out(&format!("{docs}export {}", T::decl(&self.config)));
            if let Some(known) = self.found.insert(T::ident(&self.config), declaration.clone()) {
                assert_eq!(known, declaration, "two types of the same name");
                return;
            }
            T::visit_dependencies(self);
        }
        T::visit_generics(self);
    }
}

/// The same with one field a line, and every remark on one line.
fn laid_out(declaration: &str) -> String {
    let mut out = String::new();
    let (mut depth, mut brackets, mut rest) = (0_usize, 0_u32, declaration);
    let new_line = |out: &mut String, depth: usize| {
        out.truncate(out.trim_end().len());
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    };
    while let Some(next) = rest.chars().next() {
        let mut end = next.len_utf8();
        match next {
            '/' if rest.starts_with("/**") => {
                end = rest.find("*/").unwrap() + 2;
                let words = rest[3..end - 2].lines().map(|line| line.trim().trim_start_matches('*').trim());
                out.extend(["/** ", words.collect::<Vec<_>>().join(" ").trim(), " */"]);
                new_line(&mut out, depth);
            }
            '"' => {
                end = rest[1..].find('"').unwrap() + 2;
                out.push_str(&rest[..end]);
            }
            '{' if rest.starts_with("{ [key") => {
                end = rest.find('}').unwrap() + 1;
                out.push_str(&rest[..end]);
            }
            '{' => {
                depth += 1;
                out.push('{');
                new_line(&mut out, depth);
            }
            '}' => {
                depth -= 1;
                new_line(&mut out, depth);
                out.push('}');
            }
            ',' if depth > 0 && brackets == 0 => {
                out.push(',');
                new_line(&mut out, depth);
            }
            ' ' | '\n' if out.ends_with([' ', '\n']) => {}
            ' ' | '\n' => out.push(' '),
            _ => {
                brackets += u32::from("<[(".contains(next));
                brackets -= u32::from(">])".contains(next));
                out.push(next);
            }
        }
        rest = &rest[end..];
    }
    out
}

/// All that a page reads or writes. A further message is a further line.
fn everything() -> Declarations {
    let mut all = Declarations::new();
    all.of_game::<catan::Catan>();
    all.of_game::<kniffel::Kniffel>();
    all.of_game::<roulette::Roulette>();
    all.add::<session::Request>().add::<session::Answer>().add::<session::Told>();
    all.add::<TableSettings<Json>>().add::<TableChanges<Json>>();
    all.add::<http::NewGuest>().add::<http::Guest>().add::<http::Me>().add::<http::NewName>();
    all.add::<http::DeviceCode>().add::<http::NewDevice>();
    all.add::<http::NewTable>().add::<http::TableSummary>().add::<http::Tables>();
    all.add::<http::Replay>().add::<http::ReplayLine<Json>>().add::<http::TableGames>();
    all.add::<http::AdviceRequest>().add::<http::AdviceAnswer>();
    all.add::<http::Statistics>().add::<http::MyGames>();
    all.add::<http::Problem>().add::<http::Health>();
    all
}

#[test]
fn typescript_is_that_of_the_types() {
    let files = [("messages.ts".into(), everything().text())].into();
    compare("web/src/protocol", &files, "UPDATE_TYPESCRIPT");
}

/// Every name that a declaration uses is declared, or belongs to the language.
#[test]
fn every_name_is_declared() {
    let all = everything();
    let text = all.text();
    let code = text.lines().map(str::trim).filter(|line| !line.starts_with(['*', '/']));
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase()) && word.len() > 1;
    for line in code {
        // Texts in quotes are values of enums, not names.
        let bare: String = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        for word in bare.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_name(word)) {
            assert!(all.found.contains_key(word) || word == "Array", "{word} in {line}");
        }
    }
}

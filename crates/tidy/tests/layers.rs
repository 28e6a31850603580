//! Who may depend on whom, and what the rules may not touch.

use tidy::{code, dependencies, files, root, text};

/// The crates from the bottom up. A crate depends only on crates of lower layers.
const LAYERS: [&[&str]; 10] = [
    &["game", "tidy", "mutants", "counting-allocator", "cluster"],
    &["catan", "kniffel", "roulette", "fair", "store"],
    &["protocol", "solver", "postgres-store"],
    &["bots"],
    &["simulate", "catanatron", "table", "load", "tune"],
    &["engine", "pages"],
    &["server", "probes"],
    &["nats-bus"],
    &["stammtisch"],
    &["bench"],
];
/// Pure: no I/O, no clock, no randomness, no order that differs between runs.
const RULES: [&str; 4] = ["game", "catan", "kniffel", "roulette"];
/// What such a crate may use besides crates of ours.
const RULES_MAY_USE: [&str; 1] = ["thiserror"];

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

fn manifests() -> Vec<(String, String)> {
    let mut all: Vec<_> = files(&root().join("crates"), "Cargo.toml");
    all.push(root().join("benches/Cargo.toml"));
    all.iter()
        .map(|path| {
            let manifest = text(path);
            let name = manifest.split("name = \"").nth(1).and_then(|rest| rest.split('"').next());
            (name.unwrap_or_default().to_owned(), manifest.clone())
        })
        .collect()
}

#[test]
fn every_crate_has_a_layer() {
    let unknown: Vec<_> =
        manifests().into_iter().map(|(name, _)| name).filter(|n| layer(n).is_none()).collect();
    assert!(unknown.is_empty(), "no layer for {unknown:?}: add them here and to ARCHITECTURE.md");
    assert!(manifests().len() >= 10, "the manifests were not found");
}

#[test]
fn dependencies_point_down() {
    for (name, manifest) in manifests() {
        for dependency in dependencies(&manifest, "dependencies") {
            if let Some(below) = layer(&dependency) {
                assert!(Some(below) < layer(&name), "{name} must not depend on {dependency}");
            }
        }
    }
}

#[test]
fn rules_depend_on_nothing_that_could_do_something() {
    for (name, manifest) in manifests().into_iter().filter(|(name, _)| RULES.contains(&name.as_str())) {
        for dependency in dependencies(&manifest, "dependencies") {
            let fine = RULES_MAY_USE.contains(&dependency.as_str()) || RULES.contains(&dependency.as_str());
            assert!(fine, "{name} must not depend on {dependency}");
        }
    }
}

#[test]
fn rules_have_no_io_clock_randomness_or_hash_maps() {
    const BANNED: [&str; 19] = [
        "std::fs",
        "std::io",
        "std::net",
        "std::env",
        "std::process",
        "std::thread",
        "std::time",
        "Mutex",
        "RwLock",
        "std::sync::atomic",
        "mpsc",
        "HashMap",
        "HashSet",
        "SystemTime",
        "Instant",
        "println!",
        "eprintln!",
        "async fn",
        "unsafe ",
    ];
    let mut read = 0;
    for crate_name in RULES {
        for path in files(&root().join("crates").join(crate_name).join("src"), ".rs") {
            // The conformance suite is a test that happens to live in the library; it may print what it met.
            if path.components().any(|part| part.as_os_str().to_string_lossy().starts_with("conformance")) {
                continue;
            }
            let code = code(&path);
            for banned in BANNED {
                assert!(!code.contains(banned), "{} uses {banned}", path.display());
            }
            read += 1;
        }
    }
    assert!(read > 30, "only {read} files were read");
}

#[test]
fn unsafe_code_is_forbidden_everywhere() {
    assert!(text(&root().join("Cargo.toml")).contains("unsafe_code = \"forbid\""));
    for (name, manifest) in manifests() {
        // The counting allocator of the tests is the one exception; it says why itself.
        if name != "counting-allocator" {
            assert!(
                manifest.contains("[lints]\nworkspace = true"),
                "{name} does not take the workspace's lints"
            );
        }
    }
}

#[test]
fn every_dependency_is_used_and_explained() {
    let explained = text(&root().join("docs/dependencies.md"));
    let manifests = manifests();
    for name in dependencies(&text(&root().join("Cargo.toml")), "workspace.dependencies") {
        let used = manifests.iter().any(|(_, manifest)| manifest.contains(&format!("\n{name}")));
        assert!(used, "nothing uses {name}");
        assert!(
            layer(&name).is_some() || explained.contains(&format!("`{name}`")),
            "docs/dependencies.md is silent on {name}"
        );
    }
}

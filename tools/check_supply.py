#!/usr/bin/env python3
"""Looks at everything that others wrote and we build with: what the two lock files of Rust and the two of npm name.

A package must come from the public registry with its checksum, have a licence from the list below, and not have been
withdrawn (crates.io: yanked; npm: deprecated). Whatever runs code of its own while it is being built or installed is
named here, so that a new one is looked at first. Asks the registries through cargo alone; if that cannot reach them, what
it fetched last is read, and that is said. A crate of which nothing is known although they were reached is a fault where CI is set.
Prints every fault and then exits with 1.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
MANIFESTS = ["Cargo.toml", "fuzz/Cargo.toml"]
LOCKS = ["Cargo.lock", "fuzz/Cargo.lock", "web/package-lock.json", "benches/servers/package-lock.json"]
CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"
NPM = "https://registry.npmjs.org/"

# Licences that ask for no more than their text, for what goes into the program.
PROGRAM = {"MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Unicode-3.0", "Unlicense", "Zlib", "NCSA"}
# For what only builds and tests the page, also those that ask for changes to be shown: we make none.
PAGE = PROGRAM | {"BlueOak-1.0.0", "CC0-1.0", "MIT-0", "MPL-2.0"}
# For the servers that ours is measured beside, which are given to nobody.
PEERS = PAGE | {"0BSD"}
# Packages whose licence is not where it is looked for, and which it is; read with these versions.
READ = {"base64-arraybuffer 0.1.4": "MIT", "only 0.0.2": "MIT", "xmlhttprequest-ssl 2.1.2": "MIT"}

# Crates with a build script: they look for features of the compiler or the target, but for libsqlite3-sys, libmimalloc-sys,
# ring and libfuzzer-sys, which compile the C of SQLite, mimalloc and BoringSSL and the C++ of libFuzzer that they bring, and our own server.
BUILD_SCRIPTS = set(
    "generic-array getrandom httparse icu_normalizer_data icu_properties_data libc libfuzzer-sys libmimalloc-sys libsqlite3-sys parking_lot_core portable-atomic proc-macro2 quote ref-cast ring rustix "
    "rustls rustversion serde serde_core serde_json server sqlite-wasm-rs thiserror valuable wasm-bindgen wasm-bindgen-shared "
    "windows_aarch64_gnullvm windows_aarch64_msvc windows_i686_gnu windows_i686_gnullvm windows_i686_msvc windows_x86_64_gnu "
    "windows_x86_64_gnullvm windows_x86_64_msvc wit-bindgen zerocopy zmij".split()
)
# Packages of npm that want to run something when they are installed. This one compiles where it brings nothing for the machine; the
# peers are installed with --ignore-scripts (benches/servers/all.sh), so it does not.
INSTALL_SCRIPTS = {"msgpackr-extract"}

faults = []


def fault(sentence):
    faults.append(sentence)


def run(*command, seconds=300):
    """What a command prints, or None and its last complaint."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired) as trouble:
        return None, str(trouble)
    complaint = (done.stderr.strip().splitlines() or ["nothing"])[-1]
    return (done.stdout if done.returncode == 0 else None), complaint


def allowed(expression, names):
    """Whether an SPDX expression can be met with these licences alone."""
    # An old way to write OR. An exception only gives more than its licence does.
    expression = re.sub(r"\s+WITH\s+[\w.-]+", "", expression.replace("/", " OR "))
    tokens = re.findall(r"[()]|[\w.+-]+", expression)

    def any_of():
        met = all_of()
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            met = all_of() or met
        return met

    def all_of():
        met = one()
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            met = one() and met
        return met

    def one():
        if not tokens:
            return False
        token = tokens.pop(0)
        if token != "(":
            return token in names
        met = any_of()
        return bool(tokens) and tokens.pop(0) == ")" and met

    return any_of() and not tokens and expression.count("(") == expression.count(")")


def self_test():
    """The reader of licences knows what it must refuse."""
    for expression, fine in [
        ("MIT", True), ("GPL-3.0", False), ("MIT OR GPL-3.0", True), ("MIT AND GPL-3.0", False), ("MIT/GPL-3.0", True),
        ("(MIT OR GPL-3.0) AND Zlib", True), ("MIT OR (GPL-3.0", False), ("", False), ("MIT GPL-3.0", False),
        ("Apache-2.0 WITH LLVM-exception AND (GPL-2.0 OR MIT)", True), ("(MIT AND GPL-2.0) OR GPL-3.0", False),
    ]:
        assert allowed(expression, PROGRAM) == fine, expression


def crates(manifest):
    """Every package of a workspace with its dependencies, on any platform; the lock file must be complete."""
    said, complaint = run("cargo", "metadata", "--locked", "--all-features", "--format-version", "1", "--manifest-path", manifest)
    if said is None:
        fault(f"{manifest}: the lock file does not fit, or something cannot be fetched: {complaint}")
        return
    locked = tomllib.loads((ROOT / manifest).with_suffix(".lock").read_text())["package"]
    checksums = {(package["name"], package["version"]): package.get("checksum") for package in locked}
    for package in json.loads(said)["packages"]:
        name = f"{package['name']} {package['version']}"
        if package["source"] is not None:
            if package["source"] != CRATES_IO:
                fault(f"{name} comes from {package['source']}")
            if not checksums.get((package["name"], package["version"])):
                fault(f"{name} has no checksum in the lock file")
        elif not pathlib.Path(package["manifest_path"]).is_relative_to(ROOT):
            fault(f"{name} comes from outside this folder")
        if not allowed(package["license"] or "", PROGRAM):
            fault(f"{name} has the licence {package['license']!r}")
        if any("custom-build" in target["kind"] for target in package["targets"]):
            if package["name"] not in BUILD_SCRIPTS:
                fault(f"{name} has a build script: read it, then name it in {sys.argv[0]}")
        yield package


def withdrawn(packages):
    """What cargo's copy of the index says was yanked. Cargo looks for changes first, if it can."""
    reached = True
    for manifest in MANIFESTS:
        said, complaint = run("cargo", "update", "--dry-run", "--manifest-path", manifest, seconds=120)
        if said is None:
            reached = False
            print(f"crates.io CANNOT BE REACHED ({complaint}): only what it said last is looked at")
    home = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo"))
    known = {}
    for name in {package["name"].lower() for package in packages}:
        short = {1: "1", 2: "2", 3: f"3/{name[0]}"}.get(len(name), f"{name[:2]}/{name[2:4]}")
        for file in home.glob(f"registry/index/index.crates.io-*/.cache/{short}/{name}"):
            for part in file.read_bytes().split(b"\0"):
                if part.startswith(b"{"):
                    version = json.loads(part)
                    known[version["name"], version["vers"]] = version["yanked"]
    unknown = []
    for package in packages:
        yanked = known.get((package["name"], package["version"]))
        if yanked:
            fault(f"{package['name']} {package['version']} was yanked")
        elif yanked is None:
            unknown.append(package["name"])
    if unknown:
        sentence = f"nothing is known about whether these were yanked: {', '.join(sorted(unknown))}"
        # Where it was asked, it should have answered.
        if reached and "CI" in os.environ:
            fault(sentence)
        else:
            print(sentence)


def npm(folder, licences_allowed):
    """Every package of a lock file of npm; what is installed must say the same about itself."""
    packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    for place, package in packages.items():
        if not place:
            continue
        name = f"{place.split('node_modules/')[-1]} {package['version']}"
        if not package.get("resolved", NPM).startswith(NPM):
            fault(f"{name} comes from {package['resolved']}")
        if not package.get("integrity", "").startswith("sha512-"):
            fault(f"{name} has no checksum in the lock file")
        if "deprecated" in package:
            fault(f"{name} is deprecated: {package['deprecated']}")
        if package.get("hasInstallScript") and name.split()[0] not in INSTALL_SCRIPTS:
            fault(f"{name} runs something when it is installed: read it, then name it in {sys.argv[0]}")
        licences = {package.get("license", READ.get(name))}
        installed = ROOT / folder / place / "package.json"
        if installed.exists():
            licences.add(json.loads(installed.read_text()).get("license", READ.get(name)))
        for licence in licences:
            if not allowed(licence or "", licences_allowed):
                fault(f"{name} has the licence {licence!r}")
    return len(packages) - 1


def main():
    self_test()
    said, complaint = run("git", "ls-files", "--error-unmatch", *LOCKS)
    if said is None and (ROOT / ".git").exists():
        fault(f"a lock file is not committed: {complaint}")
    found = {(p["name"], p["version"]): p for manifest in MANIFESTS for p in crates(manifest)}
    foreign = [package for package in found.values() if package["source"] is not None]
    withdrawn(foreign)
    packages = npm("web", PAGE) + npm("benches/servers", PEERS)
    print(f"{len(foreign)} crates and {packages} packages of npm looked at, faults: {len(faults)}")
    for sentence in faults:
        print(sentence)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())

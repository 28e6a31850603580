#!/usr/bin/env python3
"""Mutants: small faults, planted one at a time, that the tests must notice.

Flips comparisons, boolean and arithmetic operators and constants in the sources of the rules crates, in a copy of
the workspace, and runs the crate's tests. A mutant is caught if a test fails or hangs, unviable if it does not
compile, and survives otherwise. Survivors are printed as a diff line each; stderr tells how far the run is.

    tools/mutants.py [--crate NAME ...] [--jobs N] [--every N] [--out FILE]

`--every 3` takes every third mutant, spread evenly over the sources. Needs nothing but Python and cargo.
"""

import argparse
import concurrent.futures
import os
import pathlib
import queue
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CRATES = ["game", "kniffel", "roulette", "catan", "fair"]
# Cheap tests first: most mutants die there. The rest runs only for those that live.
STAGES = {
    "game": [["-p", "game"], ["-p", "kniffel", "--features", "game/conformance"]],
    "kniffel": [["-p", "kniffel"]],
    "roulette": [["-p", "roulette"]],
    "catan": [["-p", "catan", "--lib"], ["-p", "catan", "--test", "agreement"], ["-p", "catan"]],
    "fair": [["-p", "fair"]],
}
FLIPS = [
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" == ", " != "), (r" != ", " == "), (r" && ", " || "), (r" \|\| ", " && "),
    (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " + "), (r" / ", " * "), (r" % ", " + "),
    (r" \+= ", " -= "), (r" -= ", " += "), (r" & ", " | "), (r" \| ", " & "), (r" \|= ", " &= "), (r" &= ", " |= "),
    (r" << ", " >> "), (r" >> ", " << "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"if !", "if "),
    (r"\.is_empty\(\)", ".is_empty() == false"), (r"\.is_none\(\)", ".is_some()"), (r"\.is_some\(\)", ".is_none()"),
    (r"\.min\(", ".max("), (r"\.max\(", ".min("), (r"\.any\(", ".all("), (r"\.all\(", ".any("),
]
NUMBER = re.compile(r"(?<![\w.'\"])(\d+)(?![\w.'\"])")


def mutants_of(path):
    """Yields (line number, new line) for every mutant of a source file."""
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines):
        bare = line.strip()
        if bare.startswith("#[cfg(test)]"):
            return
        # Comments, attributes, imports and signatures hold no behaviour; texts are checked by whoever reads them.
        if bare.startswith(("//", "#", "use ", "pub use ", "impl", "pub trait", "type ")) or '"' in bare or "'" in bare:
            continue
        if re.match(r"(pub(\(.*?\))? )?(const )?fn ", bare) or "=> [" in bare:
            continue
        for pattern, replacement in FLIPS:
            for hit in re.finditer(pattern, line):
                # A type position such as `impl A + B` or a pattern `A | B` is not an operator on values.
                if pattern in (r" \+ ", r" \| ") and re.search(r"(impl |dyn |where |=>|^\s*\|)", line):
                    continue
                yield number, line[: hit.start()] + replacement + line[hit.end():]
        for hit in NUMBER.finditer(line):
            if "[" in line[: hit.start()] and re.search(r"\[[\w:<>, ]+; *$", line[: hit.start()]):
                continue  # The length of an array type: it would not compile.
            yield number, line[: hit.start()] + str(int(hit.group(1)) + 1) + line[hit.end():]


def collect(crate):
    found = []
    for path in sorted((ROOT / "crates" / crate / "src").rglob("*.rs")):
        if "conformance" in path.parts or path.name == "conformance.rs":
            continue
        found += [(path.relative_to(ROOT), number, new) for number, new in mutants_of(path)]
    return found


def copy_tree(folder):
    ignore = shutil.ignore_patterns("target", ".git", "node_modules", "results")
    shutil.copytree(ROOT, folder, ignore=ignore, dirs_exist_ok=True)


# Seconds of work after which a test counts as hung. Not of the clock: on a busy machine that would call slow tests caught.
WORK = 150


def bounded():
    """A mutant may loop and gather memory for ever: it gets 4 GiB and WORK seconds, and dies there."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (WORK, WORK))


def cargo(folder, arguments, timeout):
    """Runs cargo test; says 'passed', 'failed', 'unviable' or 'hung'."""
    environment = dict(os.environ, CARGO_TARGET_DIR=str(folder / "target"), INSTA_UPDATE="no", CARGO_INCREMENTAL="1")
    build = subprocess.run(["cargo", "test", "--quiet", "--offline", "--no-run", *arguments], cwd=folder,
                           env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if build.returncode:
        return "unviable"
    process = subprocess.Popen(["cargo", "test", "--quiet", "--offline", *arguments], cwd=folder, env=environment,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                               preexec_fn=bounded)
    try:
        return "failed" if process.wait(timeout) else "passed"
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.wait()
        return "hung"


def judge(folder, crate, mutant, timeout):
    path, number, new = mutant
    target = folder / path
    original = target.read_text()
    lines = original.splitlines(keepends=True)
    lines[number] = new + "\n"
    try:
        target.write_text("".join(lines))
        for stage in STAGES[crate]:
            verdict = cargo(folder, stage, timeout)
            if verdict == "unviable":
                return "unviable"
            if verdict != "passed":
                return "caught"
        return "survived"
    finally:
        target.write_text(original)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--crate", action="append", choices=CRATES)
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=1800)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    out = options.out.open("w") if options.out else sys.stdout
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        folders = queue.Queue()
        for job in range(options.jobs):
            folder = pathlib.Path(scratch) / str(job)
            copy_tree(folder)
            folders.put(folder)
        for crate in options.crate or CRATES:
            mutants = collect(crate)[:: options.every]
            if options.list:
                for path, number, new in mutants:
                    print(f"{path}:{number + 1}: {new.strip()}", file=out)
                continue
            if any(cargo(folder, stage, options.timeout) != "passed" for folder in list(folders.queue) for stage in STAGES[crate]):
                sys.exit(f"mutants: the tests of {crate} do not pass without any mutant")
            begin, counts = time.time(), {"caught": 0, "survived": 0, "unviable": 0}

            def work(mutant, crate=crate):
                folder = folders.get()
                try:
                    return mutant, judge(folder, crate, mutant, options.timeout)
                finally:
                    folders.put(folder)

            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                for (path, number, new), verdict in pool.map(work, mutants):
                    counts[verdict] += 1
                    done = sum(counts.values())
                    if done % 10 == 0:
                        print(f"{crate}: {done} of {len(mutants)}, {counts}", file=sys.stderr, flush=True)
                    if verdict == "survived":
                        print(f"survived {path}:{number + 1}: {new.strip()}", file=out, flush=True)
            viable = counts["caught"] + counts["survived"]
            share = 100 * counts["caught"] / viable if viable else 100.0
            failed |= share < 95
            print(f"{crate}: {counts['caught']} of {viable} caught ({share:.1f} %), {counts['unviable']} did not compile, "
                  f"every {options.every}. mutant, {time.time() - begin:.0f} s", file=out, flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

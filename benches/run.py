#!/usr/bin/env python3
"""Runs the benchmarks: our playouts beside the peer's, interleaved, then instruction counts.

    benches/run.py [--rounds N] [--games N] [--no-peer] [--no-callgrind]

Rates are per CPU-second on one thread. Machines are noisy, so both programs take turns in short rounds and the ratio is
that of the medians. Everything that was printed goes to benches/results/ as it is; what docs/benchmarks.md says is copied
from there by hand.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
PLAYOUTS = TARGET / "release" / "playouts"
GAMES = {"catan": 4_000, "kniffel": 20_000, "roulette": 2_000}


def run(command):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout.strip()


def machine():
    model = "unknown"
    try:
        model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text()).group(1)
    except (OSError, AttributeError):
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, {run(['rustc', '--version'])}"


def build_peer():
    """The peer's driver, or None with the reason on standard error."""
    folder = TARGET / "peer"
    try:
        sources = run([ROOT / "benches/peer/fetch.sh", folder]).splitlines()[-1]
        driver = folder / "driver"
        run([ROOT / "benches/peer/build.sh", sources, driver])
        return driver
    except (subprocess.CalledProcessError, OSError, IndexError) as error:
        print(f"the peer cannot be built here: {getattr(error, 'stderr', None) or error}", file=sys.stderr)
        return None


def summary(rows):
    games = statistics.median(row["games_per_second"] for row in rows)
    actions = statistics.median(row["actions_per_second"] for row in rows)
    return games, actions


def instructions(game, games):
    """Instructions per action in random play: a long run less a short one, so that starting up does not count."""
    counts = []
    for n in (games, 2 * games):
        errors = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", PLAYOUTS, game, str(n)],
            check=True, capture_output=True, text=True)
        counts.append((int(re.search(r"Collected : (\d+)", errors.stderr).group(1)),
                       json.loads(errors.stdout)["actions"]))
    return (counts[1][0] - counts[0][0]) / (counts[1][1] - counts[0][1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--no-callgrind", action="store_true")
    options = parser.parse_args()

    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "bench"], check=True, cwd=ROOT)
    peer = None if options.no_peer else build_peer()
    lines = [f"{datetime.date.today()}  {machine()}", f"benches/run.py --rounds {options.rounds}"]

    def say(line):
        print(line)
        lines.append(line)

    for game, games in GAMES.items():
        ours, theirs = [], []
        for seed in range(1, options.rounds + 1):
            ours.append(json.loads(run([PLAYOUTS, game, str(games), str(seed)])))
            lines.append(json.dumps(ours[-1]))
            if peer and game == "catan":
                theirs.append(json.loads(run([peer, "--games", str(games // 2), "--seed", str(seed)])))
                lines.append(json.dumps(theirs[-1]))
        rate, actions = summary(ours)
        say(f"{game}: {rate:,.0f} games and {actions / 1e6:.2f} million actions per CPU-second; "
            f"{statistics.mean(r['mean_actions'] for r in ours):.1f} actions and "
            f"{statistics.mean(r['mean_turns'] for r in ours):.1f} turns a game")
        if theirs:
            their_rate, their_actions = summary(theirs)
            say(f"peer fastcatan 2.0.0: {their_rate:,.0f} games and {their_actions / 1e6:.2f} million actions; "
                f"{statistics.mean(r['mean_actions'] for r in theirs):.1f} actions and "
                f"{statistics.mean(r['mean_turns'] for r in theirs):.1f} turns a game")
            say(f"ratio: {rate / their_rate:.2f} in games, {actions / their_actions:.2f} in actions")
    if not options.no_callgrind and shutil.which("valgrind"):
        for game, games in (("catan", 100), ("kniffel", 200), ("roulette", 20)):
            say(f"{game}: {instructions(game, games):.1f} instructions per action (callgrind)")
    result = ROOT / "benches" / "results" / f"{datetime.date.today()}.txt"
    result.parent.mkdir(exist_ok=True)
    result.write_text("\n".join(lines) + "\n")
    print(f"raw output in {result.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

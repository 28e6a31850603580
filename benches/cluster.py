#!/usr/bin/env python3
"""How fast several servers with the same tables are: benches/cluster.py PROGRAM [--seconds 15]

One, two and three nodes on one PostgreSQL, all on this machine and without pause; then one node with more and more tables at a steady
rate, to see whether a move costs more when there are more of them. Prints tables for docs/benchmarks.md.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from cluster import Cluster  # noqa: E402
from faults import SETTINGS  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")


def computed(process):
    """Seconds that a process and its children have computed, also those that have ended."""
    children = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True).stdout.split()
    total = 0
    for one in [process, *map(int, children)]:
        try:
            fields = pathlib.Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
            # Of the first one also what its children had computed when they ended.
            total += sum(map(int, fields[11:15] if one == process else fields[11:13]))
        except FileNotFoundError:
            pass
    return total / TICK


class Watch(threading.Thread):
    """Looks once a second what each part has computed, and how many commands were acknowledged."""

    def __init__(self, cluster):
        super().__init__(daemon=True)
        self.cluster, self.looks, self.over = cluster, [], threading.Event()
        self.parts = {"nodes": cluster.names, "PostgreSQL": ["postgres"], "NATS": ["nats"]}

    def acknowledged(self, address):
        with urllib.request.urlopen(f"{address}/metrics") as answer:
            return int(re.search(r"^stammtisch_acks_total (\d+)", answer.read().decode(), re.M).group(1))

    def run(self):
        while not self.over.wait(1):
            computing = {part: sum(computed(self.cluster.processes[name].pid) for name in names)
                         for part, names in self.parts.items()}
            self.looks.append((sum(map(self.acknowledged, self.cluster.addresses())), time.monotonic(), computing))

    def costs(self, rate):
        """Seconds for 1 000 commands, from the seconds in which moves came at about this rate: not while tables were gathered, which
        is faster or slower, and not while everybody came back at the end."""
        self.over.set()
        self.join()
        steady = [(one, two) for one, two in zip(self.looks, self.looks[1:])
                  if 0.8 * rate < (two[0] - one[0]) / (two[1] - one[1]) < 1.25 * rate]
        commands = sum(two[0] - one[0] for one, two in steady)
        return {part: sum(two[2][part] - one[2][part] for one, two in steady) / commands * 1000 for part in self.parts}


def measure(program, nodes, wanted, seconds):
    with tempfile.TemporaryDirectory(prefix="stammtisch-rates-") as folder:
        cluster = Cluster(program, folder, nodes, settings=[*SETTINGS, "most_tables=100000", "tables_per_player=100000"])
        try:
            cluster.start()
            watch = Watch(cluster)
            watch.start()
            said = subprocess.run([program, "load", "--json", "--warm-up", "2", "--seconds", str(seconds), "--addresses", "4",
                                   *wanted, *cluster.addresses()], capture_output=True, text=True)
            if said.returncode:
                sys.exit(said.stderr)
            report = json.loads(said.stdout)
            return report, watch.costs(report["movesPerSecond"])
        finally:
            cluster.end()


def row(label, report, cost):
    late = report["latencyMs"]
    print(f"| {label} | {report['movesPerSecond']:.0f} | {late['p50']:.1f} | {late['p99']:.1f} | "
          + " | ".join(f"{cost[part]:.2f}" for part in ("nodes", "PostgreSQL", "NATS")) + " |", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("program")
    arguments.add_argument("--seconds", type=int, default=15)
    wanted = arguments.parse_args()
    print("| | moves/s | p50 ms | p99 ms | CPU-s of the nodes for 1 000 | of PostgreSQL | of NATS |\n|---|---|---|---|---|---|---|")
    for nodes in (1, 2, 3):
        flags = ["--tables", "120", "--seats", "4", "--game", "kniffel", "--rate", "max"]
        row(f"{nodes} node{'s' * (nodes > 1)}, 120 tables of 4, without pause", *measure(wanted.program, nodes, flags, wanted.seconds))
    for tables in (100, 1_000, 10_000):
        flags = ["--tables", str(tables), "--seats", "1", "--game", "kniffel", "--rate", str(400 / tables)]
        row(f"1 node, {tables} tables of 1, 400 moves a second in all", *measure(wanted.program, 1, flags, wanted.seconds))


if __name__ == "__main__":
    main()

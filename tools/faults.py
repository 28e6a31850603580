#!/usr/bin/env python3
"""Lets a cluster suffer, and looks at what came of it.

    tools/faults.py PROGRAM [--faults 500] [--tables 300] [--seed 1] [--kinds kill,freeze,…] [--json FILE]

Three nodes, PostgreSQL and NATS on this machine. `stammtisch load` plays at all tables through all nodes; meanwhile nodes are killed, frozen,
stopped and cut off from the database or the bus, and both of these are killed and frozen too, at random but by the seed. Every
seat checks all it is told, sends its last move again whenever it comes back, and insists on the same answer (docs/load.md §2).
Afterwards all that every seat asked for, was answered, heard and saw is held against the logs in the database, and so are chips
(`stammtisch check --history`). Says what was compared and how long tables stood still, and
ends with 1 if anything does not fit. With --unfenced (a build with failpoints) anybody may write about any table, and it ends with 1
if the logs do not show it.

A table stands still from the fault that hits its owner to the first move that is acknowledged after it, as its players see it: they try
as soon as all of them are back. Where the rules let nobody move for a while, as when the wheel of roulette turns, that time is
counted too: --game kniffel has next to none of it. It met a single fault if it had played since the one before was over and played again before the
next; all others are told apart from those. Both groups count: whoever stands still for long is more likely to meet the next fault.
"""

import argparse
import asyncio
import bisect
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from cluster import Cluster, free_port
from verdict import held_against_logs, of_fencing

SETTINGS = ["tables.countdown=0.1", "sockets.per_address=100000",
            "rates.remembered=1000000", "tables.grace=600",
            *[f"rates.{what}=[1000000, 1000000]" for what in ("address", "guests", "socket", "player", "bytes")]]
HASTY = ["cluster.lease=2", "cluster.renewal=0.5", "cluster.pulse=0.2", "cluster.silence=1"]


class Way:
    """A line that can be cut: takes connections at a port and passes on what is said, as long as it is whole."""

    def __init__(self, loop, port):
        self.loop, self.port, self.to, self.whole = loop, free_port(), port, asyncio.Event()
        self.whole.set()
        asyncio.run_coroutine_threadsafe(self.listen(), loop).result()

    async def listen(self):
        await asyncio.start_server(self.connected, "127.0.0.1", self.port)

    async def connected(self, reader, writer):
        await self.whole.wait()
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self.pass_on(reader, back), self.pass_on(there, writer))

    async def pass_on(self, reader, writer):
        try:
            while data := await reader.read(1 << 16):
                # What is sent while the line is cut arrives late, as it does on a real one.
                await self.whole.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    def cut(self):
        self.loop.call_soon_threadsafe(self.whole.clear)

    def mend(self):
        self.loop.call_soon_threadsafe(self.whole.set)


class Suffering(Cluster):
    """A cluster in which every node has lines of its own to the database and the bus."""

    def __init__(self, program, folder, more):
        super().__init__(program, folder, settings=[*SETTINGS, *more])
        loop = asyncio.new_event_loop()
        threading.Thread(target=loop.run_forever, daemon=True).start()
        self.lines = {name: (Way(loop, self.postgres_port), Way(loop, self.nats_port)) for name in self.names}

    def ways(self, name):
        return tuple(line.port for line in self.lines[name])


def start(cluster, name):
    cluster.start_node(name)
    cluster.wait_for(name)


def stop(cluster, name):
    cluster.processes[name].send_signal(signal.SIGTERM)


def start_stopped(cluster, name):
    cluster.processes[name].wait(30)
    start(cluster, name)


def freeze(cluster, name):
    cluster.signal(name, signal.SIGSTOP)


def thaw(cluster, name):
    cluster.signal(name, signal.SIGCONT)


def cut(line):
    return lambda cluster, name: cluster.lines[name][line].cut()


def mend(line):
    return lambda cluster, name: cluster.lines[name][line].mend()


# Each with how often it comes, what it hits, how it begins, how long it lasts at least and at most, and how it ends.
KINDS = {
    "kill": (4, "node", Cluster.kill, (0.5, 8), start),
    "freeze": (3, "node", freeze, (0.5, 10), thaw),
    "stop": (2, "node", stop, (0.5, 4), start_stopped),
    "cut_database": (2, "node", cut(0), (0.5, 8), mend(0)),
    "cut_bus": (2, "node", cut(1), (0.5, 8), mend(1)),
    "freeze_postgres": (1, "postgres", freeze, (0.2, 4), thaw),
    "kill_postgres": (1, "postgres", Cluster.kill, (0.2, 2), lambda cluster, _: cluster.start_postgres()),
    "freeze_nats": (1, "nats", freeze, (0.2, 4), thaw),
    "kill_nats": (1, "nats", Cluster.kill, (0.2, 4), lambda cluster, _: cluster.start_nats()),
}

# What was asked for before a fault and is acknowledged so soon after it was on its way back already.
UNDER_WAY = 0.1


def owned(cluster, name):
    """The tables that a node has; none if the database cannot be asked."""
    try:
        return [row[0] for row in cluster.ask(
            "SELECT tables.id FROM tables JOIN nodes ON nodes.key = tables.owner "
            f"WHERE nodes.name = '{name}' AND NOT nodes.ended AND tables.status = 1")]
    except subprocess.CalledProcessError:
        return []


def diary(file):
    """For each table its moves in order: when each was asked for and when it was acknowledged."""
    moves = {}
    with open(file) as lines:
        for line in lines:
            table, asked, acknowledged = line.split("\t")
            moves.setdefault(table, []).append((int(asked) / 1000, int(acknowledged) / 1000))
    return moves


def next_move(moves, at):
    """When the first move was acknowledged that a fault at this time did not spare; `None` if there was none."""
    first = bisect.bisect_right(moves, at, key=lambda move: move[1])
    spared = lambda move: move[0] < at and move[1] < at + UNDER_WAY
    return next((move[1] for move in moves[first:] if not spared(move)), None)


def standstills(faults, moves):
    """For each kind of fault how long the tables that it hit stood still: those that met this fault alone, and those that met others too."""
    found = {}
    for n, (kind, at, _, tables) in enumerate(faults):
        before = faults[n - 1][2] if n else 0
        after = faults[n + 1][1] if n + 1 < len(faults) else float("inf")
        single, overlapping = found.setdefault(kind, ([], []))
        for table in tables:
            played = moves.get(table, [])
            again = next_move(played, at)
            # The run may have ended before.
            if again is not None:
                was_well = bisect.bisect(played, at, key=lambda move: move[1]) > bisect.bisect(played, before, key=lambda move: move[1])
                (single if was_well and again < after else overlapping).append(again - at)
    return found


def spread(times):
    times = sorted(times)
    at = lambda share: round(times[min(len(times) - 1, int(len(times) * share))], 2)
    return {"tables": len(times), "p50": at(0.5), "p99": at(0.99), "longest": round(times[-1], 2)} if times else {"tables": 0}


def strike(cluster, dice, kind):
    """One fault from its beginning to its end: when it began and ended, and which tables it hit."""
    _, target, begin, (least, most), end = KINDS[kind]
    name = dice.choice(cluster.names) if target == "node" else target
    tables = owned(cluster, name)
    begin(cluster, name)
    at = time.time()
    time.sleep(dice.uniform(least, most))
    end(cluster, name)
    return at, time.time(), tables


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("program")
    arguments.add_argument("--faults", type=int, default=500)
    arguments.add_argument("--tables", type=int, default=300)
    arguments.add_argument("--rate", default="0.5")
    arguments.add_argument("--game", default="mix", help="kniffel for times: there somebody may always move")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--kinds", default=",".join(KINDS))
    arguments.add_argument("--pause", type=float, default=3, help="seconds between two faults, on average")
    arguments.add_argument("--hasty", action="store_true", help="short leases, so that little time shows much")
    arguments.add_argument("--unfenced", action="store_true", help="plants the fault that must be found")
    arguments.add_argument("--folder", help="kept, if it is given")
    arguments.add_argument("--json", help="the figures, for docs/benchmarks.md")
    wanted = arguments.parse_args()
    folder = wanted.folder or tempfile.mkdtemp(prefix="stammtisch-faults-")
    dice, kinds = random.Random(wanted.seed), wanted.kinds.split(",")
    if wanted.unfenced:
        os.environ["FAILPOINT"] = "unfenced"
    cluster, done, broken = Suffering(wanted.program, folder, HASTY if wanted.hasty else []), [], None
    load, checked, history = None, {}, os.path.join(folder, "history.jsonl")
    try:
        cluster.start()
        # Ends when it is told to: how long the faults take is not known before.
        load = subprocess.Popen(
            [wanted.program, "load", "--tables", str(wanted.tables), "--seats", "3", "--game", wanted.game, "--rate", wanted.rate,
             "--warm-up", "0", "--seconds", "86400", "--check-every", "20", "--reconnect-every", "50", "--faults",
             "--patience", "60", "--diary", os.path.join(folder, "diary"), "--json", "--history", history, *cluster.addresses()],
            stdout=subprocess.PIPE, text=True)
        cluster_is_gathered(cluster, wanted.tables)
        try:
            while len(done) < wanted.faults and load.poll() is None:
                time.sleep(dice.expovariate(1 / wanted.pause))
                kind = dice.choices(kinds, [KINDS[kind][0] for kind in kinds])[0]
                done.append((kind, *strike(cluster, dice, kind)))
                print(f"{len(done):4} {kind}, {len(done[-1][-1])} tables", file=sys.stderr, flush=True)
        except (RuntimeError, subprocess.SubprocessError) as fault:
            # What was seen until then counts all the same.
            broken = str(fault)
        # Everybody finds together again, and compares.
        time.sleep(15)
        if load.poll() is None:
            load.send_signal(signal.SIGINT)
        said, _ = load.communicate(timeout=240)
        report = json.loads(said) if said.strip() else {}
        # 0 and 1 are verdicts; whatever else it ends with is none.
        if load.returncode not in (0, 1):
            raise RuntimeError(f"the load test ended with {load.returncode}")
        checked = held_against_logs(wanted.program, cluster.database, history)
        wrong, stood = checked.pop("faults"), standstills(done, diary(os.path.join(folder, "diary")))
    except (RuntimeError, subprocess.SubprocessError) as fault:
        broken, wrong, stood, report = broken or str(fault), [], {}, {}
    finally:
        if load and load.poll() is None:
            load.kill()
        cluster.end()
        if not wanted.folder and broken is None:
            shutil.rmtree(folder, ignore_errors=True)
    figures = {
        "faults": {kind: sum(1 for done_kind, *_ in done if done_kind == kind) for kind in kinds},
        "standstill": {kind: {"all": spread(single + overlapping), "single": spread(single), "overlapping": spread(overlapping)}
                       for kind, (single, overlapping) in stood.items() if single or overlapping},
        "checked": checked, "wrong": wrong, "broken": broken, "load_ended_with": load.returncode if load else None, "load": report,
    }
    print(json.dumps(figures, indent=1))
    if wanted.json:
        with open(wanted.json, "w") as file:
            json.dump(figures, file, indent=1)
    found = bool(wrong or not load or load.returncode)
    if wanted.unfenced:
        shown = of_fencing(wrong)
        print(f"the planted fault was found, {len(shown)} times" if shown else "THE PLANTED FAULT WAS NOT FOUND")
        found = not shown
    sys.exit(1 if broken or found else 0)


def cluster_is_gathered(cluster, tables):
    begun = time.monotonic()
    while int(cluster.ask("SELECT count(*) FROM tables WHERE status = 1")[0][0]) < tables:
        if time.monotonic() - begun > 300:
            raise RuntimeError("the tables did not begin to play")
        time.sleep(0.5)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""What one server does under load, each figure again with one command: benches/server.py WHAT PROGRAM [options]

    full      160 tables of Kniffel, closed loop: moves a second, and processor time for 1 000
    calm      2 000 tables with a move each every 2 s: latency and memory
    idle      10 000 silent sockets: memory for each
    restart   kill -9 with 2 000 running tables, started again at once: time to the first move, and whether anything is lost
    soak      500 tables for two hours, a line every minute into a CSV: memory, threads, tasks, files and queues must not grow

The server runs with the settings of docs/load.md §3 and may hold 2 GiB: with `--cgroup FOLDER` (a folder of the memory controller in
which groups may be made) the kernel sees to that, otherwise the most that it ever held is looked at in the end. Prints a row for
docs/benchmarks.md, and exits with 1 if something was lost, grew, or was held above the limit.
"""

import argparse
import csv
import datetime
import json
import os
import pathlib
import re
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT = 2 << 30
RATE = "[1000000, 1000000]"
SETTINGS = [f"rates.address={RATE}", f"rates.guests={RATE}", f"rates.socket={RATE}", f"rates.player={RATE}", f"rates.bytes={RATE}",
            "rates.remembered=1000000", "sockets.per_address=100000", "tables.countdown=0.1"]
# By how much the last quarter of a soak may be above the second one, in which everybody has gathered.
GROWTH = {"memory_mib": (1.10, 8), "threads": (1.0, 1), "tasks": (1.02, 20), "files": (1.02, 20),
          "store_queue": (1.5, 16), "mailbox_deepest": (1.5, 16), "outbox_deepest": (1.5, 32)}


class Server:
    """A server on a data folder and a port of its own, which it keeps when it is started again."""

    def __init__(self, program, data, group):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.program, self.data, self.group, self.most = program, data, group, 0
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self):
        settings = [word for setting in SETTINGS for word in ("--set", setting)]
        command = [self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--log", "error", "--data", self.data, *settings]
        if self.group:
            # It joins the group before it is the server, so that all of its memory counts.
            command = ["sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', self.group, *command]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        until(60, lambda: self.metrics() is not None)

    def metrics(self):
        """All counters by their short names, or nothing while nobody answers."""
        if self.process.poll() is not None:
            sys.exit(f"the server ended with {self.process.returncode}")
        try:
            with urllib.request.urlopen(f"{self.url}/metrics", timeout=10) as answer:
                found = re.findall(r"^stammtisch_(\w+) (\S+)$", answer.read().decode(), re.M)
                return {name: float(value) for name, value in found}
        except OSError:
            return None

    def status(self, name):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{name}:\s+(\d+)", text, re.M).group(1))

    def files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.most = max(self.most, self.status("VmHWM") << 10)
            self.process.send_signal(how)
            self.process.wait(60)


def until(seconds, holds):
    """Waits until something holds; how long that took."""
    begun = time.monotonic()
    while not holds():
        if time.monotonic() - begun > seconds:
            sys.exit(f"it did not happen within {seconds} s")
        time.sleep(0.01)
    return time.monotonic() - begun


def load(server, *flags):
    command = [server.program, "load", "--json", "--addresses", "4", *map(str, flags)]
    # A process that is killed meanwhile cannot be asked what it used.
    return subprocess.Popen([*command, server.url], stdout=subprocess.PIPE, text=True)


def report(running):
    said = running.communicate()[0]
    if running.returncode:
        sys.exit(f"the load test ended with {running.returncode}: {said}")
    return json.loads(said)


def measured(server, *flags):
    return report(load(server, "--server-pid", server.process.pid, *flags))


def latency(said):
    late = said["latencyMs"]
    return f"{late['p50']:.2f} ms, {late['p99']:.2f} ms, {late['max']:.0f} ms"


def full(server, wanted):
    flags = ["--tables", wanted.tables or 160, "--rate", "max", "--warm-up", 15, "--seconds", wanted.seconds or 20]
    said = measured(server, *flags)
    cost = said["server"]["cpuSecondsPer1000Moves"]
    return flags, f"{said['movesPerSecond']:.0f} moves a second; p50, p99, longest {latency(said)}; {cost:.3f} s of processor for 1 000 moves"


def calm(server, wanted):
    flags = ["--tables", wanted.tables or 2000, "--rate", 0.5, "--warm-up", 8, "--seconds", wanted.seconds or 40]
    said = measured(server, *flags)
    return flags, (f"p50, p99, longest {latency(said)}; {said['moves']} moves, {said['viewsCompared']} whole views compared, "
                   f"{said['reconnects']} seats came back")


def idle(server, wanted):
    flags = ["--tables", 4, "--idle", wanted.tables or 9900, "--seconds", wanted.seconds or 10]
    said = measured(server, *flags)
    return flags, f"{said['idle']['kibEach']:.1f} KiB for a silent socket, {said['idle']['sockets']} of them"


def restart(server, wanted):
    tables, seconds = wanted.tables or 2000, wanted.seconds or 60
    flags = ["--tables", tables, "--rate", 0.5, "--warm-up", 2, "--seconds", seconds]
    running = load(server, *flags)
    # Everybody sits and plays before it happens.
    until(600, lambda: (server.metrics() or {}).get("sockets", 0) >= 4 * tables)
    time.sleep(min(15, seconds / 3))
    before = server.metrics()["acks_total"]
    begun = time.monotonic()
    server.end(signal.SIGKILL)
    server.start()
    until(60, lambda: (server.metrics() or {}).get("acks_total", 0) > 0)
    first = time.monotonic() - begun
    back = lambda now: now.get("tables", 0) >= tables and now.get("sockets", 0) >= 4 * tables  # noqa: E731
    until(120, lambda: back(server.metrics() or {}))
    whole = time.monotonic() - begun
    said = report(running)
    return flags, (f"first move acknowledged {first:.2f} s after the kill, all {tables} tables and {4 * tables} people back after {whole:.1f} s; "
                   f"{before:.0f} commands acknowledged before, {said['movesRepeated']} sent again, nothing lost")


def sample(server, seconds):
    """What there is now; of the queues, the longest that was seen in the seconds before."""
    queues = {"store_queue": 0, "mailbox_deepest": 0, "outbox_deepest": 0}
    over = time.monotonic() + seconds
    while True:
        now = server.metrics() or {}
        queues = {name: max(longest, int(now.get(name, 0))) for name, longest in queues.items()}
        left = over - time.monotonic()
        if left <= 0:
            break
        time.sleep(min(left, 2))
    return {"at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"), "memory_mib": round(server.status("VmRSS") / 1024, 1),
            "threads": server.status("Threads"), "tasks": int(now["tasks"]), "files": server.files(), **queues,
            "sockets": int(now["sockets"]), "tables": int(now["tables"]), "acks": int(now["acks_total"])}


def grown(rows):
    """What is above what it was in the second quarter of the time, in sentences."""
    quarter = len(rows) // 4
    if quarter == 0:
        return ["too few lines to say anything about growth"]
    faults = []
    for name, (factor, spare) in GROWTH.items():
        early, late = (statistics.median(row[name] for row in part) for part in (rows[quarter:2 * quarter], rows[-quarter:]))
        if late > early * factor + spare:
            faults.append(f"{name} grew from {early} to {late}")
    return faults


def soak(server, wanted):
    flags = ["--tables", wanted.tables or 500, "--seats", 4, "--game", "mix", "--rate", 0.2, "--warm-up", min(60, wanted.seconds or 60),
             "--seconds", wanted.seconds or 7200, "--check-every", 50, "--reconnect-every", 200]
    running, rows = load(server, "--server-pid", server.process.pid, *flags), []
    with open(wanted.csv, "w", newline="") as file:
        while running.poll() is None:
            row = sample(server, wanted.every)
            if row["sockets"] or not rows:
                rows.append(row)
                lines = csv.DictWriter(file, row)
                if len(rows) == 1:
                    lines.writeheader()
                lines.writerow(row)
                file.flush()
    # While people gather, and while they go, there is more or less of everything.
    rows = rows[1:-1] or rows
    said, faults = report(running), grown(rows)
    for fault in faults:
        print(fault)
    wanted.failed = bool(faults)
    spans = (f"{name} {min(row[name] for row in rows)}–{max(row[name] for row in rows)}" for name in GROWTH)
    return flags, (f"{said['moves']} moves, p50, p99, longest {latency(said)}; {said['viewsCompared']} whole views, "
                   f"{said['reconnects']} seats came back; {', '.join(spans)}")


def commit():
    git = lambda *words: subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.strip()  # noqa: E731
    return git("rev-parse", "--short", "HEAD") + (" with changes" if git("status", "--porcelain", "--untracked-files=no") else "")


def group_in(folder):
    """A group with the limit, in a folder of either version of the memory controller."""
    group = pathlib.Path(folder) / f"stammtisch-{os.getpid()}"
    group.mkdir()
    two = group / "memory.max"
    (two if two.exists() else group / "memory.limit_in_bytes").write_text(str(LIMIT))
    return group


def main():
    work = {"full": full, "calm": calm, "idle": idle, "restart": restart, "soak": soak}
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=work)
    arguments.add_argument("program")
    arguments.add_argument("--tables", type=int, help="fewer or more than usual; of idle, sockets")
    arguments.add_argument("--seconds", type=int, help="shorter or longer than usual")
    arguments.add_argument("--cgroup", help="a folder of the memory controller, for a group with a limit of 2 GiB")
    arguments.add_argument("--csv", default="soak.csv", help="where a soak writes its lines")
    arguments.add_argument("--every", type=float, default=60, help="seconds from one line to the next")
    wanted = arguments.parse_args()
    wanted.failed = False
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    group = group_in(wanted.cgroup) if wanted.cgroup else None
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as data:
        server = Server(wanted.program, data, group)
        try:
            server.start()
            flags, figures = work[wanted.what](server, wanted)
        finally:
            server.end()
            if group:
                group.rmdir()
    limit = "in a group of 2 GiB" if group else "2 GiB allowed, none enforced"
    print(f"| `load {' '.join(map(str, flags))} --addresses 4` | {figures}; {server.most / (1 << 20):.0f} MiB at most ({limit}) | "
          f"{datetime.date.today()}, {commit()}, {os.cpu_count()} cores, settings of load.md §3 |")
    if server.most > LIMIT:
        print(f"{server.most >> 20} MiB were held")
    sys.exit(wanted.failed or server.most > LIMIT)


if __name__ == "__main__":
    main()

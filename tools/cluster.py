#!/usr/bin/env python3
"""Several servers with the same tables on one machine, for development and tests: PostgreSQL, NATS, some nodes, and one address before them.

    tools/cluster.py PROGRAM [--nodes 3] [--folder DIR] [--port 8080] [--set NAME=VALUE …]

Everything listens on loopback only and lives in one folder; a database that is there from the last time is used again. Ctrl-C ends
all of it. Other programs use the class `Cluster`.
"""

import argparse
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

SETUP = "apt-get install postgresql nats-server"


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def postgres_binaries():
    """The folder with the newest PostgreSQL's programs; Debian does not put them on the path."""
    found = glob.glob("/usr/lib/postgresql/*/bin/postgres")
    found.sort(key=lambda path: int(path.split("/")[4]))
    if found:
        return os.path.dirname(found[-1])
    there = shutil.which("postgres")
    if there:
        return os.path.dirname(there)
    sys.exit(f"PostgreSQL is not installed: {SETUP}")


def until(what, holds, seconds=30):
    begun = time.monotonic()
    while not holds():
        if time.monotonic() - begun > seconds:
            raise RuntimeError(f"{what} did not happen within {seconds} s")
        time.sleep(0.05)


class Cluster:
    """PostgreSQL, NATS and nodes. Each can be ended, frozen and started again by its name."""

    def __init__(self, program, folder, nodes=3, front_port=None, settings=()):
        self.program, self.folder = os.path.abspath(program), os.path.abspath(folder)
        self.names = [f"node{i + 1}" for i in range(nodes)]
        self.front_port = front_port or free_port()
        ports = [front_port + 1 + i if front_port else free_port() for i in range(nodes)]
        self.ports = dict(zip(self.names, ports))
        self.postgres_port, self.nats_port = free_port(), free_port()
        self.settings, self.processes = list(settings), {}
        os.makedirs(self.folder, exist_ok=True)

    def ask(self, statement):
        """Rows of the database, as lists of texts."""
        answer = subprocess.run([f"{postgres_binaries()}/psql", "-X", "-A", "-t", "-F", "\t", "-d", self.database, "-c",
                                 f"SET search_path = stammtisch; {statement}"], capture_output=True, text=True, check=True)
        return [line.split("\t") for line in answer.stdout.splitlines() if line and line != "SET"]

    @property
    def database(self):
        return f"postgresql://stammtisch@127.0.0.1:{self.postgres_port}/postgres"

    def addresses(self):
        return [f"http://127.0.0.1:{self.ports[name]}" for name in self.names]

    def start(self):
        self.start_postgres()
        self.start_nats()
        for name in self.names:
            self.start_node(name)
        for name in self.names:
            self.wait_for(name)

    def run(self, name, command, environment=None):
        log = open(os.path.join(self.folder, f"{name}.log"), "ab")
        self.processes[name] = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                                start_new_session=True, env=environment)

    def start_postgres(self):
        binaries, data = postgres_binaries(), os.path.join(self.folder, "postgres")
        lower = []
        if os.getuid() == 0:
            # PostgreSQL does not run as root.
            user = pwd.getpwnam("postgres")
            os.makedirs(data, exist_ok=True)
            os.chmod(self.folder, 0o755)
            os.chown(data, user.pw_uid, user.pw_gid)
            lower = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        if not os.path.exists(os.path.join(data, "PG_VERSION")):
            made = subprocess.run(lower + [f"{binaries}/initdb", "-D", data, "-A", "trust", "-U", "stammtisch",
                                           "-E", "UTF8", "--locale=C.UTF-8"], capture_output=True, text=True)
            if made.returncode:
                sys.exit(made.stderr)
        self.run("postgres", lower + [f"{binaries}/postgres", "-D", data, "-h", "127.0.0.1", "-p",
                                      str(self.postgres_port), "-k", "", "-c", "max_connections=200"])
        ready = [f"{binaries}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.postgres_port)]
        until("PostgreSQL's start", lambda: subprocess.run(ready).returncode == 0)

    def start_nats(self):
        nats = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin")
        if not nats:
            sys.exit(f"NATS is not installed: {SETUP}")
        self.run("nats", [nats, "-a", "127.0.0.1", "-p", str(self.nats_port)])

        def listens():
            with socket.socket() as line:
                return line.connect_ex(("127.0.0.1", self.nats_port)) == 0
        until("the start of NATS", listens)

    def ways(self, name):
        """The ports at which a node finds PostgreSQL and NATS."""
        return self.postgres_port, self.nats_port

    def start_node(self, name):
        postgres, nats = self.ways(name)
        command = [self.program, "serve", "--listen", f"127.0.0.1:{self.ports[name]}", "--log", "warn",
                   "--data", os.path.join(self.folder, name), "--node", name,
                   "--database", self.database.replace(str(self.postgres_port), str(postgres)),
                   "--bus", f"nats://127.0.0.1:{nats}"]
        for setting in self.settings:
            command += ["--set", setting]
        self.run(name, command)

    def wait_for(self, name):
        def serves():
            if self.processes[name].poll() is not None:
                with open(os.path.join(self.folder, f"{name}.log"), errors="replace") as log:
                    raise RuntimeError(f"{name} has ended: {log.read()[-2000:]}")
            try:
                url = f"http://127.0.0.1:{self.ports[name]}/health"
                return urllib.request.urlopen(url, timeout=2).status == 200
            except OSError:
                return False
        # It waits for the database and the bus itself (`start_within`), and knows better what it waits for.
        until(f"the start of {name}", serves, 90)

    def start_balancer(self):
        """One address for all nodes; where it is."""
        balancer = os.path.join(os.path.dirname(os.path.abspath(__file__)), "balancer.py")
        self.run("balancer", [sys.executable, balancer, str(self.front_port), *map(str, self.ports.values())])

        def listens():
            with socket.socket() as line:
                return line.connect_ex(("127.0.0.1", self.front_port)) == 0
        until("the start of the balancer", listens)
        return f"http://127.0.0.1:{self.front_port}"

    def signal(self, name, number):
        """To everything that belongs to it: PostgreSQL is many processes, each with a session of its own."""
        first = self.processes[name].pid
        children = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True).stdout.split()
        for process in [first, *map(int, children)]:
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def kill(self, name):
        self.signal(name, signal.SIGKILL)
        self.processes[name].wait()

    def stop(self, name):
        self.processes[name].send_signal(signal.SIGTERM if name != "postgres" else signal.SIGINT)
        self.processes[name].wait(30)

    def end(self):
        for name in ["balancer", *self.names, "nats", "postgres"]:
            process = self.processes.get(name)
            if process and process.poll() is None:
                try:
                    self.signal(name, signal.SIGCONT)
                    self.stop(name)
                except (subprocess.TimeoutExpired, ProcessLookupError):
                    self.kill(name)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("program")
    arguments.add_argument("--nodes", type=int, default=3)
    arguments.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "stammtisch-cluster"))
    arguments.add_argument("--port", type=int, default=8080, help="for everybody, and the next ones for the nodes; 0 for any that are free")
    arguments.add_argument("--set", action="append", default=[], help="a setting for all nodes")
    wanted = arguments.parse_args()
    cluster = Cluster(wanted.program, wanted.folder, wanted.nodes, wanted.port, wanted.set)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        cluster.start()
        print(f"Open this address, which leads to whichever server is well:\n  {cluster.start_balancer()}\nThe same tables at every one of these:")
        for name, address in zip(cluster.names, cluster.addresses()):
            print(f"  {address}  ({name}, process {cluster.processes[name].pid})")
        print(f"PostgreSQL: {cluster.database}\nNATS: nats://127.0.0.1:{cluster.nats_port}")
        print(f"Logs and data: {cluster.folder}. Ctrl-C ends everything; kill -9 one of the processes to see a game survive it.", flush=True)
        signal.pause()
    except KeyboardInterrupt:
        pass
    finally:
        cluster.end()


if __name__ == "__main__":
    main()

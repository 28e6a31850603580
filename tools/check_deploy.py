#!/usr/bin/env python3
"""The files in deploy/, as far as they can be tried without the internet: tools/check_deploy.py PROGRAM

Everything that deploy/compose.yaml starts is started with exactly its settings (tools/composed.py), people come in through Caddy, and servers
die and stop behind it. The dashboard asks only for counters that those servers have; systemd finds nothing wrong with the units; nothing that
git does not know is sent to whoever builds the container.
"""

import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request

from cluster import until
from composed import DEPLOY, NAME, Composed, File
from page import Page

ROOT = DEPLOY.parent
# Counters that are there to be divided by, or for a closer look.
NOT_SHOWN = {f"stammtisch_{name}" for name in "connections commands_total writes_total frames_out_total guests_total".split()}


class Front:
    """The way in through Caddy, from an address."""

    def __init__(self, composed):
        self.composed, self.origin = composed, composed.values["PUBLIC_URL"]

    def connect(self, source):
        return socket.create_connection(("127.0.0.1", self.composed.front), 10, source_address=(source, 0))

    def ask(self, source, method, path, body=None, headers=()):
        line = http.client.HTTPConnection(NAME)
        line.sock = self.connect(source)
        line.request(method, path, json.dumps(body) if body else None, {"Content-Type": "application/json", **dict(headers)})
        answer = line.getresponse()
        return answer.status, answer.read().decode()

    def guest(self, source):
        return self.ask(source, "POST", "/api/guests", {"name": "Anna"})


def metrics(port, passed_on=None):
    """Status and names of the counters of a server, or of what a proxy passes on for somebody."""
    headers = {"X-Forwarded-For": passed_on} if passed_on else {}
    try:
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/metrics", headers=headers)
        return 200, set(re.findall(r"^(stammtisch_\w+)", urllib.request.urlopen(asked, timeout=10).read().decode(), re.M))
    except urllib.error.HTTPError as refused:
        return refused.code, set()


def check_compose(composed):
    """People at the servers of the compose file; the names of the counters there."""
    front = Front(composed)
    status, body = front.guest("127.7.0.1")
    assert status == 201, (status, body)
    token = json.loads(body)["token"]
    status, body = front.ask("127.7.0.1", "POST", "/api/tables", {"game": "kniffel"}, {"Cookie": f"stammtisch={token}"})
    assert status == 201, (status, body)
    page = Page(front.connect("127.0.0.2"), NAME, token, front.origin)
    assert page.status == 101, page.status
    page.say({"type": "join_table", "id": "1", "tableId": json.loads(body)["tableId"]})
    assert page.hear("ack")["id"] == "1"

    # Everybody is an address of their own: who asks for too much does not keep others out. Each server counts for itself.
    assert any(front.guest("127.7.0.2")[0] == 429 for _ in range(100)), "nobody is limited"
    assert front.guest("127.7.0.3")[0] == 201, "people behind the proxy are one address"
    # Counters: through the proxy nobody has them, the network of Prometheus does.
    assert front.ask("127.7.0.1", "GET", "/metrics")[0] == 404
    port = next(iter(composed.ports.values()))
    (network,) = composed.file.reader.values()
    assert metrics(port, network.replace("0/24", "9"))[0] == 200, "Prometheus is refused"
    assert metrics(port, "203.0.113.9")[0] == 403
    status, there = metrics(port)
    assert status == 200

    # A server dies, another one is stopped: who comes to the page, or back to a table, notices nothing. What has a body is not sent
    # twice by every version of Caddy; that goes on as soon as it has asked the servers how they are.
    def all_is_well():
        for n in range(30):
            assert front.ask(f"127.8.{n}.1", "GET", "/")[0] == 200, n
        until("the proxy's notice", lambda: front.guest("127.8.0.2")[0] == 201, 5)
        for n in range(20):
            status, body = front.guest(f"127.8.{n}.3")
            assert status == 201, (n, status, body)

    first, second, third = composed.names
    composed.kill(first)
    all_is_well()
    composed.stop(second)
    all_is_well()
    # One that is back is used again.
    composed.start_node(first)
    composed.wait_for(first)
    composed.kill(third)
    until("the use of the server that is back", lambda: front.ask("127.9.0.1", "GET", "/")[0] == 200, 10)
    all_is_well()
    return there


def check_dashboard(there):
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    asked = set(re.findall(r"stammtisch_\w+", json.dumps([panel["targets"] for panel in dashboard["panels"]])))
    yield from (f"grafana.json asks for {name}, which the server does not have" for name in sorted(asked - there))
    yield from (f"grafana.json does not show {name}" for name in sorted(there - asked - NOT_SHOWN))
    explained = (ROOT / "docs/operating.md").read_text()
    yield from (f"operating.md §7 does not explain {name}" for name in sorted(there) if name not in explained)


def check_settings():
    """What the unit for one of several servers puts into the environment are settings. (Those of the compose file were used.)"""
    known = (ROOT / "docs/configuration.md").read_text()
    for name in set(re.findall(r"STAMMTISCH_([A-Z_]+)", (DEPLOY / "stammtisch-node.service").read_text())):
        if not re.search(rf"^(# )?{name.lower().split('__')[-1]} = ", known, re.M):
            yield f"stammtisch-node.service sets {name}, which is no setting"


def check_units(program):
    """What systemd says about the units. The program that they start is not where they say while the tests run."""
    if not shutil.which("systemd-analyze"):
        sentence = "systemd-analyze is not here: the units were not looked at (apt-get install systemd)"
        print(f"SKIPPED: {sentence}")
        if "CI" in os.environ:
            yield sentence
        return
    for unit in DEPLOY.glob("*.service"):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / unit.name
            copy.write_text(unit.read_text().replace("/usr/local/bin/stammtisch", os.path.abspath(program)))
            said = subprocess.run(["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True)
            yield from (line for line in said.stderr.splitlines() if unit.name in line)


def check_context():
    """What git leaves out is not sent to whoever builds the container either: it was built or stored on this machine."""
    def patterns(file):
        return {line for line in (ROOT / file).read_text().split("\n") if line and not line.startswith("#")}

    # In .gitignore a name without a slash is one at any depth; in .dockerignore all are counted from the top.
    wanted = {line.lstrip("/") if "/" in line else f"**/{line}" for line in patterns(".gitignore")} | {".git"}
    yield from (f".dockerignore does not leave out {line}" for line in sorted(wanted - patterns(".dockerignore")))
    yield from (f".dockerignore leaves out {line}, which .gitignore does not" for line in sorted(patterns(".dockerignore") - wanted))


def main():
    program, faults = sys.argv[1], [*File().faults(), *check_settings(), *check_units(sys.argv[1]), *check_context()]
    with tempfile.TemporaryDirectory(prefix="stammtisch-deploy-") as folder:
        composed = Composed(program, folder)
        try:
            composed.start()
            composed.start_front()
            there = check_compose(composed)
        finally:
            composed.end()
    faults += check_dashboard(there)
    for fault in faults:
        print(fault)
    print(f"deploy/: {len(there)} counters of {len(composed.names)} servers, faults: {len(faults)}")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()

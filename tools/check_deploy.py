#!/usr/bin/env python3
"""The files in deploy/, as far as they can be tried without the internet: tools/check_deploy.py PROGRAM

The dashboard asks only for counters that the server has; the settings in the compose file and the units are ones that it knows; systemd, where it is
there, finds nothing wrong with the units. Images cannot be built here: that needs the internet.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

DEPLOY = pathlib.Path(__file__).resolve().parent.parent / "deploy"


def metrics(program):
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--data", data, "--log", "error"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            for line in server.stdout:
                if line.strip().startswith("http://"):
                    url = line.strip() + "metrics"
                    return set(re.findall(r"^(stammtisch_\w+)", urllib.request.urlopen(url).read().decode(), re.M))
            sys.exit("the server did not say where it is")
        finally:
            server.terminate()
            server.wait(30)


def main():
    program, faults = sys.argv[1], []
    there = metrics(program)
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    asked = set(re.findall(r"stammtisch_\w+", json.dumps([panel["targets"] for panel in dashboard["panels"]])))
    faults += [f"grafana.json asks for {name}, which the server does not have" for name in sorted(asked - there)]
    faults += [f"grafana.json does not show {name}" for name in sorted(there - asked - {
        "stammtisch_connections", "stammtisch_commands_total", "stammtisch_writes_total", "stammtisch_frames_out_total",
        "stammtisch_guests_total"})]
    known = (DEPLOY.parent / "docs/configuration.md").read_text()
    for file in ["compose.yaml", "stammtisch-node.service"]:
        for name in set(re.findall(r"STAMMTISCH_([A-Z_]+)", (DEPLOY / file).read_text())):
            setting = name.lower().split("__")[-1]
            if not re.search(rf"^(# )?{setting} = ", known, re.M):
                faults.append(f"{file} sets {name}, which is no setting")
    # The program that a unit starts is not where the unit says while the tests run.
    if shutil.which("systemd-analyze"):
        for unit in DEPLOY.glob("*.service"):
            with tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder) / unit.name
                copy.write_text(unit.read_text().replace("/usr/local/bin/stammtisch", os.path.abspath(program)))
                said = subprocess.run(["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True)
                faults += [line for line in said.stderr.splitlines() if unit.name in line]
    else:
        print("systemd is not here: the units are not looked at")
    for fault in faults:
        print(fault)
    print(f"deploy/: {len(asked)} counters in the dashboard, faults: {len(faults)}")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()

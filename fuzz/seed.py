#!/usr/bin/env python3
"""Writes right messages and records into the corpora of the fuzz targets, for them to begin with.

The first byte of an input says of which kind it is, the second (0) that bytes follow as they are; see the crate `probes`.
"""

import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = json.loads((HERE / "../crates/protocol/tests/examples/messages.json").read_text())
BODIES = ["NewGuest", "NewName", "NewDevice", "NewTable", "AdviceRequest"]


def keep(target, name, kind, text):
    folder = HERE / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"seed-{name}").write_bytes(bytes([kind, 0]) + text.encode())


for kind, game in enumerate(["session", "catan", "kniffel", "roulette"]):
    for number, message in enumerate(EXAMPLES[game]):
        keep("message", f"{game}-{number}", kind, json.dumps({"id": "x"} | message))
for kind, name in enumerate(BODIES, start=4):
    keep("message", name, kind, json.dumps(EXAMPLES["http"][name]))
for number, line in enumerate(EXAMPLES["host"]):
    keep("message", f"host-{number}", 9, json.dumps(line))
for number, line in enumerate((HERE / "../crates/cluster/tests/letters/version-1.jsonl").read_text().splitlines()):
    keep("letter", f"{number}", 0, line)
# The same line as an entry alone, and put into a log; and the first lines of the files of games.
for kind, game in enumerate(["catan", "kniffel", "roulette"]):
    log = (HERE / f"../crates/table/tests/logs/{game}-1.jsonl").read_text().splitlines()
    for number, line in enumerate(log[:40]):
        keep("record", f"{game}-{number}", kind, line)
        keep("record", f"{game}-log-{number}", kind + 3, line)
for kind, game in enumerate(["catan-official", "kniffel", "roulette"]):
    header = (HERE / f"../crates/engine/tests/files/{game}.jsonl").read_text().splitlines()[0]
    keep("record", f"{game}-file", kind + 9, header)

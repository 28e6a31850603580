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
LETTERS = ["Pulse", {"Join": {"table": "9999999999999999", "page": 1, "player": "1111111111111111", "name": "Anna", "device": 2, "last_seq": 3,
                              "as_spectator": False, "id": "x"}}, {"Said": {"page": 1, "text": "{\"type\":\"ping\"}"}}, {"Gone": {"page": 1}},
           {"Told": {"page": 1, "texts": ["{}"]}}, {"Cut": {"page": 1, "why": 4013}},
           {"Ask": {"number": 4, "question": {"Device": {"code": "k7m2qx"}}}}, {"Answer": {"number": 4, "reply": "Done"}}]
for number, content in enumerate(LETTERS):
    keep("letter", f"{number}", 0, json.dumps({"from": "c", "line": 7, "stream": 1, "n": 1, "content": content}))
for kind, game in enumerate(["catan", "kniffel", "roulette"]):
    log = (HERE / f"../crates/table/tests/logs/{game}-1.jsonl").read_text().splitlines()
    for number, line in enumerate(log[:40]):
        keep("record", f"{game}-{number}", kind, line)

#!/usr/bin/env python3
"""A copy of a cluster's database, made while people play, is restored and played on from: tools/check_cluster_backup.py PROGRAM

What docs/cluster.md §5 says about backups, done, with the commands that stand there: pg_dump under load, more moves after it, all nodes stopped,
pg_restore, nodes started. Two people who had made their moves before the copy come back with the tokens they have, find their game as the copy
has it, and play on; all logs are whole.
"""

import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from cluster import Cluster, postgres_binaries
from faults import SETTINGS
from page import Page
from verdict import held_against_logs

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
DOCUMENTED = [DOCS / "cluster.md", DOCS / "operating.md"]
BACKUP = "pg_dump --schema=stammtisch --format=custom"
RESTORE = "pg_restore --clean --if-exists"
LOGS = "SELECT tables.id, head, (SELECT count(*) FROM log WHERE table_key = tables.key) FROM tables ORDER BY id"


def documented(command, *more):
    """Runs a command that the handbooks name, and no other."""
    for handbook in DOCUMENTED:
        assert f"`{command}" in handbook.read_text(), f"{handbook.name} does not say {command}"
    program, *options = command.split()
    subprocess.run([f"{postgres_binaries()}/{program}", *options, *more], check=True)


def post(address, path, body, token=None):
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    asked = urllib.request.Request(address + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked, timeout=20) as answer:
        return json.load(answer)


class Pair:
    """Two people at a table of Kniffel, each at a node of their own, who keep nothing but their tokens."""

    def __init__(self, addresses):
        self.people = [post(address, "/api/guests", {"name": name}) for address, name in zip(addresses, ("Anna", "Bert"))]
        options = {"pace": "instant", "turnSeconds": 0}
        self.table = post(addresses[0], "/api/tables", {"game": "kniffel", "options": options}, self.people[0]["token"])["tableId"]
        self.join(addresses)
        for message in ({"type": "sit"}, {"type": "toggle_ready"}):
            for page in self.pages:
                page.does(message)
        for page in self.pages:
            page.hear("game_started")

    def join(self, addresses):
        """Comes to the table with the tokens; what the greeting says of the table, for each."""
        self.pages, states = [], []
        for address, person in zip(addresses, self.people):
            host = address.removeprefix("http://")
            name, port = host.split(":")
            page = Page(socket.create_connection((name, int(port)), timeout=60), host, person["token"])
            assert page.status == 101, page.status
            greeting = page.does({"type": "join_table", "tableId": self.table})
            states.append(next(told for told in greeting if told["type"] == "table_state"))
            self.pages.append(page)
        return states

    def moves(self, count):
        """Whoever may rolls, or chooses a category; so many times."""
        until = time.monotonic() + 60
        while count:
            assert time.monotonic() < until, "nobody may move"
            for page in self.pages:
                views = [told["view"] for told in page.does({"type": "get_view"}) if told["type"] == "view"]
                legal = views[-1].get("legal", {})
                if "roll_dice" in legal:
                    page.does({"type": "roll_dice", "keptDice": [False] * 5})
                elif "choose_category" in legal:
                    page.does({"type": "choose_category", "category": next(iter(legal["choose_category"]))})
                else:
                    continue
                count -= 1
                break

    def scores(self):
        """What each has in each box, as the first of them sees it."""
        told = self.pages[0].does({"type": "get_view"})
        return [message["view"]["players"] for message in told if message["type"] == "view"][-1]


def load(program, cluster, seconds):
    command = [program, "load", "--tables", "5", "--seats", "2", "--game", "mix", "--rate", "5", "--warm-up", "0"]
    return subprocess.Popen([*command, "--seconds", str(seconds), *cluster.addresses()], stdout=subprocess.DEVNULL)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="stammtisch-copy-") as folder:
        cluster, copy = Cluster(program, folder, 2, settings=SETTINGS), os.path.join(folder, "copy.dump")
        try:
            cluster.start()
            pair = Pair(cluster.addresses())
            pair.moves(7)
            copied = pair.scores()
            playing = load(program, cluster, 6)
            time.sleep(2)
            documented(BACKUP, "--file", copy, "--dbname", cluster.database)
            # What is done after the copy is gone with it.
            pair.moves(9)
            assert pair.scores() != copied, "nothing was played after the copy"
            if playing.wait():
                sys.exit("the load test found a fault while a copy was made")
            before = cluster.ask(LOGS)
            for name in cluster.names:
                cluster.stop(name)
            documented(RESTORE, "--dbname", cluster.database, copy)
            after = cluster.ask(LOGS)
            broken = [row for row in after if row[1] != row[2]]
            if broken or not after or sum(int(row[1]) for row in after) >= sum(int(row[1]) for row in before):
                sys.exit(f"the copy is not what it should be: {broken}, {len(after)} tables")
            for name in cluster.names:
                cluster.start_node(name)
            for name in cluster.names:
                cluster.wait_for(name)
            # The other way round: it does not matter at which node one was.
            states = pair.join(cluster.addresses()[::-1])
            assert all(state["phase"] == "playing" for state in states), states
            assert pair.scores() == copied, (pair.scores(), copied)
            pair.moves(9)
            assert pair.scores() != copied, "the game does not go on"
            if load(program, cluster, 2).wait():
                sys.exit("the load test found a fault after the restore")
            faults = held_against_logs(program, cluster.database)["faults"]
            if faults:
                sys.exit(f"after the restore: {faults}")
            print(f"a copy with {len(after)} tables and {sum(int(row[1]) for row in after)} entries was restored and played on from")
        finally:
            cluster.end()


if __name__ == "__main__":
    main()

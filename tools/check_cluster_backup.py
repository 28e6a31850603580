#!/usr/bin/env python3
"""A copy of a cluster's database, made while people play, is restored and played on from: tools/check_cluster_backup.py PROGRAM

What docs/cluster.md §5 says about backups, done: pg_dump under load, more moves after it, all nodes stopped, pg_restore, nodes started; the logs
are those of the copy, whole, and every table can be played at.
"""

import os
import subprocess
import sys
import tempfile

from cluster import Cluster, postgres_binaries
from faults import SETTINGS, faults_in


def load(program, cluster, seconds):
    subprocess.run([program, "load", "--tables", "5", "--seats", "2", "--game", "mix", "--rate", "5", "--warm-up", "0",
                    "--seconds", str(seconds), *cluster.addresses()], check=True, stdout=subprocess.DEVNULL)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="stammtisch-copy-") as folder:
        cluster, copy = Cluster(program, folder, 2, settings=SETTINGS), os.path.join(folder, "copy.dump")
        logs = "SELECT tables.id, head, (SELECT count(*) FROM log WHERE table_key = tables.key) FROM tables ORDER BY id"
        try:
            cluster.start()
            load(program, cluster, 2)
            playing = subprocess.Popen([program, "load", "--tables", "5", "--seats", "2", "--rate", "5", "--seconds", "6",
                                        *cluster.addresses()], stdout=subprocess.DEVNULL)
            subprocess.run([f"{postgres_binaries()}/pg_dump", "--schema=stammtisch", "--format=custom", "-f", copy,
                            "-d", cluster.database], check=True)
            if playing.wait():
                sys.exit("the load test found a fault while a copy was made")
            before = cluster.ask(logs)
            for name in cluster.names:
                cluster.stop(name)
            subprocess.run([f"{postgres_binaries()}/pg_restore", "--clean", "--if-exists", "-d", cluster.database, copy], check=True)
            after = cluster.ask(logs)
            broken = [row for row in after if row[1] != row[2]]
            if broken or not after or sum(int(row[1]) for row in after) >= sum(int(row[1]) for row in before):
                sys.exit(f"the copy is not what it should be: {broken}, {len(after)} tables")
            for name in cluster.names:
                cluster.start_node(name)
            for name in cluster.names:
                cluster.wait_for(name)
            load(program, cluster, 2)
            if faults_in(cluster):
                sys.exit(f"after the restore: {faults_in(cluster)}")
            print(f"a copy with {len(after)} tables and {sum(int(row[1]) for row in after)} entries was restored and played on from")
        finally:
            cluster.end()


if __name__ == "__main__":
    main()

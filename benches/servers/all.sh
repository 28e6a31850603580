#!/bin/bash
# Stammtisch and two other game servers on the same work, one after the other, on an otherwise quiet machine:
#     benches/servers/all.sh [tables] [seconds]
# Each is killed with -9 in the end, and it says how many answered moves are gone. Of ours none may be: its load test goes on over the kill, and
# fails if a move that was acknowledged or told before is not there, or is answered otherwise when it is sent again.
# Needs the release program (cargo build --release) and Node; installs the peers by their lock file and lets none of them run anything
# meanwhile.
set -euo pipefail
cd "$(dirname "$0")"
tables=${1:-64} seconds=${2:-10} port=7950
program=${STAMMTISCH:-${CARGO_TARGET_DIR:-../../target}/release/stammtisch}
[ -d node_modules ] || npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

folder=$(mktemp -d) server=
trap 'kill $server 2>/dev/null || true; rm -rf "$folder"' EXIT

# Starts Stammtisch, or starts it again on what is there; it listens when this returns.
serve() {
    "$program" serve --listen 127.0.0.1:$port --log error --data "$folder/data" \
        --set 'rates.address=[1000000, 1000000]' --set 'rates.guests=[1000000, 1000000]' \
        --set 'rates.socket=[1000000, 1000000]' --set 'rates.player=[1000000, 1000000]' --set 'rates.bytes=[1000000, 1000000]' \
        --set rates.remembered=1000000 --set sockets.per_address=100000 --set tables.countdown=0.1 >/dev/null &
    server=$!
    until (: >/dev/tcp/127.0.0.1/$port) 2>/dev/null; do sleep 0.01; kill -0 $server; done
}

load() {
    "$program" load --tables "$tables" --seats 4 --rate max "$@" http://127.0.0.1:$port
}

serve
# Long enough for the solution of Kniffel, which a server computes once, to be there.
load --warm-up 15 --seconds "$seconds" --server-pid $server
load --warm-up 2 --seconds "$seconds" --json >"$folder/killed.json" &
playing=$!
# In the midst of the moves that are measured.
sleep $((3 + seconds / 2))
kill -0 $playing
kill -KILL $server
wait $server 2>/dev/null || true
serve
if ! wait $playing; then
    cat "$folder/killed.json"
    echo "killed     moves that were answered are gone, or answered otherwise"
    exit 1
fi
node -e '
    const { tables, moves, movesRepeated } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    fetch(process.argv[2]).then((answer) => answer.text()).then((text) => {
        const after = Number(/^stammtisch_acks_total (\d+)/m.exec(text)[1]);
        if (after === 0) throw new Error("nothing was played after the kill");
        console.log(`killed     of ${tables} tables 0 had lost moves that were answered: ${moves} moves, ${after} commands after the kill, ${movesRepeated} moves sent again`);
    });
' "$folder/killed.json" http://127.0.0.1:$port/metrics
kill $server
wait $server
"$program" check --data "$folder/data"
for peer in colyseus boardgame boardgame-files; do
    node run.mjs $peer "$tables" "$seconds" 2>&1 | grep -v 'reconnection\|INFO'
done

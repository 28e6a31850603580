#!/bin/bash
# Stammtisch and two other game servers on the same work, one after the other, on an otherwise quiet machine:
#     benches/servers/all.sh [tables] [seconds]
# Needs the release program (cargo build --release) and Node; installs the peers by their lock file and lets none of them run anything
# meanwhile.
set -euo pipefail
cd "$(dirname "$0")"
tables=${1:-64} seconds=${2:-10}
program=${STAMMTISCH:-${CARGO_TARGET_DIR:-../../target}/release/stammtisch}
[ -d node_modules ] || npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

data=$(mktemp -d)
trap 'kill %1 2>/dev/null || true; rm -rf "$data"' EXIT
"$program" serve --listen 127.0.0.1:7950 --log error --data "$data" \
    --set 'rates.address=[1000000, 1000000]' --set 'rates.guests=[1000000, 1000000]' \
    --set 'rates.socket=[1000000, 1000000]' --set 'rates.player=[1000000, 1000000]' \
    --set rates.remembered=1000000 --set sockets.per_address=100000 --set tables.countdown=0.1 >/dev/null &
sleep 1
# Long enough for the solution of Kniffel, which a server computes once, to be there.
"$program" load --tables "$tables" --seats 4 --rate max --warm-up 15 --seconds "$seconds" --server-pid $! http://127.0.0.1:7950
kill %1
wait
for peer in colyseus boardgame boardgame-files; do
    node run.mjs $peer "$tables" "$seconds" 2>&1 | grep -v 'reconnection\|INFO'
done

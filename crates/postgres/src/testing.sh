# A PostgreSQL for tests: starts one in FOLDER, and ends it when nobody has used it for some seconds.
# Usage: sh testing.sh FOLDER BINARIES. Whoever uses it holds a shared lock on FOLDER/users; whoever starts or ends one holds FOLDER/gate.
set -eu
folder=$1
binaries=$2
cd "$folder"

# PostgreSQL does not run as root; somebody who can do little has to do it then.
as=""
if [ "$(id -u)" = 0 ]; then
    user=nobody
    id postgres >/dev/null 2>&1 && user=postgres
    as="setpriv --reuid=$user --regid=$(id -g $user) --clear-groups"
    chown "$user" "$folder"
fi
rm -rf data ready
$as "$binaries/initdb" -D "$folder/data" -A trust -U stammtisch -E UTF8 --locale=C.UTF-8 >initdb.log 2>&1
# Flushes stay on: they are what is tested. Nobody can reach it but through the socket in this folder.
$as "$binaries/postgres" -D "$folder/data" -k "$folder" -c listen_addresses='' -c max_connections=300 \
    -c deadlock_timeout=1s -c log_min_messages=warning >postgres.log 2>&1 &
server=$!
trap 'kill -INT $server 2>/dev/null || true' EXIT
until "$binaries/pg_isready" -q -h "$folder"; do
    kill -0 $server
    sleep 0.1
done
touch ready

while sleep 5; do
    exec 9>gate
    if flock -n 9; then
        exec 8>users
        if ! kill -0 $server 2>/dev/null || flock -n 8; then break; fi
        exec 8>&-
    fi
    exec 9>&-
done
rm -f ready
kill -INT $server 2>/dev/null || true
wait $server || true
trap - EXIT
rm -rf data

# A PostgreSQL that is reached over TCP and asks for a password: sh guarded.sh FOLDER PORT.
# Says `ready`, and goes when its standard input does.
set -eu
folder=$1
port=$2
binaries=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
trap 'rm -rf "$folder"' EXIT

# PostgreSQL does not run as root; somebody who can do little has to do it then.
as=""
echo secret >password
if [ "$(id -u)" = 0 ]; then
    user=nobody
    id postgres >/dev/null 2>&1 && user=postgres
    as="setpriv --reuid=$user --regid=$(id -g $user) --clear-groups"
    chown -R "$user" "$folder"
fi
$as "$binaries/initdb" -D "$folder/data" -A scram-sha-256 --pwfile=password -U stammtisch -E UTF8 \
    --locale=C.UTF-8 >initdb.log 2>&1
$as "$binaries/postgres" -D "$folder/data" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories='' \
    >postgres.log 2>&1 &
server=$!
trap 'kill -INT $server 2>/dev/null || true; wait $server || true; rm -rf "$folder"' EXIT
until "$binaries/pg_isready" -q -h 127.0.0.1 -p "$port"; do
    kill -0 $server
    sleep 0.1
done
echo ready
read -r _ || true

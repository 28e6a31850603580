# A PostgreSQL that is reached over TCP and asks for a password: sh guarded.sh FOLDER PORT [encrypted].
# If it is to be encrypted, nobody comes in by a plain line; FOLDER/authority.pem says who it is at 127.0.0.1, and at no other name.
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
encryption=""
if [ "${3:-}" = encrypted ]; then
    elliptic="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    # One that may only say who others are, and one that it says this about.
    openssl req -x509 $elliptic -days 2 -subj "/CN=authority" -keyout authority.key -out authority.pem 2>openssl.log
    openssl req $elliptic -subj "/CN=database" -keyout server.key -out server.csr 2>>openssl.log
    echo "subjectAltName=IP:127.0.0.1" >names
    openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 -extfile names \
        -out server.pem 2>>openssl.log
    [ -z "$as" ] || chown "$user" server.key server.pem
    chmod 600 server.key
    echo "hostssl all all 127.0.0.1/32 scram-sha-256" >data/pg_hba.conf
    encryption="-c ssl=on -c ssl_cert_file=$folder/server.pem -c ssl_key_file=$folder/server.key"
fi
$as "$binaries/postgres" -D "$folder/data" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories='' \
    $encryption >postgres.log 2>&1 &
server=$!
trap 'kill -INT $server 2>/dev/null || true; wait $server || true; rm -rf "$folder"' EXIT
until "$binaries/pg_isready" -q -h 127.0.0.1 -p "$port"; do
    kill -0 $server
    sleep 0.1
done
echo ready
read -r _ || true

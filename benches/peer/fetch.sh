#!/bin/sh
# Fetches the source distribution of fastcatan 2.0.0 from the Python package index and unpacks it.
#
#   fetch.sh FOLDER      the sources end up in FOLDER/fastcatan-2.0.0
#
# Running it again does nothing. The wheels carry no C++ sources, hence the source distribution;
# `pip download` would want Python 3.12 and build it, hence the index's simple page and curl.
# Nothing of the package is ever committed: FOLDER belongs below target/.
set -eu

name=fastcatan
version=2.0.0
sha256=73a5ae45271d57274d28b6ae86df488593161d11dfaae285e0374f2262f89797
index=${PEER_INDEX:-https://pypi.org/simple}

fail() {
    echo "fetch.sh: $1" >&2
    exit 1
}

[ $# -eq 1 ] || fail "usage: fetch.sh FOLDER"
folder=$1
archive=$folder/$name-$version.tar.gz
sources=$folder/$name-$version

if [ -f "$sources/src/catan/rules.cpp" ]; then
    echo "$sources"
    exit 0
fi
for tool in curl tar sha256sum; do
    command -v "$tool" >/dev/null || fail "the peer cannot be fetched: $tool is missing"
done
mkdir -p "$folder"

matches() {
    [ -f "$archive" ] && echo "$sha256  $archive" | sha256sum -c --status -
}

if ! matches; then
    page=$(curl -fsSL --retry 3 --max-time 60 "$index/$name/") ||
        fail "the peer cannot be fetched: the package index $index does not answer"
    url=$(printf '%s\n' "$page" | sed -n "s|.*href=\"\([^\"#]*/$name-$version\.tar\.gz\)[\"#].*|\1|p" | head -n 1)
    [ -n "$url" ] || fail "the peer cannot be fetched: $index lists no source distribution of $name $version"
    curl -fsSL --retry 3 --max-time 120 -o "$archive.part" "$url" ||
        fail "the peer cannot be fetched: $url does not answer"
    mv "$archive.part" "$archive"
    matches || fail "the peer is refused: $archive has not the recorded SHA-256 $sha256"
fi
tar -xzf "$archive" -C "$folder"
[ -f "$sources/src/catan/rules.cpp" ] || fail "$archive holds no src/catan/rules.cpp"
echo "$sources"

#!/bin/sh
# Builds driver.cpp together with the peer's rules.
#
#   build.sh SOURCES OUTPUT [ARCH]
#
# SOURCES is what fetch.sh printed, ARCH a value for -march (native unless told). The flags are those of the
# peer's own release build (its CMakeLists.txt: -O3, -march=native, link-time optimization, no exceptions, no RTTI).
# PEER_CXX and PEER_CXXFLAGS choose another compiler and add flags.
set -eu

[ $# -ge 2 ] || {
    echo "usage: build.sh SOURCES OUTPUT [ARCH]" >&2
    exit 2
}
sources=$1
output=$2
arch=${3:-native}
here=$(dirname "$0")
cxx=${PEER_CXX:-g++}

command -v "$cxx" >/dev/null || {
    echo "build.sh: the peer cannot be built: $cxx is missing" >&2
    exit 1
}
mkdir -p "$(dirname "$output")"
# shellcheck disable=SC2086 # PEER_CXXFLAGS is a list
exec "$cxx" -std=c++2b -O3 -march="$arch" -flto -fno-exceptions -fno-rtti -fno-builtin-catan -DNDEBUG \
    ${PEER_CXXFLAGS:-} -I "$sources/include" "$here/driver.cpp" "$sources/src/catan/rules.cpp" -o "$output"

#!/usr/bin/env bash
# Looks for what the build needs; installs Debian packages where it may, otherwise says what to install.
set -euo pipefail

missing=()
command -v cc >/dev/null || missing+=(build-essential)
command -v python3 >/dev/null || missing+=(python3)
# The page's own computation of chance is checked where a page runs: in JavaScript.
command -v node >/dev/null || missing+=(nodejs)
if ((${#missing[@]})); then
    if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
        apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"
    else
        echo "setup: please install: ${missing[*]}" >&2
        exit 1
    fi
fi

wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$(dirname "$0")/../Cargo.toml")
if ! command -v cargo >/dev/null; then
    echo "setup: please install Rust $wanted or newer (rustup, https://rustup.rs)" >&2
    exit 1
fi
have=$(rustc --version | cut -d' ' -f2)
if [[ $(printf '%s\n%s\n' "$wanted" "$have" | sort -V | head -n 1) != "$wanted" ]]; then
    echo "setup: Rust $wanted or newer is needed, this is $have (rustup update)" >&2
    exit 1
fi

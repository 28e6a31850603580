#!/usr/bin/env bash
# Looks for what the build needs; installs Debian packages where it may, otherwise says what to install.
#   tools/setup.sh           for building and for tests without a browser
#   tools/setup.sh browser   a Chromium beside that, which the tests play whole games in
#   tools/setup.sh proxy     nginx, Caddy and what else the examples of deploy/ are tried with
#   tools/setup.sh services  PostgreSQL and NATS beside that, on which several servers are tried together
set -euo pipefail

missing=()
if [[ ${1:-} == browser ]]; then
    command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || missing+=(chromium)
fi
if [[ ${1:-} == proxy ]]; then
    command -v nginx >/dev/null || [[ -x /usr/sbin/nginx ]] || missing+=(nginx)
    command -v openssl >/dev/null || missing+=(openssl)
    command -v caddy >/dev/null || missing+=(caddy)
    command -v systemd-analyze >/dev/null || missing+=(systemd)
    python3 -c 'import yaml' 2>/dev/null || missing+=(python3-yaml)
fi
if [[ ${1:-} == services ]]; then
    compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || missing+=(postgresql)
    command -v nats-server >/dev/null || [[ -x /usr/sbin/nats-server ]] || missing+=(nats-server)
fi
command -v cc >/dev/null || missing+=(build-essential)
command -v python3 >/dev/null || missing+=(python3)
if ((${#missing[@]})); then
    if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
        apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"
    else
        echo "setup: please install: ${missing[*]}" >&2
        exit 1
    fi
fi
# Debian's package is for Debian's Python; another one that comes first on the path needs its own.
if [[ ${1:-} == proxy ]] && ! python3 -c 'import yaml' 2>/dev/null; then
    python3 -m pip install --quiet pyyaml
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

# The page is built by Vite, which wants a newer Node than some distributions have.
node_wanted=20.19.0
node_have=$(node --version 2>/dev/null | tr -d v || true)
if [[ -z $node_have || $(printf '%s\n%s\n' "$node_wanted" "$node_have" | sort -V | head -n 1) != "$node_wanted" ]] || ! command -v npm >/dev/null; then
    echo "setup: Node $node_wanted or newer with npm is needed (https://nodejs.org), this is ${node_have:-none}" >&2
    exit 1
fi

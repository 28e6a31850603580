# Everything a newcomer needs: `make run`, `make test`, `make check`, `make bench`. Each does its own set-up.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
export CARGO_TERM_COLOR ?= auto
# Snapshots are compared here; whoever means to change one runs cargo insta or INSTA_UPDATE=always.
export INSTA_UPDATE ?= no

.PHONY: help setup web run cluster faults test check bench fuzz mutants screenshots

help: ## what there is
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## looks for what the machine must have and says what to install
	@tools/setup.sh

# Friends on the local network can join; `make run LISTEN=127.0.0.1:8080` keeps the table to this machine.
LISTEN ?= 0.0.0.0:8080

# What npm installs follows from the lock file; what Vite builds follows from the sources.
web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error

web/dist/index.html: web/node_modules/.package-lock.json web/index.html web/vite.config.ts $(shell find web/src web/public -type f)
	cd web && npm run --silent build -- --logLevel warn

web: setup web/dist/index.html ## builds the page that the server carries

run: web ## builds, and opens the table for this machine and the local network
	@cargo run --quiet --release -p stammtisch -- serve --listen $(LISTEN)

cluster: web ## three servers with the same tables on this machine behind one address, with PostgreSQL and NATS
	@tools/setup.sh services
	@cargo build --quiet --release -p stammtisch
	@python3 tools/cluster.py $(abspath $(or $(CARGO_TARGET_DIR),target))/release/stammtisch

# `make faults FAULTS=40` for less; the figures of a long run stand in docs/benchmarks.md.
FAULTS ?= 500

faults: web ## lets such a cluster suffer: kills, freezes and cuts, with everything checked
	@tools/setup.sh services
	@cargo build --quiet --release -p stammtisch
	@python3 tools/faults.py $(abspath $(or $(CARGO_TARGET_DIR),target))/release/stammtisch --faults $(FAULTS)

check: web ## formatting and lints, warnings denied
	cd web && npm run --silent check
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --all-features --quiet -- -D warnings

# Where cargo puts what the tests run.
PROGRAM = $(abspath $(or $(CARGO_TARGET_DIR),target))/debug/stammtisch

test: check ## everything: lints, all tests, the second programs, a proxy with TLS, whole games in a browser
	tools/setup.sh services
	@if cargo nextest --version >/dev/null 2>&1; \
	then cargo nextest run --workspace --all-features --no-fail-fast; \
	else cargo test --workspace --all-features --quiet; fi
	python3 tools/check_supply.py
	python3 tools/check_vectors.py
	python3 tools/forge_games.py crates/engine/tests/files
	tools/setup.sh proxy
	python3 tools/check_proxy.py $(PROGRAM)
	python3 tools/check_deploy.py $(PROGRAM)
	python3 tools/check_cluster_backup.py $(PROGRAM)
	python3 tools/faults.py $(PROGRAM) --faults 8 --tables 20 --seed 7 --pause 1 --hasty
	python3 tools/faults.py $(PROGRAM) --faults 4 --tables 20 --seed 7 --pause 1 --hasty --kinds freeze --unfenced
	cd web && npm run --silent unit
	tools/setup.sh browser
	cd web && STAMMTISCH_BIN=$(PROGRAM) CHROMIUM=$$(command -v chromium || command -v chromium-browser || command -v google-chrome) npm run --silent e2e

bench: setup ## rates beside the peer, instruction counts; figures go to docs/benchmarks.md by hand
	python3 benches/run.py

screenshots: web ## pictures of every main screen, into docs/screenshots
	tools/setup.sh browser
	cargo build --quiet -p stammtisch
	cd web && STAMMTISCH_BIN=$(PROGRAM) CHROMIUM=$$(command -v chromium || command -v chromium-browser || command -v google-chrome) npm run --silent screenshots

fuzz: setup ## coverage-guided fuzzing, a minute a target; needs a nightly toolchain and cargo-fuzz
	python3 fuzz/seed.py
	cd fuzz && for target in $$(cargo +nightly fuzz list); do \
		cargo +nightly fuzz run $$target -- -max_total_time=60 -len_control=0; done

mutants: setup ## flips operators and constants in the rules and counts what the tests notice
	cargo run --quiet -p mutants

# Everything a newcomer needs: `make run`, `make test`, `make check`, `make bench`. Each does its own set-up.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
export CARGO_TERM_COLOR ?= auto
# Snapshots are compared here; whoever means to change one runs cargo insta or INSTA_UPDATE=always.
export INSTA_UPDATE ?= no

.PHONY: help setup run test check bench fuzz mutants

help: ## what there is
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## looks for what the machine must have and says what to install
	@tools/setup.sh

# Friends on the local network can join; `make run LISTEN=127.0.0.1:8080` keeps the table to this machine.
LISTEN ?= 0.0.0.0:8080

run: setup ## builds, and opens the table for this machine and the local network
	@cargo run --quiet --release -p stammtisch -- serve --listen $(LISTEN)

check: setup ## formatting and lints, warnings denied
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --all-features --quiet -- -D warnings

test: check ## everything: lints, all tests, the second programs for chance and for files of games
	@if cargo nextest --version >/dev/null 2>&1; \
	then cargo nextest run --workspace --all-features --no-fail-fast; \
	else cargo test --workspace --all-features --quiet; fi
	python3 tools/check_vectors.py
	python3 tools/verify_game.py --self-test crates/engine/tests/files
	node crates/server/page/fair.test.mjs

bench: setup ## rates beside the peer, instruction counts; figures go to docs/benchmarks.md by hand
	python3 benches/run.py

fuzz: setup ## coverage-guided fuzzing, a minute a target; needs a nightly toolchain and cargo-fuzz
	cd fuzz && for target in engine_input state_loading; do \
		cargo +nightly fuzz run $$target -- -max_total_time=60 -len_control=0; done

mutants: setup ## flips operators and constants in the rules and counts what the tests notice
	python3 tools/mutants.py

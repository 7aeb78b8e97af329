# `make play` starts a game, `make test` runs all tests; both set up what they need first.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: play test check format lock clean

play: $(VENV)/.play
	@$(BIN)/spyring play

test: $(VENV)/.test
	$(BIN)/python -m pytest

check: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q --doctest-modules core bot adapters
	$(BIN)/python -m pytest -q --doctest-glob='*.md' README.md ARCHITECTURE.md CONTRIBUTING.md docs

format: $(VENV)/.test
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

# Needs uv; writes no address of a package index into the locks.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" pyproject.toml requirements/build.in -o requirements/play.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" pyproject.toml requirements/build.in --group dev \
		-c requirements/play.txt -o requirements/test.txt

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Spyring needs Python 3.11 or newer: run 'make $(MAKECMDGOALS) PYTHON=python3.12', say." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.play: $(BIN)/python requirements/play.txt pyproject.toml
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/play.txt
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.test: $(VENV)/.play requirements/test.txt
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/test.txt
	@touch $@

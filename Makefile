# `make play` starts a game, `make test` tests everything, in brief where that would take long, and
# `make test-slow` does the rest; all set up what they need first.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Errors alone are shown: nobody who wants to play can do anything about pip's warnings.
PIP = $(BIN)/python -m pip install -qq --disable-pip-version-check
INSTALL = $(PIP) --require-hashes --only-binary :all:
NO_WHEEL = echo "The packages could not be installed. If pip says 'No matching distribution', there is no wheel for \
	this Python: run 'make clean', then 'make $(MAKECMDGOALS) PYTHON=python3.12', say." >&2

.PHONY: play test test-slow check format docs lock clean

play: $(VENV)/.play
	@$(BIN)/spyring play

test: $(VENV)/.test
	$(BIN)/python -m pytest

test-slow: $(VENV)/.test
	TEST_PROFILE=full $(BIN)/python -m pytest -m "slow or longer or hypothesis"

check: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.check_names
	$(BIN)/python -m tools.check_wording
	$(BIN)/python -m tools.check_budgets
	$(BIN)/python -m pytest -q -n 0 --doctest-modules core bot adapters
	$(BIN)/python -m pytest -q -n 0 --doctest-glob='*.md' README.md ARCHITECTURE.md CONTRIBUTING.md docs

format: $(VENV)/.test
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

# Builds the documentation's site in build/site; fails for a link without a target.
docs: $(VENV)/.docs
	$(BIN)/python -m tools.build_docs
	$(BIN)/zensical build --strict --clean

# Needs uv; writes no address of a package index into the locks.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" pyproject.toml requirements/build.in --extra fast --extra postgres \
		-o requirements.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" pyproject.toml requirements/build.in --group dev \
		-c requirements.txt -o requirements/test.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" --group docs \
		-c requirements.txt -c requirements/test.txt -o requirements/docs.txt

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Spyring needs Python 3.11 or newer: run 'make $(MAKECMDGOALS) PYTHON=python3.12', say." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# Only wheels: where there is none for this Python, pip would try to compile instead of saying so.
$(VENV)/.play: $(BIN)/python requirements.txt pyproject.toml
	@echo "Installing Spyring's packages into $(VENV) (about a minute, once) ..."
	@$(INSTALL) -r requirements.txt || { $(NO_WHEEL); exit 1; }
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.test: $(VENV)/.play requirements/test.txt
	@echo "Installing what the tests need into $(VENV) ..."
	@$(INSTALL) -r requirements/test.txt || { $(NO_WHEEL); exit 1; }
	@touch $@

$(VENV)/.docs: $(BIN)/python requirements/docs.txt
	@echo "Installing what builds the documentation into $(VENV) ..."
	@$(INSTALL) -r requirements/docs.txt || { $(NO_WHEEL); exit 1; }
	@touch $@

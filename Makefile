# Every verb sets itself up: python3 (3.11 or newer), its pip and make are all that a machine needs.
PYTHON ?= python3
RUN    := .venv/bin/python
PIP    := $(PYTHON) -m pip --python $(RUN) -qq --disable-pip-version-check
UV     := build/uv/bin/python -m uv

# Pictures are drawn without a screen, and output is shown as it comes.
export MPLBACKEND := Agg
export PYTHONUNBUFFERED := 1

.PHONY: help reproduce test check bench lock clean

help: ## the default, so that a bare `make` does no work that nobody asked for
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 20

reproduce: .venv/ready ## every table, figure and erratum of the papers, because a claim counts when you can redo it
	$(RUN) -m varmass reproduce --out build/reproduce

test: .venv/ready ## what every change must pass: the cheapest judge speaks first
	$(RUN) -m ruff check .
	$(RUN) -m mypy
	$(RUN) -m pytest

check: .venv/ready ## the exhaustive tests marked slow, kept apart so that `make test` stays short enough to be run
	$(RUN) -m pytest -m slow

bench: .venv/ready ## measured speed, ours and others', so that no claim about speed is a memory
	$(RUN) -m benchmarks

lock: build/uv/ready ## choose the locked versions anew (all of them newer: make lock UPGRADE=--upgrade), never by hand
	$(COMPILE) pyproject.toml --extra test --extra bench --group build --output-file requirements/dev.txt
	$(COMPILE) pyproject.toml --constraints requirements/dev.txt --output-file requirements/run.txt
	$(COMPILE) --group build --constraints requirements/dev.txt --output-file requirements/build.txt

clean: ## back to a fresh clone, because only there a missing set-up step shows
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# One version of each package for every Python and platform (--universal, fewest), so that all machines compute alike.
COMPILE := $(UV) pip compile --quiet --no-config --generate-hashes --universal --python-version 3.11 \
    --fork-strategy fewest --custom-compile-command 'make lock' $(UPGRADE)

# Debian splits ensurepip off and closes the system to pip, so the environment is made without pip and filled from outside.
# The builders come first, because whatever has to be built is built with them: nothing enters without its hash.
.venv/locked: requirements/build.txt requirements/dev.txt
	@$(PYTHON) -m pip --version >/dev/null || { echo "make: $(PYTHON) has no pip (on Debian: apt install python3-pip)"; exit 2; }
	@echo "Setting up .venv from requirements/dev.txt; the first time this downloads some 300 MB."
	$(PYTHON) -m venv --clear --without-pip .venv
	$(PIP) install --require-hashes -r requirements/build.txt
	$(PIP) install --require-hashes --no-build-isolation -r requirements/dev.txt
	touch $@

# The package itself is editable, with the locked hatchling.  The stamp holds the place: a copied or moved checkout would
# otherwise go on testing the sources it was copied from.
.venv/ready: .venv/locked pyproject.toml
	$(PIP) install --no-deps --no-build-isolation --editable .
	@printf '%s\n' "$(CURDIR)" > $@

ifneq ($(shell cat .venv/ready 2>/dev/null),$(CURDIR))
.PHONY: .venv/ready
endif

# uv resolves and is needed for nothing else, so it stays out of the environment that everybody installs.
build/uv/ready:
	$(PYTHON) -m venv --clear --without-pip build/uv
	$(PYTHON) -m pip --python build/uv/bin/python -qq --disable-pip-version-check install uv==0.13.8
	touch $@

# Two commands do everything, on a machine with Python 3.11 or newer: `make grade` and `make test`. `make help` lists all.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell env -u OMP_NUM_THREADS nproc 2>/dev/null || echo 2)
STAMP := $(VENV)/.installed-$(shell cat pyproject.toml constraints.txt | cksum | cut -d' ' -f1)

.PHONY: grade test help install sync audit matrix expected lint clean

grade: install  ## grade the sample class, into graded/
	$(BIN)/python -m autograder grade examples/class --out graded --jobs $(JOBS)

test: install lint  ## lint and run every test, as CI does
	$(BIN)/python -m autograder sync --check
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

help:  ## list these targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

install: $(STAMP)  ## create .venv and install everything into it

$(STAMP):
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch numpy
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	rm -f $(VENV)/.installed-*
	touch $@

lint: install  ## lint, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

sync: install  ## generate stubs, texts and notebooks from solutions/
	$(BIN)/python -m autograder sync

audit: install  ## run wrong programs and right styles through the checks
	mkdir -p graded
	$(BIN)/python -m autograder audit --html graded/verdicts.html

matrix: install  ## compare verdicts at every isolation level, as every kind of user; an hour on two cores
	$(BIN)/python -m tests.matrix

expected: install  ## after a change of checks: write the sample class's expected results again
	rm -rf examples/expected
	$(BIN)/python -m autograder grade examples/class --out examples/expected --jobs $(JOBS)
	rm -rf examples/expected/.autograder examples/expected/run.json
	find examples/expected -name '*.html' -delete

clean:  ## remove results and caches
	rm -rf graded .pytest_cache .mypy_cache .ruff_cache .hypothesis

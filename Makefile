# Two commands do everything, on a machine with Python 3.11 or newer: `make grade` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell env -u OMP_NUM_THREADS nproc 2>/dev/null || echo 2)
STAMP := $(VENV)/.installed-$(shell cat pyproject.toml constraints.txt | cksum | cut -d' ' -f1)

.PHONY: grade test install sync audit matrix expected lint clean

grade: install  ## grade the sample class
	$(BIN)/python -m autograder grade examples/class --out graded --jobs $(JOBS)

test: install lint  ## everything that CI runs
	$(BIN)/python -m autograder sync --check
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

install: $(STAMP)

$(STAMP):
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch numpy
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	rm -f $(VENV)/.installed-*
	touch $@

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

sync: install  ## stubs, texts and notebooks from solutions/
	$(BIN)/python -m autograder sync

audit: install  ## wrong programs and right styles against the checks
	mkdir -p graded
	$(BIN)/python -m autograder audit --html graded/verdicts.html

matrix: install  ## sample class and zoos at every level of isolation, as every kind of user; an hour on two cores
	$(BIN)/python -m tests.matrix

expected: install  ## after a change of checks: the sample class's expected results
	rm -rf examples/expected
	$(BIN)/python -m autograder grade examples/class --out examples/expected --jobs $(JOBS)
	rm -rf examples/expected/.autograder examples/expected/run.json
	find examples/expected -name '*.html' -delete

clean:
	rm -rf graded .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Two commands do everything, on a machine with Python 3.11 or newer: `make grade` and `make test`. While you work,
# `make check` takes two to four minutes. `make help` lists all.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell env -u OMP_NUM_THREADS nproc 2>/dev/null || echo 2)
STAMP := $(VENV)/.installed-$(shell cat pyproject.toml constraints.txt | cksum | cut -d' ' -f1)

unexport PYTHONDONTWRITEBYTECODE  # or each process compiles the engine, and each test process all tests, again

UNIT := not (process or sandbox or zoo or walk or browser or notebook or full)

.PHONY: grade check test test-all help install sync audit matrix snapshots expected lint unit site clean

grade: install  ## grade the sample class, into graded/
	$(BIN)/python -m autograder grade examples/class --out graded --jobs $(JOBS)

check: install  ## lint, types and all tests that start no process; two to four minutes
	$(MAKE) --no-print-directory -j 2 --output-sync=target lint unit

test: install lint  ## everything that decides whether a change may land, as CI runs it; on two cores up to 40 minutes
	$(BIN)/python -m autograder sync --check
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m 'not full'

test-all: install lint  ## everything there is, with nothing kept from earlier runs; for a release and every night
	$(BIN)/python -m autograder sync --check
	home=$$(mktemp -d) && XDG_CACHE_HOME=$$home $(BIN)/python -m pytest -n $(JOBS) --dist worksteal; \
	status=$$?; rm -rf $$home; exit $$status
	$(BIN)/python -m autograder audit --mutants
	$(BIN)/python -m tests.matrix

help:  ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

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

unit: install  ## the tests that start no process
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m '$(UNIT)'

sync: install  ## generate stubs, texts and notebooks from solutions/
	$(BIN)/python -m autograder sync

audit: install  ## run wrong programs and right styles through the checks
	mkdir -p graded
	$(BIN)/python -m autograder audit --html graded/verdicts.html

matrix: install  ## compare verdicts at every isolation level, as every kind of user; an hour on two cores
	$(BIN)/python -m tests.matrix

snapshots: install expected  ## after an intended change of words or verdicts: write what tests compare with again
	$(BIN)/python -m autograder sync
	$(BIN)/python -m benchmarks.rubric --write
	$(BIN)/python -m pytest --snapshot-update -m snapshot

expected: install
	rm -rf examples/expected
	$(BIN)/python -m autograder grade examples/class --out examples/expected --jobs $(JOBS)
	rm -rf examples/expected/.autograder examples/expected/run.json
	find examples/expected -name '*.html' -delete

site: install  ## the documents as a site with search, into build/site
	$(BIN)/python -c 'import material, l2m4m, mdx_truly_sane_lists' 2>/dev/null || \
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[site]'
	$(BIN)/python docs/make_site.py

clean:  ## remove results and caches
	rm -rf graded .pytest_cache .mypy_cache .ruff_cache .hypothesis

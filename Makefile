# Needs Python 3.11 or newer and make; everything else is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: run test test-all lint bench api stubs examples clean

run: $(READY)
	$(BIN)/python -m msjax examples/digits_lenet.py

test: $(READY)
	$(BIN)/python -m pytest -n 2

test-all: $(READY)
	$(BIN)/python -m pytest -n 2 -m "sweep or not sweep"

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/basedpyright --pythonpath $(BIN)/python

bench: $(READY)
	$(BIN)/python benchmarks/run.py

api: $(READY)
	$(BIN)/python tools/make_coverage.py docs/coverage.md

stubs: $(READY)
	$(BIN)/python tools/make_stubs.py

examples: $(READY)
	for file in examples/*.py examples/seeds/*.py; do echo "== $$file"; $(BIN)/python -m msjax $$file || exit 1; done

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: make PYTHON=/path/to/python")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --editable '.[test]'
	touch $@

clean:
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis build dist

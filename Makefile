# Needs Python 3.11 or newer and make; everything else is installed into .venv. `make bench` also
# compares with MindSpore if WHEEL is a Python that has it.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: run test test-all lint bench api stubs examples docs dist clean

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
	$(BIN)/python benchmarks/cold.py
	$(BIN)/python benchmarks/control_flow.py
	$(BIN)/python benchmarks/files.py
	$(BIN)/python benchmarks/ranks.py
	$(BIN)/python benchmarks/data.py $(if $(WHEEL),--wheel $(WHEEL))

api: $(READY)
	$(BIN)/python tools/make_coverage.py docs/coverage.md

stubs: $(READY)
	$(BIN)/python tools/make_stubs.py

examples: $(READY)
	for file in examples/*.py examples/seeds/*.py; do echo "== $$file"; $(BIN)/python -m msjax $$file || exit 1; done

docs: $(READY)
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --editable '.[docs]'
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html

# A wheel and an sdist, each tried in an environment of its own, where the checkout is not seen.
dist: $(READY)
	rm -rf dist build/try
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --editable '.[dist]'
	$(BIN)/python -m build
	for file in dist/*; do \
	  $(BIN)/python -m venv --clear build/try && \
	  build/try/bin/python -m pip install --disable-pip-version-check --quiet $$file && \
	  build/try/bin/python -P tools/try_install.py || exit 1; done

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: make PYTHON=/path/to/python")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --editable '.[test]'
	touch $@

clean:
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis build dist docs/_build docs/reference

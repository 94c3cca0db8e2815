# make play: the box.  make test: the whole test suite.  Both set everything up themselves.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test lint slow mutants bench goldens clean

play: .venv/ready
	$(BIN)/mopsbox play

test: .venv/ready
	$(BIN)/python -m pytest

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

slow: .venv/ready
	$(BIN)/python -m pytest -m slow

mutants: .venv/ready
	$(BIN)/python tests/mutants.py

bench: .venv/ready
	$(BIN)/mopsbox bench

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv build device/*.egg-info

# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: install demo test check fix bench serve docs clean

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $(STAMP)

demo: $(STAMP)
	$(BIN)/int2vec reproduce --corpus catalog --fast --out out/demo

test: $(STAMP)
	$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

check: $(STAMP)
	$(BIN)/ruff format --check src tests benchmarks conftest.py
	$(BIN)/ruff check src tests benchmarks conftest.py
	$(BIN)/mypy

fix: $(STAMP)
	$(BIN)/ruff format src tests benchmarks conftest.py
	$(BIN)/ruff check --fix src tests benchmarks conftest.py

bench: $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[bench]'
	$(BIN)/python -m benchmarks.run $(ARGS)

docs: $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[docs]'
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs out/docs
	@echo "the site is in out/docs/index.html"

serve: $(STAMP)
	$(BIN)/int2vec serve

clean:
	rm -rf $(VENV) build dist out .mypy_cache .ruff_cache .pytest_cache .hypothesis

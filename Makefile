# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# Without a GPU the CPU build of PyTorch is wanted, which PyTorch's own index has; the registry's
# brings gigabytes of CUDA along.
TORCH = if command -v nvidia-smi >/dev/null; then echo "PyTorch: for the GPU"; \
	elif $(BIN)/python -c "import torch" 2>/dev/null; then echo "PyTorch: as it is installed"; \
	elif $(BIN)/python -m pip install --quiet --timeout 5 --retries 0 --no-deps \
	    --constraint constraints.txt --index-url https://download.pytorch.org/whl/cpu torch \
	    >/dev/null 2>&1; then echo "PyTorch: the build for the CPU"; \
	else echo "PyTorch: the registry's build, as its own index did not answer"; fi

.PHONY: install demo test check fix bench mutants test-matrix serve docs clean

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	@$(TORCH)
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

mutants: $(STAMP)
	$(BIN)/python -m benchmarks.mutants $(ARGS)

test-matrix: $(STAMP)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/python -m benchmarks.matrix $(ARGS)

serve: $(STAMP)
	$(BIN)/int2vec serve

clean:
	rm -rf $(VENV) build dist out .mypy_cache .ruff_cache .pytest_cache .hypothesis

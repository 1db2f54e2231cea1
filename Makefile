# The project's commands. `make demo` and `make test` need only make and Python 3.11, 3.12 or 3.13.

VENV := .venv
BIN := $(VENV)/bin
PYTHON := $(BIN)/python
PYTEST := $(PYTHON) -m pytest -n 2 -rs
LAKE := data/lake
RULESETS := program_80fen cn_competition_2deck

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONUTF8 := 1

.PHONY: help demo dashboard test lint types imports pytest kernel test-long mutants bench bench-against samples docs constraints clean

help:
	@echo 'make demo       read, re-score and count the sample deals'
	@echo 'make dashboard  open the page over the demo'"'"'s lake'
	@echo 'make test       lint, types, imports and tests (under 15 minutes)'
	@echo 'make test-long  fresh seeds, crashes, fuzzing (under an hour: 55 to 70 minutes of CPU on two cores)'
	@echo 'make mutants    plant faults in the rules'"'"' code, see that tests catch them (a quarter of an hour)'
	@echo 'make bench      measure speed and memory, write bench.json'
	@echo 'make bench-against COMMIT=…  the kernel against that of another commit, ruleset by ruleset'
	@echo 'make samples    write data/samples anew; make docs: the generated pages of docs/'

# --- set-up: a stamp in the environment, so that nothing is done twice ---

$(PYTHON):
	@for python in $(or $(BASE_PYTHON),python3 python3.13 python3.12 python3.11); do \
	  if $$python -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; \
	  then echo "Making $(VENV) with $$($$python --version) …"; exec $$python -m venv $(VENV); fi; \
	done; echo 'No Python 3.11, 3.12 or 3.13 with venv was found: install one, or name it: make BASE_PYTHON=…' >&2; exit 1

$(VENV)/.runtime: pyproject.toml constraints.txt | $(PYTHON)
	@echo 'Installing shengji and what it needs …'
	@$(PYTHON) -m pip install -q -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(PYTHON)
	@echo 'Installing shengji and what its tests need …'
	@$(PYTHON) -m pip install -q -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.runtime

# --- use ---

demo: $(VENV)/.runtime
	@$(BIN)/shengji ingest data/samples --lake $(LAKE)
	@$(BIN)/shengji replay --lake $(LAKE) $(RULESETS:%=--ruleset %)
	@$(BIN)/shengji stats --lake $(LAKE)
	@echo
	@echo 'To see it as a page: make dashboard'
	@echo 'or: $(BIN)/shengji dashboard --lake $(LAKE)'

dashboard: $(VENV)/.runtime
	@$(BIN)/shengji dashboard --lake $(LAKE)

# --- checks ---

test: lint types imports pytest

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

imports: $(VENV)/.dev
	$(BIN)/lint-imports --no-logo

# The kernel is compiled before the tests start, so that two workers do not both do it.
kernel: $(VENV)/.dev
	@$(PYTHON) -m tests.bench.warm

# A file's tests stay in one worker: what they share is made once.
pytest: $(VENV)/.dev kernel
	$(PYTEST) --dist loadfile --no-loadscope-reorder -m 'not long' --durations 10

# Whichever worker is free takes the next: a file's long tests share little.
test-long: $(VENV)/.dev kernel
	$(PYTEST) --dist worksteal -m long --durations 20

# Faults planted in the code of the rules one at a time; each must be caught by a named test.
mutants: $(VENV)/.dev
	$(PYTHON) -m tests.mutants

bench: $(VENV)/.dev
	$(PYTHON) -m tests.bench

bench-against: $(VENV)/.dev
	$(PYTHON) -m tests.bench.against $(COMMIT)

# --- what is generated and committed ---

samples: $(VENV)/.runtime
	PYTHONPATH=. $(PYTHON) data/samples/make.py

docs: $(VENV)/.runtime
	$(PYTHON) -m analytics.viewdocs
	$(PYTHON) -m replay.schemadoc
	$(PYTHON) -m replay.rulesetdoc
	$(PYTHON) -m tests.cases

constraints: $(VENV)/.dev
	$(PYTHON) -m pip install -q uv
	$(BIN)/uv pip compile -q pyproject.toml --universal --extra dev --no-annotate --no-header -o constraints.txt

clean:
	rm -rf $(VENV) $(LAKE) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

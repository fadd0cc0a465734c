# The two commands of the README are `make run` and `make test`.

PYTHON ?= python3
BIN = .venv/bin

.PHONY: run test check bench train evaluate

run: .venv/run.done          ## open the page's server on port 7860
	$(BIN)/python app.py

test: .venv/dev.done check   ## install what tests need, a browser included, and run all of them
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

check: .venv/dev.done        ## lint, format, types, direction of imports
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/pyright && $(BIN)/lint-imports

bench: .venv/bench.done      ## judge the promises about speed; some of them: ROWS=capture,cache
	$(BIN)/python -m tests.benchmarks $(ROWS)

train: .venv/run.done        ## make the shipped checkpoints again, about two hours on one core
	$(BIN)/python -m transformer_viz.training train

evaluate: .venv/run.done     ## measure the figures of the shipped cards again
	$(BIN)/python -m transformer_viz.training evaluate

.venv/run.done: requirements.txt
	$(PYTHON) -m venv .venv && $(BIN)/pip install --quiet -r requirements.txt && touch $@

.venv/dev.done: requirements-dev.txt requirements.txt
	$(PYTHON) -m venv .venv && $(BIN)/pip install --quiet -r requirements-dev.txt
	command -v chromium || sh tests/install_chromium.sh
	touch .venv/run.done $@

.venv/bench.done: .venv/dev.done requirements-bench.txt $(wildcard tests/benchmarks/peer/*.*)
	$(BIN)/pip install --quiet -r requirements-bench.txt
	$(BIN)/pip install --quiet --no-deps -r tests/benchmarks/peer/requirements.txt
	-npm install --prefix tests/benchmarks/peer --no-package-lock --ignore-scripts --no-audit --no-fund
	touch $@

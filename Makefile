# The two commands of the README are `make run` and `make test`.

PYTHON ?= python3
BIN = .venv/bin
NPM_FLAGS = --include=dev --no-save --no-package-lock --ignore-scripts --no-audit --no-fund
NODE = PATH="$(CURDIR)/$(BIN):$$PATH" # node and npm come with a wheel

.PHONY: run test check format bench train evaluate

run: .venv/run.done          ## open the page's server on port 7860
	$(BIN)/python app.py

test: .venv/dev.done check   ## install what tests need, a browser included, and run all of them
	$(NODE) node --test "assets/page/**/*.test.js"
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

check: .venv/dev.done node_modules/npm.done  ## lint, format, types, direction of imports
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/pyright && $(BIN)/lint-imports
	$(NODE) node_modules/.bin/biome check --error-on-warnings && $(NODE) node_modules/.bin/tsc

format: .venv/dev.done node_modules/npm.done ## bring Python, CSS and JavaScript into shape
	$(BIN)/ruff format . && $(NODE) node_modules/.bin/biome format --write

bench: .venv/bench.done      ## judge the promises about speed; some of them: ROWS=capture,cache
	$(BIN)/python -m tests.benchmarks $(ROWS)

train: .venv/run.done        ## make the shipped checkpoints again, about two hours on one core
	$(BIN)/python -m transformer_viz.training train

evaluate: .venv/run.done     ## measure the figures of the shipped cards again
	$(BIN)/python -m transformer_viz.training evaluate
	$(BIN)/python -m transformer_viz.session.experiments

.venv/run.done: requirements.txt
	$(PYTHON) -m venv .venv && $(BIN)/pip install --quiet -r requirements.txt && touch $@

.venv/dev.done: requirements-dev.txt requirements.txt
	$(PYTHON) -m venv .venv && $(BIN)/pip install --quiet -r requirements-dev.txt
	command -v chromium || sh tests/install_chromium.sh
	touch .venv/run.done $@

.venv/bench.done: .venv/dev.done requirements-bench.txt $(wildcard tests/benchmarks/peer/*.*)
	$(BIN)/pip install --quiet -r requirements-bench.txt
	$(BIN)/pip install --quiet --no-deps -r tests/benchmarks/peer/requirements.txt
	-$(NODE) npm install --prefix tests/benchmarks/peer --no-package-lock --ignore-scripts --no-audit --no-fund
	touch $@

node_modules/npm.done: .venv/dev.done package.json
	$(NODE) npm install $(NPM_FLAGS)
	touch $@

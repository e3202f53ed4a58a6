# boxref: `make run` starts the box, `make test` passes the tests. Everything is set up in .venv by itself;
# after the first time both need no network, and take no time when nothing changed.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# On a Raspberry Pi the box's own libraries join; elsewhere the simulated box needs none of them.
PI     := $(shell grep -qsa 'Raspberry Pi' /proc/device-tree/model && echo yes)
LOCK   := $(if $(PI),locks/pi.txt,locks/run.txt)
PIP    := $(BIN)/python -m pip --disable-pip-version-check
# An environment that was only half made, or that was moved or copied here, is made anew.
MOVED  := $(shell [ "$$(cat $(VENV)/.made 2>/dev/null)" = "$(CURDIR)" ] || echo moved)
SPLIT  ?= auto
RESOLVE := uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate pyproject.toml

.PHONY: help run test cover check bench soak lock install upgrade uninstall deb clean moved

help: ## these lines
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.run ## start the box (simulated where there is no hardware)
	@exec $(BIN)/boxref run $(ARGS)

test: $(VENV)/.dev ## pass the tests
	@$(BIN)/pytest -n $(SPLIT) -m "not soak" $(ARGS)

cover: $(VENV)/.dev ## the tests that prove complete branch coverage of games and sensing
	@$(BIN)/pytest -q -n $(SPLIT) -m "not games and not soak" --cov=games --cov=firmware.sensing --cov-branch --cov-fail-under=100 --cov-report=term $(ARGS) tests/games tests/sensing tests/test_conformance.py tests/test_vectors.py

check: $(VENV)/.dev ## formatting, lint, types, rooms
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev ## our own figures
	@$(BIN)/python -m tests.bench $(ARGS)

soak: $(VENV)/.dev ## a thousand whole games of each kind by clumsy hands, a thousand kills, every disk of a pulled plug, laws
	@$(BIN)/pytest -n $(SPLIT) -m soak tests $(ARGS)
	@$(BIN)/pytest -n $(SPLIT) -m hypothesis --hypothesis-profile=explore tests $(ARGS)

# These touch the computer, not the checkout: the system's own Python runs them, and leaves nothing here.
INSTALL = @$(PYTHON) -B -m systemd.install

install: ## put the box on this computer as a service (sudo make install; ARGS=--dry-run shows what would change)
	$(INSTALL) install $(ARGS)

upgrade: ## bring the installed box up to date, or leave it as it was
	$(INSTALL) upgrade $(ARGS)

uninstall: ## take the box off this computer again; games and the owner's files stay
	$(INSTALL) uninstall $(ARGS)

deb: ## a Debian package that does the same, in dist/
	$(INSTALL).package $(ARGS)

lock: ## resolve the locks anew (needs uv)
	@command -v uv >/dev/null || { echo "make: uv is not here; try: pip install uv"; exit 1; }
	$(RESOLVE) --group build -o locks/run.txt
	$(RESOLVE) --group build --extra pi -o locks/pi.txt
	$(RESOLVE) --group dev -o locks/dev.txt

clean: ## forget the virtual environment
	rm -rf $(VENV)

$(VENV)/.made: $(MOVED)
	@$(PYTHON) -m venv --clear $(VENV) || { echo "make: no virtual environment; try: sudo apt install python3-venv"; exit 1; }
	@echo "$(CURDIR)" > $@

# The project itself is installed editable: what is edited runs.
$(VENV)/.run: $(LOCK) pyproject.toml $(VENV)/.made
	@echo "setting up (the first time takes half a minute and the network)"
	$(if $(PI),@command -v cc >/dev/null || { echo "make: a Pi's libraries are compiled; first: sudo apt install gcc python3-dev swig"; exit 1; })
	@PYPI=1 $(PIP) install -q --require-hashes -r $(LOCK)
	@$(PIP) install -q --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: locks/dev.txt $(VENV)/.run
	@$(PIP) install -q --require-hashes -r locks/dev.txt
	@touch $@

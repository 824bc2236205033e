# `make lab` opens the lessons, `make test` checks everything; `make` alone lists what there is.
# PYTHON=python3.12 make lab chooses the Python of .venv. Works with the make of every Linux and macOS.

SHELL := bash
WORKERS ?= 2
bin := .venv/bin
pip := $(bin)/python -m pip -qq --disable-pip-version-check
pytest := $(bin)/python -m pytest --quiet -n $(WORKERS) --dist loadfile

.PHONY: help
help:  ## list these targets
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | awk -F'|' '{printf "make %-10s %s\n", $$1, $$2}'

# ---- what people use ----

.PHONY: lab
lab: .venv/.kit  ## set up and open JupyterLab on the welcome notebook
	@set -- "--ServerApp.root_dir=$(CURDIR)" --LabApp.default_url=/lab/tree/notebooks/00-welcome.ipynb \
	  --log-level=WARN; \
	if [ -n "$$CI" ] || { [ "$$(uname)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; }; then \
	  echo "No screen here: open the address that follows in a browser."; set -- "$$@" --no-browser; fi; \
	if [ "$$(id -u)" = 0 ]; then set -- "$$@" --allow-root; fi; \
	exec $(bin)/python -m jupyterlab "$$@"

.PHONY: test
test: lint types browser  ## set up and run every check there is
	@$(pytest) --nbval-lax

.PHONY: quick
quick: lint types  ## the developer's loop: lint, types, unit tests and documented examples
	@CARDKIT_EXAMPLES=3 $(pytest) --ignore=tests/browser -m "not binder and not slow"

.PHONY: bench
bench: .venv/.tools .venv-bench/.made  ## measure speed, beside others, in one table of ratios
	@$(bin)/python -m tests.bench.run

.PHONY: soak
soak: .venv/.tools  ## play at random for long, every invariant on, and count the rules cited
	@$(bin)/python -m tests.soak

.PHONY: mutants
mutants: .venv/.tools  ## break rules on purpose, one at a time: the tests must notice each
	@$(bin)/python -m tests.mutants.run

.PHONY: studies
studies: .venv/.tools  ## measure the bots against each other; writes docs/studies.md
	@$(bin)/python -m tests.bench.studies

.PHONY: notebooks
notebooks: .venv/.tools browser  ## run the lessons in JupyterLab and store what they show
	@$(bin)/python -m tests.browser.refresh

.PHONY: prove
prove: .venv/.tools  ## list every rule id with the tests that prove it
	@$(bin)/python -m tests.prove

.PHONY: clean
clean:  ## remove the environments and everything else that can be made again
	@rm -rf .venv .venv-* .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
	@find cardkit widgets tests notebooks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
	@find notebooks -name .ipynb_checkpoints -prune -exec rm -rf {} + 2>/dev/null || true

# ---- parts of the above ----

.PHONY: lint types browser
lint: .venv/.tools
	@$(bin)/ruff check --quiet --output-format concise
types: .venv/.tools
	@$(bin)/mypy --no-error-summary
browser: .venv/.tools
	@$(bin)/python -m tests.browser.find_browser

# ---- environments; an empty file in each says that it is ready ----

version = $(shell $(1) -c 'import sys; print(*sys.version_info[:2])' 2>/dev/null)
ifneq ($(PYTHON),)
ifneq ($(call version,$(PYTHON)),$(call version,$(bin)/python))
.PHONY: .venv/.made
clear := --clear
endif
endif

.venv/.made:
	@for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python); do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "Making .venv with $$($$python --version)"; \
	    $$python -m venv $(clear) .venv && touch $@; exit; fi; done; \
	echo "cardkit needs Python 3.11 or newer, and $(or $(PYTHON),python3) is not:" \
	  "install one and name it, as in PYTHON=python3.12 make lab" >&2; exit 1

.venv/.kit: .venv/.made pyproject.toml $(wildcard binder/*)
	@echo "Installing the kit and its pins (a minute or two the first time)"
	@$(pip) install -r binder/requirements.txt
	@PATH="$(CURDIR)/$(bin):$$PATH" binder/postBuild
	@touch $@

.venv/.tools: .venv/.kit tests/requirements.txt
	@echo "Installing the development tools"
	@$(pip) install -r tests/requirements.txt
	@touch $@

.venv-bench/.made: .venv/.kit tests/bench/requirements.txt
	@echo "Making .venv-bench"
	@$(bin)/python -m venv .venv-bench
	@.venv-bench/bin/python -m pip -qq --disable-pip-version-check install -r tests/bench/requirements.txt
	@touch $@

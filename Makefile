# EdgeBharo: `make demo` shows a whole call, `make test` proves that it works. Both set up what they need.
.DEFAULT_GOAL := help
SHELL := /bin/sh
VENV ?= .venv
export VENV PYTHON NO_LLM
BIN := $(VENV)/bin

.PHONY: help setup demo test check llm lock clean

help: ## show this list
	@echo "make TARGET, one of:"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-9s %s\n", $$1, $$2}'
	@echo "Variables: PYTHON=python3.12 (3.10 or newer), VENV=.venv, NO_LLM=1 (without the language model)."

setup: ## make the environment and the models ready; quick when they are
	@sh scripts/setup.sh

demo: setup ## one whole spoken call, offline
	@$(BIN)/edgebharo demo

test: setup ## every test
	@$(BIN)/python -m pytest

check: setup ## style, types, layers and the quick tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q -m "not model"

llm: ## build the language model's runtime again after a failed build
	@RETRY_LLM=1 sh scripts/setup.sh

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.10 --generate-hashes --no-annotate \
	--custom-compile-command "make lock" pyproject.toml

lock: ## pin every package again (needs a network); add UPGRADE=1 for the newest versions
	@$(BIN)/uv --version >/dev/null 2>&1 || $(BIN)/python -m pip install --quiet uv
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra tts --extra llm-model --extra live --extra ears --extra plot --extra sync --extra export --extra registry --extra dev -o requirements.lock
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra llm -c requirements.lock -o requirements-llm.lock
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra baselines -c requirements.lock -o requirements-baselines.lock

clean: ## remove the environment and what tools left; models in the home folder stay
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

#!/bin/sh
# Makes the project's own Python environment. Safe to interrupt and to run again: a step that is done is
# remembered with a checksum of what it was made from, and is done again only when that changes.
#
#   PYTHON   the Python to use (3.10 or newer); found on the PATH where it is not given
#   VENV     the environment's folder (.venv)
#   NO_LLM   set to 1 to go without the language model
set -eu
cd "$(dirname "$0")/.."
VENV=${VENV:-.venv}
STAMPS=$VENV/.stamps
STEPS=5
LLM_LOG=$VENV/llm-build.log

say() { printf '%s\n' "$*"; }
fail() { printf '\nsetup: %s\n' "$*" >&2; exit 1; }
now() { date +%s; }
sum() { cat "$@" 2>/dev/null | cksum | tr ' ' '-'; }

duration() {
    if [ "$1" -lt 60 ]; then printf '%s s' "$1"; else printf '%s min %s s' $(($1 / 60)) $(($1 % 60)); fi
}

# step NUMBER NAME KEY TITLE: true where the step must be done; says so, and starts the clock.
step() {
    if [ "$(cat "$STAMPS/$2" 2>/dev/null)" = "$3" ]; then return 1; fi
    say "[$1/$STEPS] $4"
    started=$(now)
}

# finish NAME KEY: remember that the step is done.
finish() {
    printf '%s\n' "$2" >"$STAMPS/$1.new"
    mv "$STAMPS/$1.new" "$STAMPS/$1"
    say "      done in $(duration $(($(now) - started)))"
}

# An install that was killed half-way can leave a package without its RECORD, which pip takes for installed.
drop_halves() {
    for info in "$VENV"/lib/python3*/site-packages/*.dist-info; do
        if [ -d "$info" ] && [ ! -f "$info/RECORD" ]; then rm -rf "$info"; fi
    done
}

pip() { "$VENV/bin/python" -m pip --disable-pip-version-check --no-input "$@"; }

modern() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; }

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        command -v "$PYTHON" >/dev/null || fail "PYTHON=$PYTHON is not there."
        modern "$PYTHON" || fail "$PYTHON is $("$PYTHON" -V 2>&1); EdgeBharo needs Python 3.10 or newer."
        return
    fi
    for candidate in python3 python3.13 python3.12 python3.11 python3.10; do
        if command -v "$candidate" >/dev/null && modern "$candidate"; then
            PYTHON=$candidate
            return
        fi
    done
    fail "no Python 3.10 or newer was found; install one, or run: make PYTHON=/path/to/python3"
}

make_environment() {
    find_python
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null ||
        fail "$PYTHON has no 'venv'; on Debian and Raspberry Pi OS run: sudo apt install python3-venv"
    "$PYTHON" -m venv "$VENV" || fail "the environment $VENV could not be made; see the message above."
    pip --version >/dev/null 2>&1 || "$PYTHON" -m venv --clear "$VENV"
    mkdir -p "$STAMPS"
    say "      $("$VENV/bin/python" -V) in $VENV"
}

install_packages() {
    drop_halves
    pip install --require-hashes -r requirements.lock ||
        fail "a package could not be installed (see above). What was fetched is kept: run the same command again."
}

install_edgebharo() {
    drop_halves
    pip install --quiet --no-deps --no-build-isolation --editable . || fail "EdgeBharo could not be installed."
}

without_llm() {
    say "      ! $1"
    say "      ! EdgeBharo goes on WITHOUT the language model: answers are understood by rules alone."
    say "      ! To try again: make llm"
}

has_compiler() {
    for compiler in "${CC:-cc}" gcc clang; do
        if command -v "$compiler" >/dev/null; then
            for plus in "${CXX:-c++}" g++ clang++; do
                if command -v "$plus" >/dev/null; then return 0; fi
            done
        fi
    done
    return 1
}

# Says every half minute how far the build is.
watch_llm_build() {
    tick=0
    while sleep 1 >/dev/null 2>&1; do
        tick=$((tick + 1))
        if [ $((tick % 30)) -eq 0 ]; then
            at=$(tail -c 20000 "$LLM_LOG" | grep -oE '\[ *[0-9]+(/[0-9]+|%)\]' | tail -n 1 || true)
            say "      still building: $(duration $tick) $at"
        fi
    done
}

# The build runs in the foreground, so that Ctrl-C reaches the compiler too.
build_llm() {
    CMAKE_ARGS="-DLLAVA_BUILD=OFF -DLLAMA_OPENSSL=OFF ${CMAKE_ARGS:-}"
    export CMAKE_ARGS
    : >"$LLM_LOG"
    watch_llm_build &
    watcher=$!
    trap 'kill "$watcher" 2>/dev/null; exit 130' INT TERM HUP
    built=0
    pip install --verbose --require-hashes -r requirements-llm.lock >"$LLM_LOG" 2>&1 || built=$?
    kill "$watcher" 2>/dev/null || true
    trap - INT TERM HUP
    return "$built"
}

install_llm() {
    if ! has_compiler; then
        without_llm "No C/C++ compiler was found (Debian: sudo apt install g++)."
        return 1
    fi
    say "      It is compiled on this machine: about 6 minutes on two cores, once. Log: $LLM_LOG"
    drop_halves
    if ! build_llm || ! "$VENV/bin/python" -c 'import llama_cpp' 2>>"$LLM_LOG"; then
        without_llm "The build failed; the end of $LLM_LOG says why."
        return 1
    fi
}

# llm_step KEY: a build that failed is remembered too, or every `make` would spend its minutes again.
llm_step() {
    if [ "${NO_LLM:-}" = 1 ]; then return 0; fi
    if [ "$(cat "$STAMPS/llm-failed" 2>/dev/null)" = "$1" ] && [ "${RETRY_LLM:-}" != 1 ]; then
        say "[4/$STEPS] Language model: not built on this machine; rules are used instead (try again: make llm)"
        return 0
    fi
    if step 4 llm "$1" "Compiling the language model's runtime (llama.cpp)"; then
        if install_llm; then
            rm -f "$STAMPS/llm-failed"
            finish llm "$1"
        elif has_compiler; then
            printf '%s\n' "$1" >"$STAMPS/llm-failed"
        fi
    fi
}

prepare() {
    "$VENV/bin/edgebharo" prepare || fail "the models could not be prepared (see above); run the same command again."
}

begun=$(now)
environment_key=environment-1
if [ ! -x "$VENV/bin/python" ]; then rm -rf "$STAMPS"; fi
if step 1 environment "$environment_key" "Making the Python environment"; then
    make_environment
    finish environment "$environment_key"
fi

packages_key=$(sum requirements.lock)
if step 2 packages "$packages_key" "Installing packages (about 500 MB to fetch; every one is checked)"; then
    install_packages
    finish packages "$packages_key"
fi

edgebharo_key=$(sum pyproject.toml)-$packages_key
if step 3 edgebharo "$edgebharo_key" "Installing EdgeBharo into the environment"; then
    install_edgebharo
    finish edgebharo "$edgebharo_key"
fi

llm_step "$(sum requirements-llm.lock)-$packages_key"

home=$("$VENV/bin/python" -c 'from edgebharo.models.resolve import home; print(home())')
spoken=$(find forms edgebharo/reply edgebharo/tts -type f ! -name '*.pyc' | LC_ALL=C sort)
# shellcheck disable=SC2086  # the names of our own files hold no spaces
prepare_key=$(sum models/manifest.toml $spoken)-$(printf %s "$home" | cksum | tr ' ' '-')
if [ ! -d "$home/models" ]; then rm -f "$STAMPS/prepare"; fi
if step 5 prepare "$prepare_key" "Joining the models and speaking the form's fixed sentences once"; then
    prepare
    finish prepare "$prepare_key"
fi
say "Ready ($(duration $(($(now) - begun))))."

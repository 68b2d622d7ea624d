"""Reads YAML and remembers on which line every key stands.

Stricter than the YAML loader: a key that is written twice is a problem instead of silently winning, and keys
stay the text that was written (`true:` is the key "true").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import yaml

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands: keys and list indices from the root."""

Finding: TypeAlias = tuple[Path, str]
"""One thing wrong: where, and what to do."""


@dataclass
class _Reading:
    lines: dict[Path, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True)
class Document:
    """A YAML document as plain values, the line of each key (from 1), and what was wrong with it."""

    value: object
    lines: Mapping[Path, int]
    findings: tuple[Finding, ...]

    def key(self, path: Path) -> str:
        """`fields[3].retries.max (line 41)`: the line is that of the nearest key that is in the file."""
        text = ""
        for part in path:
            text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
        for length in range(len(path), -1, -1):
            line = self.lines.get(path[:length])
            if line is not None:
                return f"{text} (line {line})".strip()
        return text


def read(text: str) -> Document:
    """Read one YAML document. A syntax error is a finding, with its line, never an exception."""
    reading = _Reading()
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        value = None if node is None else _value(node, (), reading)
    except yaml.MarkedYAMLError as error:
        if error.problem_mark is not None:
            reading.lines[()] = error.problem_mark.line + 1
        reading.findings.append(((), f"not valid YAML: {error.problem or 'cannot be read'}"))
        value = None
    except (yaml.YAMLError, ValueError, RecursionError):
        reading.findings.append(((), "not valid YAML: a character, a value or the nesting cannot be read"))
        value = None
    return Document(value, reading.lines, tuple(reading.findings))


def _value(node: yaml.Node, path: Path, reading: _Reading) -> object:
    reading.lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        return [_value(child, (*path, index), reading) for index, child in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, path, reading)
    loader = yaml.SafeLoader("")
    try:
        return loader.construct_object(node, deep=True)
    finally:
        loader.dispose()


def _mapping(node: yaml.MappingNode, path: Path, reading: _Reading) -> dict[str, object]:
    found: dict[str, object] = {}
    for key_node, value_node in node.value:
        key = str(key_node.value)
        inside = (*path, key)
        if key in found:
            reading.findings.append((inside, f"written twice (again on line {key_node.start_mark.line + 1})"))
            continue
        reading.lines[inside] = key_node.start_mark.line + 1
        found[key] = _value(value_node, inside, reading)
    return found

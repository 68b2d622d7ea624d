"""The benchmarks by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from edgebharo.bench.call import CallSuite
from edgebharo.bench.suite import Suite
from edgebharo.errors import ConfigError
from edgebharo.runtime.config import Settings

SUITES: Mapping[str, Callable[[Settings], Suite]] = MappingProxyType({"call": CallSuite})


def make_suite(name: str, settings: Settings) -> Suite:
    """The suite called `name`.

    Raises:
        ConfigError: there is none; the message lists the choices.
    """
    if name not in SUITES:
        raise ConfigError(f"no benchmark called {name!r}; choose one of: {', '.join(sorted(SUITES))}")
    return SUITES[name](settings)

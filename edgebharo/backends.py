"""Maps a backend's name to its factory, and imports it only when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Generic, TypeVar, cast

from edgebharo.errors import MissingExtraError, UnknownBackendError

Port = TypeVar("Port")


@dataclass(frozen=True)
class Registry(Generic[Port]):
    """The backends of one port, by name."""

    stage: str
    factories: Mapping[str, str]
    """name -> "module:factory"."""
    extras: Mapping[str, str]
    """top-level package -> the extra of EdgeBharo that installs it."""

    def create(self, name: str, options: object) -> Port:
        """Build the backend `name`.

        Raises:
            UnknownBackendError: the name is not registered; the message lists the choices.
            MissingExtraError: a package it needs is not installed; the message names the extra.
        """
        target = self.factories.get(name)
        if target is None:
            choices = ", ".join(sorted(self.factories))
            raise UnknownBackendError(self.stage, f"no backend called {name!r}; choose one of: {choices}")
        module_name, factory = target.split(":")
        try:
            module = import_module(module_name)
            return cast("Port", getattr(module, factory)(options))
        except ModuleNotFoundError as error:
            package = (error.name or "").split(".")[0]
            if package not in self.extras:
                raise
            extra = self.extras[package]
            hint = f"pip install 'edgebharo[{extra}]'"
            raise MissingExtraError(
                self.stage, f"backend {name!r} needs the package {package!r}: {hint}"
            ) from error

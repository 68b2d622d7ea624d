"""What all plots share."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from edgebharo.errors import MissingExtraError, OutputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, RIGHT, WRONG, QUIET = "#333333", "#2a78b5", "#c9542b", "#8a8f94"


def require_matplotlib() -> None:
    """Find out before the work is done that nothing can be drawn.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    if find_spec("matplotlib") is None:
        raise MissingExtraError(
            "plot", "--plot needs the package 'matplotlib': pip install 'edgebharo[plot]'"
        )


def save(figure: Figure, path: Path) -> None:
    """Write a drawing as a PNG, the file of the option --plot.

    Raises:
        OutputError: the file cannot be written.
    """
    try:
        figure.savefig(path, format="png", dpi=120)
    except OSError as error:
        raise OutputError(
            f"--plot {path}: cannot be written ({error.strerror}); give another path"
        ) from error

"""How the command line fails: one clear line on standard error and an exit code, never a traceback."""

from __future__ import annotations

import errno
import io
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from edgebharo.errors import EdgeBharoError

REFUSED_BY_SYSTEM = 13
"""Exit code where the operating system refuses something that no error of EdgeBharo's own stands for."""
FAULT = 70
"""Exit code of a fault in EdgeBharo itself: EX_SOFTWARE of sysexits.h."""

_ADVICE = {
    errno.ENOSPC: "free some space and try again",
    errno.EDQUOT: "free some space and try again",
    errno.EACCES: "check its permissions, or set EDGEBHARO_HOME to a folder of your own",
    errno.EPERM: "check its permissions, or set EDGEBHARO_HOME to a folder of your own",
    errno.EROFS: "set EDGEBHARO_HOME to a folder that can be written",
}


def guarded(command: Callable[[], object]) -> NoReturn:
    """Run `command` and leave the process; a command that ends by itself brings its own exit code.

    A fault in EdgeBharo is shown whole where Python runs in its development mode.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that has no Devanagari
    try:
        try:
            command()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever read the output has seen enough
        _abandon_output()
        sys.exit(1)
    except EdgeBharoError as error:
        _fail(str(error), error.exit_code)
    except OSError as error:
        _abandon_output()
        _fail(_refusal(error), REFUSED_BY_SYSTEM)
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        _fail(_fault(error), FAULT)
    sys.exit(0)


def _fail(message: str, exit_code: int) -> NoReturn:
    from rich.console import Console  # noqa: PLC0415 - only a failure pays for it
    from rich.markup import escape  # noqa: PLC0415

    console = Console(stderr=True)
    for line in message.splitlines():
        console.print(f"[red]error[/] {escape(line)}", soft_wrap=True, highlight=False)
    sys.exit(exit_code)


def _refusal(error: OSError) -> str:
    advice = _ADVICE.get(error.errno or 0, "check the path and the disk, then try again")
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or type(error).__name__}; {advice}"


def _fault(error: Exception) -> str:
    """Where the program failed. What the exception says is left out: it may quote what a caller said."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"this is a fault in EdgeBharo ({type(error).__name__} in {Path(last.filename).name}:{last.lineno}); "
        "what was saved before is kept. Please report it; PYTHONDEVMODE=1 shows the whole traceback"
    )


def _abandon_output() -> None:
    """Let nothing more be written to standard output, so that Python does not fail once more at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""The command `edgebharo doctor`: parse, call, print."""

from __future__ import annotations

from typing import Annotated

import typer


def doctor(
    *,
    form: Annotated[
        str | None, typer.Option("--form", help="A form's id or folder. Default: maternal-enrolment.")
    ] = None,
    sound: Annotated[
        bool, typer.Option("--sound/--no-sound", help="Try microphone and speaker: a tone is played.")
    ] = True,
    voice: Annotated[
        bool | None,
        typer.Option("--voice/--no-voice", help="Ask for a few spoken words. Default: at a terminal."),
    ] = None,
    json_flag: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Look at everything that a call needs, and say what to do where something is wrong.

    Microphone, noise, echo, models, prompts, disk, clock, cores, memory. Exit code 1: no call can be held.
    """
    from edgebharo.models.progress import progress_bars
    from edgebharo.runtime.config import load_settings
    from edgebharo.runtime.doctor import as_json, examine, worst
    from edgebharo.terminal import ERR, print_json, show_advice, show_check

    settings = load_settings({"form": form})
    speak = ERR.is_terminal if voice is None else voice
    checks = []
    with progress_bars("verify") as show:
        for check in examine(settings, show_advice, show, sound=sound, voice=speak):
            checks.append(check)
            if not json_flag:
                show_check(check)
    if json_flag:
        print_json(as_json(tuple(checks)))
    if worst(checks) == "problem":
        raise typer.Exit(1)

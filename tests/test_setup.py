"""scripts/setup.sh with a Python whose `venv` and `pip` only write down that they were called.

What it would install takes minutes and a network; the order of the steps, what is remembered, and what is
said when something is missing are the script's own work, and that is run here for real.
"""

from __future__ import annotations

import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.unit

ROOT = Path(__file__).resolve().parents[1]
TOOLS = [
    "sh",
    "cat",
    "cksum",
    "tr",
    "date",
    "mkdir",
    "mv",
    "rm",
    "find",
    "sort",
    "sleep",
    "tail",
    "grep",
    "dirname",
    "cp",
    "chmod",
    "env",
]

PYTHON = """#!/bin/sh
echo "$*" >>"{log}"
for word in $(cat "{broken}" 2>/dev/null); do
    case "$*" in *"$word"*) echo "stand-in: $word is broken"; exit 1 ;; esac
done
case "$*" in
    -V) echo "Python 3.11.7" ;;
    "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp "$0" "$3/bin/edgebharo" ;;
    *"print(home())"*) echo "{home}" ;;
    prepare) mkdir -p "{home}/models" ;;
esac
"""


@dataclass(frozen=True)
class Workshop:
    """A folder with what the script reads, and a PATH that holds nothing else."""

    folder: Path
    tools: Path
    log: Path
    broken: Path

    def run(self, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run the script; the words in `self.broken` make the stand-in fail."""
        self.log.write_text("")
        environment = {"PATH": str(self.tools), "HOME": str(self.folder), **settings}
        return subprocess.run(
            ["/bin/sh", "scripts/setup.sh"],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def add_tool(self, name: str, script: str) -> None:
        path = self.tools / name
        path.write_text(script)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def calls(self) -> list[str]:
        """What the stand-in was asked for since the last run began."""
        return self.log.read_text().splitlines()


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    folder = tmp_path / "checkout"
    for name in (
        "scripts/setup.sh",
        "requirements.lock",
        "requirements-llm.lock",
        "pyproject.toml",
        "models/manifest.toml",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name in ("forms", "edgebharo/reply", "edgebharo/tts"):
        (folder / name).mkdir(parents=True)
    (folder / "forms" / "form.yaml").write_text("id: x\n")
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        assert found is not None, name
        (tools / name).symlink_to(found)
    made = Workshop(folder, tools, tmp_path / "log", tmp_path / "broken")
    made.add_tool("python3", PYTHON.format(log=made.log, broken=made.broken, home=tmp_path / "home"))
    for compiler in ("cc", "c++"):
        made.add_tool(compiler, "#!/bin/sh\n")
    return made


def steps(output: str) -> list[int]:
    return [number for number in range(1, 6) if f"[{number}/5]" in output]


def test_five_steps_and_then_nothing_more_to_do(workshop: Workshop) -> None:
    first = workshop.run()
    assert first.returncode == 0, first.stderr
    assert steps(first.stdout) == [1, 2, 3, 4, 5]
    assert first.stdout.count("done in") == 5
    installs = [call for call in workshop.calls() if " install " in call]
    assert ["--require-hashes -r requirements.lock" in installs[0], len(installs)] == [True, 3]

    second = workshop.run()
    assert second.returncode == 0
    assert steps(second.stdout) == []
    assert not any("install" in call or call == "prepare" for call in workshop.calls())


def test_only_what_changed_is_done_again(workshop: Workshop) -> None:
    workshop.run()

    (workshop.folder / "forms" / "form.yaml").write_text("id: y\n")
    assert steps(workshop.run().stdout) == [5]
    with (workshop.folder / "requirements-llm.lock").open("a") as lock:
        lock.write("# newer\n")
    assert steps(workshop.run().stdout) == [4]
    with (workshop.folder / "requirements.lock").open("a") as lock:
        lock.write("# newer\n")
    assert steps(workshop.run().stdout) == [2, 3, 4]


def test_a_failed_install_stops_and_goes_on_at_the_same_step(workshop: Workshop) -> None:
    workshop.broken.write_text("requirements.lock")
    failed = workshop.run()
    assert failed.returncode == 1
    assert steps(failed.stdout) == [1, 2]
    assert "run the same command again" in failed.stderr

    workshop.broken.write_text("")
    assert steps(workshop.run().stdout) == [2, 3, 4, 5]


def test_half_installed_packages_are_dropped_before_pip_sees_them(workshop: Workshop) -> None:
    workshop.broken.write_text("requirements.lock")
    workshop.run()
    site = workshop.folder / ".venv" / "lib" / "python3.11" / "site-packages"
    (site / "half-1.0.dist-info").mkdir(parents=True)
    (site / "whole-1.0.dist-info").mkdir()
    (site / "whole-1.0.dist-info" / "RECORD").write_text("")

    workshop.broken.write_text("")
    workshop.run()

    assert [path.name for path in site.iterdir()] == ["whole-1.0.dist-info"]


def test_without_a_compiler_it_goes_on_without_the_language_model(workshop: Workshop) -> None:
    (workshop.tools / "c++").unlink()

    result = workshop.run()

    assert result.returncode == 0
    assert "No C/C++ compiler was found" in result.stdout
    assert "WITHOUT the language model" in result.stdout
    assert steps(result.stdout) == [1, 2, 3, 4, 5]
    assert not any("requirements-llm.lock" in call for call in workshop.calls())

    workshop.add_tool("c++", "#!/bin/sh\n")
    assert "done in" in workshop.run().stdout.split("[4/5]")[1]


def test_a_build_that_failed_is_not_repeated_until_asked(workshop: Workshop) -> None:
    workshop.broken.write_text("requirements-llm.lock")
    first = workshop.run()
    assert first.returncode == 0
    assert "The build failed" in first.stdout
    assert (
        "stand-in: requirements-llm.lock is broken" in (workshop.folder / ".venv/llm-build.log").read_text()
    )

    workshop.broken.write_text("")
    assert "try again: make llm" in workshop.run().stdout
    assert not any("requirements-llm.lock" in call for call in workshop.calls())
    assert "done in" in workshop.run(RETRY_LLM="1").stdout.split("[4/5]")[1]
    assert steps(workshop.run().stdout) == []


def test_the_language_model_can_be_left_out(workshop: Workshop) -> None:
    assert steps(workshop.run(NO_LLM="1").stdout) == [1, 2, 3, 5]


def test_an_old_python_is_refused_and_nothing_is_made(workshop: Workshop) -> None:
    workshop.broken.write_text("version_info")

    refused = workshop.run()
    assert refused.returncode == 1
    assert "no Python 3.10 or newer was found" in refused.stderr
    named = workshop.run(PYTHON="python3")
    assert "EdgeBharo needs Python 3.10 or newer" in named.stderr
    assert "is not there" in workshop.run(PYTHON="python9").stderr
    assert not (workshop.folder / ".venv").exists()


def test_a_python_without_venv_says_what_to_install(workshop: Workshop) -> None:
    workshop.broken.write_text("ensurepip")

    refused = workshop.run()

    assert refused.returncode == 1
    assert "sudo apt install python3-venv" in refused.stderr


def test_a_lost_home_folder_is_prepared_again(workshop: Workshop) -> None:
    workshop.run()
    shutil.rmtree(workshop.folder.parent / "home")

    assert steps(workshop.run().stdout) == [5]

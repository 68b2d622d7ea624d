"""Settings: argument over environment over file over default; a slip is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgebharo.errors import ConfigError
from edgebharo.runtime.config import load_settings

pytestmark = pytest.mark.unit


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGEBHARO_HOME", str(tmp_path))


def test_each_source_overrules_the_one_below(tmp_path: Path) -> None:
    assert load_settings({}, {}).voice == "hf_alpha"
    (tmp_path / "config.toml").write_text('voice = "hf_beta"\nthreads = 1\n', encoding="utf-8")
    assert load_settings({}, {}).voice == "hf_beta"
    environment = {"EDGEBHARO_VOICE": "hm_omega", "EDGEBHARO_HOME": "/elsewhere", "OTHER": "x"}
    assert load_settings({}, environment).voice == "hm_omega"
    settings = load_settings({"voice": "hm_psi", "form": None}, environment)
    assert (settings.voice, settings.threads, settings.form) == ("hm_psi", 1, "maternal-enrolment")
    assert settings.store_path == tmp_path / "records.sqlite"


@pytest.mark.parametrize(
    ("arguments", "environment", "message"),
    [
        ({"speed": 9}, {}, "speed"),
        ({}, {"EDGEBHARO_VIOCE": "hf_beta"}, "vioce"),
        ({}, {"EDGEBHARO_CONFIG": "/none.toml"}, "cannot be read"),
    ],
)
def test_what_is_wrong_is_named(
    arguments: dict[str, object], environment: dict[str, str], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        load_settings(arguments, environment)


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("voice = ", encoding="utf-8")
    with pytest.raises(ConfigError, match="no TOML"):
        load_settings({}, {})

from pathlib import Path

import pytest

from bot.settings import PREFIX, Settings, SettingsError, load_settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"{PREFIX}{name.upper()}", raising=False)


def test_the_example_lists_every_setting_with_its_default() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    listed = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert listed == {
        f"{PREFIX}{name.upper()}": str(field.default)
        for name, field in Settings.model_fields.items()
    }


def test_the_example_itself_is_a_sound_env_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert load_settings() == Settings()


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"SPYRING_NAME=\xff\xfe")
    with pytest.raises(SettingsError) as refused:
        load_settings()
    assert refused.value.phrase.key == "setting-file"


def test_the_environment_goes_before_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("SPYRING_NAME=Ann\nSPYRING_BOTS=random\n", encoding="utf-8")
    monkeypatch.setenv("SPYRING_NAME", "Bob")
    settings = load_settings()
    assert (settings.name, settings.bots) == ("Bob", "random")


@pytest.mark.parametrize(
    ("name", "value"), [("NAME", ""), ("NAME", "x" * 33), ("PAUSE_SECONDS", "-1")]
)
def test_a_wrong_value_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(SettingsError) as refused:
        load_settings()
    assert refused.value.phrase["name"] == PREFIX + name

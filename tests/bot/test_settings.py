from pathlib import Path

import pytest
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings

from adapters.discord.platform import DiscordEnvironment
from adapters.registry import platforms
from adapters.slack.platform import SlackEnvironment
from bot.settings import (
    PREFIX,
    Settings,
    SettingsError,
    name_of,
    names_of,
    sound_settings,
    unknown_settings,
    wrong,
)
from bot.texts import Texts, languages

KINDS: tuple[type[BaseSettings], ...] = (Settings, *(one.settings for one in platforms()))

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for kind in KINDS:
        for field in kind.model_fields:
            for name in names_of(field, kind):
                monkeypatch.delenv(name, raising=False)


def _loaded() -> Settings:
    """Return the settings; raises their first fault."""
    settings, faults = sound_settings()
    if faults:
        raise faults[0]
    return settings


def test_the_example_lists_every_setting_with_its_default() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    listed = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert listed == {
        name_of(name, kind): str(field.default)
        for kind in KINDS
        for name, field in kind.model_fields.items()
    }


def test_the_example_itself_is_a_sound_env_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert _loaded() == Settings()


def test_every_language_with_catalogues_can_be_set() -> None:
    allowed = Settings.model_json_schema()["properties"]["language"]["enum"]
    assert tuple(allowed) == languages()


def test_a_language_without_catalogues_is_refused_with_those_that_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SPYRING_LANGUAGE", "tlh")
    with pytest.raises(SettingsError) as refused:
        _loaded()
    said = Texts.load().say(refused.value.phrase)
    assert said == 'The setting SPYRING_LANGUAGE is "tlh": it must be one of en, ja.'


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"SPYRING_NAME=\xff\xfe")
    with pytest.raises(SettingsError) as refused:
        _loaded()
    assert refused.value.phrase.key == "setting-file"


def test_the_environment_goes_before_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("SPYRING_NAME=Ann\nSPYRING_BOTS=random\n", encoding="utf-8")
    monkeypatch.setenv("SPYRING_NAME", "Bob")
    settings = _loaded()
    assert (settings.name, settings.bots) == ("Bob", "random")


@pytest.mark.parametrize(
    ("name", "value"), [("NAME", ""), ("NAME", "x" * 33), ("PAUSE_SECONDS", "-1")]
)
def test_a_wrong_value_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(SettingsError) as refused:
        _loaded()
    assert refused.value.phrase["name"] == PREFIX + name


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("NAME", "", '"": it must be text of 1 to 32 characters.'),
        ("PAUSE_SECONDS", "soon", '"soon": it must be a number from 0 to 60.'),
        ("PAUSE_SECONDS", "61", '"61": it must be a number from 0 to 60.'),
        ("PAUSE_SECONDS", "nan", '"nan": it must be a number from 0 to 60.'),
        ("LOG", "xml", '"xml": it must be one of console, json.'),
        ("LOG_LEVEL", "loud", '"loud": it must be one of debug, info, warning, error.'),
        ("METRICS_PORT", "65536", '"65536": it must be a whole number from 0 to 65535.'),
        ("WORKERS", "0", '"0": it must be a whole number from 1 to 64.'),
        ("THINK_SECONDS", "0", '"0": it must be a number from 1 to 300.'),
        ("PATIENCE_SECONDS", "1", '"1": it must be a number from 5 to 86400.'),
    ],
)
def test_a_refusal_says_what_was_found_and_what_is_allowed(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(SettingsError) as refused:
        _loaded()
    assert Texts.load().say(refused.value.phrase) == f"The setting {PREFIX}{name} is {said}"


def test_of_a_long_value_only_the_start_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPYRING_NAME", "x" * 5000)
    with pytest.raises(SettingsError) as refused:
        _loaded()
    assert len(Texts.load().say(refused.value.phrase)) < 150


class Guarded(BaseSettings):
    """Settings of the types that a hosted program has."""

    token: SecretStr = Field(default=SecretStr("x" * 8), min_length=8)
    perhaps: SecretStr | None = Field(default=None, max_length=3)
    unshown: int = Field(default=1, repr=False)
    port: int = Field(default=8080, ge=1, le=65535)
    quiet: bool = False


@pytest.mark.parametrize("name", ["token", "perhaps", "unshown"])
def test_a_secret_is_not_repeated(name: str) -> None:
    with pytest.raises(ValidationError) as found:
        Guarded.model_validate({name: "hushed"})
    said = Texts.load().say(wrong(found.value.errors()[0], Guarded).phrase)
    assert f"SPYRING_{name.upper()}" in said
    assert "hushed" not in said


@pytest.mark.parametrize(
    ("name", "said"),
    [("port", "a whole number from 1 to 65535"), ("quiet", "like the example in .env.example")],
)
def test_what_is_allowed_follows_from_the_kind_of_the_setting(name: str, said: str) -> None:
    with pytest.raises(ValidationError) as found:
        Guarded.model_validate({name: "perhaps"})
    assert said in Texts.load().say(wrong(found.value.errors()[0], Guarded).phrase)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    # This file exists, but reading it from its start fails.
    (tmp_path / ".env").symlink_to("/proc/self/mem")
    with pytest.raises(SettingsError) as refused:
        _loaded()
    assert refused.value.phrase.key == "setting-unreadable"


def test_a_name_that_would_steer_a_terminal_is_refused_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SPYRING_NAME", "Spy\x1b[31mring")
    with pytest.raises(SettingsError) as refused:
        _loaded()
    assert refused.value.phrase.key == "setting-unseen"
    assert "\x1b" not in repr(refused.value.phrase)


def test_the_database_is_set_under_the_name_that_hosts_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://ann:swordfish@db/games")
    settings = _loaded()
    assert settings.database_url.get_secret_value() == "postgresql://ann:swordfish@db/games"
    assert "swordfish" not in repr(settings)


def test_all_wrong_settings_are_found_and_the_others_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPYRING_WORKERS", "many")
    monkeypatch.setenv("SPYRING_NAME", "Spy\x07ring")
    monkeypatch.setenv("SPYRING_LOG", "xml")
    monkeypatch.setenv("SPYRING_BOTS", "random")
    settings, faults = sound_settings()
    assert {fault.phrase["name"] for fault in faults} == {
        "SPYRING_WORKERS",
        "SPYRING_NAME",
        "SPYRING_LOG",
    }
    kept = (settings.name, settings.workers, settings.log, settings.bots)
    assert kept == ("Spyring", 1, "console", "random")


def test_names_that_are_no_settings_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("SPYRING_PAKC=english\nOTHER=1\n", encoding="utf-8")
    monkeypatch.setenv("SPYRING_NMAE", "Ann")
    monkeypatch.setenv("SPYRING_BOTS", "random")
    assert unknown_settings() == ("SPYRING_NMAE", "SPYRING_PAKC")


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("token", ("DISCORD_TOKEN",)),
        ("api_url", ("SPYRING_DISCORD_API_URL", "DISCORD_API_URL")),
        ("gateway_url", ("SPYRING_DISCORD_GATEWAY_URL", "DISCORD_GATEWAY_URL")),
        ("shards", ("SPYRING_DISCORD_SHARDS",)),
        ("shard_ids", ("SPYRING_DISCORD_SHARD_IDS",)),
    ],
)
def test_discord_is_read_under_its_new_names_and_those_of_earlier_versions(
    monkeypatch: pytest.MonkeyPatch, field: str, names: tuple[str, ...]
) -> None:
    assert names_of(field, DiscordEnvironment) == names
    for name, value in reversed([*zip(names, ("7", "8"), strict=False)]):
        monkeypatch.setenv(name, value)
        settings, faults = sound_settings((DiscordEnvironment,))
        discord = settings.of_platform(DiscordEnvironment)
        assert faults == ()
        found = getattr(discord, field)
        assert str(found.get_secret_value() if field == "token" else found) == value


@pytest.mark.parametrize("field", ["bot_token", "app_token"])
def test_slack_is_read_under_its_new_names_and_those_of_earlier_versions(
    monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    for name in (f"SPYRING_SLACK_{field.upper()}", f"SLACK_{field.upper()}"):
        monkeypatch.setenv(name, name)
        settings, faults = sound_settings((SlackEnvironment,))
        slack = settings.of_platform(SlackEnvironment)
        assert (getattr(slack, field).get_secret_value(), faults) == (name, ())
    assert unknown_settings((SlackEnvironment,)) == ()


@pytest.mark.parametrize(
    "name",
    ["DATABASE_URL", "DISCORD_TOKEN", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"],
)
def test_spaces_and_line_ends_around_a_secret_are_none_of_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, " sqlite://\n")
    settings, faults = sound_settings((DiscordEnvironment, SlackEnvironment))
    assert not faults
    assert "sqlite://" in settings.secrets


def test_old_names_in_the_file_are_read_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_API_URL=http://a\nDISCORD_TOKEN=b\n", "utf-8")
    settings, _ = sound_settings((DiscordEnvironment,))
    discord = settings.of_platform(DiscordEnvironment)
    assert (discord.api_url, discord.token.get_secret_value()) == ("http://a", "b")
    assert settings.secrets == ("", "b")
    assert "b" not in repr(discord.token)


def test_a_wrong_setting_of_a_platform_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPYRING_DISCORD_SHARDS", "many")
    monkeypatch.setenv("SPYRING_DISCORD_SHRADS", "1")
    settings, (fault,) = sound_settings((DiscordEnvironment,))
    assert fault.phrase["name"] == "SPYRING_DISCORD_SHARDS"
    assert settings.of_platform(DiscordEnvironment).shards == 0
    assert unknown_settings((DiscordEnvironment,)) == ("SPYRING_DISCORD_SHRADS",)


def test_platforms_that_were_not_read_have_their_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPYRING_DISCORD_SHARDS", "3")
    assert Settings().of_platform(DiscordEnvironment).shards == 0


@pytest.mark.parametrize("value", ["nonsense", "ftp://slack.example/", "http://"])
def test_an_address_that_cannot_be_called_is_refused(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("SPYRING_SLACK_API_URL", value)
    _, (fault,) = sound_settings((SlackEnvironment,))
    said = Texts.load("en").say(fault.phrase)
    assert said.startswith(f'The setting SPYRING_SLACK_API_URL is "{value}": it must be like')


def test_an_address_of_a_server_on_this_machine_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPYRING_SLACK_API_URL", "http://127.0.0.1:9999/api/")
    settings, faults = sound_settings((SlackEnvironment,))
    assert faults == ()
    assert settings.of_platform(SlackEnvironment).api_url == "http://127.0.0.1:9999/api/"

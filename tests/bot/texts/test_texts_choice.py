import pytest

from bot.texts import choose_language, supported

KNOWN = ("en", "ja")


@pytest.mark.parametrize(
    ("user", "room", "guild", "said"),
    [
        ("ja", "en", "en", "ja"),
        (None, "ja", "en", "ja"),
        (None, None, "ja", "ja"),
        (None, None, None, "en"),
        ("ja-JP", None, None, "ja"),
        ("en-GB", "ja", "ja", "en"),
        ("fr", "ja", "en", "ja"),
        ("fr", "de", None, "en"),
        ("", "", "ja", "ja"),
    ],
)
def test_the_first_language_that_is_known_is_spoken(
    user: str | None, room: str | None, guild: str | None, said: str
) -> None:
    assert choose_language(user, room, guild, "en", KNOWN) == said


def test_where_nobody_has_said_anything_the_default_is_spoken() -> None:
    assert choose_language(None, None, None, "ja", KNOWN) == "ja"


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("ja", "ja"),
        ("JA", "ja"),
        ("ja-JP", "ja"),
        ("ja_JP.UTF-8", "ja"),
        ("ja-Hira-JP-x-old", "ja"),
        ("jav", None),
        ("j", None),
        ("C", None),
        ("", None),
        ("-", None),
        (".", None),
    ],
)
def test_a_tag_names_the_nearest_known_language(tag: str, language: str | None) -> None:
    assert supported(tag, KNOWN) == language


def test_a_variety_that_is_known_itself_goes_before_its_language() -> None:
    assert supported("pt-br", ("pt", "pt-BR")) == "pt-BR"
    assert supported("pt-PT", ("pt", "pt-BR")) == "pt"

from bot.texts import choose_language, supported

KNOWN = ("en", "ja")


def test_the_first_language_that_is_known_is_spoken() -> None:
    expected: dict[tuple[str | None, str | None, str | None], str] = {
        ("ja", "en", "en"): "ja",
        (None, "ja", "en"): "ja",
        (None, None, "ja"): "ja",
        (None, None, None): "en",
        ("ja-JP", None, None): "ja",
        ("en-GB", "ja", "ja"): "en",
        ("fr", "ja", "en"): "ja",
        ("fr", "de", None): "en",
        ("", "", "ja"): "ja",
    }
    said = {tags: choose_language(tags, "en", KNOWN) for tags in expected}
    assert said == expected


def test_where_nobody_has_said_anything_the_default_is_spoken() -> None:
    assert choose_language((None, None, None), "ja", KNOWN) == "ja"


def test_a_tag_names_the_nearest_known_language() -> None:
    expected = {
        "ja": "ja",
        "JA": "ja",
        "ja-JP": "ja",
        "ja_JP.UTF-8": "ja",
        "ja-Hira-JP-x-old": "ja",
        "jav": None,
        "j": None,
        "C": None,
        "": None,
        "-": None,
        ".": None,
    }
    assert {tag: supported(tag, KNOWN) for tag in expected} == expected


def test_a_variety_that_is_known_itself_goes_before_its_language() -> None:
    assert supported("pt-br", ("pt", "pt-BR")) == "pt-BR"
    assert supported("pt-PT", ("pt", "pt-BR")) == "pt"

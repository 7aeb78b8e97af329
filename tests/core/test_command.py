import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codenames.command import CODENAMES
from core.command import half_width
from core.hangman.command import HANGMAN


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("かわ　２", "かわ 2"),
        ("ｃｌｕｅ　かわ　２", "clue かわ 2"),
        ("Ｂ３", "B3"),
        ("Ｇｕess Ｂ3", "Guess B3"),
        ("ｓｅｔ ｒｏｗｓ＝４　cols=４", "set rows=4 cols=4"),
        ("ｓｅｔ　ｐａｃｋ＝どうぶつ", "set pack=どうぶつ"),
        ("ｒｅｄ－ｇｕｅｓｓｅｒ：海　２", "red-guesser:海 2"),
        ("Ｔシャツ ｶﾒﾗ ㌔ １２月", "Ｔシャツ ｶﾒﾗ ㌔ １２月"),
        ("guess\twhale\n", "guess\twhale\n"),
        ("", ""),
    ],
)
def test_words_of_full_width_letters_are_read_in_ascii_and_others_stay(
    typed: str, read: str
) -> None:
    assert half_width(typed) == read


@given(st.text(st.sampled_from("aＡ２＝：:　 か\tｶ\u3000\xa0")))
def test_no_character_comes_or_goes_and_reading_twice_changes_nothing(typed: str) -> None:
    read = half_width(typed)
    assert len(read) == len(typed)
    assert half_width(read) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("ｋｅｙｗｏｒｄ　ＡＢＣ　Ｄ", "keyword ＡＢＣ　Ｄ"),
        ("KEYWORD Ａ", "KEYWORD Ａ"),
        ("red-spymaster： keyword　Ａ", "red-spymaster: keyword Ａ"),
        ("ｃｌｕｅ　ｋｅｙｗｏｒｄ　２", "clue keyword 2"),
        ("word　２", "word 2"),
    ],
)
def test_a_secret_stays_as_it_is_typed(typed: str, read: str) -> None:
    assert CODENAMES.typed_line(typed) == read


def test_the_verbs_before_secrets_are_known() -> None:
    assert CODENAMES.secret_verbs == {"keyword"}
    assert HANGMAN.secret_verbs == {"word"}

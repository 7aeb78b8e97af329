import pytest

from core.rules import Refusal
from core.shiritori.word_index import WordIndex, read_words
from core.words.packs import Pack, PackError


def refusal(content: bytes, *, is_latin: bool = False) -> Refusal:
    with pytest.raises(PackError) as refused:
        read_words(content, "words.txt", is_latin=is_latin)
    return refused.value


def test_a_file_has_a_word_a_line_and_maybe_its_reading() -> None:
    text = "\ufeff# nouns\nりんご\n\n林檎,リンゴ\n 駅\tえき \nゴリラ，\nﾊﾟﾝﾀﾞ、ぱんだ\n"
    lines = ("りんご", "林檎\tリンゴ", "駅\tえき", "ゴリラ", "ﾊﾟﾝﾀﾞ\tぱんだ")
    assert read_words(text.encode(), "words.txt").words == lines


def test_words_of_one_reading_count_once_and_are_printed_as_they_stand() -> None:
    index = WordIndex(read_words("りんご\n林檎,リンゴ\nリンゴ\n".encode(), "words.txt"))
    assert [word.spelling for word in index.words] == ["りんご"]
    assert index.spelling("リンゴ") == "りんご"
    assert index.readings("林檎") == ("リンゴ",)


def test_an_empty_file_is_refused() -> None:
    for content in (b"", b"\n\n", "# りんご\n".encode()):
        assert refusal(content).phrase.key == "shiritori-file-empty"


def test_a_file_in_another_encoding_is_refused_with_the_line() -> None:
    phrase = refusal("りんご\n".encode() + "ごりら\n".encode("euc_jp")).phrase
    assert phrase.key == "shiritori-file-encoding"
    assert phrase["line"] == 2


def test_a_line_without_kana_is_refused_with_its_number() -> None:
    phrase = refusal("りんご\n林檎\n".encode()).phrase
    assert (phrase.key, phrase["line"], phrase["word"]) == ("shiritori-file-kana", 2, "林檎")


def test_all_faults_of_a_file_are_told_at_once() -> None:
    phrase = refusal(f"林檎\napple\n{'ア' * 50}\n".encode()).phrase
    assert phrase.key == "pack-faults"
    assert phrase["count"] == 3


def test_english_files_have_single_words() -> None:
    assert read_words(b"Apple\n", "words.txt", is_latin=True).words == ("Apple",)
    phrase = refusal(b"apple\nice cream\n", is_latin=True).phrase
    assert (phrase.key, phrase["line"]) == ("shiritori-file-letters", 2)


def test_words_with_a_mark_are_for_people() -> None:
    index = WordIndex(Pack("small", ("犬\tイヌ", "狗\tイヌ\t-", "古語\tコゴ\t-")))
    assert [word.common for word in index.words] == [True, False]
    assert index.readings("狗") == ("イヌ",)


def test_a_spelling_may_have_several_readings_and_unread_text_none() -> None:
    index = WordIndex(Pack("small", ("一目\tヒトメ", "一目\tイチモク")))
    assert index.readings("一目") == ("ヒトメ", "イチモク")
    assert index.readings("二目") == ()
    assert index.own_reading("一目") == ""


@pytest.mark.parametrize(
    ("typed", "reading"),
    [
        ("アイス・クリーム", "アイスクリーム"),
        ("ｱｲｽ･ｸﾘｰﾑ", "アイスクリーム"),
        ("アイスクリ―ム", "アイスクリーム"),
        ("アイスクリ−ム", "アイスクリーム"),
        ("アイスクリ一ム", "アイスクリーム"),
        ("いすゞ", "イスズ"),
        ("すゝき", "ススキ"),
        ("ピカ一", "ピカイチ"),
        ("ピカー", "ピカー"),
    ],
)
def test_marks_inside_kana_do_not_change_the_word(typed: str, reading: str) -> None:
    listed = ("アイス・クリーム\tアイスクリーム", "いすず", "薄\tススキ", "ピカ一\tピカイチ")
    assert WordIndex(Pack("small", listed)).readings(typed)[0] == reading


def test_a_marked_vowel_is_read_as_the_list_has_it() -> None:
    index = WordIndex(Pack("small", ("東京\tトウキョウ", "ラーメン")))
    assert index.own_reading("Tōkyō") == "トウキョウ"
    assert index.own_reading("rāmen") == "ラーメン"


def test_a_reading_may_stand_behind_its_spelling() -> None:
    index = WordIndex(Pack("small", ("一目\tヒトメ", "一目\tイチモク", "二 語\tニゴ")))
    assert index.readings("一目 いちもく") == ("イチモク",)
    assert index.readings("一目 イチメ") == ()
    assert index.readings("二 語") == ("ニゴ",)
    assert index.as_typed("一目 いちもく", "イチモク") == "一目"
    assert index.as_typed("hello", "") == "hello"  # a word without a reading


def test_bots_type_what_can_be_read_in_one_way_alone() -> None:
    index = WordIndex(Pack("small", ("一目\tイチモク", "一目\tヒトメ", "貝\tカイ", "イカ")))
    assert index.unmistakable("カイ") == "貝"
    assert index.unmistakable("イカ") == "イカ"
    assert index.unmistakable("ヒトメ") == "一目 ヒトメ"
    for reading in index.by_reading:
        assert index.readings(index.unmistakable(reading)) == (reading,)

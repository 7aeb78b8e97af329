import re
from collections.abc import Iterator, Mapping, ValuesView
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from adapters.terminal.input import LocalCommand
from bot.chat.commands import REQUESTS
from bot.cli.operators import OPERATORS
from bot.lobby import notation, settings
from bot.texts import ENGLISH, Texts, languages
from core.codenames.command import CODENAMES
from core.hangman.command import HANGMAN
from core.shiritori.command import SHIRITORI
from core.view import phrase
from tests.bot.texts.catalogues import PLURALS, Entry, entries

OTHERS = [language for language in languages() if language != ENGLISH]

GAMES = (CODENAMES, HANGMAN, SHIRITORI)

TERMS = Path(__file__).parents[3] / "docs" / "japanese.md"

LATIN = """
    y n
    Spyring CoLT ACE Codenames Python Pillow PostgreSQL SQLite SHA-256 SHA-512 UTF-8 JSON NTP MB
    Enter Tab Ctrl-D Y/n y/N B3 a e f m s z ocean planet no pip install platform:id id spyring env
    postgres NAME FILE ANNA DATABASE_URL SPYRING_METRICS_PORT SPYRING_THINK_SECONDS SPYRING_PLAYER
    HOST/DATABASE postgresql://USER:PASSWORD sqlite:/// sqlite:///FILE sqlite:////FOLDER/FILE
    env.example docs/fair-deal.md board_words.txt clue_words.txt neighbours/ similarities/
    play board table paper random human human:ANNA ace ace-paper english expert:NAME expert:gloss
    red blue guesser spymaster watcher red-guesser red-guesser-2 blue-spymaster none anyone slow
    terminal:ann terminal:home guild sslmode verify record pack state yes alone to commitment
    channel_binding
    secret enforced Discord DISCORD_TOKEN SPYRING_DISCORD_SHARDS SPYRING_DISCORD_SHARD_IDS discord
    codenames KB rain brain dictionary guess1 guess2 last whale river A B I K N O P R S T
    Slack SLACK_BOT_TOKEN SLACK_APP_TOKEN slack xoxb xapp api.slack.com/apps rows:4 invite /invite
    SLACK_SIGNING_SECRET SLACK_CLIENT_ID SLACK_CLIENT_SECRET SPYRING_SLACK_TOKEN_KEYS docs/slack.md
    HTTP Basic Information App-Level Tokens OAuth Permissions connections:write PORT port
    manifest.yaml english player2 shiritori
    listen batch desert cards stranger king man woman
    GloVe word2vec gensim gensim-data save_word2vec_format numpy pickle gz vectors.npy words.txt
    float16 float32 zip UTF-16 overlap SPYRING_ENSEMBLE SPYRING_MODELS SPYRING_MODELS_URL http:// https://
    models add fetch remove auto japanese first fusion minilm
    Dask dask scheduler distributed cluster tcp://10.0.0.5:8786 jobs resume
    aiosqlite begin end research.json
    ace-repo best best-average average neighbours ensemble greedy values over c L CSV
    teammate teammate-arms benchmarks.teammate_page
    npz difference win_probability generate varied colt winr wint data
    exec: exec COMMAND agent.py agent a+b ace+gloss gloss Linux macOS python
    numba matplotlib npz difference win_probability generate varied colt winr wint data
    arena matplotlib npz difference win_probability generate varied colt winr wint data
    pg_dump -Fc Fc pg_restore
    arena ladder development final NAME.toml my-agent.toml CSV
"""
"""Words that Japanese keeps besides the commands: names, URLs, input."""


@cache
def messages(language: str) -> Mapping[str, Entry]:
    """Return the messages of a language by key."""
    return {entry.key: entry for entry in entries(language)}


def japanese() -> ValuesView[Entry]:
    """Return the Japanese messages."""
    return messages("ja").values()


def test_there_are_catalogues_in_english_and_japanese() -> None:
    assert languages() == ("en", "ja")


@pytest.mark.parametrize("language", languages())
def test_no_key_has_two_sentences(language: str) -> None:
    keys = [entry.key for entry in entries(language)]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_untranslated_and_nothing_is_translated_in_vain(language: str) -> None:
    places = {(entry.file, entry.key) for entry in messages(language).values()}
    assert places ^ {(entry.file, entry.key) for entry in messages(ENGLISH).values()} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_says_the_same_values(language: str) -> None:
    for ours, theirs in _pairs(language):
        assert _names(language, ours) == _names(ENGLISH, theirs), ours.key


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_tells_the_same_cases_apart(language: str) -> None:
    pairs = _pairs(language)
    assert [ours.key for ours, theirs in pairs if not _cases(ours) >= _cases(theirs)] == []


def _pairs(language: str) -> list[tuple[Entry, Entry]]:
    """Return the messages of a language, each with the English one."""
    english = messages(ENGLISH)
    return [(entry, english[key]) for key, entry in messages(language).items() if key in english]


def _names(language: str, entry: Entry) -> list[str]:
    """Return the values that a message and its parts use, in alphabetical order."""
    return sorted({name for part in _parts(language, entry) for name in part.names})


def _parts(language: str, entry: Entry) -> list[Entry]:
    """Return a message and the messages that it refers to."""
    parts = [entry]
    for part in parts:
        parts += [messages(language)[key] for key in part.references]
    return parts


def _cases(entry: Entry) -> set[tuple[str, str]]:
    """Return the cases by which a message selects its words, except plurals."""
    return {(name, value) for name, value in entry.variants if value not in PLURALS}


@pytest.mark.parametrize("language", languages())
def test_every_message_can_be_said_in_each_of_its_cases(language: str) -> None:
    texts = Texts.load(language)
    for key, entry in messages(language).items():
        for values in _samples(language, entry):
            said = texts.say(phrase(key, **values))
            assert said.strip(), key
            assert not set(said) & set("{}$"), key


def _samples(language: str, entry: Entry) -> Iterator[dict[str, object]]:
    """Yield values that select every variant of a message and of its parts."""
    parts = _parts(language, entry)
    variants = {(name, _sample(value)) for part in parts for name, value in part.variants}
    names = _names(language, entry)
    choices = [[7, *(value for of, value in variants if of == name)] for name in names]
    for chosen in product(*choices):
        yield dict(zip(names, chosen, strict=True))


def _sample(value: str) -> str | int:
    if value in PLURALS:
        return 1 if value == "one" else 7
    return int(value) if value.lstrip("-").isdigit() else value


def test_no_english_is_left_in_japanese() -> None:
    kept = {*LATIN.split(), *_typed()}
    parts = {part for entry in japanese() for text in entry.texts for part in _latin(text)}
    assert parts - kept == set()


def _latin(text: str) -> Iterator[str]:
    """Yield the parts of a text in Latin letters: words, paths, URLs, options and values."""
    for word in re.findall(r"[A-Za-z][A-Za-z0-9_.+/:=-]*", text):
        for part in word.split("="):
            yield part.strip(".-")


def _typed() -> set[str]:
    """Return the input that is the same in every language: commands, options and their values."""
    games = tuple(one for game in GAMES for one in (game.new, *game.play, *game.questions))
    commands = (*games, *notation.LOBBY_COMMANDS, *(ask.command for ask in REQUESTS))
    options = [option for command in commands for option in command.options]
    typed = {command.name for command in commands} | {option.name for option in options}
    typed |= {choice for option in options for choice in option.choices}
    typed |= {name for ask in REQUESTS for name in ask.path} | {*settings.SETTING_NAMES, *OPERATORS}
    return typed | {order.value for order in LocalCommand}


def test_japanese_sentences_end_with_a_stop_or_with_what_they_announce() -> None:
    for entry in japanese():
        stops = set(entry.endings) & set("。！？")
        if set(messages(ENGLISH)[entry.key].endings) <= set(".!?"):
            assert stops == set(entry.endings) or any("：" in text for text in entry.texts), (
                entry.key
            )
        else:
            assert "。" not in stops, entry.key


def test_japanese_sentences_are_polite() -> None:
    plain = ("option-", "command-", "cli-", "terminal-order-")
    said = [text for entry in japanese() for text in entry.texts if not entry.key.startswith(plain)]
    ends = [end for text in said for end in re.findall(r"[ぁ-ゖ]{2,}(?=。)", text)]
    polite = re.compile("(です|ます|ません|ました|でした|ください|でしょう|か)$")
    assert len(ends) > 200
    assert [end for end in ends if not polite.search(end)] == []


def test_japanese_is_written_with_japanese_punctuation() -> None:
    strange = re.compile(
        r"[ぁ-ゖァ-ヺ一-鿿々ー][,.!?:;()\"]|[ぁ-ゖァ-ヺ一-鿿々ー] +[ぁ-ゖァ-ヺ一-鿿A-Za-z]|[“”　]"
    )
    texts = [text for entry in japanese() for text in entry.texts]
    assert [text for text in texts if strange.search(text)] == []


def test_every_term_of_the_list_is_in_use() -> None:
    said = "".join(text for entry in japanese() for text in entry.texts)
    terms = _terms()
    assert len(terms) > 30
    assert [term for term in terms if re.sub("[るす]$", "", term) not in said] == []


def _terms() -> list[str]:
    """Return the Japanese terms of the lists, without table headings."""
    lines = TERMS.read_text(encoding="utf-8").splitlines()
    terms = [line.split("|")[2].strip() for line in lines if line.startswith("| ")]
    return [term for term in terms if term != "Japanese"]

"""Hangman's part of the contract."""

from dataclasses import asdict, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from bot.texts import Texts
from core.hangman.game import GAME
from core.hangman.model import Observation, State
from core.hangman.notation import board_line, closing_lines
from core.hangman.options import Dealer, Mode, Options
from core.hangman.rules import Hangman
from core.rules import Form, Legal, Secret
from core.view import Drawing
from core.words.packs import Pack
from core.words.word_lists import ENGLISH_WORDS, KANA
from tests.contracts.contract import Contract
from tests.core.hangman.disguise import disguised, retold

KANA_WORDS = ("さくら", "くるま", "たまご", "こねこ", "しまうま", "らーめん", "りんご", "ぶどう")
LISTS = {
    KANA: Pack("kana", KANA_WORDS),
    ENGLISH_WORDS: Pack(
        "words",
        (
            *("crumbs", "trucks", "trumps", "truths", "banana", "bandit", "planet", "plants"),
            *("cat", "cot", "cut", "car", "bar", "bat", "tab", "at", "it", "on", "no", "aa"),
        ),
    ),
}
RACERS = tuple(dealer for dealer in Dealer if dealer is not Dealer.THOUGHT)


@st.composite
def tables(draw: st.DrawFn) -> Hangman:
    category = draw(st.sampled_from([ENGLISH_WORDS, ENGLISH_WORDS, KANA]))
    mode = draw(st.sampled_from(Mode))
    options = Options(
        length=draw(st.sampled_from([3, 4] if category == KANA else [2, 3, 6])),
        lives=draw(st.sampled_from([None, 1, 2, 5, 8, 26])),
        dealer=draw(st.sampled_from(RACERS if mode is Mode.RACE else list(Dealer))),
        mode=mode,
        guessers=draw(st.integers(1, 3)),
        verbose=draw(st.booleans()),
        category=category,
        hints=draw(st.booleans()),
    )
    return Hangman(options, LISTS[category])


def fill(observation: Observation, form: Form, random: Random) -> str:
    """Return a line; whole words are rare, since most games would end at once."""
    words = LISTS[observation.options.category].words
    tried = ("zz", "ébène", "two words", "7", "", *words)
    if form.verb == "solve":
        board = observation.board
        same = [word for word in words if len(word) == observation.length]
        fits = [word for word in same if not board.contradicted(word)]
        often = random.random() < 0.9 or not fits
        return f"solve {random.choice(tried if often else fits)}"
    if observation.options.dealer is Dealer.THOUGHT and random.random() < 0.1:
        letters = random.choices(observation.alphabet, k=observation.length)
        return f"word {''.join(letters)}"
    return f"word {random.choice(tried)}"


def sealed(rules: Hangman, state: State, random: Random) -> State:
    """Return the state with another word: a team's guesses are not secret in this way."""
    if state.word is None or state.ending:
        return state
    word = "".join(random.choices(rules.alphabet, k=state.length))
    return replace(state, word=Secret(word))


def wire(observation: Observation, legal: Legal[Any]) -> bytes:
    view = GAME.present(observation, legal)
    said = TEXTS.say(view.title) + (TEXTS.say(view.footer) if view.footer else "")
    alt = [TEXTS.say(block.alt) for block in view.blocks if isinstance(block, Drawing)]
    boards = [board_line(observation, board) for board in observation.boards]
    lines = (*closing_lines(observation), *boards, *alt, said)
    return repr(asdict(view)).encode() + "\n".join(lines).encode()


TEXTS = Texts.load()

HANGMAN = Contract(
    game=GAME,
    tables=tables(),
    fill=fill,
    shuffled=disguised,
    retold=retold,
    sealed=sealed,
    wire=wire,
    seats=lambda rules: tuple(chair.seat for chair in rules.options.chairs),
)

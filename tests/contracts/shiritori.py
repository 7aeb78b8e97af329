"""Shiritori's part of the contract: nothing in it is secret."""

from dataclasses import asdict
from random import Random
from typing import Any

from hypothesis import strategies as st

from bot.texts import Texts
from core.rules import Form, Legal, Seat
from core.shiritori.game import GAME
from core.shiritori.model import Event, Observation, State
from core.shiritori.options import Options, PlayOrder, WordList
from core.shiritori.rules import Shiritori
from core.shiritori.sounds import LongVowel, SmallKana, VoicedMarks
from core.view import Grid
from core.words.packs import Pack
from tests.contracts.contract import Contract
from tests.core.shiritori.words import ENGLISH, LINES

LISTS = {WordList.NOUNS: Pack("small", LINES), WordList.ENGLISH: ENGLISH.pack}
TYPED = ("", "みかん", "ない", "xyz", "7", "二語 二語", "一目")
TEXTS = Texts.load()


@st.composite
def tables(draw: st.DrawFn) -> Shiritori:
    words = draw(st.sampled_from([WordList.NOUNS, WordList.NOUNS, WordList.ENGLISH]))
    options = Options(
        order=draw(st.sampled_from([PlayOrder.TURNS, PlayOrder.FREE])),
        players=draw(st.integers(2, 4)),
        words=words,
        lives=draw(st.sampled_from([0, 1, 3])),
        long_vowel=draw(st.sampled_from(LongVowel)),
        small_kana=draw(st.sampled_from(SmallKana)),
        voiced_marks=draw(st.sampled_from(VoicedMarks)),
        pairs=draw(st.booleans()),
        forbidden=draw(st.sampled_from([(), ("ン",), ("ン", "ル", "e")])),
        shortest=draw(st.integers(1, 2)),
        linked=draw(st.integers(1, 2)),
        reverse=draw(st.booleans()),
        common=draw(st.booleans()),
        hints=draw(st.booleans()),
        daily=draw(st.sampled_from(["", "2026-01-31"])),
    )
    return Shiritori(options, LISTS[words])


def fill(observation: Observation, form: Form, random: Random) -> str:
    listed = [line.split("\t")[0] for line in LISTS[observation.options.words].words]
    typed = random.choice(TYPED) if random.random() < 0.05 else random.choice(listed)
    return f"{form.verb} {typed}".strip()


def shuffled(_rules: Shiritori, state: State, _seat: Seat | None, _random: Random) -> State:
    return state


def retold(event: Event, _state: State, _disguise: State) -> Event:
    return event


def sealed(_rules: Shiritori, state: State, _random: Random) -> State:
    return state


def wire(observation: Observation, legal: Legal[Any]) -> bytes:
    view = GAME.present(observation, legal)
    said = TEXTS.say(view.title) + (TEXTS.say(view.footer) if view.footer else "")
    alt = [TEXTS.say(block.alt) for block in view.blocks if isinstance(block, Grid)]
    return repr(asdict(view)).encode() + "\n".join((said, *alt)).encode()


SHIRITORI = Contract(
    game=GAME,
    tables=tables(),
    fill=fill,
    shuffled=shuffled,
    retold=retold,
    sealed=sealed,
    wire=wire,
    seats=lambda rules: tuple(chair.seat for chair in rules.options.chairs),
)

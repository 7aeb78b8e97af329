"""Small boards with a known key, dealt through the real rules."""

from dataclasses import dataclass, replace
from typing import Any

from core.codenames.actions import Action, GiveClue, Guess
from core.codenames.clue import Referee
from core.codenames.deal import Supply, drawn_layout
from core.codenames.model import (
    Card,
    Dealt,
    Event,
    Identity,
    Observation,
    Options,
    Phase,
    State,
    Team,
    TurnStarted,
)
from core.codenames.rules import Codenames
from core.codenames.state import apply
from core.rules import Seat, Secret, advance
from core.words.packs import Pack

WORDS = (
    *("whale", "orbit", "scuba diver", "lamp", "tiger", "piano", "glove", "bread", "castle"),
    *("needle", "mercury", "violin", "pepper", "robot", "saddle", "candle", "fork", "beach"),
    *("jungle", "anchor", "mirror", "stable", "crown", "tulip", "ladder"),
)
PACK = Pack("test", WORDS)
LETTERS = {identity.value: identity for identity in Identity}


def seen(words: tuple[str, ...], cols: int) -> Observation:
    """Return the public observation of a board with these words, in rows of `cols`."""
    options = Options(rows=len(words) // cols, cols=cols)
    return Observation(options, None, Phase.GUESS, tuple(map(Card, words)))


@dataclass
class Play:
    """A running game, for tests: state and events grow with each action."""

    rules: Codenames
    state: State
    events: tuple[Event, ...] = ()

    def do(self, seat: str, action: Action) -> tuple[Event, ...]:
        events = tuple(self.rules.decide(self.state, Seat(seat), action))
        self.state = advance(self.rules, self.state, events)
        self.events += events
        return events

    def clue(self, seat: str, word: str = "zephyr", number: int | None = 9) -> None:
        self.do(f"{seat}-spymaster", GiveClue(self.state.number, word, number))

    def guess(self, seat: str, *places: int) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        for place in places:
            events = self.do(f"{seat}-guesser", Guess(self.state.number, place))
        return events


def dealt(key: str, order: tuple[Team, ...] = (Team.BLUE, Team.RED), **changes: Any) -> Play:
    """Return a game on the first words of `WORDS`, with the key's letters by row."""
    letters = "".join(key.split())
    size = round(len(letters) ** 0.5)
    options = replace(Options(rows=size, cols=size, teams=len(order)), **changes)
    rules = Codenames(options, Supply(PACK), Referee())
    layout = drawn_layout(options, Supply(PACK), bytes(16))
    fixed = replace(
        layout,
        words=WORDS[: options.size],
        order=order,
        key=Secret(tuple(LETTERS[letter] for letter in letters)),
    )
    first = options.solo or order[0]
    events: tuple[Event, ...] = (Dealt(fixed), TurnStarted(1, first))
    state = State()
    for event in events:
        state = apply(state, event)
    return Play(rules, state, events)

"""The messages between the referee and agents in other processes; docs/agents.md explains them.

A line is a message: one JSON object, whose `type` tells which. All here is pure: messages are made
of what a seat may know, and answers are read from lines. docs/agents/protocol.json is the schema of
all of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, cast, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from core.codenames.clue import malformed
from core.codenames.model import Identity, Observation, Role, Team, Turn
from core.codenames.spelling import fold

PROTOCOL_VERSION: Final = 2

LONGEST_LINE_BYTES: Final = 65_536
"""Bytes of a line, its end left out."""

CLUE_NUMBERS: Final = range(1, 10)
"""The numbers that an agent's clue may have."""

SHOWN_AT_MOST: Final = 60
"""Characters of a line that a report repeats."""

IdentityName: TypeAlias = Literal["blue", "red", "bystander", "assassin"]


class ProtocolBreach(Exception):
    """A line that breaks the protocol, or a move that no rule allows; the text tells which."""


class Message(BaseModel):
    """One line."""

    model_config = ConfigDict(frozen=True, strict=True)

    @property
    def line(self) -> str:
        """The message as JSON."""
        return self.model_dump_json()


# What the referee says.


class Greeting(Message):
    """The greeting: the version of the protocol. The answer is `ready`."""

    type: Literal["hello"]
    protocol: int


class GameOptions(Message):
    """The options of all games; `vocabulary` is the path of a file of clue words, one a line."""

    type: Literal["options"]
    rules: str
    role: Role
    seconds: float
    vocabulary: str


class NewGame(Message):
    """A game begins: the agent's team, the team that moves first, a number for its own draws."""

    type: Literal["game"]
    team: Team
    first: Team
    seed: int


class TurnedCard(Message):
    """A card that was turned."""

    card: str
    identity: IdentityName


class TurnRecord(Message):
    """A turn that is over; a clue without a number was for as many cards as one likes."""

    team: Team
    clue: str | None
    number: int | None
    turned: list[TurnedCard]


class BoardQuestion(Message):
    """The board before a question: `shown` is null for a covered card."""

    type: Literal["ask-clue", "ask-guesses"]
    cards: list[str]
    shown: list[IdentityName | None]
    left: dict[Team, int]
    turns: list[TurnRecord]


class AskClue(BoardQuestion):
    """A spymaster's question, with the key. The answer is `clue`."""

    type: Literal["ask-clue"]
    key: list[IdentityName]


class AskGuesses(BoardQuestion):
    """A guesser's question, with the clue of its spymaster. The answer is `guesses`."""

    type: Literal["ask-guesses"]
    clue: str
    number: int | None


class TurnTold(Message):
    """A turn of either team is over."""

    type: Literal["outcome"]
    turn: TurnRecord


class GameResult(Message):
    """The game is over; nobody has won one that was broken off."""

    type: Literal["result"]
    winner: Team | None


class Quit(Message):
    """The agent is to end now."""

    type: Literal["quit"]


# What an agent says.


class Ready(Message):
    """An agent's answer to the greeting."""

    type: Literal["ready"]
    name: str
    version: str
    author: str


class ClueAnswer(Message):
    """A spymaster's answer: one word, and a number from 1 to 9."""

    type: Literal["clue"]
    word: str
    number: int = Field(ge=CLUE_NUMBERS[0], le=CLUE_NUMBERS[-1])


class GuessedCard(Message):
    """A covered card, and how likely it is the team's, where the agent says so."""

    card: str
    chance: float | None = Field(default=None, ge=0, le=1, allow_inf_nan=False)


class GuessesAnswer(Message):
    """A guesser's answer: cards in the order in which they are turned."""

    type: Literal["guesses"]
    guesses: list[GuessedCard]


class Remark(Message):
    """A remark, which the referee passes over; it may have any other values."""

    model_config = ConfigDict(extra="allow")

    type: Literal["info"]


RefereeMessage: TypeAlias = (
    Greeting | GameOptions | NewGame | AskClue | AskGuesses | TurnTold | GameResult | Quit
)
AgentMessage: TypeAlias = Ready | ClueAnswer | GuessesAnswer | Remark
AnyMessage: TypeAlias = Annotated[RefereeMessage | AgentMessage, Field(discriminator="type")]

M = TypeVar("M", bound=Message)


def schema() -> dict[str, Any]:
    """Return the JSON schema of all messages."""
    return TypeAdapter[Any](AnyMessage).json_schema()


@dataclass(frozen=True, slots=True)
class PickedCard:
    """A card that a guesser names, by its place, and how sure it is that the card is its team's."""

    place: int
    chance: float | None = None


# Messages of what a seat may know.

HELLO: Final = Greeting(type="hello", protocol=PROTOCOL_VERSION)
QUIT: Final = Quit(type="quit")


def position_of(public: Observation, turns: Sequence[Turn]) -> dict[str, Any]:
    """Return the fields of a `BoardQuestion`, as all may know it.

    `public` is the public's view of the board as it was dealt, `turns` are those that are over.
    """
    shown: list[IdentityName | None] = [None] * len(public.cards)
    left = dict(public.left)
    for guess in (guess for turn in turns for guess in turn.guesses):
        shown[guess.card] = identity_name(guess.identity)
        if guess.identity.team in left:
            left[guess.identity.team] -= 1
    cards = [card.word for card in public.cards]
    return {
        "cards": cards,
        "shown": shown,
        "left": left,
        "turns": [turn_record(turn, cards) for turn in turns],
    }


def identity_name(identity: Identity) -> IdentityName:
    """Return the name of an identity in messages."""
    return cast("IdentityName", identity.name.lower())


def turn_record(turn: Turn, cards: Sequence[str]) -> TurnRecord:
    """Return a turn that is over, as all may know it."""
    turned = [
        TurnedCard(card=cards[guess.card], identity=identity_name(guess.identity))
        for guess in turn.guesses
    ]
    word, number = (turn.clue.word, turn.clue.number) if turn.clue else (None, None)
    return TurnRecord(team=turn.team, clue=word, number=number, turned=turned)


# Answers.


def shown(line: str) -> str:
    r"""Return the beginning of a line as a report repeats it, without anything that draws nothing.

    >>> shown("clue \x1b[2J")
    "'clue \\x1b[2J'"
    """
    short = line if len(line) <= SHOWN_AT_MOST else f"{line[:SHOWN_AT_MOST]}…"
    return ascii(short) if not short.isprintable() else repr(short)


def text_of(raw: bytes) -> str:
    """Return a line that came in, without its end; raises ProtocolBreach for what is no UTF-8."""
    if len(raw) > LONGEST_LINE_BYTES:
        raise ProtocolBreach(f"a line is longer than {LONGEST_LINE_BYTES} bytes")
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise ProtocolBreach("a line is not UTF-8") from error


def is_remark(line: str) -> bool:
    """Return whether a line is a remark, which the referee passes over."""
    if '"info"' not in line:
        return False
    try:
        Remark.model_validate_json(line)
    except ValidationError:
        return False
    return True


_RANGES: Final = {"number": "a clue's number is from 1 to 9", "chance": "a chance is from 0 to 1"}


def read(wanted: type[M], line: str) -> M:
    """Return the message of a type that a line holds; raises ProtocolBreach."""
    (kind,) = get_args(wanted.model_fields["type"].annotation)
    try:
        return wanted.model_validate_json(line)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        field = str(problem["loc"][-1]) if problem["loc"] else ""
        if field in _RANGES and problem["type"] != "missing":
            raise ProtocolBreach(f"{_RANGES[field]}: {shown(line)}") from error
        said = f'instead of {{"type": "{kind}", ...}}, it said {shown(line)}'
        raise ProtocolBreach(said) from error


def read_clue(line: str) -> ClueAnswer:
    """Return a clue of one word with a number from 1 to 9; raises ProtocolBreach."""
    answer = read(ClueAnswer, line)
    if malformed(answer.word):
        raise ProtocolBreach(f"a clue is one word: {shown(answer.word)}")
    return answer


def read_guesses(
    line: str, cards: Sequence[str], covered: Iterable[int], counts: range
) -> tuple[PickedCard, ...]:
    """Return the cards of an answer in their order; `counts` are how many there may be.

    Raises ProtocolBreach.
    """
    answer = read(GuessesAnswer, line)
    places = {fold(cards[place]): place for place in covered}
    for one in answer.guesses:
        if fold(one.card) not in places:
            raise ProtocolBreach(f"no covered card: {shown(one.card)}")
    picks = tuple(PickedCard(places[fold(one.card)], one.chance) for one in answer.guesses)
    if len({pick.place for pick in picks}) < len(picks):
        raise ProtocolBreach(f"a card is named twice: {shown(line)}")
    if len(picks) not in counts:
        least, most = counts[0], counts[-1]
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise ProtocolBreach(f"{wanted} cards are to be named, not {len(picks)}")
    return picks

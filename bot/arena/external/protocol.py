"""The messages between the referee and agents in other processes; docs/agents.md explains them.

Each line is a message: a JSON object with a `type`. This module is pure: it makes messages from a
seat's view, and reads answers from lines. docs/agents/protocol.json is the schema.
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
"""The longest line, without its end."""

CLUE_NUMBERS: Final = range(1, 10)
"""The possible numbers in an agent's clue."""

SHOWN_AT_MOST: Final = 60
"""The most characters of a line in a report."""

IdentityName: TypeAlias = Literal["blue", "red", "bystander", "assassin"]


class ProtocolBreach(Exception):
    """A line that breaks the protocol, or an illegal move; the text explains it."""


class Message(BaseModel):
    """A line of the protocol."""

    model_config = ConfigDict(frozen=True, strict=True)

    @property
    def line(self) -> str:
        """The message as JSON."""
        return self.model_dump_json()


# Messages from the referee.


class Greeting(Message):
    """The greeting, with the protocol's version. The answer is `ready`."""

    type: Literal["hello"]
    protocol: int


class GameOptions(Message):
    """The options of all games; `vocabulary` is the path of a file with a clue word per line."""

    type: Literal["options"]
    rules: str
    role: Role
    seconds: float
    vocabulary: str


class NewGame(Message):
    """A new game: the agent's team, the team that moves first, a seed for the agent's draws."""

    type: Literal["game"]
    team: Team
    first: Team
    seed: int


class TurnedCard(Message):
    """A turned card and its identity."""

    card: str
    identity: IdentityName


class TurnRecord(Message):
    """A finished turn; a clue without a number is unlimited."""

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
    """A question to a spymaster, with the key. The answer is `clue`."""

    type: Literal["ask-clue"]
    key: list[IdentityName]


class AskGuesses(BoardQuestion):
    """A question to a guesser, with its spymaster's clue. The answer is `guesses`."""

    type: Literal["ask-guesses"]
    clue: str
    number: int | None


class TurnTold(Message):
    """A finished turn by either team."""

    type: Literal["outcome"]
    turn: TurnRecord


class GameResult(Message):
    """The end of a game; an aborted game has no winner."""

    type: Literal["result"]
    winner: Team | None


class Quit(Message):
    """The request to quit."""

    type: Literal["quit"]


# Messages from an agent.


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
    """A covered card, and perhaps the chance that it is the team's."""

    card: str
    chance: float | None = Field(default=None, ge=0, le=1, allow_inf_nan=False)


class GuessesAnswer(Message):
    """A guesser's answer: cards, in the order of the guesses."""

    type: Literal["guesses"]
    guesses: list[GuessedCard]


class Remark(Message):
    """A remark, which the referee ignores; it may have any other fields."""

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
    """A guess: the card's place, and the chance that it is the team's, if the agent gave one."""

    place: int
    chance: float | None = None


# Messages from a seat's view.

HELLO: Final = Greeting(type="hello", protocol=PROTOCOL_VERSION)
QUIT: Final = Quit(type="quit")


def position_of(public: Observation, turns: Sequence[Turn]) -> dict[str, Any]:
    """Return the public fields of a `BoardQuestion`.

    `public` is the public view of the new board, `turns` are the finished turns.
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
    """Return the public record of a finished turn."""
    turned = [
        TurnedCard(card=cards[guess.card], identity=identity_name(guess.identity))
        for guess in turn.guesses
    ]
    word, number = (turn.clue.word, turn.clue.number) if turn.clue else (None, None)
    return TurnRecord(team=turn.team, clue=word, number=number, turned=turned)


# Answers.


def shown(line: str) -> str:
    r"""Return the start of a line for a report, with invisible characters escaped.

    >>> shown("clue \x1b[2J")
    "'clue \\x1b[2J'"
    """
    short = line if len(line) <= SHOWN_AT_MOST else f"{line[:SHOWN_AT_MOST]}…"
    return ascii(short) if not short.isprintable() else repr(short)


def text_of(raw: bytes) -> str:
    """Return a received line without its end; raises ProtocolBreach if it is not UTF-8."""
    if len(raw) > LONGEST_LINE_BYTES:
        raise ProtocolBreach(f"a line is longer than {LONGEST_LINE_BYTES} bytes")
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise ProtocolBreach("a line is not UTF-8") from error


def is_remark(line: str) -> bool:
    """Return whether a line is a remark, which the referee ignores."""
    if '"info"' not in line:
        return False
    try:
        Remark.model_validate_json(line)
    except ValidationError:
        return False
    return True


_RANGES: Final = {"number": "a clue's number is from 1 to 9", "chance": "a chance is from 0 to 1"}


def read(wanted: type[M], line: str) -> M:
    """Return a line's message of the `wanted` type; raises ProtocolBreach."""
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
    """Return the guesses of an answer in order; raises ProtocolBreach.

    `counts` contains the allowed numbers of guesses.
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

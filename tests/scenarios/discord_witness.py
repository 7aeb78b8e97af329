"""Reads all messages that a bot sent on an evening, with their readers, and finds leaks.

A message with a picture is known by its alternative text, which lists the uncovered cards: it must
match the public view of the game at some version. Secrets of spymasters must not occur in any text
for others.

"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from typing import Any, Final

from adapters import picture
from adapters.chat.incoming import ButtonId, read_button_id
from adapters.picture.palette import Theme
from bot.games import GameView, User
from bot.games.names import TableNames
from bot.games.session import Recorded, Session
from bot.games.views import view_for
from bot.lobby.model import Lobby, Status
from bot.texts import Texts
from core.codenames.model import Identity
from core.codenames.notation import coordinate, key_rows
from core.view import Glyph, Grid, find
from tests.loopback.discord.journal import Sent

IDENTITIES: Final = re.compile(
    r"\b("
    + "|".join(one.name for one in Identity)
    + r")s?\b|["
    + "".join(one.value for one in Glyph).replace(" ", "")
    + "]",
    re.IGNORECASE,
)
"""A word or a shape that names an identity."""

TEAMLESS: Final = re.compile(r"\b(assassin|bystander)s?\b", re.IGNORECASE)
"""Identities that no sentence gives a card that it names by its word; it may mention a team."""

SIGN: Final = re.compile(r"^ [a-z] ")
"""A covered card's letter in a text table, which only keys have."""

PLACE: Final = re.compile(r"\b([A-E][1-5])\b")

PLAIN_STYLE: Final = "2"
"""The style of a button that reveals nothing: secondary."""

MENTION: Final = re.compile(r"<@(\d+)>")


@dataclass(frozen=True)
class Said:
    """One request of the bot: the fields of each of its components, and its files."""

    sent: Sent

    @cached_property
    def parts(self) -> tuple[Mapping[str, str], ...]:
        """The scalars of each object of the body, by name."""
        split = [(*path.rpartition("."), text) for path, text in self.sent.texts]
        own = sorted(((one[0], one[2], one[3]) for one in split), key=lambda one: one[0])
        return tuple(
            {name: text for _, name, text in group} for _, group in groupby(own, lambda one: one[0])
        )

    @property
    def readers(self) -> frozenset[int] | None:
        """The people who can read it; None means everyone."""
        return self.sent.audience

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """All its texts, including ids and names of files."""
        return tuple(text for path, text in self.sent.texts if not path.endswith("(key)"))

    @property
    def alts(self) -> tuple[str, ...]:
        """Its alternative texts."""
        return tuple(
            text for path, text in self.sent.texts if path.endswith(".description") and text
        )

    @property
    def presses(self) -> Iterator[tuple[ButtonId, Mapping[str, str]]]:
        """Yield its buttons and menu options."""
        for part in self.parts:
            if press := read_button_id(part.get("custom_id", "")):
                yield press, part

    @property
    def pings(self) -> frozenset[int]:
        """The people that its texts mention and that it may ping."""
        named = {int(one) for text in self.texts for one in MENTION.findall(text)}
        allowed = {
            int(text)
            for path, text in self.sent.texts
            if re.fullmatch(r"allowed_mentions\.users\.\d+", path)
        }
        return frozenset(named & allowed)

    @property
    def nonce(self) -> str:
        """The nonce of its post, or ""."""
        return next((text for path, text in self.sent.texts if path == "nonce"), "")


@dataclass(frozen=True)
class Course:
    """A game at each of its versions, by its log."""

    session: Session
    log: tuple[Recorded, ...]

    @cached_property
    def steps(self) -> tuple[Session, ...]:
        """The game at each version."""
        end = self.session
        step = Session(
            end.game_id, end.game_type, end.options, end.rules, Lobby(), end.rules.initial()
        )
        steps = []
        for one in self.log:
            step = step.after([one])
            steps.append(step)
        return tuple(steps)

    @cached_property
    def looks(self) -> tuple[tuple[Session, GameView], ...]:
        """The public view at each version."""
        return tuple((step, view_for(step, None, TableNames({}))) for step in self.steps)

    @cached_property
    def shown(self) -> Mapping[str, tuple[tuple[Session, GameView], ...]]:
        """The versions by the alternative text of the public board."""
        pairs = [(alt_of(look), (step, look)) for step, look in self.looks if grids(look)]
        return {alt: tuple(one for told, one in pairs if told == alt) for alt, _ in pairs}

    @cached_property
    def calls(self) -> frozenset[tuple[int, frozenset[int]]]:
        """The turns, and the people on Discord for whom the table waited in them."""
        return frozenset((look.turn, called(look)) for _, look in self.looks if called(look))

    @property
    def words(self) -> tuple[str, ...]:
        """The cards' words."""
        words: tuple[str, ...] = self.session.state.layout.words
        return words

    def may_read(self, users: frozenset[int] | None) -> bool:
        """Return whether all readers sit in chairs that know the key."""
        chairs = [self.session.lobby.chair_of(User("discord", str(one))) for one in users or ()]
        return bool(chairs) and all(chair is not None and chair.sees_key for chair in chairs)

    def is_of(self, said: Said) -> bool:
        """Return whether a message shows this game's board, in any form."""
        told = "\n".join(said.texts)
        return sum(word in told for word in self.words) > len(self.words) * 3 // 4


def called(look: GameView) -> frozenset[int]:
    """Return the people on Discord for whom a running game waits."""
    if look.status is not Status.RUNNING:
        return frozenset()
    return frozenset(int(user.id) for user in look.due if user.platform == "discord")


def grids(look: GameView) -> tuple[Grid, ...]:
    """Return the boards of a look."""
    return tuple(block for block in find(look.view, Grid) if isinstance(block, Grid))


def alt_of(look: GameView) -> str:
    """Return the alternative text of a look's board."""
    (grid,) = grids(look)
    return Texts.load().say(grid.alt)


@cache
def drawn(grid: Grid) -> bytes:
    """Return a board's picture as sent to Discord."""
    return picture.render(grid, theme=Theme.DARK)


# Leaks.


def betrayals(said: Said, courses: Iterable[Course], secrets: Sequence[str]) -> list[str]:
    """Return a message's leaks of keys to people who must not know them; secrets are texts."""
    own = [course for course in courses if course.is_of(said)]
    found: list[str] = []
    for course in own or courses:
        if not course.may_read(said.readers):
            found += _betrayed(said, course, secrets)
    return found


def _betrayed(said: Said, course: Course, secrets: Sequence[str]) -> Iterator[str]:
    versions = [one for alt in said.alts for one in course.shown.get(alt, ())]
    if course.is_of(said) and said.alts and not versions:
        yield f"an alternative text that the public never had: {said.alts}"
    if versions and all(step.is_over for step, _ in versions):
        return  # then the key is public
    if said.sent.files and course.is_of(said):
        public = {drawn(grid) for _, look in versions for grid in grids(look)}
        if not set(said.sent.files) <= public:
            yield "a picture that is not the public's"
    newest = versions[-1][0] if versions else course.session
    key = newest.state.layout.key.value
    written = [*secrets, *key_rows(key, 5)]
    yield from (text for text in said.texts for secret in written if secret in text)
    covered = {
        coordinate(card, 5): course.words[card]
        for card in range(len(key))
        if card not in newest.state.uncovered
    }
    for text in said.texts:
        yield from _told_of(text, covered)
    yield from _styled(said, covered)


def _told_of(text: str, covered: Mapping[str, str]) -> Iterator[str]:
    """Yield the parts of a text that name a covered card and an identity."""
    for part in re.split(r"\n|, ", text):
        for word in covered.values():
            if re.search(rf"\b{re.escape(word)}\b", part, re.IGNORECASE) and TEAMLESS.search(part):
                yield part
        split = PLACE.split(part)
        for place, rest in zip(split[1::2], split[2::2], strict=True):
            if place in covered:
                beside = re.sub(re.escape(covered[place]), "", rest, flags=re.IGNORECASE)
                if IDENTITIES.search(beside) or SIGN.match(rest):
                    yield part


def _styled(said: Said, covered: Mapping[str, str]) -> Iterator[str]:
    """Yield buttons of covered cards that differ from the others in style."""
    for press, part in said.presses:
        place = press.line.rpartition(" ")[2]
        if place in covered and part.get("style", PLAIN_STYLE) != PLAIN_STYLE:
            yield f"{part}"


# Pings.


def called_for(shown: Iterable[Said], course: Course) -> list[str]:
    """Return wrong pings in the messages of a game: not those for whom the table waits."""
    wrong = []
    for said in shown:
        versions = [one for alt in said.alts for one in course.shown.get(alt, ())]
        looks = [look for _, look in versions or course.looks if versions or not grids(look)]
        expected = {called(look) for look in looks}
        if said.pings not in expected:
            wrong.append(f"{set(said.pings)} instead of {expected}")
    return wrong


def calls(posted: Iterable[Said], course: Course) -> list[tuple[int, frozenset[int]]]:
    """Return the turns and people that a game's messages pinged, each message once."""
    by_nonce: dict[str, tuple[int, frozenset[int]]] = {}
    for said in posted:
        turns = {press.turn for press, _ in said.presses if press.game_id == course.session.game_id}
        if said.nonce and said.pings and turns:
            by_nonce[said.nonce] = (max(turns), said.pings)
    return list(by_nonce.values())


def secret_of(session: Session) -> tuple[str, ...]:
    """Return the possible spellings of a board's random bits, or else its keyword."""
    source: Any = session.state.layout.source
    bits = getattr(source, "secret", None)
    return (bits.value.hex(), repr(bits.value)) if bits is not None else (source.keyword.value,)


def logged(log: str, courses: Iterable[Course]) -> set[str]:
    """Return the secrets of some games in the operators' log."""
    separators = ("", " ", ",", ", ", "','", "', '", '","', '", "')
    forms = [
        form
        for course in courses
        for form in (
            *secret_of(course.session),
            *(
                separator.join(row)
                for row in key_rows(course.session.state.layout.key.value, 5)
                for separator in separators
            ),
        )
    ]
    return {form for form in forms if form in log}

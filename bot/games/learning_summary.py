"""Sentences on what bots learn: private ones on a person, public ones on clues."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.guild_settings import GuildSettings, settings_of
from bot.identity import GameId, GuildId, User
from bot.ratings.facts import TOLD_FROM, GameFacts, RememberedClue, settled_turns
from bot.ratings.lessons import example_of
from bot.ratings.persona_summary import KnownPerson, known_after
from bot.store import rooms
from bot.store.address import in_memory
from bot.store.connection import Store
from core.view import Choice, Choices, Phrase, Text, View, phrase

LEARNT: Final = "learnt"
"""The verb of the question about what bots have learnt about the caller."""

SHARING: Final = [LEARNT, "show"]
"""The words of the same question, if the whole room reads the answer."""


@dataclass(frozen=True, slots=True)
class LearningSummary:
    """The bots' knowledge of a person after a game, from a number of turns in one role.

    `played`: bots learn from a turn by the person in this game. The sentences address the person,
    or use their `name` if others read them, too.
    """

    sentences: tuple[Phrase, ...]
    turns: int
    played: bool
    name: Phrase | str | None = None

    @property
    def said(self) -> tuple[Phrase, ...]:
        """The sentences, or one that explains why there are none."""
        if self.sentences:
            return self.sentences
        key = "learnt-absent" if not self.played else "learnt-usual"
        if self.played and self.turns < TOLD_FROM:
            key = "learnt-nothing"
        return (phrase(key, turns=self.turns, least=TOLD_FROM, **_who(self.name)),)

    def view(self, *, can_share: bool) -> View:
        """Return the sentences, with a choice to share them in a room with other people."""
        share = Choices((Choice(phrase("learnt-share"), " ".join(SHARING)),))
        shares = can_share and self.sentences and self.name is None
        blocks = (*map(Text, self.said), *((share,) if shares else ()))
        return View(phrase("learnt-title"), blocks)


async def learnt_about(
    conn: AsyncConnection, facts: GameFacts, user: User, name: Phrase | str | None
) -> LearningSummary:
    """Return the bots' knowledge of a person; `name` is None if only that person reads it."""
    known = await known_after(conn, settled_turns(facts), user)
    said = tuple(_leaning_sentence(facts, one, name) for one in known if one.leanings)
    return LearningSummary(said, max((one.turns for one in known), default=0), bool(known), name)


def _who(name: Phrase | str | None) -> dict[str, Phrase | str]:
    """Return the values of a sentence that addresses a person, or uses their name."""
    return {"own": "no" if name else "yes", "who": name or ""}


def _leaning_sentence(facts: GameFacts, known: KnownPerson, name: Phrase | str | None) -> Phrase:
    """Return the sentence on a person's strongest leaning."""
    (direction, odds), *_ = known.leanings
    example = _example(facts, known)
    clue, card = example or ("", "")
    return phrase(
        "learnt-leaning",
        **_who(name),
        role=known.role.value if example else "none",
        sign="more" if odds > 0 else "less",
        direction=phrase("leaning-direction", direction=direction),
        clue=clue,
        card=card,
    )


def _example(facts: GameFacts, known: KnownPerson) -> tuple[str, str] | None:
    """Return a clue and a card of the turn that is the best evidence on a person."""
    for turn in settled_turns(facts):
        for player in turn.players if turn.turn == known.example else ():
            if (player.user, player.role) == (known.user, known.role):
                return example_of(facts.public, turn.turn, player.seat)
    return None


def pair_sentence(
    pair: RememberedClue | None, tells: Collection[User], name_of: Callable[[User], Phrase | str]
) -> Iterator[Phrase]:
    """Yield the sentence on a repeated pair of clue and card, if its people allow it."""
    if pair and all(user.is_bot or user in tells for user in (pair.giver, pair.picker)):
        giver, picker = (
            user.id if user.is_bot else name_of(user) for user in (pair.giver, pair.picker)
        )
        clue = {"clue": pair.clue, "card": pair.card}
        yield phrase("report-pair", giver=giver, picker=picker, **clue)


async def clue_news(store: Store, guild: GuildId, game_id: GameId) -> tuple[Phrase, ...]:
    """Return the note that the bots remember clues, shown to a guild after its first game.

    Games in memory end with the program, so bots do not remember their clues.
    """
    if in_memory(store.url):
        return ()
    told_after = (await store.read(settings_of, guild)).clues_told
    if not told_after:
        async with store.writing() as conn:
            row = await rooms.ensure_guild(conn, guild)
            settings = GuildSettings.from_json(row.settings)
            told_after = settings.clues_told or game_id
            told = replace(settings, clues_told=told_after).to_json()
            await rooms.put_guild(conn, replace(row, settings=told))
    platform, _, _ = guild.partition(":")
    return (phrase("report-clue-news", platform=platform),) if told_after == game_id else ()

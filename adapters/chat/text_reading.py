"""Texts as actions, requests for help or for a game, or talk. Pure.

A text that mentions the bot, or is a direct message, always gets an answer. Any other text is bare:
it acts only if the whole text is a possible action of its writer; otherwise it is talk.
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from adapters.chat import text_input
from adapters.chat.commands import CommandTables
from adapters.chat.incoming import Address, Incoming
from adapters.chat.text_input import Verbs, first_word, is_greeting, line_of, normalised, trimmed
from bot.games import Caller, GameView, Status
from bot.texts import Texts
from core.command import half_width, near_word
from core.rules import IllegalAction, InvalidNotation, Misspelled, Refusal
from core.view import FormBlock

OPEN_STATUSES: Final = frozenset({Status.LOBBY, Status.RUNNING})


class Feedback(Enum):
    """The feedback on a text, or on the refusal of its line.

    SAY states the refusal each time; REFUSE, CORRECT and WARN state it once a minute each. After
    that REFUSE and CORRECT count as MARK, a reaction once a minute, and WARN does nothing.
    """

    HELP = "help"
    OFFER = "offer"
    SAY = "say"
    REFUSE = "refusal"
    CORRECT = "correction"
    WARN = "aloud"
    MARK = "mark"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Act:
    """A line to submit, or a question to answer.

    The three kinds of feedback are for a line that is illegal, near a readable one, or unreadable.
    """

    line: str
    illegal: Feedback = Feedback.SAY
    near: Feedback = Feedback.SAY
    unread: Feedback = Feedback.SAY
    is_question: bool = False


@dataclass(frozen=True, slots=True)
class Explain:
    """A refusal without an attempt, and how often to state it."""

    refusal: Refusal
    answer: Feedback


Meaning: TypeAlias = Act | Explain | text_input.TypedOpening | Feedback


@dataclass(frozen=True, slots=True)
class TextReader:
    """Reads a text from a caller in the game's room, who sees the game as `game_view`."""

    tables: CommandTables
    verbs: Verbs
    texts: Texts
    incoming: Incoming
    game_view: GameView | None = None

    @property
    def caller(self) -> Caller:
        """The writer."""
        return self.incoming.caller

    @property
    def is_open(self) -> bool:
        """Whether the room has a game that is not over."""
        return self.game_view is not None and self.game_view.status in OPEN_STATUSES

    @property
    def is_bare(self) -> bool:
        """Whether the text does not mention the bot."""
        return self.incoming.address is not Address.NAMED

    @property
    def in_thread(self) -> bool:
        """Whether the text is in a thread and does not mention the bot."""
        return self.incoming.address is Address.THREAD

    def read(self, text: str) -> Meaning:
        """Return the meaning of a text on one line."""
        view, is_open, is_bare = self.game_view, self.is_open, self.is_bare
        in_thread, words = self.in_thread, normalised(text)
        if in_thread and not is_open:
            return Feedback.NOTHING
        is_cry = words in text_input.HELP_WORDS or (words in text_input.NAME_ALONE and not is_bare)
        if not in_thread and (is_cry or (is_greeting(text) and not (is_open or is_bare))):
            return Feedback.HELP
        if words in text_input.AGAIN_WORDS and view and not (is_open or is_bare):
            text = "rematch"
        asked = text_input.opening_of(text, self.tables)
        fills = not (asked and asked.game)
        line = line_of(text, view, self._usable(), self.texts, fills=fills) if view else None
        if asked and not (is_open and (line or is_bare or not asked.game)):
            return asked
        if view is None:
            return Feedback.MARK if is_bare and not self._command(text) else Feedback.OFFER
        read = self._over(text, line) if not is_open else self._running(text, line, view)
        return Feedback.NOTHING if in_thread and read is Feedback.MARK else read

    def answer_to(self, refusal: Refusal, act: Act) -> Feedback:
        """Return the feedback on the refusal of a line."""
        answer = self._refused(refusal, act)
        return Feedback.NOTHING if self.in_thread and answer is Feedback.MARK else answer

    def _refused(self, refusal: Refusal, act: Act) -> Feedback:
        """Return the feedback on a refused line: illegal, near a readable one, or unreadable."""
        if not isinstance(refusal, InvalidNotation):
            return act.illegal
        verbs, count = self._usable(), len(act.line.split())
        if isinstance(refusal, Misspelled):
            is_near = verbs.is_known(refusal.line) and count <= len(refusal.line.split())
        else:
            is_near = self._has_shape(act.line)
        return act.near if is_near else act.unread

    def _has_shape(self, line: str) -> bool:
        """Return whether a line has roughly the shape of its verb, or of its one-word form.

        Every word counts as one if the form needs no verb. Otherwise one letter may be missing or
        extra.
        """
        form, words = self.game_view and _word_form(line, self.game_view), normalised(line).split()
        if not form:
            return self._usable().is_near(line)
        pattern, rest = form.blanks[0].pattern, words[1:]
        if form.bare:
            return bool(rest) and all(re.fullmatch(pattern, word) for word in rest)
        near = {one for word in rest for one in (word, word[:-1], word + word[-1:])}
        return len(rest) == 1 and any(re.fullmatch(pattern, one) for one in near)

    def _usable(self) -> Verbs:
        """Return the verbs that the writer's lines may begin with."""
        view = self.game_view
        return self.verbs.usable(view) if view and self.is_bare else self.verbs

    def _over(self, text: str, line: str | None) -> Meaning:
        """Return the meaning of a text about a game that is over."""
        unread = Feedback.MARK if self.is_bare else Feedback.SAY
        if asked := self._question(text):
            return Act(asked, near=unread, unread=unread, is_question=True)
        if (line := line or self._command(text)) is None:
            return Feedback.NOTHING if self.is_bare else Feedback.OFFER
        return Act(line, near=unread, unread=unread)

    def _question(self, text: str) -> str | None:
        """Return the line of a question about a game; None for any other text."""
        return self.verbs.translated(trimmed(text), self.verbs.questions)

    def _command(self, text: str) -> str | None:
        """Return the line of any game's command, alone or in roughly its shape; None for talk."""
        text, verbs = trimmed(text), self.verbs
        line = verbs.translated(text, verbs.known) or text
        is_whole = " " not in line or verbs.is_near(line)
        return line if verbs.is_known(line) and is_whole else None

    def _running(self, text: str, line: str | None, view: GameView) -> Meaning:
        """Return the meaning of a text in a running game or its lobby."""
        if not (line or self.is_bare) and (asked := self._question(text)):
            return Act(asked, is_question=True)
        in_thread, is_due = self.in_thread, self.caller.user in view.due
        is_put_off = view.seat and normalised(text) in text_input.put_off_labels(
            view.view, self.texts
        )
        if in_thread and not (is_due or is_put_off):
            return Feedback.NOTHING
        if (line or not in_thread) and (warning := self._warning(line, view)):
            return warning
        if line is None and view.status is Status.LOBBY and not self.caller.is_direct:
            return Feedback.MARK
        raw = line or text_input.joined_place(trimmed(half_width(text)), view.view)
        if line or not self.is_bare:
            return self._line(raw, view, is_due=is_due)
        if is_put_off:
            answer = Feedback.SAY if is_due else Feedback.REFUSE
            return Act(raw, answer, answer, answer)
        is_letter = len(raw) == 1 and raw.isalpha()
        is_whole = is_letter or any(_is_half_filled(one, raw) for one in text_input.all_forms(view))
        if is_due and (is_whole or near_word(first_word(raw), self._usable().known)):
            illegal = Feedback.SAY if is_whole else Feedback.MARK
            return Act(raw, illegal, Feedback.CORRECT, Feedback.MARK)
        return Feedback.MARK

    def _warning(self, line: str | None, view: GameView) -> Explain | None:
        """Return the warning to a writer whom the game asks for a secret."""
        asked = next(
            (one.verb for one in text_input.all_forms(view) if one.verb in self.verbs.secret), None
        )
        if not asked or not (line is None or self.verbs.is_secret(line)):
            return None
        if not self.caller.is_direct:
            answer = Feedback.WARN if self.is_bare else Feedback.SAY
            return Explain(IllegalAction("chat-aloud"), answer)
        return None if line else Explain(IllegalAction("chat-verb-first", verb=asked), Feedback.SAY)

    def _line(self, line: str, view: GameView, *, is_due: bool) -> Meaning:
        """Return a line as an action, with the feedback on its refusal."""
        verbs, is_direct = self.verbs, self.caller.is_direct
        is_players = view.seat or is_direct or first_word(line) in verbs.tables
        if not self.is_bare:
            is_said = is_direct or verbs.is_known(line)
            illegal = Feedback.SAY if is_players else Feedback.REFUSE
            return Act(line, illegal, unread=Feedback.SAY if is_said else Feedback.MARK)
        if _word_form(line, view) and not self._has_shape(line):
            return Feedback.MARK
        illegal = Feedback.SAY if is_due or view.status is Status.LOBBY else Feedback.REFUSE
        if verbs.is_secret(line) or not is_players:
            illegal = Feedback.MARK
        return Act(line, illegal, Feedback.CORRECT if is_due else Feedback.MARK, Feedback.MARK)


def _is_half_filled(form: FormBlock, text: str) -> bool:
    """Return whether a text begins or ends with a value of a form that has other open blanks."""
    words = text.split()
    ends = {*words[:1], *words[-1:]}
    listed = [blank.values for blank in form.blanks if blank.values]
    is_open = form.enabled and len(listed) < len(form.blanks)
    return is_open and any(not ends.isdisjoint(values) for values in listed)


def _word_form(line: str, view: GameView) -> FormBlock | None:
    """Return the one-word form that begins with a line's verb, if any."""
    found = (one for one in text_input.all_forms(view) if one.verb == first_word(line))
    return next((one for one in found if len(one.blanks) == 1 and one.blanks[0].pattern), None)

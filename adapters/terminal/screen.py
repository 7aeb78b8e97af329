"""A person's screen and keyboard, on prompt_toolkit: it writes, asks, clears and waits."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application
from prompt_toolkit.completion import Completer
from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import ANSI, FormattedText
from prompt_toolkit.history import DummyHistory, History, InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import Output
from prompt_toolkit.renderer import print_formatted_text
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from adapters.terminal.input import is_yes
from adapters.terminal.keyboard import drop_typed_ahead, suspend

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Home, clear the screen, then the scrollback, to which some terminals move the cleared screen."""


COLOURS: Final = Style([])
"""An empty style: lines contain their colours, and prompt_toolkit's style is slow."""

PROMPT_KEYS: Final = KeyBindings()
"""Keys of prompts besides the usual ones."""

CLEAR_VISIBLE = "\x1b[H\x1b[2J"
"""Home, and clear the screen; the scrollback stays."""


class Leaving(Exception):
    """A person leaves the game."""


class _Stale(Exception):
    """The screen must be drawn again; `suspends` after Ctrl-Z."""

    def __init__(self, *, suspends: bool) -> None:
        self.suspends = suspends
        super().__init__(suspends)


class Screen:
    """One keyboard and one screen, which several people may share.

    Each person has a history of their own, without secrets. `leave` is the question whether to
    leave.
    """

    def __init__(self, keyboard: Input, display: Output, leave: str) -> None:
        self._leave = leave
        self._keyboard = keyboard
        self._display = display
        self._prompts: dict[str, PromptSession[str]] = {}
        self._drawn_for = display.get_size()
        self.redraw: Callable[[], None] = lambda: None
        """Writes the screen again, after a suspension or a change of size."""

    @property
    def size(self) -> Size:
        """The visible lines, and the cells of a line."""
        return self._display.get_size()

    def write(self, lines: Iterable[str]) -> None:
        """Write lines, with colours or without."""
        if text := "".join(f"{line}\n" for line in lines):
            print_formatted_text(self._display, ANSI(text), COLOURS)
            self._display.flush()

    def clear(self) -> None:
        """Clear the screen and the scrollback."""
        self._display.write_raw(CLEAR)
        self._display.flush()

    def ask(
        self,
        message: str,
        *,
        who: str = "",
        placeholder: str = "",
        completer: Completer | None = None,
    ) -> str:
        """Return a line; raises Leaving at the end of input, or if a person wants to leave."""
        prompt = self._prompt(who)
        prompt.completer = completer
        return self._asked(prompt, message, placeholder)

    def ask_secret(self, message: str) -> str:
        """Return a line that is neither shown nor stored; raises Leaving as `ask` does."""
        return self._asked(self._new_prompt(DummyHistory(), secret=True), message, "")

    def confirm(self, question: str, *, otherwise: bool) -> bool:
        """Return whether the answer is yes; an empty answer counts as `otherwise`."""
        answer = self.ask(question)
        return is_yes(answer) if answer.strip() else otherwise

    def interrupted(self) -> None:
        """Ask whether to leave; raises Leaving if so, or at the end of input."""
        self._drop_typed_ahead()
        self._drawn_for = self.size
        try:
            answer = self._new_prompt(DummyHistory()).prompt(self._leave)
        except (EOFError, KeyboardInterrupt):
            raise Leaving from None
        except _Stale as stale:
            self._renew(suspends=stale.suspends)
            self.interrupted()
            return
        if is_yes(answer):
            raise Leaving

    def wait(self, seconds: float) -> None:
        """Wait, or go on when a key is pressed; raises KeyboardInterrupt."""
        if seconds > 0:
            keys = {press.key for press in asyncio.run(self._pressed(seconds))}
            if keys & {Keys.ControlC, Keys.SIGINT}:
                raise KeyboardInterrupt
            if Keys.ControlZ in keys:
                self._renew(suspends=True)

    async def _pressed(self, seconds: float) -> list[KeyPress]:
        """Return the keys that are pressed together within `seconds`."""
        pressed = asyncio.Event()
        keys: list[KeyPress] = []

        def read() -> None:
            keys.extend(self._keyboard.read_keys())
            pressed.set()

        with (
            self._keyboard.raw_mode(),
            self._keyboard.attach(read),
            suppress(TimeoutError),
        ):
            await asyncio.wait_for(pressed.wait(), seconds)
        return keys

    def _prompt(self, who: str) -> PromptSession[str]:
        """Return the prompt of a person, or one without a history for nobody in particular."""
        if who not in self._prompts:
            self._prompts[who] = self._new_prompt(InMemoryHistory() if who else DummyHistory())
        return self._prompts[who]

    def _new_prompt(self, history: History, *, secret: bool = False) -> PromptSession[str]:
        prompt: PromptSession[str] = PromptSession(
            input=self._keyboard,
            output=self._display,
            history=history,
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            is_password=secret,
            enable_history_search=False,
            key_bindings=PROMPT_KEYS,
        )
        prompt.app.before_render += self._check_size
        return prompt

    def _asked(self, prompt: PromptSession[str], message: str, placeholder: str) -> str:
        """Return a line that is typed from now on, without earlier keys."""
        hint = FormattedText([("ansibrightblack", placeholder)])
        self._drop_typed_ahead()
        typed = ""
        while True:
            self._drawn_for = self.size
            try:
                return prompt.prompt(message, placeholder=hint, default=typed)
            except EOFError:
                raise Leaving from None
            except KeyboardInterrupt:
                self.interrupted()
                typed = ""
            except _Stale as stale:
                typed = prompt.default_buffer.text
                self._renew(suspends=stale.suspends)

    def _check_size(self, app: Application[str]) -> None:
        """End a prompt if the screen's size has changed."""
        if self.size != self._drawn_for and app.future and not app.future.done():
            app.exit(exception=_Stale(suspends=False))

    def _renew(self, *, suspends: bool) -> None:
        if suspends:
            suspend()
        self._display.write_raw(CLEAR_VISIBLE)
        self._display.flush()
        self.redraw()

    def _drop_typed_ahead(self) -> None:
        """Drop text that was typed before the question."""
        if drop_typed_ahead(self._keyboard):
            clear_typeahead(self._keyboard)


@PROMPT_KEYS.add("c-z")
def _suspend(event: KeyPressEvent) -> None:
    event.app.exit(exception=_Stale(suspends=True))

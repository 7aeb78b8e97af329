"""Forms to fill in: a view's form as a modal, and what was typed as a line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from discord import SelectOption, ui

from adapters.discord.press import Deed, Press
from adapters.discord.prose import label
from bot.games import Caller, Games, Look, refusal
from bot.texts import Texts
from core.rules import IllegalAction, Refusal
from core.view import Blank, FormBlock, Phrase, cut, find

LONGEST_TITLE: Final = 45
"""Characters of a modal's title, and of a label in it."""

LONGEST_INPUT: Final = 200
"""Characters that can be typed into a blank."""

MOST_OPTIONS: Final = 25

EXAMPLES: Final = ("x", "あ")
"""What could be typed into a blank, in each of the scripts that games read."""

NAMED: Final = "="
"""What the id of a blank ends with whose name stands in the line."""


def form_of(look: Look, name: str) -> FormBlock | None:
    """Return the form of a name, if the look has it."""
    forms = find(look.view, FormBlock)
    return next((one for one in forms if isinstance(one, FormBlock) and one.name == name), None)


async def closed(games: Games, caller: Caller, press: Press) -> Refusal:
    """Return why a person cannot fill in a form: as the rules would refuse what it makes.

    Raises StoreFault.
    """
    turn, game_id = press.turn, press.game_id
    form = form_of(await games.look(game_id), press.line)
    for example in _examples(form) if form else ():
        if refused := await refusal(games, caller, example, turn=turn, game_id=game_id):
            return refused
    return IllegalAction("discord-form-closed")


def _examples(form: FormBlock) -> Iterator[str]:
    """Yield lines that a form could make."""
    for text in EXAMPLES:
        values = ((blank, blank.values[0] if blank.values else text) for blank in form.blanks)
        given = (_name(blank) + value if blank.named else value for blank, value in values)
        yield " ".join([form.name.partition(".")[0], *given])


def modal(look: Look, form: FormBlock, texts: Texts) -> ui.Modal:
    """Return a form as a modal."""
    press = Press(Deed.FILL, look.game_id, look.turn, form.name)
    title = cut(label(texts.say(form.label)), LONGEST_TITLE)
    made = ui.Modal(title=title, custom_id=str(press))
    for blank in form.blanks:
        made.add_item(_labelled(blank, texts))
    return made


def _labelled(blank: Blank, texts: Texts) -> ui.Label[Any]:
    text = label(texts.say(blank.label))
    short = cut(text, LONGEST_TITLE)
    more = None if short == text else cut(text, 100)
    return ui.Label(text=short, description=more, component=_input(blank, texts))


def _input(blank: Blank, texts: Texts) -> ui.Item[Any]:
    if 0 < len(blank.values) <= MOST_OPTIONS:
        called = blank.called or blank.values
        options = [
            SelectOption(label=_said(one, texts), value=value, default=value == blank.now)
            for value, one in zip(blank.values, called, strict=True)
        ]
        return ui.Select(custom_id=_name(blank), options=options)
    default = blank.now or None
    return ui.TextInput(custom_id=_name(blank), max_length=LONGEST_INPUT, default=default)


def _said(called: Phrase | str, texts: Texts) -> str:
    return label(called if isinstance(called, str) else texts.say(called))


def _name(blank: Blank) -> str:
    """Return the id of a blank, which tells whether the line names it."""
    return blank.name + NAMED if blank.named else blank.name


def filled(name: str, components: Sequence[Mapping[str, Any]]) -> str:
    """Return the line of a modal that was sent, from its components as Discord sends them."""
    verb = name.partition(".")[0]
    return " ".join([verb, *(value for value in _values(components) if value)])


def _values(components: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for one in components:
        if "component" in one:
            yield from _values([one["component"]])
        elif "components" in one:
            yield from _values(one["components"])
        elif "values" in one:
            yield from (_written(one, str(value)) for value in one["values"])
        elif "value" in one:
            yield _written(one, str(one["value"]))


def _written(component: Mapping[str, Any], value: str) -> str:
    """Return a value as the line has it, with its name where that is told; "" of an empty one."""
    name, text = str(component.get("custom_id", "")), value.strip()
    return name + text if name.endswith(NAMED) and text else text

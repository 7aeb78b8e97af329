"""The values of a game's `new` command, checked before its options are made of them."""

from collections.abc import Mapping
from typing import Final

from core.command import Command, Option
from core.command import InputType as Typed
from core.rules import OptionsError


def read_values(command: Command, values: Mapping[str, object]) -> dict[str, object]:
    """Return a command's options by name: those asked for, and the defaults of the others.

    A flag that is not asked for is off.
    Values may be texts. Raises OptionsError for a name or a value that it does not allow.
    """
    options = {option.name: option for option in command.options}
    for name in values:
        if name not in options:
            raise OptionsError("option-unknown", name=name, known=tuple(options))
    defaults = {
        name: False if option.kind is Typed.FLAG else option.default
        for name, option in options.items()
    }
    return defaults | {name: _value(options[name], value) for name, value in values.items()}


def _value(option: Option, value: object) -> object:
    match option.kind:
        case Typed.INTEGER:
            return _integer(option, value)
        case Typed.FLAG:
            return _flag(option, value)
        case Typed.CHOICE if value not in option.choices:
            choices = option.choices
            raise OptionsError("option-choice", name=option.name, found=value, choices=choices)
        case _:
            return value


def _integer(option: Option, value: object) -> int:
    least, most = option.least, option.most
    text = str(value).strip()
    if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10:
        number = int(text)
        if (least is None or number >= least) and (most is None or number <= most):
            return number
    raise OptionsError("option-integer", name=option.name, found=text, least=least, most=most)


_ON: Final = ("on", "true", "yes")
_OFF: Final = ("off", "false", "no")


def _flag(option: Option, value: object) -> bool:
    text = str(value).casefold()
    if text not in (*_ON, *_OFF):
        raise OptionsError("option-choice", name=option.name, found=text, choices="on, off")
    return text in _ON

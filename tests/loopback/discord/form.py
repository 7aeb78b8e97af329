"""A modal as a person sees it, and the data of its submission."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.loopback.discord.flag import SELECTS, Component
from tests.loopback.discord.mention import walk
from tests.loopback.discord.model import Interaction, Json
from tests.loopback.discord.options import Impossible, refer

_GROUPS = frozenset({Component.CHECKBOXES, Component.STRING_SELECT})


@dataclass(frozen=True, slots=True)
class Field:
    """One input; `options` are (label, value) if there are any to pick."""

    label: str
    custom_id: str
    kind: int
    required: bool
    value: str
    least: int
    most: int
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A modal for one person."""

    title: str
    text: str
    fields: tuple[Field, ...]
    body: Json
    opened_by: Interaction

    def field(self, name: str) -> Field:
        """Return the field with this label or custom_id. Raises: Impossible."""
        for field in self.fields:
            if name in (field.label, field.custom_id):
                return field
        raise Impossible(f"no field {name!r}; there are {[f.label for f in self.fields]}")


def form(body: Json, opened_by: Interaction) -> Form:
    """Return the modal as a person sees it."""
    texts = [each["content"] for each in walk(body["components"]) if "content" in each]
    fields = tuple(_fields(body["components"]))
    return Form(body["title"], "\n".join(texts), fields, body, opened_by)


def _fields(components: Sequence[Json]) -> Iterator[Field]:
    for each in components:
        if each["type"] == Component.LABEL:
            yield _field(each["component"], each["label"])
        elif each["type"] == Component.ROW:
            for inner in each["components"]:
                yield _field(inner, inner.get("label") or "")


def _field(component: Json, label: str) -> Field:
    picking = component["type"] != Component.TEXT_INPUT
    low, high = ("min_values", "max_values") if picking else ("min_length", "max_length")
    least, most = component.get(low), component.get(high)
    options = tuple((each["label"], each["value"]) for each in component.get("options") or ())
    return Field(
        label,
        component["custom_id"],
        component["type"],
        component.get("required") is not False,
        str(component.get("value") or ""),
        int(picking) if least is None else least,
        (1 if picking else 4000) if most is None else most,
        options,
    )


def filled(form_: Form, given: Mapping[str, Any]) -> Json:
    """Return the data of a submission. Raises: Impossible if the client would refuse it."""
    by_id = {form_.field(name).custom_id: value for name, value in given.items()}
    resolved: Json = {}
    parts = [_part(each, form_, by_id, resolved) for each in form_.body["components"]]
    body: Json = {"custom_id": form_.body["custom_id"], "components": parts}
    return body | {"resolved": resolved} if resolved else body


def _part(component: Json, form_: Form, by_id: Mapping[str, Any], resolved: Json) -> Json:
    part: Json = {"type": component["type"], "id": component.get("id") or 0}
    if component["type"] == Component.LABEL:
        part["component"] = _value(component["component"], form_, by_id, resolved)
    elif component["type"] == Component.ROW:
        inside = component["components"]
        part["components"] = [_value(each, form_, by_id, resolved) for each in inside]
    return part


def _value(component: Json, form_: Form, by_id: Mapping[str, Any], resolved: Json) -> Json:
    field = form_.field(component["custom_id"])
    part: Json = {"type": field.kind, "id": component.get("id") or 0, "custom_id": field.custom_id}
    given = by_id.get(field.custom_id)
    if field.kind == Component.TEXT_INPUT:
        return part | {"value": _text(field, field.value if given is None else given)}
    if field.kind == Component.CHECKBOX:
        return part | {"value": bool(given)}
    if field.kind == Component.RADIO:
        picked = [] if given is None else [given]
        return part | {"value": next(iter(picks(field.options, picked)), None)}
    return part | {"values": _picked(field, given, resolved)}


def _text(field: Field, text: str) -> str:
    needed = max(field.least, 1) if field.required else 0
    if (text or field.required) and not needed <= len(text) <= field.most:
        told = f"{needed} to {field.most} characters, not {len(text)}"
        raise Impossible(f"{field.label!r} takes {told}")
    return text


def _picked(field: Field, given: Any, resolved: Json) -> list[str]:
    chosen = [] if given is None else given if isinstance(given, list) else [given]
    if (chosen or field.required) and not field.least <= len(chosen) <= field.most:
        raise Impossible(f"{field.label!r} takes {field.least} to {field.most} picks")
    if field.kind in _GROUPS:
        return picks(field.options, chosen)
    if field.kind not in SELECTS and field.kind != Component.UPLOAD:
        raise Impossible(f"{field.label!r} cannot be filled in")
    return [refer(each, resolved) for each in chosen]


def picks(options: Sequence[tuple[str, str]], chosen: Sequence[str]) -> list[str]:
    """Return the values of the options with these labels or values. Raises: Impossible."""
    values = []
    for wanted in chosen:
        found = [value for label, value in options if wanted in (label, value)]
        if not found:
            raise Impossible(f"no option {wanted!r}; there are {[label for label, _ in options]}")
        values.append(found[0])
    return values

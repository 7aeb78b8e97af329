"""The state of pressed buttons and filled forms, as payloads contain it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tests.loopback.slack.seen import Json, Seen, options

SEVERAL: Final = frozenset({"checkboxes", "multi_static_select"})


def picked(seen: Seen, name: str) -> Json:
    """Return the action of a button or an option. Raises: AssertionError."""
    element, choice = _choice(seen, name)
    known = _only(element, "action_id", "block_id", "type")
    if element["type"] == "button":
        return {**known, **_only(element, "text", "value", "style")}
    return {**known, **_selected(str(element["type"]), [choice])}


def _only(element: Json, *names: str) -> Json:
    return {name: element[name] for name in names if name in element}


def _choice(seen: Seen, name: str) -> tuple[Json, Json]:
    choices = [*seen.choices]
    for fits in (_is_labelled, _is_valued, _begins):
        for element, choice in choices:
            if fits(choice, name):
                return element, choice
    raise AssertionError(f"nothing to press is {name!r}; there is {[*seen.labels]}")


def _is_labelled(choice: Json, name: str) -> bool:
    return bool(choice["text"]["text"] == name)


def _is_valued(choice: Json, name: str) -> bool:
    return name in (choice.get("value"), choice.get("action_id"))


def _begins(choice: Json, name: str) -> bool:
    return str(choice["text"]["text"]).startswith(name)


def _selected(kind: str, chosen: Sequence[Json]) -> Json:
    if kind in SEVERAL:
        return {"selected_options": [*chosen]}
    return {"selected_option": chosen[0] if chosen else None}


def filled(blocks: Iterable[Json], values: Mapping[str, str], *, is_draft: bool = False) -> Json:
    """Return the state of a view's inputs by block and action id.

    Raises: AssertionError if Slack would not send the form, unless it is a draft.
    """
    left, state = dict(values), {}
    for block in (one for one in blocks if one["type"] == "input"):
        name = _name(block, left)
        element, given = block["element"], left.pop(name, None)
        value = _value(element, given)
        if not (is_draft or block.get("optional")):
            assert any(value.values()), f"{block['label']['text']!r} is not filled in"
        state[block["block_id"]] = {element["action_id"]: {"type": element["type"], **value}}
    assert not left, f"the form has no {[*left]}"
    return state


def _name(block: Json, values: Mapping[str, str]) -> str:
    """Return the name by which a value for this input is given."""
    label, block_id = str(block["label"]["text"]), block["block_id"]
    begun = (name for name in values if label.startswith(name))
    exact = (name for name in (label, block_id) if name in values)
    return next(exact, None) or next(begun, "")


def _value(element: Mapping[str, Any], given: str | None) -> Json:
    """Return the state of an input: the given label or value of an option, or its initial value."""
    if element["type"] == "conversations_select":
        return {"selected_conversation": given}
    if not (choices := options(element)):
        value = element.get("initial_value") if given is None else given
        most = int(element.get("max_length") or 3000)
        assert len(value or "") <= most, f"the input takes {most} characters"
        return {"value": value or None}
    if given is None:
        first = element.get("initial_option")
        chosen = element.get("initial_options") or ([first] if first else [])
    else:
        names = given.split(",") if element["type"] in SEVERAL else [given]
        chosen = [one for one in choices if {one["value"], one["text"]["text"]} & {*names}]
        assert chosen, f"there is no option {given!r}; there is {[o['value'] for o in choices]}"
    return _selected(str(element["type"]), chosen)

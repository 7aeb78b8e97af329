"""Draws a Slack message as an HTML page: `python -m tools.draw_slack > page.html`.

The adapter renders the message, from the game in `render_pictures`. The page has a plain style,
unlike Slack's, and the width of ``--width``.
"""

from argparse import ArgumentParser
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from typing import Any, Final

from adapters import picture
from adapters.chat.message_view import RenderOptions
from adapters.picture.palette import Theme
from adapters.slack.output.render import message
from bot.games import GameId, GameView, Status
from bot.texts import Texts
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Options
from core.codenames.present import present
from core.codenames.rules import Codenames
from core.rules import Seat
from core.view import Grid
from core.words.packs import default_pack
from tools.render_pictures import played

STYLE: Final = """
body { margin: 0; padding: 16px; font: 15px/1.4 Lato, "DejaVu Sans", sans-serif; color: #1d1c1d; }
body { background: #fff; box-sizing: border-box; }
h1 { font-size: 18px; margin: 4px 0 8px; }
img { max-width: 100%; border-radius: 8px; display: block; margin: 8px 0; }
p { margin: 6px 0; white-space: pre-line; }
.row { display: flex; flex-wrap: wrap; gap: 6px; margin: 6px 0; }
.row span { border: 1px solid #bbb; border-radius: 4px; padding: 4px 10px; font-weight: bold; }
.row .primary { background: #007a5a; border-color: #007a5a; color: #fff; }
.row .danger { background: #e01e5a; border-color: #e01e5a; color: #fff; }
.context { color: #616061; font-size: 13px; }
pre { background: #f8f8f8; border: 1px solid #ddd; border-radius: 4px; padding: 8px; }
mark { background: #e8f5fa; color: #1264a3; }
"""

Block = Mapping[str, Any]


def page(blocks: list[Block], files: Mapping[str, bytes], width: int) -> str:
    """Return the blocks as a page; `files` are the pictures by their Slack ids."""
    drawn = "\n".join(_DRAWN[block["type"]](block, files) for block in blocks)
    style = f"{STYLE}body {{ width: {width}px; }}"
    return f"<!doctype html><meta charset=utf-8><style>{style}</style>\n{drawn}\n"


def _header(block: Block, _files: Mapping[str, bytes]) -> str:
    return f"<h1>{escape(block['text']['text'])}</h1>"


def _image(block: Block, files: Mapping[str, bytes]) -> str:
    data = b64encode(files[block["slack_file"]["id"]]).decode()
    return f'<img src="data:image/png;base64,{data}" alt="{escape(block["alt_text"])}">'


def _context(block: Block, _files: Mapping[str, bytes]) -> str:
    said = "\n".join(escape(one["text"]) for one in block["elements"])
    return f'<p class="context">{said}</p>'


def _actions(block: Block, _files: Mapping[str, bytes]) -> str:
    return f'<div class="row">{"".join(map(_pressable, block["elements"]))}</div>'


def _pressable(element: Block) -> str:
    label = element.get("text") or element["placeholder"]
    return f'<span class="{element.get("style", "")}">{escape(label["text"])}</span>'


def _rich_text(block: Block, _files: Mapping[str, bytes]) -> str:
    return "\n".join(map(_section, block["elements"]))


def _section(section: Block) -> str:
    tag = "pre" if section["type"] == "rich_text_preformatted" else "p"
    return f"<{tag}>{''.join(map(_element, section['elements']))}</{tag}>"


def _element(element: Block) -> str:
    if element["type"] == "text":
        said = escape(element["text"])
        return f"<b>{said}</b>" if element.get("style", {}).get("bold") else said
    return f"<mark>@{escape(str(element.get('user_id') or element.get('channel_id')))}</mark>"


_DRAWN: Final[Mapping[str, Callable[[Block, Mapping[str, bytes]], str]]] = {
    "header": _header,
    "image": _image,
    "context": _context,
    "actions": _actions,
    "rich_text": _rich_text,
}


def main() -> None:
    """Print the page."""
    parser = ArgumentParser(description="Print a message for Slack as a page.")
    parser.add_argument("--width", type=int, default=560, help="pixels; 343 on a phone")
    width = parser.parse_args().width
    rules = Codenames(Options(), Supply(default_pack()), Referee())
    state = played(rules)
    shown = present(rules.observe(state, None), rules.legal(state, Seat("blue-guesser")))
    seen = replace(shown, footer=None)  # the message of the lobby has the hash of the deal
    look = GameView(GameId("example"), 1, state.number, Status.RUNNING, seen, None, (), keyed=True)
    made = message(look, RenderOptions(Texts.load(), pictures=True))
    subjects = {f"F{number}": one.subject for number, one in enumerate(made.pictures)}
    ids = {one.name: name for name, one in zip(subjects, made.pictures, strict=True)}
    files = {
        name: picture.render(subject, theme=Theme.DARK)
        for name, subject in subjects.items()
        if isinstance(subject, Grid)
    }
    print(page([*made.blocks(ids)], files, width), end="")


if __name__ == "__main__":
    main()

"""Answers of the Web API about views and files.

Names of errors are those of the methods' pages on docs.slack.dev.
"""

import math

from tests.loopback.slack.answers import Sent, parsed, writable
from tests.loopback.slack.rules import METHODS as PAGES
from tests.loopback.slack.rules import Violation, broken_in_view
from tests.loopback.slack.seen import Json, Seen
from tests.loopback.slack.workspace import MOST_VIEWS, File, RefusedError, Workspace

# Views.


def checked_view(space: Workspace, method: str, view: object) -> Json:
    """Return a view that follows the rules. Raises: RefusedError."""
    shown = dict(parsed(view) or {})
    errors = {"invalid_blocks": "invalid_arguments"}
    broken = broken_in_view(shown, space.showable())
    try:
        space.check(method, broken)
        space.show_files(shown.get("blocks") or [])
    except RefusedError as error:
        raise RefusedError(errors.get(error.error, error.error), **error.more) from None
    return {**shown, "blocks": shown.get("blocks") or []}


def views_open(space: Workspace, sent: Sent) -> Json:
    view = checked_view(space, "views.open", sent["view"])
    user = space.use_trigger(str(sent.get("trigger_id")))
    return {"view": space.view_json(user, space.opened(user, view, []), {})}


def views_push(space: Workspace, sent: Sent) -> Json:
    view = checked_view(space, "views.push", sent["view"])
    user = space.use_trigger(str(sent.get("trigger_id")))
    return {"view": space.view_json(user, pushed(space, user, view), {})}


def pushed(space: Workspace, user: str, view: Json) -> Seen:
    """Show a view above a person's other views. Raises: RefusedError."""
    stack = space.views.get(user) or []
    if not stack or len(stack) >= MOST_VIEWS:
        raise RefusedError("push_limit_reached" if stack else "not_found")
    return space.opened(user, view, stack)


def views_update(space: Workspace, sent: Sent) -> Json:
    view = checked_view(space, "views.update", sent["view"])
    for user, stack in space.views.items():
        for one in stack:
            if _is_named(one, sent):
                _unraced(one, sent)
                return {"view": space.view_json(user, space.changed_view(one, view), {})}
    raise RefusedError("not_found")


def _is_named(view: Seen, sent: Sent) -> bool:
    external = sent.get("external_id")
    return view.view == sent.get("view_id") or bool(
        external and view.source.get("external_id") == external
    )


def _unraced(view: Seen | None, sent: Sent) -> None:
    if view and sent.get("hash") not in (None, view.ts):
        raise RefusedError("hash_conflict")


def views_publish(space: Workspace, sent: Sent) -> Json:
    user = str(sent["user_id"])
    if user not in space.people:
        raise RefusedError("invalid_arguments")
    view = checked_view(space, "views.publish", sent["view"])
    _unraced(space.homes.get(user), sent)
    return {"view": space.view_json(user, space.publish(user, view), {})}


# Files.


def upload_url(space: Workspace, sent: Sent) -> Json:
    length, alt = int(sent["length"]), str(sent.get("alt_txt") or "")
    if length <= 0 or not sent["filename"]:
        raise RefusedError("invalid_arguments")
    if len(alt) > 1000:
        rule = "the alternative text of an upload has at most 1000 characters"
        broken = Violation(rule, PAGES, "alt_txt_too_large")
        space.check("files.getUploadURLExternal", iter([broken]))
    name = f"F{next(space.numbers)}"
    url = f"{space.origin}/files/{name}"
    space.files[name] = File(name, str(sent["filename"]), length, url, alt)
    return {"upload_url": f"{space.origin}/upload/{name}", "file_id": name}


def complete_upload(space: Workspace, sent: Sent) -> Json:
    titles = {str(one["id"]): str(one.get("title") or "") for one in parsed(sent["files"])}
    ids, files = [*titles], [_file(space, name) for name in titles]
    if any(file.content is None for file in files):
        raise RefusedError("file_not_found")
    channels = str(sent.get("channel_id") or sent.get("channels") or "").split(",")
    places = [writable(space, channel) for channel in channels if channel]
    for file in files:
        file.is_complete, file.title = True, titles[file.id]
        file.ready_at = space.seconds() + space.file_seconds
    for place in places:
        text, thread = str(sent.get("initial_comment") or ""), str(sent.get("thread_ts") or "")
        bot = space.bot_user
        space.post(Seen(place.id, space.now(), text, [], bot, "", thread, files=tuple(ids)))
    return {"files": [_file_json(space, file) for file in files]}


def _file(space: Workspace, name: object) -> File:
    if str(name) not in space.files:
        raise RefusedError("file_not_found")
    return space.files[str(name)]


def _file_json(space: Workspace, file: File) -> Json:
    address = {"url_private": file.url, "permalink": file.url}
    size = {"size": file.length, "alt_txt": file.alt, "created": int(file.created)}
    kind = {"mimetype": "image/png" if space.is_ready(file) else ""}
    who = {"user": space.bot_user}
    return {"id": file.id, "name": file.name, "title": file.title, **size, **kind, **who, **address}


def files_info(space: Workspace, sent: Sent) -> Json:
    return {"file": _file_json(space, _file(space, sent["file"]))}


def files_list(space: Workspace, sent: Sent) -> Json:
    """Return the bot's files, newest first; no one else uploads files here."""
    latest, most = float(sent.get("ts_to") or "inf"), int(sent.get("count") or 100)
    start = most * (int(sent.get("page") or 1) - 1)
    mine = sent.get("user") in (None, space.bot_user)
    done = [one for one in space.files.values() if one.is_complete and one.created <= latest]
    found = sorted(done, key=lambda one: -one.created) if mine else []
    shown = [_file_json(space, one) for one in found[start : start + most]]
    return {"files": shown, "paging": {"pages": math.ceil(len(found) / most)}}


def files_delete(space: Workspace, sent: Sent) -> Json:
    del space.files[_file(space, sent["file"]).id]
    return {}

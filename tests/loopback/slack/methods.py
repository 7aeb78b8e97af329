"""The methods of the Web API: arguments, scopes and rate tiers, from docs.slack.dev."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from tests.loopback.slack import answers, views
from tests.loopback.slack.answers import Sent
from tests.loopback.slack.rules import METHODS as PAGES
from tests.loopback.slack.rules import Violation
from tests.loopback.slack.seen import Json
from tests.loopback.slack.workspace import RefusedError, Workspace

PER_MINUTE: Final = {1: 1, 2: 20, 3: 50, 4: 100}
"""Calls a minute in each tier."""

ALWAYS: Final = frozenset({"token", "app_token", "team_id"})
"""Arguments that slack_sdk and slack-bolt add to any method."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method; required `arguments` end in *, and any one of its scopes is enough."""

    answer: Callable[[Workspace, Sent], Json]
    tier: int
    arguments: str
    scopes: str = ""

    @property
    def needed(self) -> frozenset[str]:
        """The names of the required arguments."""
        return frozenset(one[:-1] for one in self.arguments.split() if one.endswith("*"))

    @property
    def known(self) -> frozenset[str]:
        """The names of all arguments."""
        return frozenset(self.arguments.replace("*", "").split())


def answered(space: Workspace, name: str, sent: Sent) -> Json:
    """Return the answer of a method. Raises: RefusedError."""
    method = METHODS.get(name)
    if method is None:
        rule = "the method is one that exists, and is played here"
        space.check(name, iter([Violation(rule, PAGES, "unknown_method")]))
        raise RefusedError("unknown_method")
    given = {key for key, value in sent.items() if value is not None} - ALWAYS
    space.check(name, (_lacks(one) for one in sorted(method.needed - given)))
    space.check(name, (_extra(one) for one in sorted(given - method.known)))
    return method.answer(space, sent)


def _lacks(argument: str) -> Violation:
    return Violation(f"the argument {argument} is needed", PAGES, "invalid_arguments")


def _extra(argument: str) -> Violation:
    return Violation(f"there is no argument {argument}; it does nothing", PAGES, "")


_READ: Final = "channels:read groups:read im:read mpim:read"
_HISTORY: Final = "channels:history groups:history im:history mpim:history"
_STYLE: Final = "as_user icon_emoji icon_url username link_names parse"
_UNFURL: Final = "unfurl_links unfurl_media mrkdwn current_draft_last_updated_ts"
_TEXT: Final = "text blocks attachments markdown_text thread_ts"
_TRIGGER: Final = "trigger_id interactivity_pointer view*"
_ITEM: Final = "channel timestamp file file_comment"

METHODS: Final[Mapping[str, Method]] = {
    "apps.connections.open": Method(answers.connections_open, 3, ""),
    "auth.test": Method(answers.auth_test, 0, ""),
    "users.info": Method(answers.users_info, 4, "user* include_locale", "users:read"),
    "conversations.open": Method(
        answers.conversations_open,
        3,
        "channel users return_im prevent_creation",
        "im:write mpim:write",
    ),
    "conversations.info": Method(
        answers.conversations_info, 3, "channel* include_locale include_num_members", _READ
    ),
    "conversations.members": Method(
        answers.conversations_members, 4, "channel* cursor limit", _READ
    ),
    "conversations.history": Method(
        answers.conversations_history,
        3,
        "channel* cursor include_all_metadata inclusive latest limit oldest",
        _HISTORY,
    ),
    "conversations.replies": Method(
        answers.conversations_replies,
        3,
        "channel* ts* cursor include_all_metadata inclusive latest limit oldest",
        _HISTORY,
    ),
    "chat.postMessage": Method(
        answers.post_message,
        0,
        f"channel* {_TEXT} {_STYLE} {_UNFURL} metadata reply_broadcast",
        "chat:write",
    ),
    "chat.postEphemeral": Method(
        answers.post_ephemeral, 4, f"channel* user* {_TEXT} {_STYLE}", "chat:write"
    ),
    "chat.update": Method(
        answers.update,
        3,
        "channel* ts* text blocks attachments markdown_text metadata as_user file_ids link_names"
        " parse reply_broadcast unfurled_attachments",
        "chat:write",
    ),
    "blocks.validate": Method(answers.validate_blocks, 0, "blocks*"),
    "chat.delete": Method(answers.delete, 3, "channel* ts* as_user", "chat:write"),
    "reactions.add": Method(
        answers.reactions_add, 3, "channel* name* timestamp*", "reactions:write"
    ),
    "reactions.remove": Method(answers.reactions_remove, 2, f"name* {_ITEM}", "reactions:write"),
    "reactions.get": Method(answers.reactions_get, 3, f"full {_ITEM}", "reactions:read"),
    "views.open": Method(views.views_open, 4, _TRIGGER),
    "views.push": Method(views.views_push, 4, _TRIGGER),
    "views.update": Method(views.views_update, 4, "view* view_id external_id hash"),
    "views.publish": Method(views.views_publish, 4, "user_id* view* hash"),
    "files.getUploadURLExternal": Method(
        views.upload_url, 4, "filename* length* alt_txt snippet_type", "files:write"
    ),
    "files.completeUploadExternal": Method(
        views.complete_upload,
        4,
        "files* channel_id channels initial_comment thread_ts blocks",
        "files:write",
    ),
    "files.info": Method(views.files_info, 4, "file* count cursor limit page", "files:read"),
    "files.list": Method(
        views.files_list,
        3,
        "channel count page show_files_hidden_by_limit team_id ts_from ts_to types user",
        "files:read",
    ),
    "files.delete": Method(views.files_delete, 3, "file*", "files:write"),
}

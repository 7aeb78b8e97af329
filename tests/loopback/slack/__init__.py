"""A Slack server on this machine for tests of apps on the real slack-bolt.

    async with SlackServer() as server:
        games = server.channel("games")
        ann = server.person("Ann")
        await server.connected()  # an app with server.bot_token and server.api_url
        await ann.command("/codenames", "", games)
        board = await ann.sees("Join", games)
        await ann.press(board, "Join")
        assert server.violations == []

It serves the parts of the Web API and Socket Mode that games use. Rules and numbers name their
source in `rules` and `methods`; `server.fail`, `server.cut`, `server.disconnect` and
`server.redeliver_next` cause faults, `server.later` moves its clock.

"""

from tests.loopback.slack.person import Person
from tests.loopback.slack.rules import Violation
from tests.loopback.slack.seen import Seen
from tests.loopback.slack.server import SlackServer
from tests.loopback.slack.workspace import Call

__all__ = ["Call", "Person", "Seen", "SlackServer", "Violation"]

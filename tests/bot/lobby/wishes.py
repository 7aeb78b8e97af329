"""All actions at a table, sensible or not, for property tests."""

from hypothesis import strategies as st

from bot.identity import User, bot_user
from bot.lobby.chairs import (
    ChangeHost,
    ChangeOption,
    ChangeSetting,
    PickSpymaster,
    RemoveBot,
    RemoveMember,
    Replace,
    SeatBot,
    Shuffle,
)
from bot.lobby.context import ChairFilter, LobbyAction
from bot.lobby.members import (
    Join,
    Leave,
    LeaveChair,
    RetryDirectMessages,
    TakeChair,
    Watch,
)
from bot.lobby.progress import Agree, Pause, Refuse, Rematch, Resume, Start, Stop, TakeBack
from tests.bot.lobby.tables import ANN, BEN, BOTS, CAT, DAN, EVE, SIX, SUE

PEOPLE = (ANN, BEN, CAT, DAN, EVE, SUE)

_teams = st.none() | st.sampled_from(["blue", "red"])
_users = st.sampled_from([*PEOPLE, User("discord", "stranger")])
_seats = st.sampled_from([chair.seat for chair in SIX])
_spots = st.builds(ChairFilter, seat=_seats) | st.builds(
    ChairFilter, team=_teams, role=st.none() | st.sampled_from(["spymaster", "guesser"])
)
_bots = st.sampled_from([*BOTS, "nobody"])
_values = [
    ("clock", "enforced"),
    ("clock", "off"),
    ("stop", "anyone"),
    ("join", "host"),
    ("join", "anyone"),
    ("bot", "gloss"),
    ("pace", "many"),
]

ACTIONS: st.SearchStrategy[LobbyAction] = st.one_of(
    st.builds(Join, _teams),
    st.builds(TakeChair, _spots),
    st.builds(SeatBot, _spots, st.none() | _bots),
    st.builds(RemoveBot, _spots),
    st.builds(PickSpymaster, _teams, st.none() | _users),
    st.builds(Replace, _seats, _users | _bots.map(bot_user)),
    st.builds(ChangeHost, _users),
    st.builds(RemoveMember, _users),
    st.sampled_from(_values).map(lambda pair: ChangeSetting(*pair)),
    st.just(ChangeOption("rows", "4")),
    *(
        st.just(kind())
        for kind in (
            *(Leave, LeaveChair, Watch, RetryDirectMessages, Shuffle, Start, Stop, Rematch),
            *(TakeBack, Agree, Refuse, Pause, Resume),
        )
    ),
)

"""A guild's settings as JSON, and their changes."""

import pytest

from bot.games.guild_settings import (
    MOST_BLOCKED,
    MOST_PACKS,
    MOST_PLACES,
    OF_LANGUAGE,
    AllowedRoom,
    GuildPack,
    GuildSettings,
)
from bot.identity import Room
from bot.lobby.settings import ClockMode, LobbySettings
from core.rules import IllegalAction
from core.words.packs import MOST_WORDS, PackError

SALON = AllowedRoom("discord:1", "salon")
ANIMALS = GuildPack("Animals", "a" * 64, 30)
WHOLE = GuildSettings(
    (SALON,), (ANIMALS,), "Animals", LobbySettings(ClockMode.ENFORCED, pace_seconds=1.5)
)


def refused(work: object, *arguments: object) -> str:
    """Return the key of the sentence that refuses a change."""
    assert callable(work)
    with pytest.raises(IllegalAction) as refusal:
        work(*arguments)
    return refusal.value.phrase.key


def test_settings_come_back_from_json() -> None:
    assert GuildSettings.from_json(WHOLE.to_json()) == WHOLE
    assert GuildSettings.from_json({}) == GuildSettings()


@pytest.mark.parametrize(
    ("broken", "left"),
    [
        ({"places": "salon"}, GuildSettings(packs=WHOLE.packs, pack="Animals", table=WHOLE.table)),
        ({"places": [{"room": 1}]}, GuildSettings((), WHOLE.packs, "Animals", WHOLE.table)),
        ({"packs": None}, GuildSettings((SALON,), table=WHOLE.table)),
        ({"pack": "gone"}, GuildSettings((SALON,), WHOLE.packs, OF_LANGUAGE, WHOLE.table)),
        ({"pack": 3}, GuildSettings((SALON,), WHOLE.packs, OF_LANGUAGE, WHOLE.table)),
        ({"table": [1]}, GuildSettings((SALON,), WHOLE.packs, "Animals")),
        ({"theme": "dark"}, WHOLE),
    ],
)
def test_what_cannot_be_read_takes_its_default_and_the_rest_stays(
    broken: dict[str, object], left: GuildSettings
) -> None:
    assert GuildSettings.from_json({**WHOLE.to_json(), **broken}) == left


def test_games_are_allowed_everywhere_until_a_room_is_named() -> None:
    here, there = Room("discord", "1"), Room("discord", "2")
    assert GuildSettings().allows(there)
    one = GuildSettings().allowing(SALON)
    assert one.allows(here)
    assert not one.allows(there)
    assert one.allowing(AllowedRoom("discord:1", "parlour")).places == (
        AllowedRoom("discord:1", "parlour"),
    )
    assert one.forbidding(here) == GuildSettings()
    assert refused(one.forbidding, there) == "admin-place-not-listed"


def test_a_room_inside_an_allowed_one_is_allowed() -> None:
    inside, around, elsewhere = (Room("discord", place) for place in ("11", "1", "2"))
    one = GuildSettings().allowing(AllowedRoom(str(around), "parlour"))
    assert one.allows(inside, around)
    assert not one.allows(inside, elsewhere)
    assert GuildSettings().allows(inside, elsewhere)


def test_rooms_and_packs_are_limited_in_number() -> None:
    places = tuple(AllowedRoom(f"discord:{n}", f"room-{n}") for n in range(MOST_PLACES))
    assert refused(GuildSettings(places).allowing, AllowedRoom("discord:x", "x")) == (
        "admin-places-many"
    )
    packs = tuple(GuildPack(f"pack-{n}", "b" * 64, 9) for n in range(MOST_PACKS))
    assert refused(GuildSettings(packs=packs).with_pack, ANIMALS) == "admin-packs-many"


def test_packs_are_found_by_name_and_replaced_by_name() -> None:
    assert WHOLE.find(" animals ") == ANIMALS
    assert WHOLE.find("Ａｎｉｍａｌｓ") == ANIMALS
    wide = GuildPack("ＡＢＣ", "c" * 64, 31)
    assert WHOLE.with_pack(wide).find("ABC") == wide
    assert WHOLE.find("English") is None
    assert refused(WHOLE.find, "plants") == "guild-pack-unknown"
    newer = GuildPack("ANIMALS", "c" * 64, 31)
    assert WHOLE.with_pack(newer).packs == (newer,)
    assert refused(WHOLE.with_pack, GuildPack("English", "d" * 64, 9)) == "admin-pack-embedded"


def test_several_packs_are_the_default_together() -> None:
    both = GuildSettings(packs=(ANIMALS,)).preferring("English , animals")
    assert both.pack == "english,Animals"
    assert GuildSettings.from_json(both.to_json()) == both
    assert both.without_pack("Animals").pack == OF_LANGUAGE
    assert refused(both.preferring, "english,plants") == "guild-pack-unknown"


def test_packs_of_too_many_words_are_not_the_default_together() -> None:
    large = tuple(GuildPack(f"large-{n}", "b" * 64, MOST_WORDS // 2) for n in range(3))
    settings = GuildSettings(packs=(*large, GuildPack("older", "c" * 64, MOST_WORDS + 1)))
    assert settings.preferring("large-0,large-1").pack == "large-0,large-1"
    assert settings.preferring("older").pack == "older"
    for names in ("large-0,large-1,large-2", "large-0,large-1,english", "large-1,large-2,auto"):
        with pytest.raises(PackError, match="pack-mix-too-many"):
            settings.preferring(names)


def test_words_are_blocked_and_unblocked() -> None:
    some = GuildSettings().blocking(("gun", "war")).blocking(("war", "wine"))
    assert some.blocked == some.barred == ("gun", "war", "wine")
    assert some.unblocking(("war",)).blocked == ("gun", "wine")
    assert refused(some.unblocking, ("cat",)) == "admin-not-blocked"
    many = tuple(map(str, range(MOST_BLOCKED + 1)))
    assert refused(some.blocking, many) == "admin-blocked-many"
    assert {"gun", "whiskey"} <= {*GuildSettings(family=True).barred}


def test_the_embedded_pack_stands_in_for_a_default_that_was_removed() -> None:
    assert WHOLE.without_pack("animals").pack == OF_LANGUAGE
    assert GuildSettings(packs=(ANIMALS,)).preferring("animals").pack == "Animals"
    assert WHOLE.preferring("English").pack == "english"
    assert WHOLE.preferring("english").following_language().pack == OF_LANGUAGE
    assert WHOLE.following_language() == WHOLE
    assert refused(WHOLE.without_pack, "english") == "admin-pack-embedded"
    assert refused(WHOLE.without_pack, "plants") == "guild-pack-unknown"

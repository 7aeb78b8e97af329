import pytest

from bot.store.address import AddressError, address, in_memory
from bot.texts import Texts


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("sqlite:///games.db", "sqlite+aiosqlite:///games.db"),
        ("sqlite+aiosqlite:////var/lib/games.db", "sqlite+aiosqlite:////var/lib/games.db"),
        (" sqlite:///games.db\n", "sqlite+aiosqlite:///games.db"),
        ("sqlite://", "sqlite+aiosqlite://"),
        (":memory:", "sqlite+aiosqlite://"),
        ("postgres://u:p@h:5/d", "postgresql+asyncpg://u:p@h:5/d"),
        ("postgresql://u:p@h/d", "postgresql+asyncpg://u:p@h/d"),
        ("postgresql+asyncpg:///d?host=/run", "postgresql+asyncpg:///d?host=%2Frun"),
        ("postgres://h/d?sslmode=require", "postgresql+asyncpg://h/d?ssl=require"),
        (
            "postgres://h/d?sslmode=require&channel_binding=require",
            "postgresql+asyncpg://h/d?ssl=require",
        ),
        ("postgres://h/d?ssl=verify-full", "postgresql+asyncpg://h/d?ssl=verify-full"),
    ],
)
def test_an_address_gets_its_driver(said: str, meant: str) -> None:
    assert address(said).render_as_string(hide_password=False) == meant


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("", "write sqlite:///FILE or postgresql://"),
        ("games.db", "write sqlite:///FILE or postgresql://"),
        ("mysql://u:whisper@h/d", "write sqlite:///FILE or postgresql://"),
        ("postgresql+psycopg2://u:whisper@h/d", "write sqlite:///FILE or postgresql://"),
        ("postgres://u:whisper@h:port/d", "write sqlite:///FILE or postgresql://"),
        ("postgres://u:whisper@[::1/d", "write sqlite:///FILE or postgresql://"),
        ("sqlite://games.db", "lacks a slash"),
        ("sqlite://var/lib/games.db", "lacks a slash"),
        ("sqlite:///games.db?mode=ro", "mode: leave it out"),
        ("postgres://u:whisper@h/d?channel=x", "channel: leave it out"),
        ("postgres://u:whisper@h/d?channel_binding=x", "one of disable, prefer, require"),
        ("sqlite:///d?channel_binding=require", "channel_binding: leave it out"),
        ("postgres://u:whisper@h/d?sslmode=perhaps", "must be one of disable, allow"),
        ("postgres://u:whisper@h/d?sslmode=require&sslmode=allow", "must be one of disable"),
    ],
)
def test_a_wrong_address_is_one_sentence_without_the_password(said: str, sentence: str) -> None:
    with pytest.raises(AddressError) as caught:
        address(said)
    text = Texts.load().say(caught.value.phrase)
    assert sentence in text
    assert "whisper" not in text


def test_the_two_kinds_are_told_apart() -> None:
    assert address("sqlite:///games.db").get_backend_name() == "sqlite"
    assert address("postgres://h/d").get_backend_name() == "postgresql"


@pytest.mark.parametrize(
    ("said", "memory"),
    [
        (":memory:", True),
        ("sqlite://", True),
        ("sqlite:///:memory:", True),
        ("sqlite:///memory.db", False),
        ("postgres://h/d", False),
    ],
)
def test_a_database_in_memory_is_known_as_such(said: str, memory: bool) -> None:
    assert in_memory(address(said)) is memory


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann@db:70000/games",
        "postgresql://ann@db:0/games",
        "postgresql://ann@db:-1/games",
        "postgresql://ann@/games?host=db&port=http",
        "postgresql://ann@/games?host=db,other&port=5432,70000",
        "postgresql://ann@/games?host=db:70000",
    ],
)
def test_what_is_no_port_is_refused(url: str) -> None:
    with pytest.raises(AddressError) as refused:
        address(url)
    assert refused.value.phrase.key == "store-address-port"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann@db:65535/games",
        "postgresql://ann@/games?host=db:5433",
        "postgresql://ann@/games?host=/run/postgresql&port=5432",
    ],
)
def test_ports_are_taken_wherever_they_stand(url: str) -> None:
    assert address(url).database == "games"

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice, permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codenames.clue import Referee
from core.codenames.deal import (
    Supply,
    below,
    commitment,
    dealt_words,
    drawn_key,
    drawn_layout,
    numbers,
    shuffled,
    spread,
    typed_layout,
    unseen,
)
from core.codenames.key import deck
from core.codenames.model import Drawn, Layout, Options, Team, Typed
from core.codenames.rules import Codenames
from core.rules import OptionsError, Seat
from core.words.packs import Pack, default_pack, first_pack, japanese_pack, mixed, near_words

PACK = Pack(
    "letters", tuple(f"word{chr(97 + place // 26)}{chr(97 + place % 26)}" for place in range(60))
)
secrets = st.binary(min_size=16, max_size=16)


@given(secrets)
def test_a_deal_follows_from_its_secret_alone(secret: bytes) -> None:
    options = Options()
    assert drawn_layout(options, Supply(PACK), secret) == drawn_layout(
        options, Supply(PACK), secret
    )


SECRET = bytes(range(16))


def test_the_stream_of_a_secret_is_known() -> None:
    # printf 'key\0\0\1...\17\0\0\0\0\0\0\0\0' | sha512sum, and the same with counter 1.
    assert [*islice(numbers(SECRET, "key"), 9)] == [
        *(0xA5B396649ACBD2C9, 0xA7DCF95AF3290556, 0x2906D6D7B7F6437C, 0x8B2E38E386DAAF7A),
        *(0x96C1FD15143C6216, 0x25705A67BAE7D4D2, 0xEBA774A7A9D9E4FD, 0x8569B9F8F9B246DB),
        0x6945407E67979089,
    ]


def test_the_deal_of_a_secret_is_known() -> None:
    # Computed by an independent program from docs/fair-deal.md.
    layout = drawn_layout(Options(), Supply(PACK), SECRET)
    assert layout.order == (Team.RED, Team.BLUE)
    assert "".join(one.value for one in layout.key.value) == "TBTRRRBKRTBRRTBBBBRTTBTRR"
    assert " ".join(word.removeprefix("word") for word in layout.words) == (
        "bl ae ar af bi bj bd bx ag bu az bz bc ac av cg ba bh aj bt bm bq bv cd cb"
    )


@given(secrets)
def test_the_commitment_is_the_digest_of_the_secret(secret: bytes) -> None:
    source = drawn_layout(Options(), Supply(PACK), secret).source
    assert isinstance(source, Drawn)
    assert source.commitment == sha256(secret).hexdigest() == commitment(secret)


@given(secrets, st.sampled_from([Options(), Options(4, 5, 3), Options(8, 7, 5), Options(3, 3, 2)]))
def test_a_drawn_key_holds_every_card_of_the_deck(secret: bytes, options: Options) -> None:
    key = drawn_key(options, secret)
    assert Counter(key.identities) == Counter(deck(key.order, options.size))


def test_each_order_of_a_small_deck_is_about_as_likely() -> None:
    draws = 6000
    stream = numbers(b"some secret bits", "test")
    seen = Counter(shuffled(stream, "abc") for _ in range(draws))
    expected = draws / 6
    assert set(seen) == set(permutations("abc"))
    chi_squared = sum((count - expected) ** 2 / expected for count in seen.values())
    assert chi_squared < 20.5  # 5 degrees of freedom: exceeded once in a thousand


def test_the_assassin_lies_anywhere_with_equal_chance_in_random_games() -> None:
    draws = 5000
    options = Options()
    seen = Counter(
        [
            identity.value for identity in drawn_key(options, index.to_bytes(16, "big")).identities
        ].index("K")
        for index in range(draws)
    )
    expected = draws / 25
    chi_squared = sum((seen[place] - expected) ** 2 / expected for place in range(25))
    assert chi_squared < 51.2  # 24 degrees of freedom: exceeded once in a thousand


def test_numbers_at_or_above_the_largest_multiple_are_rejected() -> None:
    top = (1 << 64) - 1
    assert below(iter([top, 7]), 10) == 7
    assert below(iter([(1 << 64) - 7, 3]), 10) == 9
    assert below(iter([(1 << 64) - 6, 3]), 10) == 3


def test_streams_of_different_labels_differ() -> None:
    words = list(islice(numbers(b"secret", "words"), 20))
    assert words != list(islice(numbers(b"secret", "key"), 20))
    assert len(set(words)) == 20


@given(secrets, st.sets(st.sampled_from(PACK.words), max_size=30))
def test_skipped_words_are_not_dealt_and_stand_in_the_deal(secret: bytes, seen: set[str]) -> None:
    supply = Supply(PACK, (*sorted(seen), "elsewhere"))
    layout = drawn_layout(Options(), supply, secret)
    assert seen.isdisjoint(layout.words)
    assert set(layout.skipped) == seen
    assert len(set(layout.words)) == 25
    assert layout.pack == PACK.digest


def test_a_typed_keyword_gives_the_same_board_to_both_spymasters() -> None:
    options = Options(keyword=True)
    blue = typed_layout(options, Supply(PACK), "ocean", Seat("blue-spymaster"))
    red = typed_layout(options, Supply(PACK), "ocean", Seat("red-spymaster"))
    assert (blue.words, blue.key.value, blue.order) == (red.words, red.key.value, red.order)
    assert isinstance(blue.source, Typed)
    assert blue.source.seat == "blue-spymaster"


def test_neither_secret_nor_keyword_nor_key_shows_in_a_deals_repr() -> None:
    drawn = repr(drawn_layout(Options(), Supply(PACK), b"sixteen byte bit"))
    typed = repr(typed_layout(Options(), Supply(PACK), "swordfish", Seat("blue-spymaster")))
    assert "sixteen" not in drawn
    assert b"sixteen byte bit".hex() not in drawn
    assert "swordfish" not in typed
    assert "ASSASSIN" not in drawn + typed


@given(secrets, st.sampled_from([Team.BLUE, Team.RED]))
def test_the_team_that_plays_alone_goes_first(secret: bytes, team: Team) -> None:
    assert drawn_key(Options(solo=team), secret).order[0] is team


def test_a_pack_with_too_few_fresh_words_is_refused() -> None:
    seen = PACK.words[:40]
    with pytest.raises(OptionsError) as refused:
        Codenames(Options(), Supply(PACK, seen), Referee())
    assert refused.value.phrase.key == "pack-runs-out"
    assert refused.value.phrase["words"] == 20


@pytest.mark.parametrize("alike", [("rock-pool", "rockpool"), ("café", "cafe"), ("Who?", "who")])
def test_a_pack_with_cards_that_read_alike_is_refused(alike: tuple[str, str]) -> None:
    with pytest.raises(OptionsError) as refused:
        Codenames(Options(), Supply(Pack("mine", (*PACK.words, *alike))), Referee())
    assert refused.value.phrase.key == "pack-alike"
    assert (refused.value.phrase["other"], refused.value.phrase["word"]) == alike


def test_a_pack_is_told_all_that_keeps_a_board_from_being_dealt() -> None:
    few = Pack("mine", ("rock-pool", "rockpool", "café", "cafe"))
    with pytest.raises(OptionsError) as refused:
        Codenames(Options(), Supply(few), Referee())
    said = refused.value.phrase
    assert (said.key, said["count"]) == ("pack-faults", 3)


def test_words_seen_longest_ago_come_back_first() -> None:
    seen = PACK.words[:50]
    supply = unseen(PACK, seen, 25)
    assert set(supply.skipped) == set(seen[-35:])
    assert len(unseen(PACK, seen, 45).fresh) == 45


def test_no_word_comes_twice_while_there_are_others() -> None:
    seen = PACK.words[:30]
    assert set(unseen(PACK, seen, 25).skipped) == set(seen)
    assert set(unseen(PACK, seen, 25).fresh) == set(PACK.words[30:])


def test_barred_words_are_never_dealt() -> None:
    barred = PACK.words[40:50]
    supply = unseen(PACK, PACK.words[:40], 25, barred)
    assert len(supply.fresh) == 25
    assert set(supply.fresh).isdisjoint(barred)
    few = unseen(PACK, (), 25, PACK.words[:40])
    with pytest.raises(OptionsError, match="pack-runs-out"):
        Codenames(Options(), few, Referee())


@given(secrets, st.integers(9, 100))
def test_no_two_words_that_mean_nearly_the_same_are_dealt(secret: bytes, size: int) -> None:
    near = near_words(default_pack())
    words = dealt_words(Supply(default_pack()), size, secret)
    assert len(set(words)) == size
    assert all(near.get(word, frozenset()).isdisjoint(words) for word in words)


@given(secrets)
def test_a_deal_without_near_words_is_the_pack_in_the_order_of_the_secret(secret: bytes) -> None:
    order = shuffled(numbers(secret, "words"), default_pack().words)
    mine = Pack("mine", default_pack().words[:-1])
    assert (
        dealt_words(Supply(mine), 25, secret) == shuffled(numbers(secret, "words"), mine.words)[:25]
    )
    assert spread(order, {}) == order


@given(secrets)
def test_words_are_passed_over_only_for_words_that_are_dealt(secret: bytes) -> None:
    near = near_words(default_pack())
    order = shuffled(numbers(secret, "words"), default_pack().words)
    dealt = dealt_words(Supply(default_pack()), 40, secret)
    walked = order[: order.index(dealt[-1]) + 1]
    assert dealt == tuple(word for word in walked if word in dealt)
    for word in set(walked) - set(dealt):
        assert near[word] & set(walked[: walked.index(word)]) & set(dealt)


def test_near_words_are_dealt_last_where_no_others_are_left() -> None:
    near = {"boat": frozenset({"ship"}), "ship": frozenset({"boat"})}
    assert spread(("ship", "moon", "boat"), near) == ("ship", "moon", "boat")
    assert spread(("ship", "boat", "moon"), near) == ("ship", "moon", "boat")


def test_dealing_looks_at_each_word_of_a_pack_a_few_times_whatever_its_size() -> None:
    looks = 0

    class Word(str):
        __slots__ = ()

        def __hash__(self) -> int:
            nonlocal looks
            looks += 1
            return super().__hash__()

    for size in (100, 2000):
        looks = 0
        words = tuple(Word(f"word {place}") for place in range(size))
        assert spread(words, {}) == words
        dealt_words(Supply(Pack("large", words), words[:10]), 25, SECRET)
        assert looks < 20 * size


def test_a_board_of_the_first_pack_is_dealt_as_it_always_was() -> None:
    # Dealt by the version that shipped only this pack.
    assert " ".join(dealt_words(Supply(first_pack()), 25, SECRET)) == (
        "glacier volcano bonnet whistle pickle fiddle bumper pilot coffee wolf snake comb mirror "
        "tea armor chimney harbor chick butter bench magnet sail gutter turkey pepper"
    )


def _packs() -> dict[str, Pack]:
    numbered = Pack("numbered", tuple(f"card {place:05}" for place in range(3000)))
    return {
        "english": default_pack(),
        "japanese": japanese_pack(),
        "first": first_pack(),
        "near": Pack("near", default_pack().words[::-1]),
        "numbered": numbered,
        "mix": mixed([default_pack(), first_pack(), japanese_pack()]),
        "large mix": mixed([numbered, default_pack()]),
    }


def _layouts() -> Iterator[tuple[str, Layout]]:
    """Yield boards of packs with and without near words, and with and without skipped words."""
    boards = (Options(), Options(10, 10, 5), Options(4, 7, solo=Team.RED))
    for (name, pack), options, step in product(_packs().items(), boards, (0, 2, 9)):
        case = f"{name} {options.rows}x{options.cols} {step}"
        supply = Supply(pack, pack.words[::step] if step else ())
        yield case, drawn_layout(options, supply, sha256(case.encode()).digest()[:16])
        yield f"{case} typed", typed_layout(options, supply, case, Seat("red-spymaster"))
    for size in (0, 12):
        # So few words that near ones are dealt, too.
        supply = Supply(default_pack(), default_pack().words[100 + size :])
        yield f"few {size}", drawn_layout(Options(10, 10), supply, bytes(16))


def _digest(layout: Layout) -> str:
    key = "".join(identity.value for identity in layout.key.value)
    lines = (*layout.words, key, *(team.value for team in layout.order), *layout.skipped)
    return sha256("\n".join(lines).encode()).hexdigest()


def test_boards_are_dealt_as_they_were_when_these_were_stored() -> None:
    stored = json.loads(Path(__file__).with_name("deals.json").read_text(encoding="utf-8"))
    assert {case: _digest(layout) for case, layout in _layouts()} == stored

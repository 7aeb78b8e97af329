"""Ensembles that contain the user's own models: their words, bots and commands."""

import json
from pathlib import Path

import numpy as np
import pytest

from bot.__main__ import main
from bot.gametypes.codenames.bots import CodenamesRoster, TableBots
from bot.gametypes.codenames.game_type import codenames_type
from bot.models.cache import ModelCache, keyed
from bot.models.concatenation import playable, raw_concatenation
from bot.models.ensemble import (
    FEWEST_SHARED,
    AssetError,
    default_experts,
    default_model_set,
    ensemble_of,
    models_named,
    unknown_to,
    with_others,
)
from bot.settings import Settings
from core.codenames.model import Options
from core.view import phrase
from core.words.ensemble import MODELS, clue_words, embedded_model
from core.words.packs import default_pack, first_pack

BOARDS = (*default_pack().words, *first_pack().words)
CARDS = [*filter({*clue_words()}.__contains__, BOARDS)]
KNOWN = tuple(dict.fromkeys((*CARDS, *clue_words()[:1500], "zzown")))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelCache:
    """Return a cache with a model `mine` of many words, and a model `few` with too few."""
    monkeypatch.setenv("SPYRING_MODELS", str(tmp_path))
    unknown_to.cache_clear()
    cache = ModelCache(tmp_path)
    matrix = np.random.default_rng(1).normal(size=(len(KNOWN), 20)).astype(np.float32)
    cache.add("mine", "test", zip(KNOWN, matrix, strict=True))
    few = clue_words()[: FEWEST_SHARED - 1]
    cache.add("few", "test", zip(few, matrix, strict=False))
    return cache


@pytest.mark.usefixtures("cache")
def test_all_models_of_an_ensemble_know_the_same_words() -> None:
    models = models_named(("mine", "gloss"))
    assert [*models] == ["mine", "gloss"]
    first, second = models.values()
    assert first.words == second.words == clue_words()
    assert np.array_equal(first.known, second.known)
    expected = {*KNOWN[:-1]} & {w for w in clue_words() if _knows("gloss", w)}
    assert {clue_words()[row] for row in np.flatnonzero(first.known)} == expected


def _knows(name: str, word: str) -> bool:
    model = embedded_model(name)
    return bool(model.known[model.row(word)])


def test_embedded_models_alone_are_left_as_they_are() -> None:
    assert models_named(("gloss",))["gloss"] is embedded_model("gloss")


@pytest.mark.usefixtures("cache")
def test_models_that_share_too_few_words_are_refused() -> None:
    with pytest.raises(AssetError) as caught:
        models_named(("gloss", "few"))
    assert caught.value.phrase.key == "models-few-words"
    assert dict(caught.value.phrase.params)["needed"] == FEWEST_SHARED


def test_the_settings_may_name_stored_models(cache: ModelCache) -> None:
    assert ensemble_of(Settings(ensemble="mine, gloss")) == ("mine", "gloss")
    with pytest.raises(AssetError) as caught:
        ensemble_of(Settings(ensemble="mine,other"))
    known = (*MODELS, *cache.names)
    assert caught.value.phrase == phrase("asset-unknown-expert", name="other", known=known)


def test_a_stored_model_is_a_bot_beside_the_embedded_ones(cache: ModelCache) -> None:
    assert cache.names == ("few", "mine")
    bots = TableBots(("mine", "gloss"))
    names = ("ace", "ace-paper", "teammate", "stranger", "random", "mine", *MODELS)
    assert tuple(bots[name].name for name in names) == names
    with pytest.raises(AssetError):
        bots["few"]
    assert [*default_experts(("mine",))] == ["mine"]


def test_bots_know_no_word_that_a_stored_model_lacks(cache: ModelCache) -> None:
    assert cache.names == ("few", "mine")
    game = codenames_type(ensemble=("mine", "gloss"))
    bots, rules = game.bots, game.rules(Options(), default_pack(), ())
    lacking = next(word for word in reversed(clue_words()) if word not in KNOWN)
    assert bots.knows(rules, "ace", KNOWN[0])
    assert bots.knows(rules, "mine", KNOWN[0])
    assert not bots.knows(rules, "ace", lacking)
    assert not bots.knows(rules, "mine", lacking)
    assert bots.knows(rules, "random", lacking)


def test_models_that_were_loaded_are_not_read_again_in_a_game(cache: ModelCache) -> None:
    game = codenames_type(ensemble=("mine", "gloss"))
    assert isinstance(game.bots, CodenamesRoster)
    game.bots.load()
    cache.remove("mine")
    assert game.bots.knows(game.rules(Options(), default_pack(), ()), "ace", KNOWN[0])


def test_the_embedded_models_outside_an_ensemble_stand_behind_it() -> None:
    others = tuple(name for name in MODELS if name != "gloss")
    assert with_others(("mine", "gloss")) == (("mine", "gloss", *others), others)


def test_a_simulation_refuses_an_ensemble_with_a_model_that_is_gone(
    cache: ModelCache, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.remove("mine")
    monkeypatch.setenv("SPYRING_ENSEMBLE", "mine")
    assert main(["simulate", "--spymaster", "ace", "--guesser", "mine", "--games", "3"]) == 2
    assert 'There\'s no expert called "mine"' in capsys.readouterr().err


@pytest.mark.slow
def test_simulations_follow_the_ensemble_of_the_settings(
    cache: ModelCache, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPYRING_ENSEMBLE", "mine")
    line = ["simulate", "--spymaster", "ace", "--guesser", "mine", "--games", "3", "--json"]
    assert main(line) == 0
    report = json.loads(capsys.readouterr().out)
    # ACE's only model is its partner's own.
    assert report["win_rate"] == 1.0
    assert "mine" in cache.names


def test_a_raw_concatenation_weighs_each_half_by_its_length() -> None:
    first = keyed("abc", np.array([[3, 0], [0, 4], [1, 0]], dtype=np.float32))
    second = keyed("ba", np.array([[1, 0], [4, 0]], dtype=np.float32))
    both = raw_concatenation((first, second), ("a", "b", "c"))
    # a = (3, 0, 4, 0), b = (0, 4, 1, 0): their product is 4, their lengths 5 and sqrt(17).
    assert both.similarity("a", "b") == pytest.approx(4 / (5 * 17**0.5), abs=1e-6)
    assert both.known.tolist() == [True, True, False]
    assert raw_concatenation((first, first), ("a", "b", "c")).known.all()


def test_wg_has_other_vectors_as_guesser_and_needs_all_of_its_halves(cache: ModelCache) -> None:
    rng = np.random.default_rng(2)
    for name, dimensions in (("word2vec-google-news-300", 6), ("glove-wiki-gigaword-50", 2)):
        assert "wg" not in playable(cache)
        matrix = rng.normal(size=(len(KNOWN), dimensions)).astype(np.float32)
        cache.add(name, "test", zip(KNOWN, matrix, strict=True))
    less = KNOWN[40:]
    matrix = rng.normal(size=(len(less), 4)).astype(np.float32)
    cache.add("glove-wiki-gigaword-300", "test", zip(less, matrix, strict=True))
    made = default_experts(("wg", "fusion"))["wg"]
    spoken, guessed = (
        source.associations(tuple(CARDS[50:52])) for source in (made.spymaster, made.guesser)
    )
    assert not made.single
    assert np.array_equal(spoken.similarity > -1, guessed.similarity > -1)
    assert not np.allclose(spoken.similarity, guessed.similarity)
    assert spoken.similarity[0, clue_words().index(CARDS[0])] == -1
    tabulated = default_model_set(CARDS[50:52], ("wg",)).experts["wg"]
    near = tabulated.guesser.closeness(tuple(CARDS[50:52]), CARDS[60])
    assert near == pytest.approx(made.guesser.closeness(tuple(CARDS[50:52]), CARDS[60]), abs=1e-6)

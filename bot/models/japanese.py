"""Experts for Japanese words, derived from models of English words through their meanings."""

from collections.abc import Sequence

from bot.models.ensemble import ModelSet, models_named, tabulated
from core.agents.associations import ModelSource
from core.agents.expert import Expert, expert
from core.agents.japanese import japanese_language
from core.words.ensemble import MODELS
from core.words.japanese import in_japanese, japanese_model, japanese_vectors
from core.words.packs import japanese_pack
from core.words.vectors import Vectors


def japanese_experts(names: Sequence[str]) -> dict[str, Expert]:
    """Return experts on the Japanese clue words; raises as `default_experts` does."""
    return {name: expert(name, _source(name, model)) for name, model in _models(names).items()}


def japanese_model_set(names: Sequence[str]) -> ModelSet:
    """Return the associations of models with the Japanese pack, tabulated for many games."""
    language = japanese_language()
    words, read = japanese_pack().words, language.understanding.read_card
    return tabulated(words, _models(names), language.vocabulary, {}, read=read)


def _models(names: Sequence[str]) -> dict[str, Vectors]:
    return {
        name: japanese_vectors(name) if name in MODELS else in_japanese(model)
        for name, model in models_named(names).items()
    }


def _source(name: str, model: Vectors) -> ModelSource:
    """Return the source of a model; an embedded one also knows other spellings and English."""
    hearing = japanese_model(name) if name in MODELS else None
    language = japanese_language()
    read = language.understanding.read_card
    return ModelSource(model, language.vocabulary, hearing=hearing, read=read)

"""From sequence files to rows of integers, splits and vocabularies.

`open_corpus` and `Corpus` are reached lazily, so that a trainer that needs arrays alone does not
load what finds files.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from int2vec.corpus.opening import open_corpus
    from int2vec.corpus.store import Corpus

__all__ = ["Corpus", "open_corpus"]

_HOMES = {"Corpus": "store", "open_corpus": "opening"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'int2vec.corpus' has no attribute '{name}'")
    return getattr(import_module(f"int2vec.corpus.{_HOMES[name]}"), name)

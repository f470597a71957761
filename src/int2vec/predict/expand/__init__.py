"""Set expansion: what a few integers share, and which others share it."""

from __future__ import annotations

from int2vec.predict.expand.expansion import METHODS, Candidate, Expansion, expand
from int2vec.predict.expand.postings import Postings, open_postings
from int2vec.predict.expand.share import (
    SharedProperty,
    SharedSequence,
    shared_properties,
    shared_sequences,
)

__all__ = [
    "METHODS",
    "Candidate",
    "Expansion",
    "Postings",
    "SharedProperty",
    "SharedSequence",
    "expand",
    "open_postings",
    "shared_properties",
    "shared_sequences",
]

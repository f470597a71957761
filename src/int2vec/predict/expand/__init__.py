"""Set expansion: what a few integers share, and which others share it.

postings     for every integer, the sequences that it stands in
properties   what integers share, by the catalog of properties
holding      what integers share, by the sequences that hold them
concepts     the sequences and properties that may have produced the seeds, with their weights
candidates   which integers are considered
expansion    `expand`: the candidates ranked, with reasons
hidden       sets with most of their members hidden; `evaluation` measures on them
"""

from __future__ import annotations

from int2vec.predict.expand.expansion import METHODS, Candidate, Expansion, expand
from int2vec.predict.expand.postings import Postings, open_postings
from int2vec.predict.expand.properties import shared_properties

__all__ = [
    "METHODS",
    "Candidate",
    "Expansion",
    "Postings",
    "expand",
    "open_postings",
    "shared_properties",
]

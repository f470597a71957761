"""The parts of the report, in the order in which they run.

A new part is a file in this folder with a `PART`, named here.
"""

from __future__ import annotations

from int2vec.report.sections import (
    analogies,
    beyond,
    completion,
    corpus,
    expansion,
    maps,
    probes,
    training,
)

PARTS = (
    corpus.PART,
    training.PART,
    probes.PART,
    completion.PART,
    analogies.PART,
    expansion.PART,
    beyond.PART,
    maps.PART,
)

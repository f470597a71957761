"""Questions answered by calls to the library: one function a question, no state of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from int2vec.web import schemas as s
from int2vec.web.answers import integers, models, sequences, sets

ANSWERS: dict[str, tuple[type[s.Question], Callable[[Any, Any], s.Answer]]] = {
    "integer": (s.IntegerQuestion, integers.integer),
    "neighbors": (s.VectorQuestion, integers.neighbors),
    "expand": (s.ExpandQuestion, sets.expand),
    "models": (s.Question, models.models),
    "properties": (s.Question, models.properties),
    "colors": (s.ColorQuestion, models.colors),
    "rules": (s.CompleteQuestion, sequences.rules),
    "readings": (s.VectorQuestion, integers.readings),
    "sequences": (s.SequencesQuestion, integers.sequences),
    "complete": (s.CompleteQuestion, sequences.complete),
    "search": (s.SearchQuestion, sequences.search),
    "analogy": (s.AnalogyQuestion, sets.analogy),
    "map": (s.ModelQuestion, models.integer_map),
    "probe": (s.ModelQuestion, models.probes),
}
"""What a question looks like, and what answers it."""

"""Number-series questions of the kind that aptitude tests ask, made up at random.

The ensemble is fitted on these as well as on sequences of the corpus: a short prompt is as
likely to come from a test as from the OEIS, and the two go on differently.
"""

from __future__ import annotations

import random
import re
from itertools import islice
from pathlib import Path

from int2vec.arithmetic.known.stated import terms_of
from int2vec.predict.complete.questions import Question

_SIMPLE, _OTHERS = (
    re.findall(r"^[^#\n].*", part, re.MULTILINE)
    for part in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split("--\n")
)
KINDS = (*_SIMPLE, *_OTHERS, *["in turn"] * 3)


def series(kind: str, n: int, rng: random.Random) -> list[int]:
    """The first n terms of a line of puzzles.txt, its parameters drawn.

    >>> series("{a=7} + {d=2,2}n", 4, random.Random(0))
    [7, 9, 11, 13]
    """
    if kind == "in turn":
        dealt = [series(rng.choice(_SIMPLE), n // 2 + 1, rng) for _ in range(2)]
        return [x for pair in zip(*dealt, strict=True) for x in pair][:n]
    drawn = {name: _drawn(text, rng) for name, text in re.findall(r"\{(\w+)=([^}]+)\}", kind)}
    return list(islice(terms_of(kind, drawn), n))


def _drawn(text: str, rng: random.Random) -> int:
    """One of the integers that "-3..-1,5" stands for."""
    bounds = [part.split("..") for part in text.split(",")]
    return rng.choice([n for ends in bounds for n in range(int(ends[0]), int(ends[-1]) + 1)])


def make_puzzles(n: int, seed: int = 0) -> list[Question]:
    """`n` questions of 4 to 8 terms, the same for the same seed.

    >>> make_puzzles(1, seed=3) == make_puzzles(1, seed=3)
    True
    """
    rng = random.Random(seed)
    puzzles: list[Question] = []
    while len(puzzles) < n:
        kind = rng.choice(KINDS)
        *prompt, answer = series(kind, rng.randint(5, 9) + 2 * (kind == "in turn"), rng)
        if max(*prompt, answer) < 10**6:
            puzzles.append(Question(prompt=tuple(prompt), answer=answer))
    return puzzles

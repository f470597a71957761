"""Open questions a : b :: c : ? that people know: n!, n in binary, the next Fibonacci number."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import log2

from int2vec.arithmetic.known.register import famous
from int2vec.arithmetic.operations import operations
from int2vec.predict.analogy.formulas import Rule

NEXT = 2.0  # bits of "the next one of a famous sequence"
STEP = 2.0  # and of each further step
CREDIT, MOST_CREDIT = 0.5, 3.0  # for members of a sequence that holds few integers


def find_famous(a: int, b: int, c: int) -> Iterator[Rule]:
    """Functions that people know by name, and steps along a famous sequence.

    >>> min(find_famous(5, 120, 6), key=lambda rule: rule.bits).answer
    720
    >>> min(find_famous(8, 13, 21), key=lambda rule: rule.bits).words
    'the next of the Fibonacci numbers'
    """
    if min(a, b, c) < 1:
        return
    for function in operations("famous"):
        answer = function.at(c) if max(a, b) > 1 and function.at(a) == b else None
        if answer is not None:
            yield Rule(function.words.format(x="n"), function.bits["famous"], answer)
    for rank, (plural, members, places) in enumerate(_rising()):
        if a in places and b in places and c in places:
            step = places[b] - places[a]
            at = places[c] + step
            if step and abs(step) <= 2 and 0 <= at < len(members):
                held = bisect_right(members, c)
                credit = min(CREDIT * log2(max(c / held, 1)), MOST_CREDIT)
                bits = NEXT + log2(1 + rank) + STEP * (abs(step) - 1) + (step < 0) - credit
                which = {1: "next", 2: "second next", -1: "last", -2: "last but one"}[step]
                words = f"the {which} of the {plural}" + (" before it" if step < 0 else "")
                yield Rule(words, max(bits, 1.0), members[at])


@lru_cache(maxsize=1)
def _rising() -> tuple[tuple[str, tuple[int, ...], dict[int, int]], ...]:
    """The famous sequences that rise and leave integers out, with the place of each member."""
    found = []
    for plural, terms in famous():
        members = tuple(dict.fromkeys(t for t in terms if t > 0))
        rises = all(x < y for x, y in pairwise(members))
        if rises and plural != "composite numbers":
            found.append((plural, members, {t: i for i, t in enumerate(members)}))
    return tuple(found)

"""Pairs g(x) : h(x + k) where g and h are common functions of a hidden x, or one famous sequence.

48 : 122 :: 168 : 290 is x² − 1 : (x + 4)² + 1 with x = 7, then x = 13. Both sides are inverted,
and the step between the two hidden numbers is what must repeat.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import log2

from int2vec.arithmetic.costs import COST, fame_bits, number_bits
from int2vec.arithmetic.formulas import plus
from int2vec.arithmetic.known.register import everything_known, famous, rising_sequences
from int2vec.arithmetic.operations import operations
from int2vec.predict.analogy.formulas import LIMIT, TUNED, Rule, bounded, say


def find_pairs(a: int, b: int, c: int) -> Iterator[Rule]:
    """Rules g(x) : h(step(x)) that explain a : b, each with its answer for c.

    >>> min(find_pairs(48, 122, 168), key=lambda rule: rule.bits).words
    'x² − 1 : (x + 4)² + 1'
    """
    if max(a, b, c) >= LIMIT:
        return
    line, *_ = curves = operations("curve")
    ends = [(h, z) for h in curves if (z := h.inverse(b)) is not None]
    for g in curves:
        x, y = g.inverse(a), g.inverse(c)
        if x is None or y is None:
            continue
        for h, z in ends:
            if g is line and h is line:
                continue
            for step, bits, moved in _steps(x, y, z):
                if moved >= h.start and (answer := bounded(h.at(moved))) is not None:
                    bits -= TUNED.rarity * max(_rarity(a, x) + _rarity(c, y), 0.0)
                    second = COST.curve_again if h is g else h.bits["curve"] + COST.curve_second
                    words = f"{say(g.words, 'x')} : {say(h.words, step)}"
                    yield Rule(words, g.bits["curve"] + bits + second, answer)


def _rarity(value: int, x: int) -> float:
    """The bits of surprise that `value` lies on a curve, at x: one integer in value/x does."""
    return log2(max(value, 1)) - log2(max(x, 1))  # their quotient may be too large for a float


def _steps(x: int, y: int, z: int) -> Iterator[tuple[str, float, int]]:
    """Ways from x to z, with what each makes of y."""
    k = z - x
    yield f"x{plus(k)}", COST.curve_step + number_bits(k) if k else 0.0, y + k
    if x > 0 and z % x == 0 and 1 < z // x <= TUNED.most_times:
        yield f"{z // x}x", COST.curve_times + number_bits(z // x), y * (z // x)
    if z > 0 and x % z == 0 and 1 < x // z <= TUNED.most_times and y % (x // z) == 0:
        yield f"x/{x // z}", COST.curve_over + number_bits(x // z), y // (x // z)
    for m in (2, 3):
        rest = z - m * x
        if x > 1 and rest and abs(rest) <= 6:
            bits = COST.curve_line + number_bits(m) + number_bits(rest)
            yield f"{m}x{plus(rest)}", bits, m * y + rest


def find_famous(a: int, b: int, c: int) -> Iterator[Rule]:
    """Functions that people know by name, and steps along a famous sequence.

    >>> min(find_famous(8, 13, 21), key=lambda rule: rule.bits).words
    'the next of the Fibonacci numbers'
    """
    if min(a, b, c) < 1:
        return
    for function in operations("famous"):
        if max(a, b) > 1 and function.at(a) == b and (answer := function.at(c)) is not None:
            yield Rule(function.words.format(x="n"), function.bits["famous"], answer)
    for rank, known in enumerate(everything_known()):
        for first in (0, 1):
            terms = known.terms[: TUNED.named]
            if a != b and max(a, c) - first < len(terms) and terms[a - first] == b:
                words = f"the n-th of {known.label}, n from {first}"
                yield Rule(words, TUNED.nth + fame_bits(rank), terms[c - first])
    # Steps along a known sequence: to the next member, the second next, and back.
    for rank, (name, members, places) in enumerate(_rising()):
        if a in places and b in places and c in places:
            step = places[b] - places[a]
            at = places[c] + step
            if step and abs(step) <= 2 and 0 <= at < len(members):
                held = bisect_right(members, c)
                credit = min(TUNED.credit * log2(max(c / held, 1)), TUNED.most_credit)
                credit += TUNED.in_a_row * (step == 1 and places[c] == places[b] + 1)
                bits = TUNED.next + log2(1 + rank) + TUNED.step * (abs(step) - 1)
                bits = max(bits + (step < 0) - credit, 1.0)
                which = {1: "next", 2: "second next", -1: "last", -2: "last but one"}[step]
                words = f"the {which} of {name}" + (" before it" if step < 0 else "")
                yield Rule(words, bits, members[at])


@lru_cache(maxsize=1)
def _rising() -> tuple[tuple[str, tuple[int, ...], dict[int, int]], ...]:
    """Known sequences that leave most integers out, best known first, with each member's place."""
    named = {f"the {plural}": terms for plural, terms in famous()}
    named |= {known.label: tuple(known.terms) for known, _ in rising_sequences()}
    found = []
    for name, terms in named.items():
        members = tuple(sorted({t for t in terms if t > 0}))
        rises = all(x <= y for x, y in pairwise(terms[2:]))  # after 2, 1 of the Lucas numbers
        if members and rises and members[-1] > TUNED.sparse * len(members):
            found.append((name, members, {t: i for i, t in enumerate(members)}))
    return tuple(found)

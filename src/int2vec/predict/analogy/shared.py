"""Weak rules: a and b have something in common, so c and d should have it too.

Many integers satisfy such a rule, so it costs what it leaves open: the bits still needed to
pick b out of the integers of its size that fit, and once more for the answer.
"""

from collections.abc import Callable, Iterator, Sequence
from math import gcd, log2

from int2vec.arithmetic.costs import COST, number_bits
from int2vec.arithmetic.operations import Operation, operations
from int2vec.predict.analogy.formulas import TUNED, Rule

Test = tuple[str, float, Callable[[int], bool]]  # words, bits, and whether an answer passes


def find_shared(a: int, b: int, c: int, options: Sequence[int]) -> Iterator[Rule]:
    """Rules about what a and b have in common, each with the one option that has it with c.

    >>> next(find_shared(5321, 4232, 7114, [6205, 7215, 6104, 8323])).words
    'both have the same value of: the digit sum'
    """
    if min(a, b, c) < 0 or max(a, b, c, *options) > TUNED.max_compared:
        return
    for words, bits, holds in (*_comparisons(a, b, c), *_memberships(a, b, c)):
        answers = [d for d in options if d >= 0 and holds(d)]
        if len(answers) == 1:
            yield Rule(words, bits + TUNED.openness * left_open(holds, answers[0]), answers[0])


def _comparisons(a: int, b: int, c: int) -> Iterator[Test]:
    for feature in (*operations("feature"), *operations("same")):
        x, y, z = (_value(feature, n) for n in (a, b, c))
        if x is None or y is None or z is None:
            continue
        said, bits = feature.words.removesuffix(" of {x}"), feature.bits.get("feature")
        if x == y:
            price = feature.bits["same"] if bits is None else bits
            yield f"both have the same value of: {said}", price, _has(feature, z)
        elif bits is not None and z + y >= x:
            more = bits + COST.feature_change + number_bits(y - x)
            yield f"{said} changes by {y - x}", more, _has(feature, z + y - x)
            if x and y % x == 0 and z:
                more = bits + COST.feature_times + number_bits(y // x)
                yield f"{said} is {y // x} times as much", more, _has(feature, z * y // x)
    if (common := gcd(a, b)) > 1:
        words = f"the greatest common divisor is {common}"
        yield words, COST.common_divisor, lambda d: gcd(c, d) == common


def _value(feature: Operation, n: int) -> int | None:
    least = 10 if feature.family == "digits" else 2  # of one digit there is nothing to compare
    return feature.at(n) if n >= least else None


def _has(feature: Operation, value: int) -> Callable[[int], bool]:
    return lambda d: _value(feature, d) == value


def _memberships(a: int, b: int, c: int) -> Iterator[Test]:
    for kind in operations("kind"):
        words, bits = kind.words, kind.bits["kind"]
        if kind.at(b) and bool(kind.at(a)) == bool(kind.at(c)):
            which, more = ("each", 0.0) if kind.at(a) else ("the second", COST.second_alone)
            yield f"{which} is {words}", bits + more, _passes(kind)
        if kind.at(a + b):
            yield f"the two add up to {words}", bits + COST.kind_of_sum, _passes(kind, c)
        if kind.at(abs(b - a)):
            yield f"the two differ by {words}", bits + COST.kind_of_difference, _passes(kind, -c)


def _passes(kind: Operation, added: int = 0) -> Callable[[int], bool]:
    return lambda d: bool(kind.at(abs(d + added)))


def left_open(fits: Callable[[int], bool], answer: int) -> float:
    """Bits still to say once the rule is known: log2 of how many integers of that size fit."""
    size = max(abs(answer), 20)
    # a multiplicative walk: an even spacing would favour or miss some residues altogether
    tried = [size // 3 + i * 7919 % size for i in range(1, min(TUNED.sample, size) + 1)]
    density = (sum(map(fits, tried)) + 0.5) / (len(tried) + 1)
    return max(log2(density) + log2(size), 0.0)  # their product may be too large for a float

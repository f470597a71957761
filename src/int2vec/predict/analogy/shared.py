"""Weak rules: a and b have something in common, so c and d should have it too.

Many integers satisfy such a rule, so it costs what it leaves open: the bits still needed to
pick b out of the integers of its size that fit, and once more for the answer.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import gcd, log2

from int2vec.arithmetic.costs import COST, number_bits
from int2vec.arithmetic.digits import digits
from int2vec.arithmetic.operations import Operation, operations
from int2vec.arithmetic.primes import is_prime
from int2vec.arithmetic.shapes import is_square, whole_root
from int2vec.predict.analogy.formulas import Rule

OPENNESS = 2.0
"""Bits charged for each bit that a rule leaves open: once to pick b, once to pick the answer."""
SAMPLE = 120
MAX_COMPARED = 10**12
"""Past this the sampling would factorise for too long."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Something to compare two integers by; `of` gives None outside its domain."""

    words: str
    bits: float
    of: Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of integers that a question may be about, or a test of the answer."""

    words: str
    bits: float
    holds: Callable[[int], bool]


@cache
def features() -> tuple[Feature, ...]:
    """What two integers may have in common, likeliest cheapest."""
    found = [
        *map(_feature, operations("feature")),
        Feature("the digits, in some order", 4.0, _of_digits(sorted)),
        Feature("the set of digits", 6.0, _of_digits(set)),
        Feature("the parity", 8.0, _remainder(2)),
        Feature("the remainder by 3", 8.0, _remainder(3)),
        *(Feature(f"the remainder by {m}", 9.0, _remainder(m)) for m in (4, 5, 7, 11)),
    ]
    return tuple(sorted(found, key=lambda feature: feature.bits))


def _feature(operation: Operation) -> Feature:
    least = 10 if operation.family == "digits" else 2  # of one digit there is nothing to compare
    words = operation.words.removesuffix(" of {x}")
    of = operation.at
    return Feature(words, operation.bits["feature"], lambda n: of(n) if n >= least else None)


def _of_digits(make: Callable[[list[int]], object]) -> Callable[[int], object]:
    return lambda n: make(digits(n)) if n >= 10 else None


def _remainder(modulus: int) -> Callable[[int], int]:
    return lambda n: n % modulus


@cache
def kinds() -> tuple[Kind, ...]:
    """Classes that both a and b, or b alone, may belong to."""
    between = "a number whose middle digit is the sum of the outer ones"
    return (
        Kind("a prime", 4.0, is_prime),
        Kind("composite", 6.0, lambda n: n > 3 and not is_prime(n)),
        Kind("a square", 4.0, is_square),
        Kind("a cube", 4.0, lambda n: whole_root(n, 3) is not None),
        Kind("a power of 2", 6.0, lambda n: n > 0 and n & (n - 1) == 0),
        Kind("a square plus 1", 6.0, lambda n: n > 0 and is_square(n - 1)),
        Kind("a square less 1", 6.0, lambda n: is_square(n + 1)),
        Kind("a cube plus 1", 7.0, lambda n: n > 0 and whole_root(n - 1, 3) is not None),
        Kind("a cube less 1", 7.0, lambda n: whole_root(n + 1, 3) is not None),
        Kind("a product x(x + 1)", 6.0, lambda n: n >= 0 and is_square(4 * n + 1)),
        Kind("a palindrome", 6.0, lambda n: n > 10 and str(n) == str(n)[::-1]),
        Kind(between, 7.0, _middle_is_sum),
        Kind("a multiple of its digit sum", 8.0, lambda n: n > 9 and n % sum(digits(n)) == 0),
        Kind("a number with equal digits", 7.0, lambda n: n > 10 and len(set(digits(n))) == 1),
        *(
            Kind(f"a multiple of {k}", COST.multiple + number_bits(k) / 2, _multiple(k))
            for k in range(3, 30)
        ),
    )


def _middle_is_sum(n: int) -> bool:
    places = digits(n)
    return n > 99 and len(places) == 3 and places[1] == places[0] + places[2]


def _multiple(k: int) -> Callable[[int], bool]:
    return lambda n: n > 0 and n % k == 0


def find_shared(a: int, b: int, c: int, options: Sequence[int]) -> Iterator[Rule]:
    """Rules about what a and b have in common, each with the one option that has it with c.

    >>> rules = find_shared(5321, 4232, 7114, [6205, 7215, 6104, 8323])
    >>> best = min(rules, key=lambda rule: rule.bits)
    >>> best.words, best.answer
    ('both have the same value of: the digit sum', 6205)
    """
    if min(a, b, c) < 0 or max(a, b, c, *options) > MAX_COMPARED:
        return
    for test in (*_comparisons(a, b, c), *_memberships(a, b, c)):
        answers = [d for d in options if d >= 0 and test.holds(d)]
        if len(answers) == 1:
            bits = test.bits + OPENNESS * left_open(test.holds, answers[0])
            yield Rule(test.words, bits, answers[0])


def _comparisons(a: int, b: int, c: int) -> Iterator[Kind]:
    for feature in features():
        x, y, z = feature.of(a), feature.of(b), feature.of(c)
        if x is None or y is None or z is None:
            continue
        if x == y:
            words = f"both have the same value of: {feature.words}"
            yield Kind(words, feature.bits, _valued(feature, z))
        elif isinstance(x, int) and isinstance(y, int) and isinstance(z, int) and z + y >= x:
            words = f"{feature.words} changes by {y - x}"
            bits = feature.bits + COST.feature_change + number_bits(y - x)
            yield Kind(words, bits, _valued(feature, z + y - x))
            if x and y % x == 0 and z:
                words = f"{feature.words} is {y // x} times as much"
                bits = feature.bits + COST.feature_times + number_bits(y // x)
                yield Kind(words, bits, _valued(feature, z * y // x))
    common = gcd(a, b)
    if common > 1:
        words = f"the greatest common divisor is {common}"
        yield Kind(words, COST.common_divisor, lambda d: gcd(c, d) == common)


def _memberships(a: int, b: int, c: int) -> Iterator[Kind]:
    for kind in kinds():
        if not kind.holds(b):
            continue
        if kind.holds(a) and kind.holds(c):
            yield Kind(f"each is {kind.words}", kind.bits, kind.holds)
        elif not kind.holds(a) and not kind.holds(c):
            bits = kind.bits + COST.second_alone
            yield Kind(f"the second is {kind.words}", bits, kind.holds)
    for kind in kinds():
        if kind.holds(a + b):
            bits = kind.bits + COST.kind_of_sum
            yield Kind(f"the two add up to {kind.words}", bits, _shifted(kind, c, 1))
        if kind.holds(abs(b - a)):
            bits = kind.bits + COST.kind_of_difference
            yield Kind(f"the two differ by {kind.words}", bits, _shifted(kind, c, -1))


def _valued(feature: Feature, value: object) -> Callable[[int], bool]:
    return lambda d: feature.of(d) == value


def _shifted(kind: Kind, c: int, sign: int) -> Callable[[int], bool]:
    return lambda d: kind.holds(abs(d + sign * c))


def left_open(fits: Callable[[int], bool], answer: int) -> float:
    """Bits still to say once the rule is known: log2 of how many integers of that size fit."""
    size = max(abs(answer), 20)
    # a multiplicative walk: an even spacing would favour or miss some residues altogether
    tried = [size // 3 + i * 7919 % size for i in range(1, min(SAMPLE, size) + 1)]
    density = (sum(map(fits, tried)) + 0.5) / (len(tried) + 1)
    return max(log2(density) + log2(size), 0.0)  # their product may be too large for a float

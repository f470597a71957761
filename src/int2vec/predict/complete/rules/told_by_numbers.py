"""Sets that a few numbers tell apart: primes of a quadratic form or a primitive root, pseudoprimes.

Which one it is is looked up by its first members in `told_by_numbers.npy`, which
`python -m benchmarks.make_tables` writes; all others are then asked.
"""

from bisect import bisect
from collections.abc import Callable, Iterator
from functools import partial
from math import gcd, isqrt
from pathlib import Path

import numpy as np

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.divisors import valuation
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.primes import factorise, is_prime, prime_mask
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule
from int2vec.predict.complete.rules.walks import looked_up, table_of

MIN_TERMS = 10
MAX_MEMBER, GAP = 1_000_000, 20_000  # and the most between two of them
HEAD = 10_000  # up to here all integers are asked, beyond it the terms
KNOWN_BY = 6  # members that it takes to tell which set it is
TABLE = Path(__file__).with_name("told_by_numbers.npy")
Numbers = tuple[int, int, int]


def has_form(n: int, form: Numbers, *, least: int = -MAX_MEMBER) -> bool:
    """Whether n = ax² + bxy + cy², never negative, for some y from 0 and x from `least` on."""
    a, b, c = form
    for y in range(isqrt(4 * a * n // (4 * a * c - b * b)) + 1):
        root_of = b * b * y * y - 4 * a * (c * y * y - n)
        root = isqrt(root_of)
        ends = [top // (2 * a) for top in (root - b * y, -root - b * y) if top % (2 * a) == 0]
        if root * root == root_of and max(ends, default=least - 1) >= least:
            return True
    return False


def _has_root(p: int, numbers: Numbers) -> bool:
    """Whether the powers of g leave every remainder by p."""
    g = numbers[1]
    return g % p > 0 and all(pow(g, (p - 1) // q, p) != 1 for q in factorise(p - 1) or ())


def _is_power(p: int, numbers: Numbers) -> bool:
    """Whether m leaves the remainder of a k-th power."""
    k, m, _ = numbers
    return m % p == 0 or pow(m, (p - 1) // gcd(k, p - 1), p) == 1


def _is_strong(n: int, numbers: Numbers) -> bool:
    """Whether a test by squares takes n for a prime."""
    twos = valuation(n - 1, 2)
    powers = [pow(numbers[0], (n - 1) >> i, n) for i in range(twos, 0, -1)]
    return n % 2 == 1 and (powers[0] == 1 or n - 1 in powers)


# In words, whether it is about primes, and the test.
KINDS: tuple[tuple[str, bool, Callable[[int, Numbers], bool]], ...] = (
    ("primes of the form {form}", True, has_form),
    ("primes of the form {form}, x and y from 0", True, partial(has_form, least=0)),
    ("primes with the primitive root {1}", True, _has_root),
    ("primes p such that x^{0} = {1} has a solution modulo p", True, _is_power),
    ("primes p such that x^{0} = {1} has no solution modulo p", True, lambda *a: not _is_power(*a)),
    ("pseudoprimes to base {0}", False, lambda n, b: pow(b[0], n - 1, n) == 1),
    ("strong pseudoprimes to base {0}", False, _is_strong),
)
SHIFT = 128  # so that the second number may be negative


def code_of(kind: int, numbers: Numbers) -> int:
    """Kind and numbers in one: 4, 8, 8 and 12 bits."""
    return kind << 28 | numbers[0] << 20 | numbers[1] + SHIFT << 12 | numbers[2]


def members(code: int, first: int = 2, last: int = 60_000) -> Iterator[int]:
    """The members from the first integer to the last of the set with this code.

    >>> list(members(code_of(0, (1, 0, 14)), 2, 200))
    [23, 127, 137, 151]
    """
    _, of_primes, test = KINDS[code >> 28]
    asked = np.flatnonzero(prime_mask(last)[first:] == of_primes) + first
    return (n for n in asked.tolist() if test(n, _numbers(code)))


def _numbers(code: int) -> Numbers:
    return code >> 20 & 255, (code >> 12 & 255) - SHIFT, code & 4095


@rule(group="told by numbers", turn=29, prepare=lambda: table_of(TABLE))
def told_by_numbers(terms: Terms, search: Search) -> Iterator[Fit]:
    """The members, in order, of a set that a few numbers tell apart."""
    n, last = len(terms), terms[-1]
    if n < MIN_TERMS or terms[0] < 2 or last >= MAX_MEMBER or sorted(terms) != list(terms):
        return
    for code in looked_up(TABLE, terms):
        search.spend(GAP)
        words, of_primes, test = KINDS[code >> 28]
        small = bisect(terms, HEAD)
        among = all(is_prime(t) == of_primes and test(t, _numbers(code)) for t in terms[small:])
        value = next(members(code, last + 1, last + GAP), None)
        if among and value and list(members(code, 2, min(HEAD, last))) == list(terms[:small]):
            a, b, c = _numbers(code)
            why = f"the {words.format(a, b, c, form=Mix(['x²', 'xy', 'y²'], [a, b, c]))}"
            bits = COST.told_by_numbers
            yield Fit(kind="condition", value=value, bits=bits, why=why, checked=n - KNOWN_BY)

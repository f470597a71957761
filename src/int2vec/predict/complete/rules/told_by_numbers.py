"""Sets that a few numbers tell apart: primes of a quadratic form, sums of powers, digits in a base.

What kinds there are says `told_by_numbers.txt`. Which one it is is looked up by its first members
in `told_by_numbers.npy`, which `python -m benchmarks.make_tables` writes; others are then asked.
"""

import re
from bisect import bisect
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count, takewhile
from math import gcd, isqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.divisors import valuation
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.known.stated import VOCABULARY, function
from int2vec.arithmetic.primes import factorise, is_prime, prime_mask
from int2vec.corpus.catalog.families import tidy
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule
from int2vec.predict.complete.rules.walks import looked_up, table_of

MIN_TERMS = 10
MAX_MEMBER, GAP = 1_000_000, 20_000  # and the most between two of them
HEAD = 10_000  # up to here all integers are asked, beyond it the terms
KNOWN_BY = 6  # members that it takes to tell which set it is
LEAST_REACH = 16  # bits up to which sums of powers are counted at once
TABLE = Path(__file__).with_name("told_by_numbers.npy")
TEXT = TABLE.with_suffix(".txt").read_text(encoding="utf-8")
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


def has_root(p: int, g: int) -> bool:
    """Whether the powers of g leave every remainder by p."""
    return g % p > 0 and all(pow(g, (p - 1) // q, p) != 1 for q in factorise(p - 1) or ())


def is_power(p: int, k: int, m: int) -> bool:
    """Whether m leaves the remainder of a k-th power."""
    return m % p == 0 or pow(m, (p - 1) // gcd(k, p - 1), p) == 1


def is_strong(n: int, base: int) -> bool:
    """Whether a test by squares takes n for a prime."""
    if n < 2:
        return False
    twos = valuation(n - 1, 2)
    powers = [pow(base, (n - 1) >> i, n) for i in range(twos, 0, -1)]
    return n % 2 == 1 and (powers[0] == 1 or n - 1 in powers)


def ways(k: int, order: int, different: bool, n: int) -> int:
    """In how many ways n is the sum of k positive powers.

    >>> ways(2, 2, False, 50), ways(2, 2, True, 50)
    (2, 1)
    """
    return int(_all_ways(k, order, different, 1 << max(n.bit_length(), LEAST_REACH))[n])


@lru_cache(maxsize=8)
def _all_ways(k: int, order: int, different: bool, reach: int) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.zeros((k + 1, reach), np.int64)
    found[0, 0] = 1
    for power in takewhile(reach.__gt__, (i**order for i in count(1))):
        # A power may come again where what was added for one part serves the next.
        for parts in range(k, 0, -1) if different else range(1, k + 1):
            found[parts, power:] += found[parts - 1, :-power]
    return np.asarray(found[k])


OWN = {of.__name__: of for of in (has_form, has_root, is_power, is_strong, ways)}
OWN["root_period"] = lru_cache(maxsize=1 << 16)(VOCABULARY["root_period"])
ASKED = {"primes": (True,), "composites": (False,), "integers": (True, False)}


def _kind(line: str) -> tuple[str, tuple[bool, ...], Callable[..., bool]]:
    """The words, whether primes and others are asked, and the test of n and its numbers."""
    words, asked, test = line.split(" | ")
    return words, ASKED[asked], function("n, a, b, c, x, y", test, VOCABULARY | OWN)


KINDS = [_kind(line) for line in re.findall(r"^\w.*", TEXT, re.MULTILINE)]
SHIFT = 128  # so that the second number may be negative


def code_of(kind: int, numbers: Numbers) -> int:
    """Kind and numbers in one: 5, 8, 8 and 11 bits."""
    return kind << 27 | numbers[0] << 19 | numbers[1] + SHIFT << 11 | numbers[2]


def members(code: int, first: int = 2, last: int = 60_000) -> Iterator[int]:
    """The members from the first integer to the last of the set with this code.

    >>> list(members(code_of(0, (1, 0, 14)), 2, 200))
    [23, 127, 137, 151]
    """
    _, primes, test = KINDS[code >> 27]
    asked = np.flatnonzero(np.isin(prime_mask(last)[first:], primes)) + first
    return (n for n in asked.tolist() if test(n, *_numbers(code)))


def _numbers(code: int) -> tuple[int, ...]:
    c = code & 2047
    return code >> 19 & 255, (code >> 11 & 255) - SHIFT, c, *divmod(c, 16)


@rule(group="told by numbers", turn=29, prepare=lambda: table_of(TABLE))
def told_by_numbers(terms: Terms, search: Search) -> Iterator[Fit]:
    """The members, in order, of a set that a few numbers tell apart."""
    n, last = len(terms), terms[-1]
    if n < MIN_TERMS or terms[0] < 0 or last >= MAX_MEMBER or sorted({*terms}) != list(terms):
        return
    later = [t for t in terms if t > 1]
    for code in looked_up(TABLE, later):
        search.spend(GAP)
        words, primes, test = KINDS[code >> 27]
        small, numbers = bisect(later, HEAD), _numbers(code)
        among = all(is_prime(t) in primes and test(t, *numbers) for t in later[small:])
        among &= (False in primes and test(1, *numbers)) == (1 in terms)
        among &= 0 not in terms or (words.endswith(" is prime") and test(0, *numbers))
        value = next(members(code, last + 1, last + GAP), None)
        if among and value and list(members(code, 2, min(HEAD, last))) == later[:small]:
            a, b, c, x, y = numbers
            form = Mix(["x²", "xy", "y²"], [a, b, c])
            why = f"the {tidy(words.format(a=a, b=b, c=c, x=x, y=y, form=form))}"
            why += ", n from 0" * (0 in terms)
            bits = COST.told_by_numbers
            yield Fit(kind="condition", value=value, bits=bits, why=why, checked=n - KNOWN_BY)

"""The few sequences everybody knows, for use as increments, multipliers and parts of others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, islice, pairwise
from math import comb

from int2vec.predict.complete.rules.fit import Fit, Search, Terms, digits_of, int_bits, rule

LENGTH = 64
PRIME_LENGTH = 1300  # primes past 10,000
SQUARE_LENGTH = 400
FEW_TERMS_BITS = 3.0  # three terms are soon found in some sequence or other
FAMOUS = 8  # the first few are known by three terms, the others by four


def primes() -> Iterator[int]:
    """The primes in order, by trial division with the primes found so far.

    >>> list(islice(primes(), 6))
    [2, 3, 5, 7, 11, 13]
    """
    found: list[int] = []
    for n in count(2):
        for p in found:
            if p * p > n:
                found.append(n)
                yield n
                break
            if n % p == 0:
                break
        else:
            found.append(n)
            yield n


def _linear(first: int, second: int) -> Callable[[int], int]:
    def term(n: int) -> int:
        a, b = first, second
        for _ in range(n):
            a, b = b, a + b
        return a

    return term


def _factorial(n: int) -> int:
    out = 1
    for i in range(2, n + 1):
        out *= i
    return out


@cache
def known() -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Each sequence's name in the plural and its first terms, the best known first."""
    p = tuple(islice(primes(), PRIME_LENGTH))
    numbers = range(1, LENGTH)
    composite = tuple(n for n in range(4, 2000) if any(n % q == 0 for q in p if q * q <= n))
    squares = tuple(n * n for n in range(SQUARE_LENGTH))
    rows: list[tuple[str, tuple[int, ...]]] = [
        ("primes", p),
        ("squares", squares),
        ("cubes", tuple(n**3 for n in range(SQUARE_LENGTH))),
        ("powers of 2", tuple(2**n for n in range(LENGTH))),
        ("factorials", tuple(map(_factorial, range(LENGTH)))),
        ("Fibonacci numbers", tuple(map(_linear(0, 1), range(LENGTH)))),
        ("triangular numbers", tuple(n * (n + 1) // 2 for n in range(SQUARE_LENGTH))),
        ("powers of 3", tuple(3**n for n in range(LENGTH))),
        ("products n(n+1)", tuple(n * (n + 1) for n in range(SQUARE_LENGTH))),
        ("composite numbers", composite),
        ("squares of primes", tuple(q * q for q in p)),
        ("cubes of primes", tuple(q**3 for q in p)),
        ("fourth powers", tuple(n**4 for n in range(SQUARE_LENGTH))),
        ("numbers n^n", tuple(n**n for n in range(LENGTH))),
        ("Lucas numbers", tuple(map(_linear(2, 1), range(LENGTH)))),
        ("Catalan numbers", tuple(comb(2 * n, n) // (n + 1) for n in range(LENGTH))),
        ("products of the first primes", _running_product(p[:LENGTH])),
        ("tetrahedral numbers", tuple(comb(n + 2, 3) for n in range(SQUARE_LENGTH))),
        ("fifth powers", tuple(n**5 for n in range(SQUARE_LENGTH))),
        ("prime gaps", tuple(b - a for a, b in pairwise(p))),
        ("numbers of divisors", tuple(sum(n % d == 0 for d in numbers) for n in numbers)),
        ("odd-numbered primes", p[::2]),
        ("even-numbered primes", p[1::2]),
        ("repunits", tuple((10**n - 1) // 9 for n in range(1, LENGTH))),
    ]
    return tuple(rows)


def _running_product(values: tuple[int, ...]) -> tuple[int, ...]:
    out = [1]
    for value in values:
        out.append(out[-1] * value)
    return tuple(out)


@cache
def _starts() -> dict[tuple[int, int], list[tuple[int, int]]]:
    starts: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for rank, (_, terms) in enumerate(known()):
        for at in range(len(terms) - 1):
            starts[terms[at], terms[at + 1]].append((rank, at))
    return dict(starts)


@rule(group="known", turn=4, depth=0, prepare=_starts)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Runs of a well-known sequence, upwards or downwards."""
    n = len(terms)
    if n < 3:
        return
    for rank, at in _starts().get((terms[0], terms[1]), ()):
        name, members = known()[rank]
        if n < 4 and rank >= FAMOUS:
            continue
        if at + n < len(members) and tuple(terms) == members[at : at + n]:
            why = f"these are the {name} in order"
            if at:
                why += f", from {digits_of(terms[0])} on"
            bits = 4 + rank / 4 + int_bits(at) + FEW_TERMS_BITS * (n < 4)
            yield Fit(kind="known", value=members[at + n], bits=bits, why=why, checked=n - 1)
    for rank, at in _starts().get((terms[-1], terms[-2]), ()):
        name, members = known()[rank]
        if n < 4 and rank >= FAMOUS:
            continue
        if at >= 1 and tuple(reversed(terms)) == members[at : at + n]:
            why = f"these are the {name} downwards, from {digits_of(terms[0])}"
            bits = 5 + rank / 4 + int_bits(at + n - 1) + FEW_TERMS_BITS * (n < 4)
            yield Fit(kind="known", value=members[at - 1], bits=bits, why=why, checked=n - 1)

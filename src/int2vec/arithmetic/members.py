"""Famous sets of integers that grow fast enough to be listed: Fibonacci, factorials, Catalan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from int2vec.arithmetic.primes import next_prime

Members = Callable[[], Iterator[int]]


def linear(*start: int, weights: tuple[int, ...]) -> Members:
    """The members of a linear recurrence; weights[0] multiplies the latest term."""

    def members() -> Iterator[int]:
        window = list(start)
        while True:
            yield window[0]
            window.append(sum(w * t for w, t in zip(weights, reversed(window), strict=True)))
            window.pop(0)

    return members


def powers(base: int, plus: int = 0, first: int = 0) -> Members:
    """The integers base**k + plus for k >= first."""

    def members() -> Iterator[int]:
        power = base**first
        while True:
            yield power + plus
            power *= base

    return members


def ratio(numerator: Callable[[int], int], denominator: Callable[[int], int]) -> Members:
    """1 and then each term times numerator(k) over denominator(k), for k = 1, 2, ..."""

    def members() -> Iterator[int]:
        term, k = 1, 0
        while True:
            yield term
            k += 1
            term = term * numerator(k) // denominator(k)

    return members


factorials = ratio(lambda k: k, lambda _: 1)
catalans = ratio(lambda k: 4 * k - 2, lambda k: k + 1)
central_binomials = ratio(lambda k: 4 * k - 2, lambda k: k)


def double_factorials() -> Iterator[int]:
    """1, 1, 2, 3, 8, 15, 48, ...: the product of every second integer down from k."""
    before, term, k = 1, 1, 1
    while True:
        yield before
        k += 1
        before, term = term, before * k


def primorials() -> Iterator[int]:
    """1, 2, 6, 30, 210, ...: the product of the first k primes."""
    product, p = 1, 1
    while True:
        yield product
        p = next_prime(p)
        product *= p


def motzkins() -> Iterator[int]:
    """1, 1, 2, 4, 9, 21, ...: ways to draw non-crossing chords between n points on a circle."""
    before, term, k = 1, 1, 1
    while True:
        yield before
        k += 1
        before, term = term, ((2 * k + 1) * term + (3 * k - 3) * before) // (k + 2)


def bells() -> Iterator[int]:
    """1, 1, 2, 5, 15, 52, ...: ways to split n things into groups; the first 150 of them."""
    row = [1]
    for _ in range(150):
        yield row[0]
        longer = [row[-1]]
        for entry in row:
            longer.append(longer[-1] + entry)
        row = longer


def partitions() -> Iterator[int]:
    """1, 1, 2, 3, 5, 7, 11, ...: ways to write n as a sum; the first 500 of them."""
    counts: list[int] = []
    for n in range(500):
        total, k = int(n == 0), 1
        # Euler's pentagonal number theorem.
        while (low := k * (3 * k - 1) // 2) <= n:
            sign = 1 if k % 2 else -1
            total += sign * counts[n - low]
            if (high := low + k) <= n:
                total += sign * counts[n - high]
            k += 1
        counts.append(total)
        yield total


def highly_composites() -> Iterator[int]:
    """1, 2, 4, 6, 12, 24, ...: more divisors than any smaller integer; those below 10**6."""
    yield from (1, 2, 4, 6, 12, 24, 36, 48, 60, 120, 180, 240, 360, 720, 840, 1260, 1680, 2520)
    yield from (5040, 7560, 10080, 15120, 20160, 25200, 27720, 45360, 50400, 55440, 83160)
    yield from (110880, 166320, 221760, 277200, 332640, 498960, 554400, 665280, 720720)


@lru_cache(maxsize=128)
def small_members(members: Members) -> frozenset[int]:
    """The members below 2**64."""
    found = []
    for member in members():
        if member >= 1 << 64:
            break
        found.append(member)
    return frozenset(found)


def is_member(n: int, members: Members) -> bool:
    """Whether n is in a listed set.

    >>> is_member(120, factorials), is_member(121, factorials)
    (True, False)
    """
    if n < 1 << 64:
        return n in small_members(members)
    for member in members():
        if member >= n:
            return member == n
    return False

"""Well-known progressions, powers, polynomials and figurate numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, count, cycle, repeat
from math import comb

Known = tuple[int, str, str, Callable[[], Iterable[int]]]
"""A-number, family, name in our own words, and what yields the terms."""


def _from(first: int, formula: Callable[[int], int]) -> Callable[[], Iterable[int]]:
    return lambda: map(formula, count(first))


def _power(k: int) -> Callable[[], Iterable[int]]:
    return _from(0, lambda n: int(n**k))


def _exponential(base: int) -> Callable[[], Iterable[int]]:
    return _from(0, lambda n: int(base**n))


def _quotient(m: int) -> Callable[[], Iterable[int]]:
    return _from(0, lambda n: n // m)


def _choose(k: int, first: int) -> Callable[[], Iterable[int]]:
    return _from(first, lambda n: comb(n, k))


def _simple() -> Iterator[Known]:
    of = "progressions"
    yield 27, of, "The positive integers", lambda: count(1)
    yield 1477, of, "The non-negative integers", lambda: count(0)
    yield 5843, of, "The even numbers", lambda: count(0, 2)
    yield 5408, of, "The odd numbers", lambda: count(1, 2)
    for a_number, step in zip(range(8585, 8593), range(3, 11), strict=True):
        yield a_number, of, f"Multiples of {step}", partial(count, 0, step)
    rest = {16777: (3, 1), 16789: (3, 2), 16813: (4, 1), 4767: (4, 3), 16825: (4, 2)}
    rest |= {16861: (5, 1), 16873: (5, 2), 16885: (5, 3), 16897: (5, 4)}
    rest |= {16921: (6, 1), 16933: (6, 2), 16945: (6, 3), 16957: (6, 4), 16969: (6, 5)}
    rest |= {16993: (7, 1), 17077: (8, 1), 4771: (8, 7), 17173: (9, 1), 17281: (10, 1)}
    for a_number, (step, left) in rest.items():
        name = f"Integers that leave {left} when divided by {step}"
        yield a_number, of, name, partial(count, left, step)
    of = "periodic sequences"
    yield 12, of, "One, for ever", lambda: repeat(1)
    yield 4, of, "Zero, for ever", lambda: repeat(0)
    yield 7395, of, "Two, for ever", lambda: repeat(2)
    yield 10701, of, "Three, for ever", lambda: repeat(3)
    yield 7, of, "One and then nothing but zeros", lambda: chain([1], repeat(0))
    yield 35, of, "Zero and one in turn: n modulo 2", lambda: cycle([0, 1])
    yield 59841, of, "One and zero in turn", lambda: cycle([1, 0])
    yield 33999, of, "Plus one and minus one in turn", lambda: cycle([1, -1])
    yield 34, of, "One and two in turn", lambda: cycle([1, 2])
    for a_number, m in ((10872, 3), (10873, 4), (10874, 5), (10875, 6), (10876, 7), (10877, 8)):
        yield a_number, of, f"n modulo {m}", partial(cycle, range(m))
    of = "floors of multiples"
    for a_number, m in ((4526, 2), (2264, 3), (2265, 4), (2266, 5)):
        yield a_number, of, f"n divided by {m}, rounded down", _quotient(m)
    yield 8619, of, "The positive integers, each twice", lambda: (n // 2 + 1 for n in count(0))
    yield (
        1057,
        of,
        "All integers: 0, 1, -1, 2, -2 and so on",
        _from(0, lambda n: (n + 1) // 2 if n % 2 else -n // 2),
    )


def _powers() -> Iterator[Known]:
    names = {290: "squares", 578: "cubes", 583: "fourth powers", 584: "fifth powers"}
    names |= {1014: "sixth powers", 1015: "seventh powers", 1016: "eighth powers"}
    for k, (a_number, name) in enumerate(names.items(), start=2):
        yield a_number, "powers", f"The {name}", _power(k)
    bases = {79: 2, 244: 3, 302: 4, 351: 5, 400: 6, 420: 7, 1018: 8, 1019: 9, 11557: 10}
    bases |= {1020: 11, 1021: 12, 1022: 13, 1023: 14, 1024: 15, 1025: 16}
    for a_number, b in bases.items():
        yield a_number, "exponentials", f"Powers of {b}", _exponential(b)
    of = "exponentials"
    yield 225, of, "Powers of 2 less one", _from(0, lambda n: 2**n - 1)
    yield 51, of, "Powers of 2 plus one", _from(0, lambda n: 2**n + 1)
    yield 24023, of, "Powers of 3 less one", _from(0, lambda n: 3**n - 1)
    yield 34472, of, "Powers of 3 plus one", _from(0, lambda n: 3**n + 1)
    yield 3462, of, "Sums of the first powers of 3", _from(0, lambda n: (3**n - 1) // 2)
    yield 2450, of, "Sums of the first powers of 4", _from(0, lambda n: (4**n - 1) // 3)
    yield 2275, of, "Repunits: only ones in decimal", _from(0, lambda n: (10**n - 1) // 9)
    yield 2283, of, "Only nines in decimal: 10^n - 1", _from(0, lambda n: 10**n - 1)
    yield 312, of, "n to the power n", _from(0, lambda n: n**n)
    yield 918, of, "Powers of 2 less two", _from(0, lambda n: 2**n - 2)
    yield 295, of, "2^n - n - 1", _from(0, lambda n: 2**n - n - 1)
    yield 325, of, "2^n - n", _from(0, lambda n: 2**n - n)
    yield 1787, of, "n times 2^(n - 1)", _from(0, lambda n: n * 2**n // 2)
    yield 36289, of, "n times 2^n", _from(0, lambda n: n * 2**n)
    yield 1792, of, "(n + 2) times 2^(n - 1)", _from(0, lambda n: (n + 2) * 2**n // 2)
    yield 7689, of, "Sums 2^n + 3^n", _from(0, lambda n: 2**n + 3**n)
    yield 1047, of, "Differences 3^n - 2^n", _from(0, lambda n: 3**n - 2**n)
    yield 7583, of, "(2^(2n + 1) + 1)/3", _from(0, lambda n: (2 ** (2 * n + 1) + 1) // 3)
    yield (
        272,
        of,
        "n^(n - 2), the labelled trees on n nodes",
        lambda: chain([1, 1], (n ** (n - 2) for n in count(2))),
    )
    yield (
        169,
        of,
        "n^(n - 1), the labelled rooted trees on n nodes",
        _from(1, lambda n: n ** (n - 1)),
    )


def _polynomials() -> Iterator[Known]:
    of = "quadratics"
    yield 2522, of, "Squares plus one", _from(0, lambda n: n * n + 1)
    yield 5563, of, "Squares less one: n(n + 2)", _from(0, lambda n: n * (n + 2))
    yield 2378, of, "Products of neighbours: n(n + 1)", _from(0, lambda n: n * (n + 1))
    yield 2061, of, "n^2 - n + 1", _from(0, lambda n: n * n - n + 1)
    yield 28387, of, "n + (n + 1)^2", _from(0, lambda n: n + (n + 1) ** 2)
    yield 1105, of, "Twice the squares", _from(0, lambda n: 2 * n * n)
    yield 33428, of, "Three times the squares", _from(0, lambda n: 3 * n * n)
    yield 16742, of, "Squares of the even numbers", _from(0, lambda n: 4 * n * n)
    yield 16754, of, "Squares of the odd numbers", _from(0, lambda n: (2 * n + 1) ** 2)
    yield 96, of, "n(n + 3)/2", _from(0, lambda n: n * (n + 3) // 2)
    yield 124, of, "Most pieces of a pancake after n cuts", _from(0, lambda n: n * (n + 1) // 2 + 1)
    yield 2620, of, "Squares divided by 4, rounded down", _from(0, lambda n: n * n // 4)
    yield 212, of, "Squares divided by 3, rounded down", _from(0, lambda n: n * n // 3)
    yield 982, of, "Squares divided by 2, rounded up", _from(0, lambda n: (n * n + 1) // 2)
    of = "cubics"
    yield 125, of, "Most pieces of a cake after n cuts", _from(0, lambda n: comb(n + 1, 3) + n + 1)
    yield 7531, of, "n(n - 1)(n - 2)", _from(0, lambda n: n * (n - 1) * (n - 2))
    yield (
        6003,
        of,
        "n(n^2 + 1)/2, the sums in magic squares",
        _from(0, lambda n: n * (n * n + 1) // 2),
    )
    yield (
        127,
        "quartics",
        "Most regions that n points on a circle cut",
        _from(1, lambda n: comb(n, 4) + comb(n, 2) + 1),
    )


def _polygonal(sides: int) -> Callable[[], Iterable[int]]:
    return _from(0, lambda n: ((sides - 2) * n * n - (sides - 4) * n) // 2)


def _centred(sides: int) -> Callable[[], Iterable[int]]:
    return _from(0, lambda n: 1 + sides * n * (n + 1) // 2)


def _figurate() -> Iterator[Known]:
    of = "polygonal numbers"
    yield 217, of, "Triangular numbers", _polygonal(3)
    for a_number, sides in ((326, 5), (384, 6), (566, 7), (567, 8), (1106, 9), (1107, 10)):
        yield a_number, of, f"Polygonal numbers with {sides} sides", _polygonal(sides)
    yield (
        1318,
        of,
        "Pentagonal numbers with negative sides too",
        _from(0, lambda n: (lambda k: k * (3 * k - 1) // 2)((n + 1) // 2 if n % 2 else -(n // 2))),
    )
    of = "centred polygonal numbers"
    yield 5448, of, "Centred triangular numbers", _centred(3)
    yield 1844, of, "Centred square numbers", _centred(4)
    yield 5891, of, "Centred pentagonal numbers", _centred(5)
    yield 3215, of, "Centred hexagonal numbers", _centred(6)
    yield 3154, of, "Star numbers", _centred(12)
    of = "pyramidal numbers"
    yield 292, of, "Tetrahedral numbers", _from(0, lambda n: comb(n + 2, 3))
    yield 330, of, "Sums of the first squares", _from(0, lambda n: n * (n + 1) * (2 * n + 1) // 6)
    yield 537, of, "Sums of the first cubes", _from(0, lambda n: (n * (n + 1) // 2) ** 2)
    yield (
        538,
        of,
        "Sums of the first fourth powers",
        _from(0, lambda n: n * (n + 1) * (2 * n + 1) * (3 * n * n + 3 * n - 1) // 30),
    )
    yield 2411, of, "Pentagonal pyramidal numbers", _from(0, lambda n: n * n * (n + 1) // 2)
    yield (
        2412,
        of,
        "Hexagonal pyramidal numbers",
        _from(0, lambda n: n * (n + 1) * (4 * n - 1) // 6),
    )
    yield 5900, of, "Octahedral numbers", _from(0, lambda n: n * (2 * n * n + 1) // 3)
    yield 5898, of, "Centred cube numbers", _from(0, lambda n: n**3 + (n + 1) ** 3)
    yield 447, of, "Sums of the first odd squares", _from(0, lambda n: n * (4 * n * n - 1) // 3)
    yield 2415, of, "n^2(n^2 - 1)/12", _from(0, lambda n: n * n * (n * n - 1) // 12)
    of = "binomial coefficients"
    for a_number, k, first in ((332, 4, 0), (389, 5, 0), (579, 6, 0), (580, 7, 7), (581, 8, 8)):
        yield a_number, of, f"Ways to choose {k} of n things", _choose(k, first)


def entries() -> Iterator[Known]:
    """The well-known sequences of this file."""
    return chain(_simple(), _powers(), _polynomials(), _figurate())

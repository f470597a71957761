"""The part of the property catalogue about powers, polygons, recurrences and digits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from int2vec.arithmetic import members
from int2vec.arithmetic.catalogue import Property, formula, listed, stated, tested
from int2vec.arithmetic.digits import digits, is_palindrome
from int2vec.arithmetic.primes import is_prime
from int2vec.arithmetic.shapes import (
    iroot,
    is_perfect_power,
    is_polygonal,
    is_power,
    is_square,
    is_triangular,
)


def powers() -> Iterator[Property]:
    """Squares, cubes, powers of one base, and their neighbours and sums."""
    root = partial(formula, "powers")
    yield root("square", "is a square", is_square, lambda k: k * k)
    yield root("cube", "is a cube", lambda n: is_power(n, 3), lambda k: k**3)
    yield root("fourth-power", "is a fourth power", lambda n: is_power(n, 4), lambda k: k**4)
    yield root("fifth-power", "is a fifth power", lambda n: is_power(n, 5), lambda k: k**5)
    yield tested("powers", "perfect-power", "is a square, a cube or a higher power", is_perfect_power)
    for base in (2, 3, 4, 5, 6, 7, 10):
        yield listed("powers", f"power-of-{base}", f"is a power of {base}", members.powers(base))
    yield listed("powers", "2^k-1", "is one less than a power of 2", members.powers(2, -1, 1))
    yield listed("powers", "2^k+1", "is one more than a power of 2", members.powers(2, 1))
    yield listed("powers", "3^k-1", "is one less than a power of 3", members.powers(3, -1, 1))
    yield listed("powers", "3^k+1", "is one more than a power of 3", members.powers(3, 1))
    near = {"-1": "one less than", "+1": "one more than", "-2": "two less than", "+2": "two more than"}
    for sign, clause in near.items():
        shift = int(sign)
        yield root(
            f"square{sign}",
            f"is {clause} a square",
            lambda n, s=shift: is_square(n - s),
            lambda k, s=shift: k * k + s,
        )
    for sign in ("-1", "+1"):
        shift = int(sign)
        yield root(
            f"cube{sign}",
            f"is {near[sign]} a cube",
            lambda n, s=shift: is_power(n - s, 3),
            lambda k, s=shift: k**3 + s,
        )
    yield root(
        "twice-square",
        "is twice a square",
        lambda n: n % 2 == 0 and is_square(n // 2),
        lambda k: 2 * k * k,
    )
    make = partial(stated, "powers", zero=True)
    yield make("two-squares", "is a sum of two squares", lambda f: f.odd_3_mod_4 == 0)
    yield make(
        "three-squares",
        "is a sum of three squares",
        lambda f: (f.n >> (f.twos - f.twos % 2)) % 8 != 7,
    )
    yield make("loeschian", "is of the form x^2 + xy + y^2", lambda f: f.odd_2_mod_3 == 0)


def figurates() -> Iterator[Property]:
    """Numbers of dots in polygons and pyramids."""
    root = partial(formula, "figurate")
    yield root("triangular", "is triangular", is_triangular, lambda k: k * (k + 1) // 2)
    yield root(
        "oblong", "is a product of neighbours", lambda n: n >= 0 and is_square(4 * n + 1), _oblong
    )
    for sides, name in ((5, "pentagonal"), (6, "hexagonal"), (7, "heptagonal"), (8, "octagonal")):
        yield root(
            name,
            f"is {name}",
            lambda n, s=sides: is_polygonal(n, s),
            lambda k, s=sides: ((s - 2) * k * k - (s - 4) * k) // 2,
        )
    yield root(
        "generalised-pentagonal",
        "is k(3k - 1)/2 for some k, negative ones included",
        lambda n: n >= 0 and is_square(24 * n + 1),
        lambda k: (k + 1) // 2 * (3 * ((k + 1) // 2) + (1 - k % 2 * 2)) // 2,
    )
    for sides, shape in ((4, "square"), (5, "pentagonal"), (6, "hexagonal")):
        yield root(
            f"centred-{shape}",
            f"is a centred {shape} number",
            lambda n, s=sides: n >= 1 and (n - 1) % s == 0 and is_triangular((n - 1) // s),
            lambda k, s=sides: 1 + s * (k * (k + 1) // 2),
        )
    yield root(
        "star",
        "is a star number",
        lambda n: n >= 1 and (n - 1) % 12 == 0 and is_triangular((n - 1) // 12),
        lambda k: 1 + 6 * k * (k + 1),
    )
    yield root(
        "tetrahedral",
        "is tetrahedral",
        lambda n: n >= 0 and _near_root(n, 6, lambda k: k * (k + 1) * (k + 2) // 6),
        lambda k: k * (k + 1) * (k + 2) // 6,
    )
    yield root(
        "square-pyramidal",
        "is a sum of the first squares",
        lambda n: n >= 0 and _near_root(n, 3, lambda k: k * (k + 1) * (2 * k + 1) // 6),
        lambda k: k * (k + 1) * (2 * k + 1) // 6,
    )


def _oblong(k):  # type: ignore[no-untyped-def]
    return k * (k + 1)


def _near_root(n, factor, value):  # type: ignore[no-untyped-def]
    k = iroot(factor * n, 3)
    return any(value(j) == n for j in (k - 2, k - 1, k, k + 1) if j >= 0)

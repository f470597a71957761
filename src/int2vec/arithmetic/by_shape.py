"""The part of the property catalog about powers, polygons and famous sequences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice

import numpy as np

from int2vec.arithmetic.known.base import Terms
from int2vec.arithmetic.known.stated import stated_sequences
from int2vec.arithmetic.primes import MAX_BITS
from int2vec.arithmetic.property import Formula, Mask, Property, formula, listed, stated
from int2vec.arithmetic.shapes import (
    iroot,
    is_perfect_power,
    is_polygonal,
    is_power,
    is_square,
    is_triangular,
)

Test = Callable[[int], bool]
_KNOWN = {a_number: known.generate for a_number, known in stated_sequences().items()}


def _near_power(k: int, shift: int) -> tuple[Test, Formula]:
    return (lambda n: n >= max(shift, 0) and is_power(n - shift, k)), (lambda x: x**k + shift)


def _perfect_power() -> Property:
    def mask(limit: int) -> Mask:
        found = np.zeros(limit + 1, dtype=bool)
        for k in range(2, limit.bit_length() + 1):
            found[np.arange(1, iroot(limit, k) + 1) ** k] = True
        return found

    return Property(
        name="perfect-power",
        words="is a square, a cube or a higher power",
        family="powers",
        holds=lambda n: n.bit_length() <= MAX_BITS and is_perfect_power(n),
        mask=mask,
    )


def _polygonal(sides: int) -> tuple[Test, Formula]:
    return (
        lambda n: is_polygonal(n, sides),
        lambda k: ((sides - 2) * k * k - (sides - 4) * k) // 2,
    )


def _centred(sides: int) -> tuple[Test, Formula]:
    return (
        lambda n: n >= 1 and (n - 1) % sides == 0 and is_triangular((n - 1) // sides),
        lambda k: 1 + sides * (k * (k + 1) // 2),
    )


def _powers_of(base: int, plus: int = 0, first: int = 0) -> Terms:
    return lambda: (base**k + plus for k in count(first))


def powers() -> Iterator[Property]:
    """Squares, cubes, powers of one base, and their neighbours and sums."""
    root = partial(formula, "powers")
    yield root("square", "is a square", is_square, lambda k: k * k)
    yield root("cube", "is a cube", lambda n: is_power(n, 3), lambda k: k**3)
    yield root("fourth-power", "is a fourth power", lambda n: is_power(n, 4), lambda k: k**4)
    yield root("fifth-power", "is a fifth power", lambda n: is_power(n, 5), lambda k: k**5)
    yield _perfect_power()
    for base in (2, 3, 4, 5, 6, 7, 10):
        yield listed("powers", f"power-of-{base}", f"is a power of {base}", _powers_of(base))
    yield listed("powers", "2^k-1", "is one less than a power of 2", _powers_of(2, -1, 1))
    yield listed("powers", "2^k+1", "is one more than a power of 2", _powers_of(2, 1))
    yield listed("powers", "3^k-1", "is one less than a power of 3", _powers_of(3, -1, 1))
    yield listed("powers", "3^k+1", "is one more than a power of 3", _powers_of(3, 1))
    near = {
        "-1": "one less than",
        "+1": "one more than",
        "-2": "two less than",
        "+2": "two more than",
    }
    for sign, clause in near.items():
        yield root(f"square{sign}", f"is {clause} a square", *_near_power(2, int(sign)))
    for sign in ("-1", "+1"):
        yield root(f"cube{sign}", f"is {near[sign]} a cube", *_near_power(3, int(sign)))
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
        "oblong",
        "is a product of neighbours",
        lambda n: n >= 0 and is_square(4 * n + 1),
        lambda k: k * (k + 1),
    )
    for sides, name in ((5, "pentagonal"), (6, "hexagonal"), (7, "heptagonal"), (8, "octagonal")):
        yield root(name, f"is {name}", *_polygonal(sides))
    yield root(
        "generalised-pentagonal",
        "is k(3k - 1)/2 for some k, negative ones included",
        lambda n: n >= 0 and is_square(24 * n + 1),
        lambda k: (k + 1) // 2 * (3 * ((k + 1) // 2) + (1 - k % 2 * 2)) // 2,
    )
    for sides, shape in ((4, "square"), (5, "pentagonal"), (6, "hexagonal")):
        yield root(f"centred-{shape}", f"is a centred {shape} number", *_centred(sides))
    yield root("star", "is a star number", *_centred(12))
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


def _near_root(n: int, factor: int, value: Callable[[int], int]) -> bool:
    """Whether n is value(k), where value(k) is close to k**3 / factor."""
    k = iroot(factor * n, 3)
    return any(value(j) == n for j in range(max(0, k - 2), k + 2))


def famous() -> Iterator[Property]:
    """Members of recurrences and counting sequences that have a name."""
    recur = partial(listed, "recurrences")
    yield recur("fibonacci", "is a Fibonacci number", _KNOWN[45])
    yield recur("lucas", "is a Lucas number", _KNOWN[204])
    yield recur("pell", "is a Pell number", _KNOWN[129])
    yield recur("jacobsthal", "is a Jacobsthal number", _KNOWN[1045])
    yield recur("tribonacci", "is a tribonacci number", _KNOWN[73])
    # The OEIS lets the Padovan numbers run on backwards, to 0.
    yield recur("padovan", "is a Padovan number", lambda: islice(_KNOWN[931](), 5, None))
    yield recur("perrin", "is a Perrin number", _KNOWN[1608])
    counts = partial(listed, "counting")
    yield counts("factorial", "is a factorial", _KNOWN[142])
    yield counts("double-factorial", "is a double factorial", _KNOWN[6882])
    yield counts("catalan", "is a Catalan number", _KNOWN[108])
    yield counts("central-binomial", "is a central binomial coefficient", _KNOWN[984])
    yield counts("motzkin", "is a Motzkin number", _KNOWN[1006])
    yield counts("bell", "is a Bell number", _KNOWN[110])
    yield counts("partition-number", "counts the partitions of an integer", _KNOWN[41])

"""Known progressions, powers, polynomials, figurate numbers and floors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain, count, cycle, repeat
from math import comb, isqrt

from int2vec.arithmetic.known.base import Known, by_rows, formula


def polygonal(sides: int, n: int) -> int:
    """The n-th polygonal number; n may be negative.

    >>> [polygonal(5, n) for n in range(5)]
    [0, 1, 5, 12, 22]
    """
    return ((sides - 2) * n * n - (sides - 4) * n) // 2


def centred(sides: int, n: int) -> int:
    """The n-th centred polygonal number.

    >>> [centred(6, n) for n in range(5)]
    [1, 7, 19, 37, 61]
    """
    return 1 + sides * n * (n + 1) // 2


def _power(k: int) -> Callable[[int], int]:
    return lambda n: int(n**k)


def _choose(k: int) -> Callable[[int], int]:
    return lambda n: comb(n, k)


def _golden(n: int, plus: int = 1) -> int:
    """n times (plus + the root of 5)/2, rounded down."""
    return (plus * n + isqrt(5 * n * n)) // 2


_PROGRESSIONS = {
    16777: (3, 1), 16789: (3, 2), 16813: (4, 1), 4767: (4, 3), 16825: (4, 2), 16861: (5, 1),
    16873: (5, 2), 16885: (5, 3), 16897: (5, 4), 16921: (6, 1), 16933: (6, 2), 16945: (6, 3),
    16957: (6, 4), 16969: (6, 5), 16993: (7, 1), 17077: (8, 1), 4771: (8, 7), 17173: (9, 1),
    17281: (10, 1),
}  # fmt: skip
_BASES = dict(enumerate((1018, 1019, 11557, 1020, 1021, 1022, 1023, 1024, 1025), start=8))
_BASES |= {2: 79, 3: 244, 4: 302, 5: 351, 6: 400, 7: 420}
_POWERS = {290: "squares", 578: "cubes", 583: "fourth powers", 584: "fifth powers"}
_POWERS |= {1014: "sixth powers", 1015: "seventh powers", 1016: "eighth powers"}
_POLYGONS = {5: 326, 6: 384, 7: 566, 8: 567, 9: 1106, 10: 1107}
_CHOICES = ((332, 4, 0), (389, 5, 0), (579, 6, 0), (580, 7, 7), (581, 8, 8))

SEQUENCES = (
    Known(27, "The positive integers", partial(count, 1)),
    Known(1477, "The non-negative integers", count),
    Known(5843, "The even numbers", partial(count, 0, 2)),
    Known(5408, "The odd numbers", partial(count, 1, 2)),
    *(
        Known(a_number, f"Multiples of {step}", partial(count, 0, step))
        for step, a_number in enumerate(range(8585, 8593), start=3)
    ),
    *(
        Known(
            a_number,
            f"Integers that leave {left} when divided by {step}",
            partial(count, left, step),
        )
        for a_number, (step, left) in _PROGRESSIONS.items()
    ),
    Known(12, "One, for ever", partial(repeat, 1)),
    Known(4, "Zero, for ever", partial(repeat, 0)),
    Known(7395, "Two, for ever", partial(repeat, 2)),
    Known(10701, "Three, for ever", partial(repeat, 3)),
    Known(7, "One and then nothing but zeros", lambda: chain([1], repeat(0))),
    Known(35, "Zero and one in turn: n modulo 2", partial(cycle, [0, 1])),
    Known(59841, "One and zero in turn", partial(cycle, [1, 0])),
    Known(33999, "Plus one and minus one in turn", partial(cycle, [1, -1])),
    Known(34, "One and two in turn", partial(cycle, [1, 2])),
    *(
        Known(a_number, f"n modulo {m}", partial(cycle, range(m)))
        for m, a_number in enumerate(range(10872, 10878), start=3)
    ),
    formula(4526, "n divided by 2, rounded down", lambda n: n // 2),
    formula(2264, "n divided by 3, rounded down", lambda n: n // 3),
    formula(2265, "n divided by 4, rounded down", lambda n: n // 4),
    formula(2266, "n divided by 5, rounded down", lambda n: n // 5),
    formula(8619, "The positive integers, each twice", lambda n: n // 2 + 1),
    formula(
        1057, "All integers: 0, 1, -1, 2, -2 and so on", lambda n: (n + 1) // 2 * (-1) ** (n + 1)
    ),
    *(
        formula(a_number, f"The {name}", _power(k))
        for k, (a_number, name) in enumerate(_POWERS.items(), start=2)
    ),
    *(
        formula(a_number, f"Powers of {base}", partial(pow, base))
        for base, a_number in _BASES.items()
    ),
    formula(225, "Powers of 2 less one", lambda n: 2**n - 1),
    formula(51, "Powers of 2 plus one", lambda n: 2**n + 1),
    formula(24023, "Powers of 3 less one", lambda n: 3**n - 1),
    formula(34472, "Powers of 3 plus one", lambda n: 3**n + 1),
    formula(3462, "Sums of the first powers of 3", lambda n: (3**n - 1) // 2),
    formula(2450, "Sums of the first powers of 4", lambda n: (4**n - 1) // 3),
    formula(2275, "Repunits: only ones in decimal", lambda n: (10**n - 1) // 9),
    formula(2283, "Only nines in decimal: 10^n - 1", lambda n: 10**n - 1),
    formula(312, "n to the power n", lambda n: n**n),
    formula(918, "Powers of 2 less two", lambda n: 2**n - 2),
    formula(295, "2^n - n - 1", lambda n: 2**n - n - 1),
    formula(325, "2^n - n", lambda n: 2**n - n),
    formula(1787, "n times 2^(n - 1)", lambda n: n * 2**n // 2),
    formula(36289, "n times 2^n", lambda n: n * 2**n),
    formula(1792, "(n + 2) times 2^(n - 1)", lambda n: (n + 2) * 2**n // 2),
    formula(7689, "Sums 2^n + 3^n", lambda n: 2**n + 3**n),
    formula(1047, "Differences 3^n - 2^n", lambda n: 3**n - 2**n),
    formula(7583, "(2^(2n + 1) + 1)/3", lambda n: (2 ** (2 * n + 1) + 1) // 3),
    formula(272, "n^(n - 2), the labelled trees on n nodes", lambda n: n ** (n - 2), 2, (1, 1)),
    formula(169, "n^(n - 1), the labelled rooted trees on n nodes", lambda n: n ** (n - 1), 1),
    formula(2522, "Squares plus one", lambda n: n * n + 1),
    formula(5563, "Squares less one: n(n + 2)", lambda n: n * (n + 2)),
    formula(2378, "Products of neighbours: n(n + 1)", lambda n: n * (n + 1)),
    formula(2061, "n^2 - n + 1", lambda n: n * n - n + 1),
    formula(28387, "n + (n + 1)^2", lambda n: n + (n + 1) ** 2),
    formula(1105, "Twice the squares", lambda n: 2 * n * n),
    formula(33428, "Three times the squares", lambda n: 3 * n * n),
    formula(16742, "Squares of the even numbers", lambda n: 4 * n * n),
    formula(16754, "Squares of the odd numbers", lambda n: (2 * n + 1) ** 2),
    formula(96, "n(n + 3)/2", lambda n: n * (n + 3) // 2),
    formula(124, "Most pieces of a pancake after n cuts", lambda n: n * (n + 1) // 2 + 1),
    formula(2620, "Squares divided by 4, rounded down", lambda n: n * n // 4),
    formula(212, "Squares divided by 3, rounded down", lambda n: n * n // 3),
    formula(982, "Squares divided by 2, rounded up", lambda n: (n * n + 1) // 2),
    formula(125, "Most pieces of a cake after n cuts", lambda n: comb(n + 1, 3) + n + 1),
    formula(7531, "n(n - 1)(n - 2)", lambda n: n * (n - 1) * (n - 2)),
    formula(6003, "n(n^2 + 1)/2, the sums in magic squares", lambda n: n * (n * n + 1) // 2),
    formula(
        127, "Most regions that n points on a circle cut", lambda n: comb(n, 4) + comb(n, 2) + 1, 1
    ),
    formula(217, "Triangular numbers", partial(polygonal, 3)),
    *(
        formula(a_number, f"Polygonal numbers with {sides} sides", partial(polygonal, sides))
        for sides, a_number in _POLYGONS.items()
    ),
    formula(
        1318,
        "Pentagonal numbers with negative sides too",
        lambda n: polygonal(5, (n + 1) // 2 * (-1) ** (n + 1)),
    ),
    formula(5448, "Centred triangular numbers", partial(centred, 3)),
    formula(1844, "Centred square numbers", partial(centred, 4)),
    formula(5891, "Centred pentagonal numbers", partial(centred, 5)),
    formula(3215, "Centred hexagonal numbers", partial(centred, 6)),
    formula(3154, "Star numbers", partial(centred, 12)),
    formula(292, "Tetrahedral numbers", lambda n: comb(n + 2, 3)),
    formula(330, "Sums of the first squares", lambda n: n * (n + 1) * (2 * n + 1) // 6),
    formula(537, "Sums of the first cubes", lambda n: (n * (n + 1) // 2) ** 2),
    formula(
        538,
        "Sums of the first fourth powers",
        lambda n: n * (n + 1) * (2 * n + 1) * (3 * n * n + 3 * n - 1) // 30,
    ),
    formula(2411, "Pentagonal pyramidal numbers", lambda n: n * n * (n + 1) // 2),
    formula(2412, "Hexagonal pyramidal numbers", lambda n: n * (n + 1) * (4 * n - 1) // 6),
    formula(5900, "Octahedral numbers", lambda n: n * (2 * n * n + 1) // 3),
    formula(5898, "Centred cube numbers", lambda n: n**3 + (n + 1) ** 3),
    formula(447, "Sums of the first odd squares", lambda n: n * (4 * n * n - 1) // 3),
    formula(2415, "n^2(n^2 - 1)/12", lambda n: n * n * (n * n - 1) // 12),
    *(
        formula(a_number, f"Ways to choose {k} of n things", _choose(k), first)
        for a_number, k, first in _CHOICES
    ),
    formula(201, "n times the golden ratio, rounded down", _golden, 1),
    formula(1950, "n times the golden ratio squared, rounded down", lambda n: _golden(n, 3), 1),
    formula(1951, "n times the root of 2, rounded down", lambda n: isqrt(2 * n * n)),
    formula(22838, "n times the root of 3, rounded down", lambda n: isqrt(3 * n * n), 1),
    formula(22839, "n times the root of 5, rounded down", lambda n: isqrt(5 * n * n), 1),
    formula(3849, "The Fibonacci word", lambda n: 2 - _golden(n + 2) + _golden(n + 1)),
    formula(93, "The root of n cubed, rounded down", lambda n: isqrt(n**3)),
    formula(196, "The root of n, rounded down", isqrt),
    Known(2024, "k, taken k times", by_rows(lambda n: [n] * n, 1)),
    formula(
        3056,
        "The place of the last triangular number up to n",
        lambda n: (isqrt(8 * n + 1) - 1) // 2,
    ),
)

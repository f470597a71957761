"""Families by formula: progressions, powers, polynomials, figurate numbers, factorials."""

from __future__ import annotations

from itertools import product
from math import comb, factorial

from int2vec.arithmetic.known.elementary import centred, polygonal
from int2vec.corpus.catalog.base import Families, each, formula

_PATTERNS = [
    *((value,) for value in range(4, 40)),
    *product(range(10), range(-1, 10)),
    *product((0, 1, 2, 5), repeat=3),
    *product((-1, 0, 1), repeat=4),
    *product((1, 2, 3), repeat=4),
    *product((0, 1), repeat=5),
]

FAMILIES: Families = {
    "progressions": (
        formula("Arithmetic progression {a=1..26}n + {b=0..26}", lambda n, a, b: a * n + b),
        formula("Multiples of {a=27..100,111,128,144,365,512,1000}", lambda n, a: a * n),
    ),
    "falling progressions": (
        formula(
            "{b=0,1,5,10,12,20,24,50,64,99,100,144} less {a=1..12}n", lambda n, a, b: b - a * n
        ),
    ),
    "progressions with alternating signs": (
        formula("{a=1..8}n + {b=0..8} with signs in turn", lambda n, a, b: (-1) ** n * (a * n + b)),
    ),
    "powers": (
        formula("n^{k=2..16} + {c=-2..3}", lambda n, k, c: n**k + c),
        formula("n^{k=3..7} + n^{j=1..6}", lambda n, k, j: n**k + n**j),
        formula("n^{k=3..7} - n^{j=1..6}", lambda n, k, j: n**k - n**j),
        formula("{c=2..11}n^{k=3..6}", lambda n, c, k: c * n**k),
        formula("({a=2..7}n + {b=0..6})^{k=2..5}", lambda n, a, b, k: (a * n + b) ** k),
    ),
    "exponentials": (
        formula("{b=2..20}^n + {c=-5..5}", lambda n, b, c: b**n + c),
        formula("{c=1..25} times the powers of {b=2..12}", lambda n, b, c: c * b**n),
        formula("{c=2..11}*{b=2..5,10}^n + {d=-3,-1,1,3}", lambda n, b, c, d: c * b**n + d),
        formula("Sums of the first powers of {b=2..15}", lambda n, b: (b**n - 1) // (b - 1)),
    ),
    "sums and differences of exponentials": (
        formula("{a=2..12}^n + {b=1..11}^n", lambda n, a, b: a**n + b**n),
        formula("{a=2..12}^n - {b=1..11}^n", lambda n, a, b: a**n - b**n),
        formula("{a=2..10}^n + n^{b=1..5}", lambda n, a, b: a**n + n**b),
        formula("{a=2..10}^n - n^{b=1..5}", lambda n, a, b: a**n - n**b),
        formula("n^{b=1..5} times {a=2..10}^n", lambda n, a, b: n**b * a**n),
        formula("(n + {b=1..5}) times {a=2..10}^n", lambda n, a, b: (n + b) * a**n),
    ),
    "quadratics": (
        formula("{a=1..8}n^2 + {b=-6..6}n + {c=-5..7}", lambda n, a, b, c: (a * n + b) * n + c),
        formula("n^2 + {b=0,1}n + {c=-59..59}", lambda n, b, c: (n + b) * n + c),
        formula("n(n + {b=2..49})", lambda n, b: n * (n + b)),
        formula("{c=2..49} - n^2", lambda n, c: c - n * n),
    ),
    "halved quadratics": (
        formula(
            "({a=1,3,5,7,9,11,13}n^2 + {b=-7,-5,-3,-1,1,3,5,7,9,11}n)/2 + {c=0..3}",
            lambda n, a, b, c: (a * n + b) * n // 2 + c,
        ),
    ),
    "cubics": (
        formula(
            "{a=1..4}n^3 + {b=-3..3}n^2 + {c=-2..2}n + {d=-1..2}",
            lambda n, a, b, c, d: ((a * n + b) * n + c) * n + d,
        ),
        formula("n(n + {a=0..7})(n + {b=0..7})", lambda n, a, b: n * (n + a) * (n + b)),
    ),
    "quartics": (
        formula(
            "{a=1,2}n^4 + {b=-2..2}n^3 + {c=-1..3}n^2 + {d=-1..2}n",
            lambda n, a, b, c, d: (((a * n + b) * n + c) * n + d) * n,
        ),
    ),
    "products in progression": (
        formula(
            "({a=1..8}n + {b=1..8})({a}n + {c=2..12})", lambda n, a, b, c: (a * n + b) * (a * n + c)
        ),
    ),
    "periodic sequences": (
        each(
            "The pattern {pattern} over and over", lambda pattern: pattern * 110, pattern=_PATTERNS
        ),
    ),
    "polygonal numbers": (
        formula("Polygonal numbers with {s=3..120} sides", lambda n, s: polygonal(s, n)),
    ),
    "centred polygonal numbers": (
        formula("Centred polygonal numbers with {s=3..99} sides", lambda n, s: centred(s, n)),
    ),
    "binomial coefficients": (
        formula("C(n, {k=2..15})", lambda n, k: comb(n, k)),
        formula("C(n + {k=2..25}, {k})", lambda n, k: comb(n + k, k)),
        formula("C(n + {k=2..25}, {k}) - n", lambda n, k: comb(n + k, k) - n),
        formula(
            "C(n + {j=1..8}, {k=2..8}) + C(n, {j})", lambda n, k, j: comb(n + j, k) + comb(n, j)
        ),
        formula("C({p=2..7}n + {a=0..5}, n)", lambda n, p, a: comb(p * n + a, n)),
        formula("{p=2..7} C(2n + {a=0..5}, n)", lambda n, p, a: p * comb(2 * n + a, n)),
    ),
    "factorial kin": (
        formula("{k=2..12} n!", lambda n, k: k * factorial(n)),
        formula("n! + {k=-12..12}", lambda n, k: factorial(n) + k),
        formula("{k=2..12}^n n!", lambda n, k: k**n * factorial(n)),
        formula("n! + {k=2..12}^n", lambda n, k: factorial(n) + k**n),
        formula("n! (n + {k=2..12})", lambda n, k: factorial(n) * (n + k)),
        formula("(n!)^{k=2..8}", lambda n, k: factorial(n) ** k),
    ),
}

"""Families that count: Catalan, Bell and Euler kin, partitions, compositions, coins."""

from __future__ import annotations

from itertools import combinations

from int2vec.arithmetic import PROPERTIES
from int2vec.arithmetic.known.counting import eulerian, fuss_catalan, stirling2
from int2vec.arithmetic.known.partitions import parts
from int2vec.arithmetic.known.recurrences import ratio
from int2vec.arithmetic.known.register import famous
from int2vec.arithmetic.power_series import euler, exponential, multiply, product, reciprocal
from int2vec.arithmetic.sums import boustrophedon
from int2vec.corpus.catalog.base import Families, each

_COINS = [parts for size in (2, 3, 4) for parts in combinations((1, 2, 3, 4, 5, 6, 7, 8, 10), size)]
_PARTS = [parts for size in range(2, 6) for parts in combinations(range(1, 9), size)]
_KINDS = [p for p in PROPERTIES.values() if p.family != "remainders" and p.mask(40)[1:].sum() >= 3]


def _algebraic(flat: int, arch: int, gap: int) -> list[int]:
    """S = 1 + flat x S + arch x^gap S^2: Schroeder paths for gap 1, Motzkin paths for gap 2."""
    found = [1]
    for n in range(1, 40):
        pairs = sum(found[k] * found[n - gap - k] for k in range(n - gap + 1))
        found.append(flat * found[-1] + arch * pairs)
    return found


FAMILIES: Families = {
    "products in steps": (
        each(
            "Products of {a=2..9}k + {b=-7..8} for k = 1..n",
            lambda a, b: ratio(1, lambda k: a * k + b),
        ),
    ),
    "Catalan kin": (
        each("{r=1..8}/({p=2..9}n + {r}) C({p}n + {r}, n)", fuss_catalan),
        each("{k=2..12} times the Catalan numbers", lambda k: (k * c for c in fuss_catalan(2))),
        each("{k=2..12} more than the Catalan numbers", lambda k: (k + c for c in fuss_catalan(2))),
        each(
            "Paths with {flat=0..6} kinds of flat step, {arch=1..6} kinds of arch {gap=1,2} wide",
            _algebraic,
        ),
    ),
    "Bell and Stirling kin": (
        each(
            "Ways to split n things into {k=2..15} groups",
            lambda k: [r[k] for r in stirling2(70)[k:]],
        ),
        each(
            "Ways to split n things into groups in {k=2..15} colours",
            lambda k: exponential([k] * 30),
        ),
    ),
    "Euler and Bernoulli kin": (
        each("Permutations with {k=1..11} ascents", lambda k: [row[k] for row in eulerian(40)[k:]]),
        each(
            "To-and-fro transform of the {s.plural}",
            lambda s: boustrophedon(s.terms[:28]),
            s=famous(),
        ),
    ),
    "compositions with chosen parts": (
        each(
            "Ordered sums to n with the parts {parts}",
            lambda parts: reciprocal([1, *(-int(k in parts) for k in range(1, 80))]) or [],
            parts=_PARTS,
        ),
    ),
    "partitions": (
        each("Partitions of n in {c=1..25} colours", lambda c: euler([c] * 40)),
        each("Partitions of n into parts up to {c=1..25}", lambda c: parts(lambda k: k <= c, 64)),
        each("Partitions of n into parts from {c=1..25} on", lambda c: parts(lambda k: k >= c, 64)),
        each(
            "Partitions of n with no part more than {c=1..25} times",
            lambda c: parts(lambda k: k % (c + 1), 64),
        ),
    ),
    "partitions by remainders": (
        each(
            "Partitions into parts that leave {left=0..9} modulo {m=2..10}",
            lambda left, m: parts(lambda k: k % m == left, 80),
        ),
    ),
    "partitions into a set": (
        each(
            "Partitions of n where each part {kind.words}",
            lambda kind: euler(kind.mask(75)[1:].astype(int).tolist()),
            kind=_KINDS,
        ),
        each(
            "Partitions of n into different parts, each of which {kind.words}",
            lambda kind: product(kind.mask(75)[1:].astype(int).tolist(), 1),
            kind=_KINDS,
        ),
    ),
    "coins": (
        each(
            "Ways to pay n with coins of {coins}",
            lambda coins: parts(lambda k: k in coins, 100),
            coins=_COINS,
        ),
    ),
    "products of powers of 1 - x^k": (
        each(
            "Product of (1 - x^({a=1..5}k))^({p=-2,-1,1,2}) (1 - x^({b=2..6}k))^({q=-2,-1,1,2})",
            lambda a, b, p, q: euler([-p * (k % a == 0) - q * (k % b == 0) for k in range(1, 66)]),
        ),
    ),
    "rational generating functions": (
        each(
            "(1 + {p=-1..1}x + {q=-1..1}x^2 + {r=-1..1}x^3)/((1 - x^{a=1..3})(1 - x^{b=1..5}))",
            lambda p, q, r, a, b: multiply(
                [1, p, q, r] + [0] * 96, euler([(k == a) + (k == b) for k in range(1, 100)])
            ),
        ),
    ),
}

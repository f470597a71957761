"""Counting: factorials, Catalan and Bell numbers, and what is made like them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, count, product
from math import comb, factorial

from int2vec.arithmetic import divisors, mobius, phi
from int2vec.arithmetic.known import counting
from int2vec.arithmetic.known.partitions import rooted_trees
from int2vec.arithmetic.known.recurrences import ratio
from int2vec.arithmetic.power_series import boustrophedon, exponential, multiply
from int2vec.corpus.catalog.base import Entry, family
from int2vec.corpus.catalog.polynomials import signed


@family("factorial kin")
def _factorials() -> Iterator[Entry]:
    for k in range(2, 13):
        yield f"Factorials times {k}", (k * factorial(n) for n in count(0))
        yield f"n!/{k}!", (factorial(n) // factorial(k) for n in count(k))
        yield f"n! + {k}", (factorial(n) + k for n in count(0))
        yield f"n! - {k}", (factorial(n) - k for n in count(0))
        yield f"{k}^n n!", (k**n * factorial(n) for n in count(0))
        yield f"n! + {k}^n", (factorial(n) + k**n for n in count(0))
        yield f"n! (n + {k})", (factorial(n) * (n + k) for n in count(0))
        yield f"Products n(n - {k})(n - {2 * k}) ...", counting.multifactorials(k)
        yield f"(n!)^{k}", (factorial(n) ** k for n in count(0))
        yield f"({k}n)!/n!", (factorial(k * n) // factorial(n) for n in count(0))
        yield f"Sums of k! {k}^k", accumulate(factorial(n) * k**n for n in count(0))
    for step, start in product(range(2, 10), range(1, 9)):
        if start <= step:
            term = signed((step, "k"), (start - step, ""))
            yield (
                f"Products of {term} for k = 1..n",
                ratio(1, _progression(step, start)),
            )
    yield "Products of the first factorials", ratio(1, factorial)
    yield (
        "Sums of factorials with signs in turn",
        accumulate((-1) ** n * factorial(n) for n in count(0)),
    )


def _progression(step: int, start: int) -> Callable[[int], int]:
    return lambda k: step * k + start - step


@family("permutations by fixed points")
def _rencontres() -> Iterator[Entry]:
    for k in range(0, 8):
        yield (
            f"Permutations of n things that keep exactly {k} in place",
            (comb(n, k) * d for n, d in zip(count(k), counting.derangements(), strict=False)),
        )
    for k in range(2, 9):
        yield f"a(n) = n a(n-1) + {k}^n", _inhomogeneous(k)
        yield f"a(n) = n a(n-1) + ({-k})^n", _inhomogeneous(-k)


def _inhomogeneous(k: int) -> Iterator[int]:
    term = 1
    for n in count(1):
        yield term
        term = n * term + k**n


@family("binomials of multiples")
def _binomials() -> Iterator[Entry]:
    for p, a in product(range(2, 8), range(0, 6)):
        yield f"C({p}n + {a}, n)", (comb(p * n + a, n) for n in count(0))
        yield f"C({p}n, n + {a})", (comb(p * n, n + a) for n in count(a))
        yield f"{p} C(2n + {a}, n)", (p * comb(2 * n + a, n) for n in count(0))
    for k in range(2, 7):
        yield (
            f"Sums of the {k}th powers of the binomial coefficients",
            (sum(comb(n, j) ** k for j in range(n + 1)) for n in count(0)),
        )
    for a, b in product(range(1, 5), range(1, 5)):
        yield (
            f"Central coefficients of (1 + {a}x + {b}x^2)^n",
            (
                sum(
                    comb(n, 2 * j) * comb(2 * j, j) * b**j * a ** (n - 2 * j)
                    for j in range(n // 2 + 1)
                )
                for n in range(40)
            ),
        )
        yield (
            f"Sums of C(n, k)^{a} C(n + k, k)^{b}",
            (sum(comb(n, j) ** a * comb(n + j, j) ** b for j in range(n + 1)) for n in range(24)),
        )


@family("Catalan kin")
def _catalan() -> Iterator[Entry]:
    for p, r in product(range(2, 10), range(1, 9)):
        yield f"{r}/({p}n + {r}) C({p}n + {r}, n)", counting.fuss_catalan(p, r)
    for k in range(2, 13):
        yield f"{k} times the Catalan numbers", (k * c for c in counting.fuss_catalan(2))
        yield f"Catalan numbers plus {k}", (c + k for c in counting.fuss_catalan(2))
        yield (
            f"{k}^n times the Catalan numbers",
            (k**n * c for n, c in enumerate(counting.fuss_catalan(2))),
        )
    for flat, arch in product(range(0, 7), range(1, 7)):
        yield (
            f"Motzkin paths with {flat} kinds of flat step and {arch} kinds of arch",
            _motzkin(flat, arch),
        )
        yield (
            f"Schroeder paths with {flat + 1} kinds of flat step and {arch} kinds of arch",
            _schroeder(flat + 1, arch),
        )


def _motzkin(flat: int, arch: int) -> list[int]:
    """M = 1 + flat x M + arch x^2 M^2."""
    found = [1]
    for n in range(1, 42):
        pairs = sum(found[k] * found[n - 2 - k] for k in range(n - 1))
        found.append(flat * found[-1] + arch * pairs)
    return found


def _schroeder(flat: int, arch: int) -> list[int]:
    """S = 1 + flat x S + arch x S^2."""
    found = [1]
    for n in range(1, 32):
        pairs = sum(found[k] * found[n - 1 - k] for k in range(n))
        found.append(flat * found[-1] + arch * pairs)
    return found


@family("Bell and Stirling kin")
def _bell() -> Iterator[Entry]:
    sets, cycles = counting.stirling2(70), counting.stirling1(50)
    for k in range(2, 16):
        yield f"Ways to split n things into {k} groups", [row[k] for row in sets[k:]]
        yield f"Permutations of n things with {k} cycles", [row[k] for row in cycles[k:]]
        yield (
            f"Ways to split n + {k} things into n groups",
            [row[n] for n, row in enumerate(sets[k:])],
        )
        yield (
            f"Permutations of n + {k} things with n cycles",
            [row[n] for n, row in enumerate(cycles[k:])],
        )
        yield f"Ways to split n things into at most {k} groups", [sum(row[: k + 1]) for row in sets]
        yield f"Ways to split n things into groups in {k} colours", exponential([k] * 30)
        yield (
            f"Ways to split n things into groups of at most {k}",
            exponential([int(j <= k) for j in range(1, 42)]),
        )
        yield (
            f"Ways to split n things into groups of at least {k}",
            exponential([int(j >= k) for j in range(1, 36)]),
        )
        yield (
            f"Permutations of n things without cycles longer than {k}",
            exponential([factorial(j - 1) * (j <= k) for j in range(1, 30)]),
        )
        yield (
            f"Permutations of n things without cycles shorter than {k}",
            exponential([factorial(j - 1) * (j >= k) for j in range(1, 28)]),
        )
    for a, b in product(range(0, 4), range(1, 5)):
        blocks = [a + b * j for j in range(1, 28)]
        yield (
            f"Splits of n things where a group of k comes in {signed((b, 'k'), (a, ''))} kinds",
            (exponential(blocks)),
        )


@family("weak orders")
def _fubini() -> Iterator[Entry]:
    rows = counting.stirling2(30)
    for x in range(1, 10):
        yield (
            f"Sums of k! {x}^k over the splits of n things into k groups",
            [sum(factorial(k) * x**k * s for k, s in enumerate(row)) for row in rows],
        )
        yield (
            f"Sums of (k + {x})!/{x}! over the splits of n things into k groups",
            [sum(factorial(k + x) // factorial(x) * s for k, s in enumerate(row)) for row in rows],
        )
        yield (
            f"Sums of (-{x})^k over the splits of n things into k groups",
            [sum((-x) ** k * s for k, s in enumerate(row)) for row in rows],
        )


@family("Euler and Bernoulli kin")
def _euler() -> Iterator[Entry]:
    rows = counting.eulerian(40)
    for k in range(1, 12):
        yield f"Permutations with {k} ascents", [row[k] for row in rows[k:]]
    for x in range(2, 12):
        yield (
            f"Eulerian polynomials at {x}",
            [sum(a * x**k for k, a in enumerate(row)) for row in rows[:26]],
        )
    seeds = {
        "ones": [1] * 28,
        "the integers": list(range(1, 29)),
        "the squares": [n * n for n in range(28)],
        "powers of 2": [2**n for n in range(28)],
        "powers of 3": [3**n for n in range(26)],
        "factorials": [factorial(n) for n in range(22)],
        "ones and zeros": [1, 0] * 14,
        "zeros and ones": [0, 1] * 14,
        "signs": [1, -1] * 14,
        "Catalan numbers": [comb(2 * n, n) // (n + 1) for n in range(26)],
        "the triangular numbers": [n * (n + 1) // 2 for n in range(28)],
    }
    for name, seed in seeds.items():
        yield f"To-and-fro transform of {name}", boustrophedon(seed)
    yield (
        "Genocchi numbers without sign",
        [
            abs(2 * (4**n - 1) * b.numerator // b.denominator)
            for n, b in enumerate(counting.bernoulli(40)[2::2], start=1)
        ],
    )


@family("trees and necklaces")
def _necklaces() -> Iterator[Entry]:
    for colours in range(2, 17):
        yield (
            f"Necklaces of n beads in {colours} colours",
            [
                sum((phi(d) or 0) * colours ** (n // d) for d in divisors(n) or []) // n
                for n in range(1, 60)
            ],
        )
        words = [
            sum((mobius(d) or 0) * colours ** (n // d) for d in divisors(n) or [])
            for n in range(1, 60)
        ]
        yield f"Words of n letters out of {colours} that are no repetition", words
        yield (
            f"Such words out of {colours} letters up to turning",
            [w // n for n, w in enumerate(words, start=1)],
        )
        yield (
            f"Labelled trees on n nodes with {colours} colours for a node",
            (colours**n * n ** (n - 2) if n > 1 else colours for n in count(1)),
        )
    trees = rooted_trees(40)
    yield "Rooted trees on n nodes", trees
    yield "Ordered pairs of rooted trees with n nodes together", multiply(trees, trees)[1:]
    yield (
        "Unlabelled trees on n nodes",
        [
            trees[n]
            - (sum(trees[k] * trees[n - k] for k in range(1, n)) - (0 if n % 2 else trees[n // 2]))
            // 2
            for n in range(1, 40)
        ],
    )
    for p in range(2, 8):
        yield f"Functions from n things to themselves, times {p}", (p * n**n for n in count(1))


@family("compositions with chosen parts")
def _compositions() -> Iterator[Entry]:
    for mask in range(1, 256):
        parts = [k + 1 for k in range(8) if mask >> k & 1]
        if len(parts) < 2:
            continue
        counts = [1]
        for n in range(1, 80):
            counts.append(sum(counts[n - p] for p in parts if p <= n))
        yield f"Ordered sums to n with the parts {', '.join(map(str, parts))}", counts

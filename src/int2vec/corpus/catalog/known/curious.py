"""Well-known self-referential sequences, sieves, Beatty sequences, expansions and triangles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, count
from math import comb, gcd, isqrt, lcm

from int2vec.corpus.catalog import counting, expansions, orbits, selfref, sieves
from int2vec.corpus.catalog.known.elementary import Known
from int2vec.corpus.catalog.series import flatten


def _selfref() -> Iterator[Known]:
    of = "Hofstadter sequences"
    yield 1462, of, "Golomb: a(n) is how often n occurs", selfref.golomb
    yield 5185, of, "Hofstadter's Q", selfref.hofstadter_q
    yield 5206, of, "Hofstadter's G", lambda: selfref.hofstadter(2)
    yield 5374, of, "Hofstadter's H", lambda: selfref.hofstadter(3)
    yield 4001, of, "Conway's ten-thousand-dollar sequence", selfref.conway
    yield 2, "Kolakoski sequences", "Kolakoski's sequence", lambda: selfref.kolakoski(1, 2)
    yield 5132, "Recaman sequences", "Recaman's walk", selfref.recaman
    yield 181391, "Van Eck sequences", "How long ago the last term was seen", selfref.van_eck
    yield (
        5150,
        "look and say",
        "Each term reads the last one aloud",
        lambda: selfref.look_and_say(1),
    )
    yield 2858, "Ulam numbers", "Ulam numbers", lambda: sieves.ulam(1, 2)
    of = "greedy sequences"
    yield 5282, of, "Greedy numbers whose pairwise sums differ", sieves.mian_chowla
    yield (
        3278,
        of,
        "Greedy numbers without three in progression",
        lambda: sieves.no_progression([1, 2]),
    )
    yield 64413, of, "Smallest unused number that shares a factor with the last", sieves.ekg
    yield (
        98550,
        of,
        "Smallest unused number prime to the last but not to the one before",
        (sieves.yellowstone),
    )
    yield 959, "sieves", "Lucky numbers", sieves.lucky
    yield 3309, "sieves", "Ludic numbers", sieves.ludic
    yield 960, "sieves", "Survivors of the sieve of Flavius Josephus", sieves.flavius


def _orbits() -> Iterator[Known]:
    of = "Collatz"
    yield 6577, of, "Steps from n to 1 under 3n + 1", lambda: map(orbits.steps_to_one, count(1))
    yield 6370, of, "Where 3n + 1 takes n", lambda: map(orbits.collatz, count(1))
    yield 25586, of, "The highest point on the way from n to 1", lambda: map(orbits.peak, count(1))
    yield (
        8908,
        of,
        "How many numbers there are on the way from n to 1",
        lambda: (orbits.steps_to_one(n) + 1 for n in count(1)),
    )
    yield (
        14682,
        of,
        "Where 3n + 1 takes n when odd steps are halved at once",
        lambda: ((3 * n + 1) // 2 if n % 2 else n // 2 for n in count(0)),
    )
    yield 8884, of, "The way of 27 under 3n + 1", lambda: orbits.orbit(27, orbits.collatz)


def _floors() -> Iterator[Known]:
    of = "Beatty sequences"
    yield (
        201,
        of,
        "n times the golden ratio, rounded down",
        lambda: ((n + isqrt(5 * n * n)) // 2 for n in count(1)),
    )
    yield (
        1950,
        of,
        "n times the golden ratio squared, rounded down",
        lambda: ((3 * n + isqrt(5 * n * n)) // 2 for n in count(1)),
    )
    yield (
        1951,
        of,
        "n times the root of 2, rounded down",
        lambda: (isqrt(2 * n * n) for n in count(0)),
    )
    yield (
        22838,
        of,
        "n times the root of 3, rounded down",
        lambda: (isqrt(3 * n * n) for n in count(1)),
    )
    yield (
        22839,
        of,
        "n times the root of 5, rounded down",
        lambda: (isqrt(5 * n * n) for n in count(1)),
    )
    yield (
        3849,
        of,
        "The Fibonacci word",
        lambda: (
            2 - ((n + 2 + isqrt(5 * (n + 2) ** 2)) // 2 - (n + 1 + isqrt(5 * (n + 1) ** 2)) // 2)
            for n in count(0)
        ),
    )
    yield 93, of, "The root of n cubed, rounded down", lambda: (isqrt(n**3) for n in count(0))
    yield 196, of, "The root of n, rounded down", lambda: map(isqrt, count(0))
    yield 2024, of, "k, taken k times", lambda: flatten(lambda n: [n] * n, 1)
    yield (
        3056,
        of,
        "The place of the last triangular number up to n",
        lambda: ((isqrt(8 * n + 1) - 1) // 2 for n in count(0)),
    )


def _expansions() -> Iterator[Known]:
    of = "decimal expansions"
    roots = {2193: 2, 2194: 3, 2163: 5, 10464: 6, 10465: 7, 10466: 8, 10467: 10}
    for a_number, k in roots.items():
        yield a_number, of, f"Decimals of the root of {k}", partial(expansions.root_digits, k)
    yield 796, of, "Decimals of pi", lambda: expansions.digits_of(expansions.pi(120))
    yield 1113, of, "Decimals of e", lambda: expansions.digits_of(expansions.e(120))
    yield 1622, of, "Decimals of the golden ratio", lambda: expansions.surd_digits(1, 5, 2)
    yield 2162, of, "Decimals of the logarithm of 2", lambda: expansions.log_digits(2)
    yield 2391, of, "Decimals of the logarithm of 3", lambda: expansions.log_digits(3)
    of = "continued fractions"
    yield 1203, of, "Continued fraction of pi", lambda: expansions.fraction_of(expansions.pi(120))
    yield (
        3417,
        of,
        "Continued fraction of e",
        lambda: chain([2], flatten(lambda n: (1, 2 * n, 1), 1)),
    )
    yield 10121, of, "Continued fraction of the root of 7", lambda: expansions.root_fraction(7)


def _triangle(entry: Callable[[int, int], int]) -> Callable[[], Iterable[int]]:
    return lambda: flatten(lambda n: [entry(n, k) for k in range(n + 1)])


def _square(entry: Callable[[int, int], int]) -> Callable[[], Iterable[int]]:
    """A symmetric table of i, j >= 1 read by antidiagonals."""
    return lambda: flatten(lambda n: [entry(k + 1, n - k + 1) for k in range(n + 1)])


def _triangles() -> Iterator[Known]:
    of = "triangles"
    yield 7318, of, "Pascal's triangle", _triangle(comb)
    yield (
        130595,
        of,
        "Pascal's triangle with signs",
        _triangle(lambda n, k: (-1) ** (n - k) * comb(n, k)),
    )
    yield 47999, of, "Pascal's triangle modulo 2", _triangle(lambda n, k: comb(n, k) % 2)
    yield 38207, of, "Coefficients of (2 + x)^n", _triangle(lambda n, k: comb(n, k) * 2 ** (n - k))
    yield 13609, of, "Coefficients of (1 + 2x)^n", _triangle(lambda n, k: comb(n, k) * 2**k)
    yield (
        8277,
        of,
        "Ways to split n things into k groups",
        lambda: chain.from_iterable(row[1:] for row in counting.stirling2(14)),
    )
    yield (
        132393,
        of,
        "Permutations of n things with k cycles",
        lambda: chain.from_iterable(counting.stirling1(14)),
    )
    yield (
        8292,
        of,
        "Permutations of n things with k ascents",
        lambda: chain.from_iterable(counting.eulerian(14)),
    )
    yield (
        1263,
        of,
        "Narayana's triangle",
        lambda: flatten(lambda n: [comb(n, k) * comb(n, k - 1) // n for k in range(1, n + 1)], 1),
    )
    yield (
        9766,
        of,
        "Catalan's triangle",
        _triangle(lambda n, k: comb(n + k, k) * (n - k + 1) // (n + 1)),
    )
    yield (
        8288,
        of,
        "King's walks in a table",
        _triangle(
            lambda n, k: sum(comb(n - k, j) * comb(k, j) * 2**j for j in range(min(k, n - k) + 1))
        ),
    )
    yield 11971, of, "Aitken's triangle of Bell numbers", lambda: chain.from_iterable(_aitken(14))
    yield 2260, of, "1..n for every n", lambda: flatten(lambda n: range(1, n + 1), 1)
    yield 4736, of, "n down to 1 for every n", lambda: flatten(lambda n: range(n, 0, -1), 1)
    yield (
        27750,
        of,
        "The divisors of every n",
        lambda: flatten(lambda n: [d for d in range(1, n + 1) if n % d == 0], 1),
    )
    yield (
        51731,
        of,
        "One where k divides n",
        lambda: flatten(lambda n: [int(n % k == 0) for k in range(1, n + 1)], 1),
    )
    of = "tables by antidiagonals"
    yield 3991, of, "The multiplication table", _square(lambda i, j: i * j)
    yield 3989, of, "Greatest common divisors", _square(gcd)
    yield 3990, of, "Least common multiples", _square(lcm)
    yield 3983, of, "The smaller of two numbers", _square(min)
    yield 51125, of, "The larger of two numbers", _square(max)
    yield 3987, of, "Sums without carry in binary", _triangle(lambda n, k: k ^ (n - k))


def _aitken(rows: int) -> Iterator[list[int]]:
    row = [1]
    for _ in range(rows):
        yield row
        longer = [row[-1]]
        for entry in row:
            longer.append(longer[-1] + entry)
        row = longer


def entries() -> Iterator[Known]:
    """The well-known sequences of this file."""
    return chain(_selfref(), _orbits(), _floors(), _expansions(), _triangles())

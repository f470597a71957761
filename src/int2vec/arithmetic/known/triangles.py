"""Known triangles read by rows, and tables read by antidiagonals."""

from __future__ import annotations

from collections.abc import Callable
from math import comb, gcd, lcm

from int2vec.arithmetic.divisors import divisors
from int2vec.arithmetic.known.base import Known, by_rows
from int2vec.arithmetic.known.counting import bell_rows, eulerian, stirling1, stirling2


def _triangle(a_number: int, name: str, entry: Callable[[int, int], int]) -> Known:
    """The triangle of entry(n, k) for 0 <= k <= n."""
    return Known(a_number, name, by_rows(lambda n: [entry(n, k) for k in range(n + 1)]))


def _table(a_number: int, name: str, entry: Callable[[int, int], int]) -> Known:
    """A symmetric table of i, j >= 1 read by antidiagonals."""
    return _triangle(a_number, name, lambda n, k: entry(k + 1, n - k + 1))


SEQUENCES = (
    _triangle(7318, "Pascal's triangle", comb),
    _triangle(130595, "Pascal's triangle with signs", lambda n, k: (-1) ** (n - k) * comb(n, k)),
    _triangle(47999, "Pascal's triangle modulo 2", lambda n, k: comb(n, k) % 2),
    _triangle(38207, "Coefficients of (2 + x)^n", lambda n, k: comb(n, k) * 2 ** (n - k)),
    _triangle(13609, "Coefficients of (1 + 2x)^n", lambda n, k: comb(n, k) * 2**k),
    Known(8277, "Ways to split n things into k groups", by_rows(lambda n: stirling2(16)[n][1:], 1)),
    Known(132393, "Permutations of n things with k cycles", by_rows(lambda n: stirling1(16)[n])),
    Known(8292, "Permutations of n things with k ascents", by_rows(lambda n: eulerian(16)[n])),
    _triangle(
        1263, "Narayana's triangle", lambda n, k: comb(n + 1, k + 1) * comb(n + 1, k) // (n + 1)
    ),
    _triangle(9766, "Catalan's triangle", lambda n, k: comb(n + k, k) * (n - k + 1) // (n + 1)),
    _triangle(
        8288,
        "King's walks in a table",
        lambda n, k: sum(comb(n - k, j) * comb(k, j) * 2**j for j in range(k + 1)),
    ),
    Known(
        11971,
        "Aitken's triangle of Bell numbers",
        lambda: (entry for row in bell_rows() for entry in row),
    ),
    _triangle(2260, "1..n for every n", lambda n, k: k + 1),
    _triangle(4736, "n down to 1 for every n", lambda n, k: n - k + 1),
    Known(27750, "The divisors of every n", by_rows(lambda n: divisors(n) or [], 1)),
    _triangle(51731, "One where k divides n", lambda n, k: int((n + 1) % (k + 1) == 0)),
    _table(3991, "The multiplication table", lambda i, j: i * j),
    _table(3989, "Greatest common divisors", gcd),
    _table(3990, "Least common multiples", lcm),
    _table(3983, "The smaller of two numbers", min),
    _table(51125, "The larger of two numbers", max),
    _triangle(3987, "Sums without carry in binary", lambda n, k: k ^ (n - k)),
)

"""What known sequences count: splits, permutations, partitions; runs and steps to 1."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import accumulate

from int2vec.arithmetic.power_series import euler

Rows = list[list[int]]


def _triangle(first: int, step: Callable[[int, int, int, int], int]) -> Callable[[int], Rows]:
    """So many rows of a triangle: n, k, the entry above and that to its left give each entry."""

    @lru_cache(maxsize=4)
    def rows(many: int) -> Rows:
        triangle = [[1]]
        for n in range(first + 1, many + first):
            last = [0, *triangle[-1], 0]
            triangle.append([step(n, k, last[k + 1], last[k]) for k in range(len(last) - 1)])
        return triangle

    return rows


stirling2 = _triangle(0, lambda _, k, above, left: k * above + left)
"""Ways to split n things into k groups, n and k from 0."""
stirling1 = _triangle(0, lambda n, _, above, left: (n - 1) * above + left)
"""Permutations of n things with k cycles, n and k from 0."""
eulerian = _triangle(1, lambda n, k, above, left: (k + 1) * above + (n - k) * left)
"""Permutations of n things with k ascents, n from 1 and k from 0."""


def bell_rows() -> Iterator[list[int]]:
    """Aitken's triangle, whose rows begin with the Bell numbers: 1; 1, 2; 2, 3, 5; ..."""
    row = [1]
    while True:
        yield row
        row = list(accumulate(row, initial=row[-1]))


def parts(test: Callable[[int], object], n: int) -> list[int]:
    """Ways to write 0..n as a sum of parts that pass a test.

    >>> parts(lambda k: k % 2, 8)
    [1, 1, 1, 2, 2, 3, 4, 5, 6]
    """
    return euler([int(bool(test(k))) for k in range(1, n + 1)])


def kolakoski(*letters: int, length: int = 110) -> list[int]:
    """The sequence of two letters that describes its own runs.

    >>> kolakoski(1, 2, length=8)
    [1, 2, 2, 1, 1, 2, 1, 2]
    """
    found: list[int] = []
    runs = 0
    while len(found) < length:
        letter = letters[runs % 2]
        found += [letter] * (found[runs] if runs < len(found) else letter)
        runs += 1
    return found[:length]


def collatz(n: int) -> int:
    """Half of an even n, 3n + 1 of an odd one."""
    return 3 * n + 1 if n % 2 else n // 2


def way(n: int) -> list[int]:
    """The Collatz steps that lead from n to 1, n itself among them.

    >>> way(3)
    [3, 10, 5, 16, 8, 4, 2, 1]
    """
    found = [n]
    while found[-1] > 1:
        found.append(collatz(found[-1]))
    return found


def fibonacci(n: int) -> int:
    """The n-th Fibonacci number.

    >>> fibonacci(10)
    55
    """
    x, y = 0, 1
    for _ in range(n):
        x, y = y, x + y
    return x

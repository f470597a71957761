"""Triangles read by rows and tables read by antidiagonals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, chain, product
from math import comb, factorial, gcd, lcm

from int2vec.arithmetic.known import counting
from int2vec.corpus.catalog.base import Entry, family
from int2vec.corpus.catalog.polynomials import signed

_ROWS = 15

Rows = list[list[int]]


def _fill(entry: Callable[[int, int], int], rows: int = _ROWS) -> Rows:
    return [[entry(n, k) for k in range(n + 1)] for n in range(rows)]


def _classical() -> dict[str, Rows]:
    """The triangles that are varied below, by name."""
    return {
        "Pascal's triangle": _fill(comb),
        "ways to split n things into k groups": counting.stirling2(_ROWS),
        "permutations with k cycles": counting.stirling1(_ROWS),
        "permutations with k ascents": counting.eulerian(_ROWS),
        "Narayana's triangle": _fill(lambda n, k: comb(n + 1, k + 1) * comb(n + 1, k) // (n + 1)),
        "Catalan's triangle": _fill(lambda n, k: comb(n + k, k) * (n - k + 1) // (n + 1)),
        "splits into k ordered lists": _fill(
            lambda n, k: comb(n, k) * factorial(n + 1) // factorial(k + 1)
        ),
        "arrangements of k out of n": _fill(lambda n, k: factorial(n) // factorial(n - k)),
        "king's walks": _fill(
            lambda n, k: sum(comb(n - k, j) * comb(k, j) * 2**j for j in range(n + 1))
        ),
        "squares of binomial coefficients": _fill(lambda n, k: comb(n, k) ** 2),
        "C(n + k, k)": _fill(lambda n, k: comb(n + k, k)),
        "C(2n, k)": _fill(lambda n, k: comb(2 * n, k)),
        "k^n": _fill(lambda n, k: k**n),
        "(k + 1)^(n - k)": _fill(lambda n, k: (k + 1) ** (n - k)),
        "n^k": _fill(lambda n, k: n**k),
        "products (n + 1)(k + 1)": _fill(lambda n, k: (n + 1) * (k + 1)),
        "n^2 + k^2": _fill(lambda n, k: n * n + k * k),
        "n^2 - k^2": _fill(lambda n, k: n * n - k * k),
        "greatest common divisors": _fill(lambda n, k: gcd(n + 1, k + 1)),
        "least common multiples": _fill(lambda n, k: lcm(n + 1, k + 1)),
        "n modulo k": _fill(lambda n, k: (n + 1) % (k + 1)),
        "n over k rounded down": _fill(lambda n, k: (n + 1) // (k + 1)),
        "ones where k divides n": _fill(lambda n, k: int((n + 1) % (k + 1) == 0)),
        "ones where n and k share no factor": _fill(lambda n, k: int(gcd(n + 1, k + 1) == 1)),
        "carry-free sums": _fill(lambda n, k: n ^ k),
        "bits in common": _fill(lambda n, k: n & k),
        "the integers by rows": _fill(lambda n, k: n * (n + 1) // 2 + k + 1),
        "the smaller distance to an end": _fill(lambda n, k: min(k, n - k)),
        "products of distances to the ends": _fill(lambda n, k: (k + 1) * (n - k + 1)),
    }


@family("triangles")
def _triangles() -> Iterator[Entry]:
    for name, rows in _classical().items():
        title = name[0].upper() + name[1:]
        yield f"{title}, by rows", chain.from_iterable(rows)
        yield f"{title}, rows backwards", chain.from_iterable(row[::-1] for row in rows)
        yield (
            f"{title}, with signs in turn",
            ((-1) ** k * t for row in rows for k, t in enumerate(row)),
        )
        yield (
            f"{title}, with signs by rows",
            ((-1) ** n * t for n, row in enumerate(rows) for t in row),
        )
        yield f"{title}, sums along the rows", chain.from_iterable(map(accumulate, rows))
        for k in (2, 3, 4):
            yield f"{title}, times {k}", (k * t for row in rows for t in row)
            yield f"{title}, modulo {k}", (t % k for row in rows for t in row)
        yield f"{title}, plus one", (t + 1 for row in rows for t in row)
        yield f"{title}, less one", (t - 1 for row in rows for t in row)
        yield f"{title}, without first entries", chain.from_iterable(row[1:] for row in rows)
        yield f"{title}, without last entries", chain.from_iterable(row[:-1] for row in rows)
        yield (
            f"{title}, columns times their number",
            ((k + 1) * t for row in rows for k, t in enumerate(row)),
        )


@family("sums and diagonals of triangles")
def _row_sums() -> Iterator[Entry]:
    for name, rows in _classical().items():
        yield f"Row sums: {name}", [sum(row) for row in rows]
        yield (
            f"Row sums with signs in turn: {name}",
            [sum((-1) ** k * t for k, t in enumerate(row)) for row in rows],
        )
        yield f"Central entries: {name}", [row[len(row) // 2] for row in rows]
        yield f"Largest entries: {name}", [max(row) for row in rows]
        yield f"Sums of squares in rows: {name}", [sum(t * t for t in row) for row in rows]
        yield (
            f"Sums of k times the k-th entry: {name}",
            [sum(k * t for k, t in enumerate(row)) for row in rows],
        )
        yield (
            f"Diagonal sums: {name}",
            [
                sum(rows[n - k][k] for k in range(n // 2 + 1) if k < len(rows[n - k]))
                for n in range(len(rows))
            ],
        )
        for d in range(1, 4):
            yield f"Diagonal {d}: {name}", [row[len(row) - 1 - d] for row in rows if len(row) > d]
            yield f"Column {d}: {name}", [row[d] for row in rows if len(row) > d]


@family("Pascal-like triangles")
def _pascal_like() -> Iterator[Entry]:
    for left, right in product(range(0, 7), range(1, 7)):
        if (left, right) != (1, 1):
            rows: Rows = [[1]]
            for n in range(1, _ROWS):
                last = rows[-1]
                inner = [last[k - 1] + last[k] for k in range(1, n)]
                rows.append([left, *inner, right])
            yield (
                f"Pascal's rule with {left} on the left and {right} on the right",
                (chain.from_iterable(rows)),
            )
    for a, b in product(range(-3, 6), range(1, 6)):
        if a:
            yield (
                f"Coefficients of ({signed((a, ''), (b, 'x'))})^n",
                (comb(n, k) * a ** (n - k) * b**k for n in range(_ROWS) for k in range(n + 1)),
            )
    for k in range(2, 30):
        yield (
            f"Pascal's triangle modulo {k}",
            (comb(n, j) % k for n in range(_ROWS) for j in range(n + 1)),
        )
    for a, b in product(range(1, 5), range(1, 5)):
        rows = [[1]]
        for n in range(1, _ROWS):
            last = [0, *rows[-1], 0]
            rows.append([a * last[k] + b * last[k + 1] + (n % 2) * 0 for k in range(n + 1)])
        yield (
            f"Each entry {a} times the one up left plus {b} times the one up right",
            (chain.from_iterable(rows)),
        )


@family("polynomial powers")
def _polynomial_powers() -> Iterator[Entry]:
    for factors in product((-1, 0, 1, 2, 3), (-1, 1, 2), (-1, 1, 2)):
        row, rows = [1], [[1]]
        for _ in range(9):
            longer = [0] * (len(row) + 2)
            for i, t in enumerate(row):
                for j, factor in enumerate(reversed(factors)):
                    longer[i + j] += t * factor
            row = longer
            rows.append(row)
        name = signed((factors[0], "x^2"), (factors[1], "x"), (factors[2], ""))
        yield f"Coefficients of ({name})^n, by rows", chain.from_iterable(rows)


@family("tables by antidiagonals")
def _tables() -> Iterator[Entry]:
    entries: dict[str, Callable[[int, int], int]] = {
        "i + j": lambda i, j: i + j,
        "i j": lambda i, j: i * j,
        "i^2 + j^2": lambda i, j: i * i + j * j,
        "i^2 + i j + j^2": lambda i, j: i * i + i * j + j * j,
        "i^2 j": lambda i, j: i * i * j,
        "i^j": lambda i, j: i**j,
        "|i - j|": lambda i, j: abs(i - j),
        "i - j": lambda i, j: i - j,
        "the larger of i and j": max,
        "the smaller of i and j": min,
        "gcd(i, j)": gcd,
        "lcm(i, j)": lcm,
        "i modulo j": lambda i, j: i % j,
        "i over j rounded down": lambda i, j: i // j,
        "i and j in carry-free sum": lambda i, j: i ^ j,
        "bits common to i and j": lambda i, j: i & j,
        "bits of i or j": lambda i, j: i | j,
        "C(i + j, i)": lambda i, j: comb(i + j, i),
        "i written after j": lambda i, j: int(f"{j}{i}"),
    }
    for name, entry in entries.items():
        for a, b in product((1, 2, 3), (0, 1, 2)):
            form = f"{a} times ({name})" if a > 1 else name
            yield (
                f"Table of {form}{f' plus {b}' if b else ''}, by antidiagonals",
                (a * entry(n - k + 1, k + 1) + b for n in range(_ROWS) for k in range(n + 1)),
            )


@family("runs of integers")
def _runs() -> Iterator[Entry]:
    for first, step in product(range(0, 6), range(1, 5)):
        yield (
            f"{first} to n in steps of {step}, for every n",
            (k for n in range(first, 40) for k in range(first, n + 1, step)),
        )
        yield (
            f"n down to {first} in steps of {step}, for every n",
            (k for n in range(first, 40) for k in range(n, first - 1, -step)),
        )
    for k in range(1, 10):
        yield f"n, taken {k} times, then the next", (n for n in range(60) for _ in range(k))
        yield (
            f"1 to n and back, for every n from {k}",
            (j for n in range(k, 30) for j in (*range(1, n + 1), *range(n - 1, 0, -1))),
        )
        yield (
            f"Up and down between 0 and {k + 1}",
            (abs((n + k + 1) % (2 * k + 2) - k - 1) for n in range(110)),
        )

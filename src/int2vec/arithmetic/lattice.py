"""Short vectors of a lattice, and so small whole numbers that relate real ones."""

from collections.abc import Sequence
from operator import mul


def reduced(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """A basis of the same lattice with short vectors, by Lenstra, Lenstra and Lovász.

    In whole numbers throughout: `inner` are the products with the orthogonal basis, `sizes` the
    determinants that make them whole.

    >>> reduced([[1, 0, 1414], [0, 1, 1000]])[0]
    [-5, 7, -70]
    """
    basis = [list(row) for row in rows]
    n = len(basis)
    inner = [[0] * n for _ in range(n)]
    sizes = [1] + [0] * n
    for k in range(n):
        for j in range(k + 1):
            size = sum(map(mul, basis[k], basis[j]))
            for i in range(j):
                size = (sizes[i + 1] * size - inner[k][i] * inner[j][i]) // sizes[i]
            inner[k][j] = size
        sizes[k + 1] = inner[k][k]

    def subtract(k: int, j: int) -> None:
        times = (2 * inner[k][j] + sizes[j + 1]) // (2 * sizes[j + 1])
        if times:
            basis[k] = [a - times * b for a, b in zip(basis[k], basis[j], strict=True)]
            inner[k][j] -= times * sizes[j + 1]
            for i in range(j):
                inner[k][i] -= times * inner[j][i]

    def swap(k: int) -> None:
        basis[k - 1], basis[k] = basis[k], basis[k - 1]
        for j in range(k - 1):
            inner[k][j], inner[k - 1][j] = inner[k - 1][j], inner[k][j]
        shared = inner[k][k - 1]
        smaller = (sizes[k - 1] * sizes[k + 1] + shared * shared) // sizes[k]
        for i in range(k + 1, n):
            above = inner[i][k]
            inner[i][k] = (sizes[k + 1] * inner[i][k - 1] - shared * above) // sizes[k]
            inner[i][k - 1] = (smaller * above + shared * inner[i][k]) // sizes[k + 1]
        sizes[k] = smaller

    k = 1
    while k < n:
        subtract(k, k - 1)
        long = 4 * sizes[k + 1] * sizes[k - 1]
        if long < 3 * sizes[k] * sizes[k] - 4 * inner[k][k - 1] ** 2:
            swap(k)
            k = max(1, k - 1)
        else:
            for j in range(k - 2, -1, -1):
                subtract(k, j)
            k += 1
    return basis

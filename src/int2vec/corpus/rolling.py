"""Hashes of runs of terms in constant time each, after one pass over the terms.

The hash of x₀ … x₍ₙ₋₁₎ is Σ xₖ·Bᵏ modulo 2⁶⁴ for an odd B. Odd numbers have an inverse there, so
the hash of any run is a difference of two prefix sums, moved back to power 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BASE = 0x9E3779B97F4A7C15  # odd; 2**64 over the golden ratio
_MASK = (1 << 64) - 1
_INVERSE = pow(BASE, -1, 1 << 64)


def mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Each number scattered over 64 bits, one to one (the finaliser of SplitMix64)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


class Rolling:
    """Hashes of runs of `x`.

    >>> terms = Rolling(mix(np.array([7, 1, 2, 3, 1, 2, 3], np.uint64)))
    >>> one, two, other = terms.runs(np.array([1, 4, 0]), np.array([4, 7, 3])).tolist()
    >>> one == two, one == other
    (True, False)
    """

    def __init__(self, x: NDArray[np.uint64]) -> None:
        self._back = powers(len(x) + 1, _INVERSE)
        self._sums = np.zeros(len(x) + 1, np.uint64)
        np.cumsum(x * powers(len(x)), out=self._sums[1:])

    def runs(
        self, starts: NDArray[np.int64], ends: NDArray[np.int64] | NDArray[np.int32]
    ) -> NDArray[np.uint64]:
        """The hashes of the runs from `starts` up to, not including, `ends`."""
        hashes: NDArray[np.uint64] = (self._sums[ends] - self._sums[starts]) * self._back[starts]
        return hashes


def powers(n: int, base: int = BASE) -> NDArray[np.uint64]:
    """base⁰ … base⁽ⁿ⁻¹⁾ modulo 2⁶⁴.

    >>> powers(4, 10).tolist()
    [1, 10, 100, 1000]
    """
    result = np.full(n, base & _MASK, np.uint64)
    result[:1] = 1
    return np.cumprod(result, dtype=np.uint64)

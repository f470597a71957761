"""The facts that properties are stated in, for one integer or for all of 0..limit at once.

`Facts` has the same attributes in both cases, plain numbers or NumPy arrays, so that a property
such as `f.sigma > 2 * f.n` is written down once.
"""

from collections.abc import Callable
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.digits import digits
from int2vec.arithmetic.divisors import FOLDS, Fold
from int2vec.arithmetic.primes import factorise, is_prime, prime_index, prime_mask, primes_up_to
from int2vec.arithmetic.shapes import iroot
from int2vec.errors import UndecidedError

Either = Any  # an integer, or an array of them

_BY_DIGITS = {
    "digits": Fold(0, lambda so_far, d: so_far + 1),
    "digit_sum": Fold(0, lambda so_far, d: so_far + d),
    "digit_product": Fold(1, lambda so_far, d: so_far * d),
    "digit_set": Fold(0, lambda so_far, d: so_far | 1 << d),  # a bit for each digit that occurs
    "reversal": Fold(0, lambda so_far, d: 10 * so_far + d),
}
"""Functions of the digits, the last one first."""
# How many ones, and how many digits, n has in binary; for an integer and for an array.
_BINARY: dict[str, tuple[Callable[[int], int], Callable[[Either], Either]]] = {
    "ones": (int.bit_count, np.bitwise_count),
    "bits": (int.bit_length, lambda n: np.frexp(n)[1]),
}


class Facts:
    """The facts about n, each worked out when it is first asked for.

    n is an integer >= 1 or the array of 0..limit, in which position 0 means nothing.

    >>> Facts(12).sigma, Facts(np.arange(7)).sigma[1:].tolist()
    (28, [1, 3, 4, 7, 6, 12])
    """

    def __init__(self, n: Either) -> None:
        self.n = n

    def __getattr__(self, name: str) -> Either:
        """A function of the prime factors or of the digits, decimal or binary."""
        if name in FOLDS:
            found = self._folded(FOLDS[name], self._factors)
        elif name in _BY_DIGITS:
            found = self._folded(_BY_DIGITS[name], self._places)
        elif name in _BINARY:
            found = _BINARY[name][not isinstance(self.n, int)](self.n)
        else:
            raise AttributeError(name)
        self.__dict__[name] = found
        return found

    def _folded(self, fold: Fold, rounds: list[tuple[Either, ...]]) -> Either:
        if isinstance(self.n, int):
            return reduce(lambda so_far, given: fold.step(so_far, *given), rounds, fold.start)
        found = np.full(len(self.n), fold.start)
        for here, *given in rounds:
            found[here] = fold.step(found[here], *given)
        return found

    @cached_property
    def _factors(self) -> list[tuple[Either, ...]]:
        """The primes and exponents; for an array: where there is a next one, and which."""
        if not isinstance(self.n, int):
            return _factor_rounds(self.n)
        found = factorise(self.n)
        if found is None:
            raise UndecidedError
        return list(found.items())

    @cached_property
    def _places(self) -> list[tuple[Either, ...]]:
        """The digits, the last one first; for an array: where there is a next one, and which."""
        if isinstance(self.n, int):
            return [(digit,) for digit in reversed(digits(self.n))]
        rounds, power = [], 1
        while (here := np.flatnonzero(self.n >= power)).size:
            rounds.append((here, self.n[here] // power % 10))
            power *= 10
        return rounds

    @cached_property
    def prime_digit_sum(self) -> Either:
        """The digit sums of the prime factors, added up with multiplicity."""
        by_prime = Fold(0, lambda so_far, p, e: so_far + e * Facts(p).digit_sum)
        return self._folded(by_prime, self._factors)

    def prime(self, values: Either) -> Either:
        """Whether a number computed from n is prime."""
        if isinstance(values, int):
            return is_prime(values)
        return _kept_mask(1 << int(values.max()).bit_length())[np.maximum(values, 0)]

    def root(self, values: Either, k: int) -> Either:
        """The integer part of the k-th root of a number computed from n; 0 below 0."""
        if isinstance(values, int):
            return iroot(max(values, 0), k)
        values = np.maximum(values, 0)
        rounded = np.rint(values ** (1 / k)).astype(np.int64)
        return rounded - (rounded**k > values)

    def power(self, values: Either, k: int) -> Either:
        """Whether a number computed from n is the k-th power of an integer from 0 on."""
        return self.root(values, k) ** k == values

    @cached_property
    def perfect_power(self) -> Either:
        exponents = primes_up_to(max(2, int(np.max(self.bits))))
        return reduce(or_, (self.power(self.n, k) for k in exponents))

    @cached_property
    def is_prime(self) -> Either:
        return self.prime(self.n)

    @cached_property
    def place(self) -> Either:
        """The place among the primes; 0 for what is not prime."""
        if not isinstance(self.n, int):
            return np.cumsum(self.is_prime) * self.is_prime
        if self.n >= 10**7 and self.is_prime:
            raise UndecidedError
        return prime_index(self.n) or 0

    @cached_property
    def twos(self) -> Either:
        """How often 2 divides n; meant for n > 0."""
        return abs(Facts(self.n & -self.n).bits - 1)


def _factor_rounds(n: NDArray[np.int64]) -> list[tuple[Either, ...]]:
    smallest = n.copy()
    for q in primes_up_to(int(len(n) ** 0.5)):
        multiples = smallest[q * q :: q]
        np.copyto(multiples, q, where=multiples == n[q * q :: q])
    rounds, rest = list[tuple[Either, ...]](), np.maximum(n, 1)
    # Each round takes one prime with its whole power out of every integer: at most
    # seven rounds below 2**20, since 2*3*5*7*11*13*17*19 is larger.
    while (here := np.flatnonzero(rest > 1)).size:
        left = rest[here]
        p, e = smallest[left], 0 * left
        while (more := left % p == 0).any():
            left = np.where(more, left // p, left)
            e += more
        rest[here] = left
        rounds.append((here, p, e))
    return rounds


_kept_mask = lru_cache(maxsize=8)(prime_mask)
facts = lru_cache(maxsize=512)(Facts)
"""The facts about n, shared by the properties that are asked about it one after another."""


@lru_cache(maxsize=8)
def fact_table(limit: int) -> Facts:
    """The facts about 0..limit, kept for the next question."""
    return Facts(np.arange(limit + 1, dtype=np.int64))

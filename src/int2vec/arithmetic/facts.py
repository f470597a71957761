"""The facts that properties are stated in, for one integer or for all of 0..limit at once.

`Facts` and `FactTable` carry the same attributes, plain numbers in the one and NumPy arrays
in the other, so that a property such as `f.sigma > 2 * f.n` is written down once.
"""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.digits import digit_product, digit_sum, digits, reverse_digits
from int2vec.arithmetic.divisors import FOLDS, fold_factors
from int2vec.arithmetic.primes import factorise, is_prime, prime_index, prime_mask, primes_up_to
from int2vec.errors import UndecidedError


class Facts:
    """The facts about one integer n >= 1, each worked out when it is first asked for."""

    def __init__(self, n: int) -> None:
        self.n = n

    @cached_property
    def factors(self) -> dict[int, int]:
        found = factorise(self.n)
        if found is None:
            raise UndecidedError
        return found

    def prime(self, values: int) -> bool:
        """Whether a number computed from n is prime."""
        return is_prime(values)

    @cached_property
    def is_prime(self) -> bool:
        return is_prime(self.n)

    @cached_property
    def place(self) -> int:
        """The place of a prime among the primes; 0 for what is not prime."""
        if self.n >= 10**7 and self.is_prime:
            raise UndecidedError
        return prime_index(self.n) or 0

    def __getattr__(self, name: str) -> int:
        """A fact by its digits, or a function of the prime factors, out of `FOLDS`."""
        if name in _OF_INTEGER:
            value = _OF_INTEGER[name](self.n)
        elif name in FOLDS:
            value = fold_factors(name, self.factors)
        else:
            raise AttributeError(name)
        self.__dict__[name] = value
        return value

    @cached_property
    def prime_digit_sum(self) -> int:
        """The digit sums of the prime factors, added up with multiplicity."""
        return sum(e * digit_sum(p) for p, e in self.factors.items())


_OF_INTEGER: dict[str, Callable[[int], int]] = {
    "twos": lambda n: (n & -n).bit_length() - 1,
    "ones": int.bit_count,
    "bits": int.bit_length,
    "digits": lambda n: len(digits(n)),
    "digit_sum": digit_sum,
    "digit_product": digit_product,
    "reversal": reverse_digits,
    "digit_set": lambda n: sum(1 << d for d in set(digits(n))),  # the digits that occur
}
Array = NDArray[np.int64]


class FactTable:
    """The same facts about 0..limit as arrays of length limit + 1; position 0 means nothing."""

    def __init__(self, limit: int) -> None:
        self.n = np.arange(limit + 1, dtype=np.int64)
        self._primes = prime_mask(max(64, 4 * limit + 4))
        self.is_prime = self._primes[: limit + 1]
        self.place = np.cumsum(self.is_prime) * self.is_prime
        self._by_digits()
        self.ones = np.bitwise_count(self.n.astype(np.uint64)).astype(np.int64)
        low = np.maximum(self.n & -self.n, 1)
        self.twos = np.bitwise_count((low - 1).astype(np.uint64)).astype(np.int64)
        self.bits = np.frexp(self.n.astype(np.float64))[1].astype(np.int64)

    def __getattr__(self, name: str) -> Array:
        """A function of the prime factors, out of `FOLDS`."""
        if name not in FOLDS:
            raise AttributeError(name)
        start, step = FOLDS[name]
        found: Array = np.full(len(self.n), start)
        for here, p, e in self._factors:
            found[here] = step(found[here], p, e)
        self.__dict__[name] = found
        return found

    @cached_property
    def prime_digit_sum(self) -> Array:
        found = np.zeros_like(self.n)
        for here, p, e in self._factors:
            found[here] += e * self.digit_sum[p]
        return found

    def prime(self, values: Array) -> NDArray[np.bool_]:
        """Where numbers computed from n are prime."""
        top = int(values.max())
        mask = self._primes if top < len(self._primes) else prime_mask(top)
        return np.where(values >= 0, mask[np.maximum(values, 0)], False)

    @cached_property
    def _factors(self) -> list[tuple[Array, Array, Array]]:
        """The next primes of all integers that have one more: where, which, to what power."""
        smallest = self.n.copy()
        for q in primes_up_to(int(len(self.n) ** 0.5)):
            multiples = smallest[q * q :: q]
            np.copyto(multiples, q, where=multiples == self.n[q * q :: q])
        rounds: list[tuple[Array, Array, Array]] = []
        rest: Array = np.maximum(self.n, 1)
        # Each round takes one prime with its whole power out of every integer: at most
        # seven rounds below 2**20, since 2*3*5*7*11*13*17*19 is larger.
        while (here := np.flatnonzero(rest > 1)).size:
            left: Array = rest[here]
            p, e = smallest[left], 0 * left
            while (more := left % p == 0).any():
                left = np.where(more, left // p, left)
                e += more
            rest[here] = left
            rounds.append((here, p, e))
        return rounds

    def _by_digits(self) -> None:
        shape = self.n.shape
        self.digits, self.digit_sum = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self.digit_product, self.digit_set = np.ones(shape, np.int64), np.zeros(shape, np.int64)
        self.reversal, rest = np.zeros(shape, np.int64), self.n.copy()
        while (here := rest > 0).any():
            digit = rest % 10
            self.digits += here
            self.digit_sum += digit
            self.digit_product = np.where(here, self.digit_product * digit, self.digit_product)
            self.digit_set |= np.where(here, 1 << digit, 0)
            self.reversal = np.where(here, self.reversal * 10 + digit, self.reversal)
            rest //= 10


@lru_cache(maxsize=512)
def facts(n: int) -> Facts:
    """The facts about n, shared by the properties that are asked about it one after another."""
    return Facts(n)


@lru_cache(maxsize=8)
def fact_table(limit: int) -> FactTable:
    """The facts about 0..limit, kept for the next question."""
    return FactTable(limit)


Either = Any
"""A `Facts` or a `FactTable`: properties are lambdas over either."""

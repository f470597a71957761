"""Operations on the value of an integer: powers, roots, factorials, primes and factors."""

from __future__ import annotations

from collections.abc import Callable
from math import factorial, prod

from int2vec.arithmetic.divisors import sigma, tau
from int2vec.arithmetic.primes import factorise, is_prime, next_prime, nth_prime, prime_index
from int2vec.arithmetic.shapes import iroot
from int2vec.predict.analogy.rule import Function, Operation, bounded


def power(exponent: int) -> Function:
    """The function n ↦ n^exponent."""
    return lambda n: bounded(n**exponent) if abs(n) < 10**6 else None


def root(exponent: int) -> Function:
    """The function that gives the whole root of a perfect power, and None for the rest."""

    def whole_root(n: int) -> int | None:
        if n < 0:
            return None
        r = iroot(n, exponent)
        return r if r**exponent == n else None

    return whole_root


def exponential(base: int) -> Function:
    """The function n ↦ base^n."""
    return lambda n: bounded(base**n) if 0 <= n < 50 else None


def shifted(k: int) -> Function:
    """The function n ↦ n + k."""
    return lambda n: n + k


def scaled(k: int) -> Function:
    """The function n ↦ k·n."""
    return lambda n: n * k


def divided(k: int) -> Function:
    """The function n ↦ n/k where that is whole."""
    return lambda n: n // k if n % k == 0 else None


def self_power(n: int) -> int | None:
    """n to the n.

    >>> self_power(4)
    256
    """
    return n**n if 0 < n < 13 else None


def _factorial(n: int) -> int | None:
    return factorial(n) if 0 <= n < 18 else None


def _triangle(n: int) -> int | None:
    return n * (n + 1) // 2 if 0 <= n < 10**7 else None


def _sum_of_squares(n: int) -> int | None:
    return n * (n + 1) * (2 * n + 1) // 6 if 0 <= n < 10**4 else None


def _sum_of_cubes(n: int) -> int | None:
    return (n * (n + 1) // 2) ** 2 if 0 <= n < 10**3 else None


def fibonacci(n: int) -> int | None:
    """The n-th Fibonacci number.

    >>> fibonacci(10)
    55
    """
    if not 0 <= n < 70:
        return None
    x, y = 0, 1
    for _ in range(n):
        x, y = y, x + y
    return x


def prime_after(k: int) -> Function:
    """The function that gives the k-th prime after n (before n for negative k)."""

    def step(n: int) -> int | None:
        if not 0 <= n < 10**6:
            return None
        for _ in range(abs(k)):
            if k > 0:
                n = next_prime(n)
                continue
            n -= 1
            while n > 1 and not is_prime(n):
                n -= 1
            if n < 2:
                return None
        return n

    return step


def _nth_prime(n: int) -> int | None:
    return nth_prime(n) if 0 < n < 10**4 else None


def _prime_index(n: int) -> int | None:
    return prime_index(n) if 1 < n < 10**5 else None


def _of_factors(make: Callable[[dict[int, int]], int | None]) -> Function:
    def of(n: int) -> int | None:
        if not 1 < n < 10**12:
            return None
        factors = factorise(n)
        return make(factors) if factors else None

    return of


def _divisor_function(function: Function) -> Function:
    return lambda n: function(n) if 0 < n < 10**9 else None


def value_operations() -> list[Operation]:
    """Every operation on the value of n that needs no free number, commonest cheapest."""
    factor = _of_factors
    table: list[tuple[str, float, Function, str]] = [
        ("{x}²", 1.5, power(2), "power"),
        ("{x}³", 2.0, power(3), "power"),
        ("{x}⁴", 4.5, power(4), "power"),
        ("{x}⁵", 5.5, power(5), "power"),
        ("{x}⁶", 8.0, power(6), "power"),
        ("√{x}", 2.0, root(2), "root"),
        ("∛{x}", 2.5, root(3), "root"),
        ("∜{x}", 6.0, root(4), "root"),
        ("{x}^{x}", 4.5, self_power, "power"),
        ("2^{x}", 4.5, exponential(2), "power"),
        ("3^{x}", 7.0, exponential(3), "power"),
        ("{x}!", 5.0, _factorial, "power"),
        ("the triangular number of {x}", 4.5, _triangle, "power"),
        ("the sum of the squares up to {x}", 7.0, _sum_of_squares, "power"),
        ("the sum of the cubes up to {x}", 7.0, _sum_of_cubes, "power"),
        ("the Fibonacci number of {x}", 8.0, fibonacci, "power"),
        ("the next prime after {x}", 4.0, prime_after(1), "prime"),
        ("the 2nd prime after {x}", 6.0, prime_after(2), "prime"),
        ("the 3rd prime after {x}", 7.5, prime_after(3), "prime"),
        ("the prime before {x}", 4.5, prime_after(-1), "prime"),
        ("the 2nd prime before {x}", 6.5, prime_after(-2), "prime"),
        ("the 3rd prime before {x}", 8.0, prime_after(-3), "prime"),
        ("the prime whose index is {x}", 6.0, _nth_prime, "prime"),
        ("the prime index of {x}", 6.5, _prime_index, "prime"),
        ("the largest prime factor of {x}", 6.0, factor(max), "factor"),
        ("the smallest prime factor of {x}", 7.0, factor(min), "factor"),
        ("the sum of the prime factors of {x}", 6.0, factor(_sum_with_repeats), "factor"),
        ("the sum of the distinct prime factors of {x}", 7.5, factor(sum), "factor"),
        ("the product of the distinct prime factors of {x}", 8.0, factor(prod), "factor"),
        ("the number of divisors of {x}", 8.0, _divisor_function(tau), "factor"),
        ("the sum of the divisors of {x}", 8.0, _divisor_function(sigma), "factor"),
    ]
    return [Operation(*row) for row in table]


def _sum_with_repeats(factors: dict[int, int]) -> int:
    return sum(p * e for p, e in factors.items())


def inner_operations(largest: int = 10) -> list[Operation]:
    """n + k, k·n and n/k for small k: what may happen before the main operation."""
    found = []
    for k in range(1, largest + 1):
        price = 2.0 + 1.2 * (k - 1) ** 0.75
        found.append(Operation(f"{{x}} + {k}", price, shifted(k), "linear"))
        found.append(Operation(f"{{x}} − {k}", price, shifted(-k), "linear"))
        if k > 1:
            found.append(Operation(f"{k}·{{x}}", price, scaled(k), "linear"))
            found.append(Operation(f"{{x}}/{k}", price, divided(k), "linear"))
    return found

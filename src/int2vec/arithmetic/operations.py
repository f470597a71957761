"""The list of operations on integers, each once, with its words, function, domain and costs.

Rules that complete sequences and rules that solve analogies are put together from this list. A
cost (in bits, see `costs`) belongs to a use, because people reach for an operation more readily
in one place than in another; an operation without a cost for a use is not tried there:

    function   f(n) in a formula for the n-th term: a(n) = n² + prime(n)
    step       f of the term before; plus, minus, times: the term before and its f
    fact       f(n) decides the n-th term, however it does
    quantity   f(n) is the same, prime, a square … for all members n of a set
    analogy    b = f(a), alone or with small numbers and other operations
    curve      a = g(x) and b = h(x + k) for a hidden x; g and h rise from their `start` on
    feature    f(a) = f(b), so f(c) = f(d)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from math import comb, factorial, isqrt

from int2vec.arithmetic.digit_operations import DIGIT_OPERATIONS
from int2vec.arithmetic.digits import digit_sum
from int2vec.arithmetic.divisors import Omega, of_factors, omega, phi, sigma, tau, valuation
from int2vec.arithmetic.operation import Function, Operation, operation
from int2vec.arithmetic.primes import (
    is_prime,
    next_prime,
    nth_prime,
    prime_index,
    primes_up_to,
)
from int2vec.arithmetic.shapes import iroot

FACTORED = 10**12
"""Larger integers are not factorised for a question."""

_power = partial(operation, "power")
_prime = partial(operation, "prime")
_factor = partial(operation, "factor", low=1, high=FACTORED)
_binary = partial(operation, "binary")


def fibonacci(n: int) -> int:
    """The n-th Fibonacci number.

    >>> fibonacci(10)
    55
    """
    x, y = 0, 1
    for _ in range(n):
        x, y = y, x + y
    return x


def whole_root(n: int, exponent: int) -> int | None:
    """The root of a perfect power, None for the rest.

    >>> whole_root(49, 2), whole_root(50, 2), whole_root(-27, 3)
    (7, None, -3)
    """
    if n < 0:
        opposite = whole_root(-n, exponent) if exponent % 2 else None
        return None if opposite is None else -opposite
    root = iroot(n, exponent)
    return root if root**exponent == n else None


def _raised(exponent: int, sentence: str | None = None, **bits: float) -> Operation:
    """n to a fixed power, as far as the power has at most 40 digits."""
    size = 10 ** (40 // exponent)
    words = "{x}" + "⁰¹²³⁴⁵⁶"[exponent]
    raised = _power(words, lambda n: n**exponent, sentence, low=-size, high=size, start=0)
    return replace(raised, bits=bits)


POWERS = (
    _power("1", lambda n: 1, function=1),
    operation("linear", "{x}", lambda n: n, start=0, function=1.5, curve=0),
    _raised(2, "the square of {x}", function=2.5, step=3, analogy=1.5, curve=1.5),
    _raised(3, "the cube of {x}", function=3, step=4, analogy=2, curve=2),
    _raised(4, function=4.5, analogy=4.5, curve=4.5),
    _raised(5, function=5.5, analogy=5.5, curve=6),
    _raised(6, analogy=8),
    _power("√{x}", lambda n: whole_root(n, 2), "the square root of {x}", step=3, analogy=2),
    _power("∛{x}", lambda n: whole_root(n, 3), "the cube root of {x}", step=4, analogy=2.5),
    _power("∜{x}", lambda n: whole_root(n, 4), analogy=6),
    _power("{x}²/2", lambda n: None if n % 2 else n * n // 2, "half the square of {x}", step=6),
    _power(
        "{x}({x} + 1)",
        lambda n: n * (n + 1),
        "{x} times one more than it",
        start=0,
        step=5,
        curve=2.5,
    ),
    _power("{x}({x} − 1)", lambda n: n * (n - 1), "{x} times one less than it", step=5),
    _power(
        "the triangular number of {x}",
        lambda n: n * (n + 1) // 2,
        high=10**20,
        analogy=4.5,
        curve=5,
    ),
    _power(
        "the sum of the squares up to {x}",
        lambda n: n * (n + 1) * (2 * n + 1) // 6,
        high=10**4,
        analogy=7,
    ),
    _power(
        "the sum of the cubes up to {x}", lambda n: (n * (n + 1) // 2) ** 2, high=1000, analogy=7
    ),
    _power("2^{x}", lambda n: 2**n, high=50, start=0, function=3, analogy=4.5, curve=4),
    _power("3^{x}", lambda n: 3**n, high=50, start=0, function=4, analogy=7, curve=5.5),
    _power("4^{x}", lambda n: 4**n, function=5),
    _power("5^{x}", lambda n: 5**n, function=5),
    _power("6^{x}", lambda n: 6**n, function=6),
    _power("7^{x}", lambda n: 7**n, function=6),
    _power("10^{x}", lambda n: 10**n, function=5),
    _power("2^{x} − 1", lambda n: 2**n - 1, high=50, start=0, curve=6),
    _power("2^{x} + 1", lambda n: 2**n + 1, high=50, start=0, curve=6),
    _power("(−1)^{x}", lambda n: (-1) ** n, function=3.5),
    _power("(−1)^{x}·{x}", lambda n: (-1) ** n * n, function=6),
    _power("(−2)^{x}", lambda n: (-2) ** n, function=6),
    _power("{x}·2^{x}", lambda n: n << n, function=5),
    _power("2^({x}²)", lambda n: 1 << n * n if n < 40 else None, function=7),
    _power("2^C({x},2)", lambda n: 1 << n * (n - 1) // 2 if n < 60 else None, function=7),
    _power("2^(2^{x})", lambda n: 1 << (1 << n) if n < 11 else None, function=7),
    _power("{x}^{x}", lambda n: n**n, low=1, high=13, function=5, analogy=4.5, curve=6),
    _power("{x}^({x}−1)", lambda n: n ** (n - 1) if n else None, function=6),
    _power("{x}^({x}−2)", lambda n: n ** (n - 2) if n > 1 else None, function=7),
    _power("{x}^({x}+1)", lambda n: n ** (n + 1), function=6),
    _power("({x}+1)^{x}", lambda n: (n + 1) ** n, function=6),
    _power("{x}!", factorial, high=18, function=4, analogy=5, curve=5),
    _power("({x}+1)!", lambda n: factorial(n + 1), function=5.5),
    _power("(2{x}−1)!!", lambda n: factorial(2 * n) // (factorial(n) << n), function=6),
    _power("C(2{x},{x})", lambda n: comb(2 * n, n), function=6),
    _power("the {x}-th Catalan number", lambda n: comb(2 * n, n) // (n + 1), function=6),
    _power("Fibonacci({x})", fibonacci, high=70, start=2, function=5, analogy=8, curve=6.5),
)


def _of_primes(make: Callable[[int, int], int]) -> Function:
    """A function of n from a function of the n-th prime and the next."""

    def of(n: int) -> int | None:
        p, q = nth_prime(n), nth_prime(n + 1)
        return None if p is None or q is None else make(p, q)

    return of


def prime_after(n: int, k: int) -> int | None:
    """The k-th prime after n, or before n where k is negative.

    >>> prime_after(10, 2), prime_after(10, -1), prime_after(2, -1)
    (13, 7, None)
    """
    for _ in range(k):
        n = next_prime(n)
    for _ in range(-k):
        n -= 1
        while n > 1 and not is_prime(n):
            n -= 1
        if n < 2:
            return None
    return n


_of_prime = partial(_prime, low=1, high=10**4)
_near_prime = partial(_prime, high=10**6)
PRIMES = (
    _of_prime("prime({x})", nth_prime, function=4, analogy=6, curve=4),
    _of_prime("prime({x})²", _of_primes(lambda p, q: p * p), function=5, curve=4.5),
    _of_prime("prime({x})³", _of_primes(lambda p, q: p**3), function=6, curve=6),
    _of_prime("prime({x})² + 1", _of_primes(lambda p, q: p * p + 1), curve=7),
    _of_prime("prime({x})² − 1", _of_primes(lambda p, q: p * p - 1), curve=7),
    _of_prime("prime({x})·prime({x}+1)", _of_primes(lambda p, q: p * q), function=7, curve=5),
    _of_prime("prime({x}) + prime({x}+1)", _of_primes(lambda p, q: p + q), curve=6.5),
    _prime("{x}·prime({x})", lambda n: n * p if (p := nth_prime(n)) else None, function=6),
    _prime("prime({x}+1)", lambda n: nth_prime(n + 1), function=5),
    _prime("prime({x}+1)²", lambda n: (nth_prime(n + 1) or 0) ** 2, function=7),
    _prime("prime({x}−1)", lambda n: nth_prime(n - 1), function=6),
    _prime("the number of primes up to {x}", lambda n: len(primes_up_to(n)), function=7),
    _prime("the prime index of {x}", prime_index, low=2, high=10**5, analogy=6.5),
    _prime("the gap from {x} to the next prime", lambda n: next_prime(n) - n, quantity=8),
    _near_prime("the next prime after {x}", next_prime, analogy=4),
    _near_prime("the 2nd prime after {x}", lambda n: prime_after(n, 2), analogy=6),
    _near_prime("the 3rd prime after {x}", lambda n: prime_after(n, 3), analogy=7.5),
    _near_prime("the prime before {x}", lambda n: prime_after(n, -1), analogy=4.5),
    _near_prime("the 2nd prime before {x}", lambda n: prime_after(n, -2), analogy=6.5),
    _near_prime("the 3rd prime before {x}", lambda n: prime_after(n, -3), analogy=8),
)


def _of_factors(name: str) -> Function:
    """A function of the prime factors of n > 1."""
    return lambda n: of_factors(name, n) if n > 1 else None


FACTORS = (
    _factor("the number of divisors of {x}", tau, function=6, quantity=8, analogy=8, feature=8),
    _factor("the sum of the divisors of {x}", sigma, function=6, quantity=8, analogy=8),
    _factor("the totient of {x}", phi, function=6, quantity=8),
    _factor("the number of prime factors of {x}", Omega, function=7, quantity=8),
    _factor("the number of different primes in {x}", omega, function=7, quantity=8),
    _factor("the number of divisors of 2{x}", lambda n: tau(2 * n), function=8),
    _factor("the number of divisors of {x}²", lambda n: tau(n * n), function=8),
    _factor("the sum of the divisors of {x}²", lambda n: sigma(n * n), function=8),
    _factor("the sum of the squared divisors of {x}", lambda n: sigma(n, 2), function=8),
    _factor(
        "the largest prime factor of {x}",
        _of_factors("largest_prime"),
        fact=6,
        analogy=6,
        feature=6,
    ),
    _factor("the smallest prime factor of {x}", _of_factors("smallest_prime"), fact=6, analogy=7),
    _factor("the sum of the prime factors of {x}", _of_factors("prime_sum"), analogy=6),
    _factor(
        "the sum of the distinct prime factors of {x}",
        _of_factors("distinct_prime_sum"),
        analogy=7.5,
    ),
    _factor(
        "the product of the distinct prime factors of {x}", _of_factors("prime_product"), analogy=8
    ),
    _factor("how often 2 divides {x}", lambda n: valuation(n, 2), fact=4),
    _factor("how often 3 divides {x}", lambda n: valuation(n, 3), fact=5),
    _power("⌊√{x}⌋", isqrt, function=7),
    _power("⌊{x}/2⌋", lambda n: n // 2, function=5),
    _power("⌊{x}/3⌋", lambda n: n // 3, function=6),
    _binary("the number of 1s of {x} in base 2", int.bit_count, function=7, quantity=8, fact=4),
    _binary(
        "the number of 0s of {x} in base 2", lambda n: n.bit_length() - n.bit_count(), quantity=8
    ),
    _binary("the number of binary digits of {x}", int.bit_length, fact=4),
    _binary("the digit sum of {x} in base 3", lambda n: digit_sum(n, 3), quantity=8),
    _binary("{x} written in base 2", lambda n: int(f"{n:b}"), function=7),
)

OPERATIONS: tuple[Operation, ...] = POWERS + PRIMES + FACTORS + DIGIT_OPERATIONS


@cache
def operations(use: str) -> tuple[Operation, ...]:
    """The operations that have a cost for this use, cheapest first.

    >>> [operation.words for operation in operations("analogy")[:2]]
    ['{x}²', '{x}³']
    """
    found = [operation for operation in OPERATIONS if use in operation.bits]
    return tuple(sorted(found, key=lambda operation: operation.bits[use]))

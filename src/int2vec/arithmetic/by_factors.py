"""The part of the property catalog that rests on remainders, primes and divisors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from int2vec.arithmetic.known.stated import stated_sequences
from int2vec.arithmetic.property import Property, Statement, listed, remainder, stated

MODULI = range(2, 13)
_KNOWN = {a_number: known.generate for a_number, known in stated_sequences().items()}


def remainder_name(divisor: int, left: int) -> str:
    """The one name under which n = left (mod divisor) stands in the catalog.

    >>> remainder_name(2, 1), remainder_name(3, 0), remainder_name(5, 2)
    ('odd', 'div3', 'mod5=2')
    """
    if divisor == 2:
        return "odd" if left else "even"
    return f"mod{divisor}={left}" if left else f"div{divisor}"


def remainders() -> Iterator[Property]:
    """Parity, divisibility and every other remainder modulo 2 to 12."""
    for divisor in MODULI:
        for left in range(divisor):
            name = remainder_name(divisor, left)
            if divisor == 2:
                words = f"is {name}"
            elif left == 0:
                words = f"is divisible by {divisor}"
            else:
                words = f"leaves {left} when divided by {divisor}"
            yield remainder(name, words, divisor, left)


def primes() -> Iterator[Property]:
    """Primes, kinds of primes, and neighbours of primes."""
    make = partial(stated, "primes")
    yield make("prime", "is prime", lambda f: f.is_prime)
    yield make("composite", "is composite", lambda f: (f.n > 1) & (f.is_prime == 0))
    yield make(
        "twin-prime",
        "is one of a pair of twin primes",
        lambda f: f.is_prime & (f.prime(f.n - 2) | f.prime(f.n + 2)),
    )
    yield make(
        "cousin-prime",
        "is a prime 4 away from another prime",
        lambda f: f.is_prime & (f.prime(f.n - 4) | f.prime(f.n + 4)),
    )
    yield make(
        "sexy-prime",
        "is a prime 6 away from another prime",
        lambda f: f.is_prime & (f.prime(f.n - 6) | f.prime(f.n + 6)),
    )
    yield make(
        "isolated-prime",
        "is a prime without a twin",
        lambda f: f.is_prime & ((f.prime(f.n - 2) | f.prime(f.n + 2)) == 0),
    )
    yield make(
        "sophie-germain",
        "is a prime p with 2p + 1 prime too",
        lambda f: f.is_prime & f.prime(2 * f.n + 1),
    )
    yield make(
        "safe-prime",
        "is a prime p with (p - 1)/2 prime too",
        lambda f: f.is_prime & (f.n % 2 == 1) & f.prime(f.n // 2),
    )
    yield make(
        "emirp",
        "is a prime that gives another prime when reversed",
        lambda f: f.is_prime & f.prime(f.reversal) & (f.reversal != f.n),
    )
    yield make(
        "palindromic-prime",
        "is a prime that reads the same backwards",
        lambda f: f.is_prime & (f.reversal == f.n),
    )
    yield make(
        "prime-1-mod-4", "is a prime of the form 4k + 1", lambda f: f.is_prime & (f.n % 4 == 1)
    )
    yield make(
        "prime-3-mod-4", "is a prime of the form 4k + 3", lambda f: f.is_prime & (f.n % 4 == 3)
    )
    yield make(
        "prime-1-mod-6", "is a prime of the form 6k + 1", lambda f: f.is_prime & (f.n % 6 == 1)
    )
    yield make(
        "prime-5-mod-6", "is a prime of the form 6k + 5", lambda f: f.is_prime & (f.n % 6 == 5)
    )
    yield make("before-prime", "is one less than a prime", lambda f: f.prime(f.n + 1))
    yield make("after-prime", "is one more than a prime", lambda f: f.prime(f.n - 1))
    yield make(
        "between-twins", "lies between twin primes", lambda f: f.prime(f.n - 1) & f.prime(f.n + 1)
    )
    yield make(
        "prime-place-prime",
        "is a prime at a prime place among the primes",
        lambda f: f.is_prime & f.prime(f.place),
    )


def _smooth(top: int) -> Statement:
    return lambda f: f.largest_prime <= top


def _divisor_count(count: int) -> Statement:
    return lambda f: f.tau == count


def factorisations() -> Iterator[Property]:
    """How many primes an integer is made of, and with which exponents."""
    make = partial(stated, "factorisation")
    yield make("semiprime", "is a product of two primes", lambda f: f.Omega == 2)
    yield make(
        "squarefree-semiprime",
        "is a product of two different primes",
        lambda f: (f.Omega == 2) & (f.omega == 2),
    )
    yield make("three-primes", "is a product of three primes", lambda f: f.Omega == 3)
    yield make(
        "sphenic",
        "is a product of three different primes",
        lambda f: (f.Omega == 3) & (f.omega == 3),
    )
    yield make("four-primes", "is a product of four primes", lambda f: f.Omega == 4)
    yield make("two-distinct-primes", "has exactly two distinct primes", lambda f: f.omega == 2)
    yield make("three-distinct-primes", "has exactly three distinct primes", lambda f: f.omega == 3)
    yield make("prime-power", "is a power of one prime", lambda f: f.omega == 1)
    yield make(
        "prime-square", "is the square of a prime", lambda f: (f.omega == 1) & (f.Omega == 2)
    )
    yield make("prime-cube", "is the cube of a prime", lambda f: (f.omega == 1) & (f.Omega == 3))
    yield make("squarefree", "has no square factor above 1", lambda f: f.max_exponent <= 1)
    yield make("nonsquarefree", "has a square factor above 1", lambda f: f.max_exponent > 1)
    yield make("cubefree", "has no cube factor above 1", lambda f: f.max_exponent <= 2)
    yield make(
        "powerful",
        "is powerful: each of its primes divides it at least twice",
        lambda f: (f.min_exponent >= 2) | (f.n == 1),
    )
    yield make(
        "even-Omega",
        "has an even number of prime factors",
        lambda f: (f.n > 1) & (f.Omega % 2 == 0),
    )
    yield make("odd-Omega", "has an odd number of prime factors", lambda f: f.Omega % 2 == 1)
    for top in (3, 5, 7, 11, 13):
        yield make(f"{top}-smooth", f"has no prime factor above {top}", _smooth(top))
    yield make("coprime-6", "shares no factor with 6", lambda f: (f.n % 2 != 0) & (f.n % 3 != 0))
    yield make("coprime-10", "shares no factor with 10", lambda f: (f.n % 2 != 0) & (f.n % 5 != 0))
    yield make(
        "coprime-30",
        "shares no factor with 30",
        lambda f: (f.n % 2 != 0) & (f.n % 3 != 0) & (f.n % 5 != 0),
    )
    yield listed("factorisation", "primorial", "is a product of the first primes", _KNOWN[2110])


def divisor_kinds() -> Iterator[Property]:
    """What the number and the sum of the divisors say."""
    make = partial(stated, "divisors")
    yield make("abundant", "is below the sum of its proper divisors", lambda f: f.sigma > 2 * f.n)
    yield make("deficient", "is above the sum of its proper divisors", lambda f: f.sigma < 2 * f.n)
    yield make("perfect", "is the sum of its proper divisors", lambda f: f.sigma == 2 * f.n)
    yield make(
        "refactorable", "is divisible by how many divisors it has", lambda f: f.n % f.tau == 0
    )
    yield make(
        "arithmetic-number", "has divisors whose mean is an integer", lambda f: f.sigma % f.tau == 0
    )
    yield make(
        "harmonic-divisor",
        "has divisors whose harmonic mean is an integer",
        lambda f: f.n * f.tau % f.sigma == 0,
    )
    yield make("odd-sigma", "has divisors with an odd sum", lambda f: f.sigma % 2 == 1)
    for count in (3, 4, 6, 8):
        yield make(f"{count}-divisors", f"has exactly {count} divisors", _divisor_count(count))
    yield listed(
        "divisors", "highly-composite", "has more divisors than any smaller integer", _KNOWN[2182]
    )

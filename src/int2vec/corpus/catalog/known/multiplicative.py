"""Well-known sequences about primes, and divisor functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate, chain, count, pairwise
from math import gcd, isqrt, lcm

from int2vec.arithmetic import factorise, is_prime, next_prime
from int2vec.arithmetic.facts import FactTable, fact_table
from int2vec.arithmetic.power_series import dirichlet
from int2vec.corpus.catalog.known.elementary import Known
from int2vec.corpus.catalog.tables import SMALL, members, primes

_N = 120


def _primes() -> Iterator[Known]:
    of = "primes"
    p = primes
    yield 40, of, "Prime numbers", lambda: p()
    yield 65091, of, "Odd primes", lambda: p()[1:]
    yield 961, of, "One and the prime powers", lambda: chain([1], members("prime-power"))
    yield 1359, of, "Lesser twin primes", lambda: (q for q in p() if is_prime(q + 2))
    yield 6512, of, "Greater twin primes", lambda: (q for q in p() if is_prime(q - 2))
    yield 23200, of, "Primes p with p + 4 prime", lambda: (q for q in p() if is_prime(q + 4))
    yield 23201, of, "Primes p with p + 6 prime", lambda: (q for q in p() if is_prime(q + 6))
    for a_number, digit in ((30430, 1), (30431, 3), (30432, 7), (30433, 9)):
        yield (
            a_number,
            of,
            f"Primes that end in {digit}",
            partial(_ending, digit),
        )
    of = "functions of primes"
    yield 1223, of, "Gaps between primes", lambda: (b - a for a, b in pairwise(p()))
    yield 6093, of, "Primes less one", lambda: (q - 1 for q in p())
    yield 8864, of, "Primes plus one", lambda: (q + 1 for q in p())
    yield 100484, of, "Primes doubled", lambda: (2 * q for q in p())
    yield 1248, of, "Squares of primes", lambda: (q**2 for q in p())
    yield 30078, of, "Cubes of primes", lambda: (q**3 for q in p())
    yield 7504, of, "Sums of the first primes", lambda: chain([0], accumulate(p()))
    yield (
        2110,
        of,
        "Products of the first primes",
        lambda: chain([1], accumulate(p(), lambda a, b: a * b)),
    )
    yield 6094, of, "Products of neighbouring primes", lambda: (a * b for a, b in pairwise(p()))
    yield 1043, of, "Sums of neighbouring primes", lambda: (a + b for a, b in pairwise(p()))
    yield (
        24675,
        of,
        "Midpoints of neighbouring odd primes",
        lambda: ((a + b) // 2 for a, b in pairwise(p()[1:])),
    )
    yield (
        720,
        of,
        "How many primes there are up to n",
        lambda: accumulate(int(is_prime(n)) for n in count(1)),
    )
    yield 151800, of, "The smallest prime above n", lambda: map(next_prime, count(0))
    yield 5250, of, "Record gaps between primes", _record_gaps
    yield 43, of, "Exponents of the Mersenne primes", lambda: (
        2, 3, 5, 7, 13, 17, 19, 31, 61, 89, 107, 127, 521, 607, 1279, 2203, 2281, 3217, 4253, 4423,
    )  # fmt: skip
    yield 668, of, "Mersenne primes", lambda: (2**q - 1 for q in p()[:31] if is_prime(2**q - 1))
    yield (
        1567,
        "sets by property",
        "Composites n that divide 2^n - 2",
        lambda: (n for n in range(3, 9000, 2) if pow(2, n - 1, n) == 1 and not is_prime(n)),
    )


def _ending(digit: int) -> Iterable[int]:
    return (p for p in primes() if p % 10 == digit)


def _record_gaps() -> Iterator[int]:
    best = 0
    for a, b in pairwise(primes(20_000)):
        if b - a > best:
            best = b - a
            yield best


def _divisor_functions() -> Iterator[Known]:
    of = "divisor functions"

    def column(pick: Callable[[FactTable], Iterable[int]]) -> Callable[[], Iterable[int]]:
        return lambda: (int(x) for x in list(pick(fact_table(SMALL)))[1:_N])

    yield 5, of, "How many divisors n has", column(lambda t: t.tau)
    yield 203, of, "The sum of the divisors of n", column(lambda t: t.sigma)
    yield 10, of, "How many of 1..n are prime to n", column(lambda t: t.phi)
    yield 1222, of, "How many prime factors n has", column(lambda t: t.Omega)
    yield 1221, of, "How many different primes divide n", column(lambda t: t.omega)
    yield 1065, of, "The sum of the proper divisors of n", column(lambda t: t.sigma - t.n)
    yield (
        8836,
        of,
        "One or minus one as n has evenly or oddly many prime factors",
        column(lambda t: 1 - 2 * (t.Omega % 2)),
    )
    yield (
        8683,
        of,
        "The Moebius function",
        column(lambda t: (t.max_exponent <= 1) * (1 - 2 * (t.omega % 2))),
    )
    yield 20639, of, "The smallest prime in n", column(lambda t: t.smallest_prime)
    yield 6530, of, "The largest prime in n", column(lambda t: t.largest_prime)
    yield 38040, of, "n times how many divisors it has", column(lambda t: t.n * t.tau)
    yield 51953, of, "How many of 1..n share a factor with n", column(lambda t: t.n - t.phi)
    yield (
        6218,
        of,
        "Sums of the numbers of divisors",
        lambda: chain([0], accumulate(int(x) for x in fact_table(SMALL).tau[1:_N])),
    )
    yield (
        2088,
        of,
        "Sums of the totients",
        lambda: chain([0], accumulate(int(x) for x in fact_table(SMALL).phi[1:_N])),
    )
    yield (
        24916,
        of,
        "Sums of the sums of divisors",
        lambda: accumulate(int(x) for x in fact_table(SMALL).sigma[1:_N]),
    )
    yield 1157, of, "The sum of the squares of the divisors", lambda: _sigma(2)
    yield 1158, of, "The sum of the cubes of the divisors", lambda: _sigma(3)
    yield (
        593,
        of,
        "The sum of the odd divisors",
        lambda: dirichlet([n % 2 * n for n in range(1, _N)], [1] * _N),
    )
    yield (
        1227,
        of,
        "How many odd divisors n has",
        lambda: dirichlet([n % 2 for n in range(1, _N)], [1] * _N),
    )
    yield 7947, of, "The product of the primes in n", _each(lambda p, e: p)
    yield 1615, of, "Dedekind's psi", _each(lambda p, e: p ** (e - 1) * (p + 1))
    yield 34448, of, "The sum of the unitary divisors", _each(lambda p, e: p**e + 1)
    yield 34444, of, "How many unitary divisors n has", _each(lambda p, e: 2)
    yield (
        7434,
        of,
        "Jordan's totient of order 2",
        _each(lambda p, e: p ** (2 * e) - p ** (2 * e - 2)),
    )
    yield (
        2322,
        of,
        "The order that every unit modulo n has",
        lambda: (lcm(*(_carmichael(p, e) for p, e in _factors(n).items())) for n in count(1)),
    )
    yield (
        1414,
        of,
        "The sum of the prime factors of n",
        lambda: (sum(p * e for p, e in _factors(n).items()) for n in count(1)),
    )
    yield (
        8472,
        of,
        "The sum of the different primes in n",
        lambda: (sum(_factors(n)) for n in count(1)),
    )
    yield 265, of, "The largest odd divisor of n", lambda: (n // (n & -n) for n in count(1))
    yield 6519, of, "The largest power of 2 in n", lambda: (n & -n for n in count(1))
    yield (
        14963,
        of,
        "p at the powers of a prime p, else one",
        lambda: (min(_factors(n)) if len(_factors(n)) == 1 else 1 for n in count(1)),
    )
    yield (
        4018,
        of,
        "Ways to write n as a sum of two squares",
        lambda: (
            sum(
                _is_square(n - k * k) * (2 if n > k * k else 1)
                for k in range(-isqrt(n), isqrt(n) + 1)
            )
            for n in count(0)
        ),
    )
    yield (
        2654,
        of,
        "Divisors 4k + 1 less divisors 4k + 3",
        lambda: dirichlet([(0, 1, 0, -1)[n % 4] for n in range(1, _N)], [1] * _N),
    )
    yield (
        18804,
        of,
        "Sums of gcd(k, n) for k = 1..n",
        lambda: (sum(gcd(k, n) for k in range(1, n + 1)) for n in count(1)),
    )


def _sigma(power: int) -> list[int]:
    return dirichlet([n**power for n in range(1, 70)], [1] * 70)


def _each(local: Callable[[int, int], int]) -> Callable[[], Iterable[int]]:
    """A multiplicative function, from its value at a power of a prime."""

    def terms() -> Iterator[int]:
        for n in count(1):
            product = 1
            for p, e in _factors(n).items():
                product *= local(p, e)
            yield product

    return terms


def _factors(n: int) -> dict[int, int]:
    return factorise(n) or {}


def _carmichael(p: int, e: int) -> int:
    return 1 << (e - 2) if p == 2 and e > 2 else int(p ** (e - 1)) * (p - 1)


def _is_square(n: int) -> bool:
    return isqrt(n) ** 2 == n


def entries() -> Iterator[Known]:
    """The well-known sequences of this file."""
    return chain(_primes(), _divisor_functions())

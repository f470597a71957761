"""Properties and quantities against their definitions, worked out the slow way for 1 to 2,000."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from math import gcd, isqrt, log, prod

import numpy as np
import pytest

from int2vec.arithmetic.divisors import FOLDS, of_factors
from int2vec.arithmetic.properties import PROPERTIES, QUANTITIES, property_table, quantity_table

TOP = 2000
Test = Callable[[int], bool]


@cache
def divisors(n: int) -> list[int]:
    return [d for d in range(1, n + 1) if n % d == 0]


@cache
def prime(n: int) -> bool:
    return n > 1 and all(n % q for q in range(2, isqrt(n) + 1))


@cache
def factors(n: int) -> list[int]:
    """The prime factors of n, as often as they divide it."""
    for p in range(2, isqrt(n) + 1):
        if n % p == 0:
            return [p, *factors(n // p)]
    return [n] if n > 1 else []


def digits(n: int) -> list[int]:
    return [int(c) for c in str(n)]


def exponents(n: int) -> list[int]:
    return list(Counter(factors(n)).values())


def distinct(n: int) -> list[int]:
    return sorted(set(factors(n)))


def unitary(n: int) -> list[int]:
    """The divisors that share no factor with what is left of n."""
    return [d for d in divisors(n) if gcd(d, n // d) == 1]


def is_square(n: int) -> bool:
    return n >= 0 and isqrt(n) ** 2 == n


def values(f: Callable[[int], int], first: int = 0) -> frozenset[int]:
    """The values of a rising function up to the top."""
    found, k = [], first
    while (value := f(k)) <= TOP:
        found.append(value)
        k += 1
    return frozenset(found)


def grown(*start: int, by: Callable[[list[int]], int]) -> frozenset[int]:
    terms = list(start)
    while terms[-1] <= TOP:
        terms.append(by(terms))
    return frozenset(terms)


def happy(n: int) -> bool:
    seen = set()
    while n not in seen:
        seen.add(n)
        n = sum(d * d for d in digits(n))
    return n == 1


def sums_of_squares(k: int) -> set[int]:
    squares = [x * x for x in range(isqrt(TOP) + 1)]
    found = {0}
    for _ in range(k):
        found = {a + b for a in found for b in squares if a + b <= TOP}
    return found


TWO_SQUARES, THREE_SQUARES = sums_of_squares(2), sums_of_squares(3)
LOESCHIAN = {x * x + x * y + y * y for x in range(46) for y in range(46)}
DEFINITIONS: dict[str, Test] = {
    "prime": prime,
    "composite": lambda n: len(factors(n)) > 1,
    "twin-prime": lambda n: prime(n) and (prime(n - 2) or prime(n + 2)),
    "cousin-prime": lambda n: prime(n) and (prime(n - 4) or prime(n + 4)),
    "sexy-prime": lambda n: prime(n) and (prime(n - 6) or prime(n + 6)),
    "isolated-prime": lambda n: prime(n) and not prime(n - 2) and not prime(n + 2),
    "sophie-germain": lambda n: prime(n) and prime(2 * n + 1),
    "safe-prime": lambda n: prime(n) and any(2 * p + 1 == n and prime(p) for p in range(n)),
    "emirp": lambda n: prime(n) and prime(int(str(n)[::-1])) and str(n) != str(n)[::-1],
    "palindromic-prime": lambda n: prime(n) and str(n) == str(n)[::-1],
    "prime-1-mod-4": lambda n: prime(n) and n % 4 == 1,
    "prime-3-mod-4": lambda n: prime(n) and n % 4 == 3,
    "prime-1-mod-6": lambda n: prime(n) and n % 6 == 1,
    "prime-5-mod-6": lambda n: prime(n) and n % 6 == 5,
    "before-prime": lambda n: prime(n + 1),
    "after-prime": lambda n: prime(n - 1),
    "between-twins": lambda n: prime(n - 1) and prime(n + 1),
    "prime-place-prime": lambda n: prime(n) and prime(sum(map(prime, range(n + 1)))),
    "semiprime": lambda n: len(factors(n)) == 2,
    "squarefree-semiprime": lambda n: len(factors(n)) == len(distinct(n)) == 2,
    "three-primes": lambda n: len(factors(n)) == 3,
    "sphenic": lambda n: len(factors(n)) == len(distinct(n)) == 3,
    "four-primes": lambda n: len(factors(n)) == 4,
    "two-distinct-primes": lambda n: len(distinct(n)) == 2,
    "three-distinct-primes": lambda n: len(distinct(n)) == 3,
    "prime-power": lambda n: len(distinct(n)) == 1,
    "prime-square": lambda n: exponents(n) == [2],
    "prime-cube": lambda n: exponents(n) == [3],
    "squarefree": lambda n: all(n % (d * d) for d in range(2, isqrt(n) + 1)),
    "nonsquarefree": lambda n: any(n % (d * d) == 0 for d in range(2, isqrt(n) + 1)),
    "cubefree": lambda n: all(n % d**3 for d in range(2, 13)),
    "powerful": lambda n: all(n % (p * p) == 0 for p in distinct(n)),
    "even-Omega": lambda n: n > 1 and len(factors(n)) % 2 == 0,
    "odd-Omega": lambda n: len(factors(n)) % 2 == 1,
    **{
        f"{p}-smooth": lambda n, p=p: max(factors(n), default=1) <= p  # type: ignore[misc]
        for p in (3, 5, 7, 11, 13)
    },
    **{f"coprime-{k}": lambda n, k=k: gcd(n, k) == 1 for k in (6, 10, 30)},  # type: ignore[misc]
    "primorial": {1, 2, 6, 30, 210}.__contains__,
    "abundant": lambda n: sum(divisors(n)[:-1]) > n,
    "deficient": lambda n: sum(divisors(n)[:-1]) < n,
    "perfect": lambda n: sum(divisors(n)[:-1]) == n,
    "refactorable": lambda n: n % len(divisors(n)) == 0,
    "arithmetic-number": lambda n: sum(divisors(n)) % len(divisors(n)) == 0,
    "harmonic-divisor": lambda n: n * len(divisors(n)) % sum(divisors(n)) == 0,
    "odd-sigma": lambda n: sum(divisors(n)) % 2 == 1,
    **{
        f"{k}-divisors": lambda n, k=k: len(divisors(n)) == k  # type: ignore[misc]
        for k in (3, 4, 6, 8)
    },
    "highly-composite": {1, 2, 4, 6, 12, 24, 36, 48, 60, 120, 180, 240, 360, 720, 840, 1260, 1680}
    .__contains__,
    "square": is_square,
    "cube": values(lambda k: k**3).__contains__,
    "fourth-power": values(lambda k: k**4).__contains__,
    "fifth-power": values(lambda k: k**5).__contains__,
    "perfect-power": lambda n: n == 1 or gcd(0, *exponents(n)) > 1,
    **{
        f"power-of-{b}": values(lambda k, b=b: b**k).__contains__  # type: ignore[misc]
        for b in (2, 3, 4, 5, 6, 7, 10)
    },
    "2^k-1": values(lambda k: 2**k - 1, 1).__contains__,
    "2^k+1": values(lambda k: 2**k + 1).__contains__,
    "3^k-1": values(lambda k: 3**k - 1, 1).__contains__,
    "3^k+1": values(lambda k: 3**k + 1).__contains__,
    "square-1": lambda n: is_square(n + 1),
    "square+1": lambda n: is_square(n - 1),
    "square-2": lambda n: is_square(n + 2),
    "square+2": lambda n: is_square(n - 2),
    "cube-1": values(lambda k: k**3 - 1, 1).__contains__,
    "cube+1": values(lambda k: k**3 + 1).__contains__,
    "twice-square": values(lambda k: 2 * k * k).__contains__,
    "two-squares": TWO_SQUARES.__contains__,
    "three-squares": THREE_SQUARES.__contains__,
    "loeschian": LOESCHIAN.__contains__,
    "triangular": values(lambda k: sum(range(k + 1))).__contains__,
    "oblong": values(lambda k: k * (k + 1)).__contains__,
    **{
        name: values(lambda k, s=s: sum(range(1, (s - 2) * k, s - 2))).__contains__  # type: ignore[misc]
        for name, s in (("pentagonal", 5), ("hexagonal", 6), ("heptagonal", 7), ("octagonal", 8))
    },
    "generalised-pentagonal": {k * (3 * k - 1) // 2 for k in range(-40, 40)}.__contains__,
    **{
        name: values(lambda k, s=s: 1 + s * sum(range(k + 1))).__contains__  # type: ignore[misc]
        for name, s in (
            ("centred-square", 4), ("centred-pentagonal", 5), ("centred-hexagonal", 6), ("star", 12)
        )
    },
    "tetrahedral": values(lambda k: sum(sum(range(j + 1)) for j in range(k + 1))).__contains__,
    "square-pyramidal": values(lambda k: sum(j * j for j in range(k + 1))).__contains__,
    "fibonacci": grown(0, 1, by=lambda a: a[-1] + a[-2]).__contains__,
    "lucas": grown(1, 3, by=lambda a: a[-1] + a[-2]).__contains__,
    "pell": grown(0, 1, by=lambda a: 2 * a[-1] + a[-2]).__contains__,
    "jacobsthal": grown(0, 1, by=lambda a: a[-1] + 2 * a[-2]).__contains__,
    "tribonacci": grown(0, 0, 1, by=lambda a: sum(a[-3:])).__contains__,
    "padovan": grown(1, 1, 1, by=lambda a: a[-2] + a[-3]).__contains__,
    "perrin": grown(3, 0, 2, by=lambda a: a[-2] + a[-3]).__contains__,
    "palindrome": lambda n: str(n) == str(n)[::-1],
    "harshad": lambda n: n % sum(digits(n)) == 0,
    "odd-digit-sum": lambda n: sum(digits(n)) % 2 == 1,
    "prime-digit-sum": lambda n: prime(sum(digits(n))),
    "zuckerman": lambda n: prod(digits(n)) > 0 and n % prod(digits(n)) == 0,
    "smith": lambda n: (
        len(factors(n)) > 1 and sum(digits(n)) == sum(sum(digits(p)) for p in factors(n))
    ),
    "odd-digits": lambda n: set(str(n)) <= set("13579"),
    "even-digits": lambda n: set(str(n)) <= set("02468"),
    "prime-digits": lambda n: set(str(n)) <= set("2357"),
    "01-digits": lambda n: set(str(n)) <= set("01"),
    **{f"has-{d}": lambda n, d=d: d in str(n) for d in "019"},  # type: ignore[misc]
    "repdigit": lambda n: len(set(str(n))) == 1,
    **{f"{k}-digit": lambda n, k=k: len(str(n)) == k for k in range(1, 7)},  # type: ignore[misc]
    "distinct-digits": lambda n: len(set(str(n))) == len(str(n)),
    "rising-digits": lambda n: all(a <= b for a, b in pairwise(str(n))),
    "falling-digits": lambda n: all(a >= b for a, b in pairwise(str(n))),
    "happy": happy,
    "automorphic": lambda n: str(n * n).endswith(str(n)),
    "narcissistic": lambda n: sum(d ** len(str(n)) for d in digits(n)) == n,
    "kaprekar": lambda n: n == 1 or any(
        int(str(n * n)[k:]) > 0 and int(str(n * n)[:k]) + int(str(n * n)[k:]) == n
        for k in range(1, len(str(n * n)))
    ),
    "evil": lambda n: f"{n:b}".count("1") % 2 == 0,
    "odious": lambda n: f"{n:b}".count("1") % 2 == 1,
    "two-ones": lambda n: f"{n:b}".count("1") == 2,
    "three-ones": lambda n: f"{n:b}".count("1") == 3,
    "pernicious": lambda n: prime(f"{n:b}".count("1")),
    "fibbinary": lambda n: "11" not in f"{n:b}",
    "balanced-bits": lambda n: f"{n:b}".count("1") == f"{n:b}".count("0"),
    "binary-palindrome": lambda n: f"{n:b}" == f"{n:b}"[::-1],
}  # fmt: skip


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_property_is_what_its_definition_says(name: str) -> None:
    expected = [bool(DEFINITIONS[name](n)) for n in range(1, TOP + 1)]
    assert property_table([name], range(1, TOP + 1))[0].tolist() == expected
    some = [*range(1, 200), *range(TOP - 100, TOP + 1)]
    assert [PROPERTIES[name].holds(n) for n in some] == [expected[n - 1] for n in some]


def test_remainders() -> None:
    for known in PROPERTIES.values():
        if known.family == "remainders":
            named = [int(number) for number in re.findall(r"\d+", known.name)]
            divisor, left = [*named, 0][:2] if named else (2, known.name == "odd")
            assert [known.holds(n) for n in range(-40, 40)] == [
                n % divisor == left for n in range(-40, 40)
            ], known.name


MULTIPLICATIVE: dict[str, Callable[[int], int]] = {
    "tau": lambda n: len(divisors(n)),
    "sigma": lambda n: sum(divisors(n)),
    "phi": lambda n: sum(gcd(k, n) == 1 for k in range(1, n + 1)),
    "mobius": lambda n: (-1) ** len(factors(n)) if len(factors(n)) == len(distinct(n)) else 0,
    "liouville": lambda n: (-1) ** len(factors(n)),
    "Omega": lambda n: len(factors(n)),
    "omega": lambda n: len(distinct(n)),
    "smallest_prime": lambda n: min(factors(n), default=1),
    "largest_prime": lambda n: max(factors(n), default=1),
    "max_exponent": lambda n: max(exponents(n), default=0),
    "min_exponent": lambda n: min(exponents(n), default=0),
    "odd_3_mod_4": lambda n: n not in TWO_SQUARES,
    "odd_2_mod_3": lambda n: n not in LOESCHIAN,
    "prime_sum": lambda n: sum(factors(n)),
    "distinct_prime_sum": lambda n: sum(distinct(n)),
    "prime_product": lambda n: prod(distinct(n)),
    "exponent_product": lambda n: prod(exponents(n)),
    "square_part": lambda n: max(d * d for d in range(1, isqrt(n) + 1) if n % (d * d) == 0),
    "squarefree_part": lambda n: min(k for k in divisors(n) if is_square(n // k)),
    "dedekind_psi": lambda n: sum(
        n // d for d in divisors(n) if all(d % (k * k) for k in range(2, isqrt(d) + 1))
    ),
    "jordan_2": lambda n: n * n * prod(p * p - 1 for p in distinct(n)) // prod(distinct(n)) ** 2,
    "unitary_tau": lambda n: len(unitary(n)),
    "unitary_sigma": lambda n: sum(unitary(n)),
    "unitary_phi": lambda n: sum(
        max(d for d in unitary(n) if k % d == 0) == 1 for k in range(1, n + 1)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FOLDS)
def test_functions_of_the_prime_factors(name: str) -> None:
    some = [*range(1, 260), 720, 1024, 1125, 1331, 1800]
    assert [of_factors(name, n) for n in some] == [MULTIPLICATIVE[name](n) for n in some]


def collatz(n: int) -> int:
    steps = 0
    while n > 1:
        n, steps = n // 2 if n % 2 == 0 else 3 * n + 1, steps + 1
    return steps


QUANTITY: dict[str, Callable[[int], float | None]] = {
    "value": float,
    "digits": lambda n: len(str(n)),
    "log": log,
    "sqrt": lambda n: n**0.5,
    "divisors": lambda n: len(divisors(n)),
    "sigma": lambda n: sum(divisors(n)),
    "phi": MULTIPLICATIVE["phi"],
    "Omega": lambda n: len(factors(n)),
    "omega": lambda n: len(distinct(n)),
    "digit-sum": lambda n: sum(digits(n)),
    "digit-product": lambda n: prod(digits(n)),
    "last-digit": lambda n: digits(n)[-1],
    "first-digit": lambda n: digits(n)[0],
    "bits": lambda n: len(f"{n:b}"),
    "ones": lambda n: f"{n:b}".count("1"),
    "twos": lambda n: len(f"{n:b}") - len(f"{n:b}".rstrip("0")),
    "smallest-prime": lambda n: min(factors(n)) if n > 1 else None,
    "largest-prime": lambda n: max(factors(n)) if n > 1 else None,
    "prime-index": lambda n: sum(map(prime, range(n + 1))) if prime(n) else None,
    "collatz-steps": collatz,
}


@pytest.mark.parametrize("name", QUANTITIES)
def test_a_quantity_is_what_it_says(name: str) -> None:
    found = quantity_table([name], range(1, 400))[0]
    expected = [QUANTITY[name](n) for n in range(1, 400)]
    assert np.allclose(found, [np.nan if x is None else x for x in expected], equal_nan=True)

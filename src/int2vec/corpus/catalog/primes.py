"""Primes, their subsets, gaps and functions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise, product
from math import gcd

from int2vec.arithmetic import digit_sum, digits, is_prime, reverse_digits
from int2vec.corpus.catalog.base import Entry, family
from int2vec.corpus.catalog.polynomials import signed
from int2vec.corpus.catalog.tables import LIMIT, mask, primes

_ROOM = 110


def _known() -> tuple[int, ...]:
    return primes(LIMIT)


@family("primes by remainder")
def _remainders() -> Iterator[Entry]:
    for modulus in range(3, 31):
        for left in range(1, modulus):
            if gcd(left, modulus) == 1:
                yield (
                    f"Primes that leave {left} when divided by {modulus}",
                    (p for p in _known() if p % modulus == left),
                )
    for modulus in range(3, 25):
        yield f"Primes modulo {modulus}", [p % modulus for p in _known()[:_ROOM]]
        yield f"Primes divided by {modulus}, rounded down", [p // modulus for p in _known()[:_ROOM]]


@family("primes in patterns")
def _patterns() -> Iterator[Entry]:
    held = mask("prime")
    top = LIMIT
    for gap in range(2, 61, 2):
        yield (
            f"Primes p with p + {gap} prime",
            (p for p in _known() if p + gap <= top and held[p + gap]),
        )
        yield (
            f"Primes p whose next prime is p + {gap}",
            (p for p, q in pairwise(_known()) if q - p == gap),
        )
    for a, b in product(range(2, 13), range(-9, 10)):
        if b and gcd(a, b) == 1 and (a % 2 == 0 or b % 2 == 0):
            yield (
                f"Primes p with {signed((a, 'p'), (b, ''))} prime",
                (p for p in _known() if 0 < a * p + b <= top and held[a * p + b]),
            )
    for a, b in product((2, 4, 6, 8, 10, 12), (2, 4, 6, 8, 10, 12)):
        if (a % 3) * ((a + b) % 3) * (a + b) != 0 or a == 6:
            yield (
                f"Primes p with p + {a} and p + {a + b} prime",
                (p for p in _known() if p + a + b <= top and held[p + a] and held[p + a + b]),
            )


@family("primes of a form")
def _forms() -> Iterator[Entry]:
    for a, c in product(range(1, 7), range(-9, 30)):
        values = [a * n * n + c for n in range(1, 1200)]
        form = signed((a, "n^2"), (c, ""))
        if c and gcd(a, abs(c)) == 1:
            yield f"Primes of the form {form}", (v for v in values if v > 1 and is_prime(v))
            yield (
                f"n such that {form} is prime",
                (n for n, v in enumerate(values, start=1) if v > 1 and is_prime(v)),
            )
    for c in range(-9, 30, 2):
        yield (
            f"n such that n^2 + n {'+' if c > 0 else '-'} {abs(c)} is prime",
            (n for n in range(1, 900) if is_prime(n * n + n + c)),
        )
    for k, c in product((3, 4, 5, 6), range(1, 12)):
        yield f"n such that n^{k} + {c} is prime", (n for n in range(1, 700) if is_prime(n**k + c))
    for a, c in product(range(2, 31), (-3, -1, 1, 3)):
        if gcd(a, c) == 1:
            yield (
                f"n such that {signed((a, 'n'), (c, ''))} is prime",
                (n for n in range(1, 900) if is_prime(a * n + c)),
            )


@family("primes by digits")
def _by_digits() -> Iterator[Entry]:
    texts = [(p, str(p)) for p in _known()]
    for digit in "0123456789":
        yield f"Primes with a digit {digit}", (p for p, t in texts if digit in t)
        yield f"Primes without a digit {digit}", (p for p, t in texts if digit not in t)
        yield f"Primes that begin with {digit}", (p for p, t in texts if t[0] == digit)
        yield f"Primes that end in {digit}", (p for p, t in texts if t[-1] == digit)
        yield (
            f"Primes with exactly two digits {digit}",
            (p for p, t in texts if t.count(digit) == 2),
        )
    for total in range(2, 30):
        yield f"Primes with digit sum {total}", (p for p in _known() if digit_sum(p) == total)
    for base in range(2, 13):
        for left, modulus in ((0, 2), (1, 2), (0, 3), (1, 3), (2, 3)):
            yield (
                f"Primes whose digit sum in base {base} leaves {left} modulo {modulus}",
                (p for p in _known()[:400] if digit_sum(p, base) % modulus == left),
            )
        yield (
            f"Primes that are palindromes in base {base}",
            (p for p in _known()[:2500] if digits(p, base) == digits(p, base)[::-1]),
        )
        yield (
            f"Primes read in base {base} backwards",
            [reverse_digits(p, base) for p in _known()[:_ROOM]],
        )
        yield (
            f"Digit sums of the primes in base {base}",
            [digit_sum(p, base) for p in _known()[:_ROOM]],
        )


@family("functions of primes")
def _functions() -> Iterator[Entry]:
    p = _known()[:400]
    for a, b in product(range(1, 9), range(-8, 13)):
        if (a, b) != (1, 0):
            yield f"{signed((a, 'p'), (b, ''))} for the primes p", [a * q + b for q in p[:_ROOM]]
    for k, b in product((2, 3, 4), range(-4, 5)):
        yield f"{signed((1, f'p^{k}'), (b, ''))} for the primes p", [q**k + b for q in p[:_ROOM]]
    for k in range(2, 13):
        yield f"Every {k}th prime", p[k - 1 :: k]
        yield f"Sums of {k} neighbouring primes", [sum(p[i : i + k]) for i in range(_ROOM)]
        yield (
            f"Differences between primes {k} places apart",
            [p[i + k] - p[i] for i in range(_ROOM)],
        )
        yield f"n-th prime plus {k}n", [q + k * n for n, q in enumerate(p[:_ROOM], start=1)]
        yield (
            f"{k} times n less the n-th prime",
            [k * n - q for n, q in enumerate(p[:_ROOM], start=1)],
        )
        yield (
            f"The n-th prime to the power n modulo {k + 1}",
            [pow(q, n, k + 1) for n, q in enumerate(p[:_ROOM], start=1)],
        )
        yield f"{k} to the power of the n-th prime", [k**q for q in p[:_ROOM]]
    yield "n times the n-th prime", [n * q for n, q in enumerate(p[:_ROOM], start=1)]
    yield "The n-th prime at the place n^2", [_known()[n * n - 1] for n in range(1, 55)]
    yield "Primes at triangular places", [_known()[n * (n + 1) // 2 - 1] for n in range(1, 75)]


@family("gaps between primes")
def _gaps() -> Iterator[Entry]:
    p = _known()[:900]
    gaps = [b - a for a, b in pairwise(p)]
    yield "Half the gaps between odd primes", [g // 2 for g in gaps[1:_ROOM]]
    yield "Second differences of the primes", [b - a for a, b in pairwise(gaps[:_ROOM])]
    for k in range(1, 30):
        yield f"Gaps between primes from the prime number {k} on", gaps[k : k + _ROOM]
    for k in range(2, 10):
        yield f"Gaps between primes modulo {k}", [g % k for g in gaps[:_ROOM]]
        yield (
            f"Sums of {k} neighbouring gaps between primes",
            [sum(gaps[i : i + k]) for i in range(_ROOM)],
        )
    for gap in range(2, 22, 2):
        yield (
            f"Places where the gap between primes is {gap}",
            [i for i, g in enumerate(gaps, start=1) if g == gap],
        )


@family("primes near n")
def _near() -> Iterator[Entry]:
    counts = list(accumulate(mask("prime").astype(int).tolist()))
    p = _known()
    for k in range(1, 25):
        yield f"How many primes there are up to {k}n", [counts[k * n] for n in range(1, _ROOM)]
        yield (
            f"How many primes lie between n and n + {k}",
            [counts[n + k] - counts[n] for n in range(_ROOM)],
        )
        yield (
            f"The smallest prime from {k}n on",
            [p[counts[max(k * n - 1, 0)]] for n in range(1, _ROOM)],
        )
        yield (
            f"The smallest prime above n + {k}, less n",
            [p[counts[n + k]] - n for n in range(_ROOM)],
        )
    for k in range(2, 5):
        yield (
            f"The smallest prime above n^{k}",
            (p[counts[n**k]] for n in range(1, 200) if n**k < LIMIT - 200),
        )
        yield (
            f"How many primes there are up to n^{k}",
            (counts[n**k] for n in range(1, 200) if n**k <= LIMIT),
        )
    yield (
        "Ways to write 2n as a sum of two primes",
        [sum(1 for q in p[: counts[n]] if mask("prime")[2 * n - q]) for n in range(1, _ROOM)],
    )

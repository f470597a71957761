"""Linear recurrences with constant coefficients, by Berlekamp–Massey modulo a prime."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from int2vec.predict.complete.rules.fit import (
    Fit,
    Search,
    Terms,
    digits_of,
    int_bits,
    null_bits,
    ratio_bits,
    rule,
)

PRIME = (1 << 61) - 1
BIG_PRIME = (1 << 521) - 1
MAX_TERMS = 300


@rule(group="recurrences", turn=12, depth=1)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """The shortest recurrence that the terms obey, the first few of them perhaps excepted."""
    if len(terms) < 4:
        return
    tail = list(terms[-MAX_TERMS:])
    # Backwards: a few odd terms at the start then come last, and spoil nothing before them.
    backwards = tail[::-1]
    for run, order in _runs(backwards, search):
        skipped = len(tail) - run
        checked = run - 2 * order - skipped
        if checked < 1 or (skipped and (checked < 3 or skipped > 4)):
            continue
        fit = _exact(tail, run, order, checked, search)
        if fit is not None:
            yield fit
            return


def _runs(terms: list[int], search: Search) -> list[tuple[int, int]]:
    """(run, order) of the stretches from the start that one recurrence explains, longest first."""
    out = []
    c, length, last_change = [1], 0, 1
    b, last_discrepancy = [1], 1
    residues = [t % PRIME for t in terms]
    n = len(residues)
    for i in range(n):
        search.spend(length // 16 + 1)
        discrepancy = residues[i]
        for j in range(1, length + 1):
            discrepancy += c[j] * residues[i - j]
        discrepancy %= PRIME
        if not discrepancy:
            last_change += 1
            continue
        if i > 2 * length:
            out.append((i, length))
        factor = discrepancy * pow(last_discrepancy, -1, PRIME) % PRIME
        previous = c[:]
        grown = len(b) + last_change
        c += [0] * (grown - len(c))
        for j, x in enumerate(b):
            c[j + last_change] = (c[j + last_change] - factor * x) % PRIME
        if 2 * length <= i:
            length = i + 1 - length
            c += [0] * (length + 1 - len(c))
            b, last_discrepancy, last_change = previous, discrepancy, 1
            if 2 * length >= n:
                break
        else:
            last_change += 1
    else:
        out.append((n, length))
    return out[::-1]


def connection(terms: list[int], prime: int) -> list[int]:
    """Berlekamp–Massey: c with Σ c[j]·terms[i−j] = 0 modulo the prime and c[0] = 1.

    >>> connection([1, 1, 2, 3, 5, 8], 101)
    [1, 100, 100]
    """
    c, length, shift = [1], 0, 1
    b, last = [1], 1
    for i, term in enumerate(terms):
        discrepancy = (term + sum(c[j] * terms[i - j] for j in range(1, length + 1))) % prime
        if not discrepancy:
            shift += 1
            continue
        factor = discrepancy * pow(last, -1, prime) % prime
        previous = c[:]
        c += [0] * (len(b) + shift - len(c))
        for j, x in enumerate(b):
            c[j + shift] = (c[j + shift] - factor * x) % prime
        if 2 * length <= i:
            length = i + 1 - length
            b, last, shift = previous, discrepancy, 1
        else:
            shift += 1
        c += [0] * (length + 1 - len(c))
    return c[: length + 1]


def rational(residue: int, prime: int) -> tuple[int, int] | None:
    """The fraction of small numerator and denominator that the residue stands for.

    >>> rational(pow(3, -1, PRIME) * 2 % PRIME, PRIME)
    (2, 3)
    """
    bound = 1 << ((prime.bit_length() - 1) // 2)
    a, b = prime, residue
    s, t = 0, 1
    while b >= bound:
        quotient = a // b
        a, b = b, a - quotient * b
        s, t = t, s - quotient * t
    if t == 0 or abs(t) >= bound:
        return None
    return (b, t) if t > 0 else (-b, -t)


def _exact(tail: list[int], run: int, order: int, checked: int, search: Search) -> Fit | None:
    """The recurrence lifted to the rationals and tried on every term of the run."""
    part = tail[len(tail) - run :]
    search.spend(order * run // 8 + 1)
    coefficients = connection(part[: 2 * order + 1], PRIME)
    fractions = _lift(coefficients, PRIME)
    if fractions is None:
        search.spend(order * order * 4 + 1)
        fractions = _lift(connection(part[: 2 * order + 1], BIG_PRIME), BIG_PRIME)
    if fractions is None or len(fractions) != order:
        return None
    scale = lcm(*(f.denominator for f in fractions))
    weights = [int(f * scale) for f in fractions]
    for i in range(order, run):
        if sum(w * part[i - 1 - j] for j, w in enumerate(weights)) != scale * part[i]:
            return None
    value, rest = divmod(sum(w * part[-1 - j] for j, w in enumerate(weights)), scale)
    if rest:
        return None
    skipped = len(tail) - run
    bits = (
        3
        + int_bits(order)
        + min(
            sum(ratio_bits(f.numerator, f.denominator) for f in fractions),
            int_bits(scale - 1) + null_bits(weights),
        )
        + null_bits(tail[: order + skipped])
        + (int_bits(skipped) if skipped else 0)
    )
    why = _words(fractions)
    if skipped:
        why += f", after the first {skipped + order} terms"
    return Fit(kind="recurrence", value=value, bits=bits, why=why, checked=checked)


def _lift(connected: list[int], prime: int) -> list[Fraction] | None:
    out = []
    for c in connected[1:]:
        pair = rational(-c % prime, prime)
        if pair is None:
            return None
        out.append(Fraction(*pair))
    return out


def _words(weights: list[Fraction]) -> str:
    if all(w == 1 for w in weights) and len(weights) > 1:
        count = {2: "two", 3: "three", 4: "four"}.get(len(weights), str(len(weights)))
        return f"each term is the sum of the previous {count}"
    return f"each term is a linear mix of those before it: {relation(weights)}"


def relation(weights: list[Fraction]) -> str:
    """The recurrence as people write it.

    >>> relation([Fraction(3), Fraction(-2)])
    'a(n) = 3·a(n−1) − 2·a(n−2)'
    """
    text = ""
    for lag, w in enumerate(weights, 1):
        if not w:
            continue
        size = abs(w)
        number = "" if size == 1 else f"{digits_of(size)}·"
        sign = ("−" if w < 0 else "") if not text else (" − " if w < 0 else " + ")
        text += f"{sign}{number}a(n−{lag})"
        if len(text) > 160:
            return f"a(n) = {text} + … ({len(weights)} terms back)"
    return f"a(n) = {text or '0'}"

"""Linear recurrences with constant coefficients: any fractions, or small whole numbers alone."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import lcm, log2
from operator import mul

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits, ratio_bits
from int2vec.arithmetic.formulas import recurrence
from int2vec.arithmetic.linear_algebra import PRIMES, connections, echelon, rationals, residues
from int2vec.arithmetic.primes import is_prime
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

PRIME = (1 << 61) - 1
BIG_PRIME = (1 << 521) - 1
MAX_TERMS, MAX_SKIPPED = 300, 4
MIN_REMAINDERS, MAX_MODULUS = 16, 101
COUNTS = {2: "two", 3: "three", 4: "four"}

# Of recurrences with small whole coefficients:
MIN_WHOLE_TERMS, MAX_WHOLE_TERMS = 8, 40
MIN_BITS = 10  # a term, on average
MAX_COEFFICIENT = 1 << 13
REACH = (0, 300, 40, 9)  # how far the coefficients that stay free are tried, by how many there are
MAX_WHOLE_SKIPPED = 2
MOST_BITS = 0.65  # of what the terms take without a rule


@rule(group="recurrences", turn=12, depth=1)
def linear(terms: Terms, search: Search) -> Iterator[Fit]:
    """The shortest recurrence that the terms obey, the first few of them perhaps excepted."""
    tail = list(terms[-MAX_TERMS:])
    for run, order in _runs(tail, search) if len(terms) >= 4 else ():
        skipped = len(tail) - run
        checked = run - 2 * order - skipped
        if checked >= 1 and (not skipped or (checked >= 3 and skipped <= MAX_SKIPPED)):
            fit = _exact(tail, skipped, order, search)
            if fit is not None:
                yield fit
                return


def _runs(terms: list[int], search: Search) -> list[tuple[int, int]]:
    """(run, order) of the stretches up to the end that one recurrence explains, longest first."""
    # Backwards: a few odd terms at the start then come last, and spoil nothing before them.
    modular = [t % PRIME for t in reversed(terms)]
    n = len(modular)
    out = []
    current = [1]
    for i, connection in enumerate(connections(modular, PRIME)):
        order = len(current) - 1
        search.spend(order // 16 + 1)
        if connection is current:
            continue
        if i > 2 * order:
            out.append((i, order))
        current = connection
        if 2 * (len(current) - 1) >= n:
            break
    else:
        out.append((n, len(current) - 1))
    return out[::-1]


def _exact(tail: list[int], skipped: int, order: int, search: Search) -> Fit | None:
    """The recurrence lifted to the rationals and tried on every term but those skipped."""
    part, run = tail[skipped:], len(tail) - skipped
    search.spend(order * (run // 8 + order) + 1)
    *_, connection = connections([t % BIG_PRIME for t in part[: 2 * order + 1]], BIG_PRIME)
    fractions = rationals((-c % BIG_PRIME for c in connection[1:]), BIG_PRIME) or []
    scale = lcm(*(f.denominator for f in fractions))
    weights = [int(f * scale) for f in fractions]
    value, rest = divmod(_applied(weights, part, run), scale)
    if len(weights) != order or rest:
        return None
    if any(_applied(weights, part, i) != scale * part[i] for i in range(order, run)):
        return None
    weights_bits = sum(ratio_bits(f.numerator, f.denominator) for f in fractions)
    weights_bits = min(weights_bits, int_bits(scale - 1) + null_bits(weights))
    start_bits = null_bits(tail[: order + skipped]) + (int_bits(skipped) if skipped else 0)
    bits = COST.recurrence + int_bits(order) + weights_bits + start_bits
    why, checked = _words(fractions) + _exception(skipped, order), run - 2 * order - skipped
    return Fit(kind="recurrence", value=value, bits=bits, why=why, checked=checked)


def _applied(weights: list[int], terms: list[int], end: int) -> int:
    """Σ weights[j]·(the term j + 1 places before the end)."""
    return sum(map(mul, weights, reversed(terms[end - len(weights) : end])))


def _words(weights: list[Fraction]) -> str:
    if all(w == 1 for w in weights) and len(weights) > 1:
        count = COUNTS.get(len(weights), str(len(weights)))
        return f"each term is the sum of the previous {count}"
    return f"each term is a linear mix of those before it: {recurrence(weights)}"


def _exception(skipped: int, order: int) -> str:
    return f", after the first {skipped + order} terms" if skipped else ""


@rule(group="recurrences", turn=39)
def modular(terms: Terms, search: Search) -> Iterator[Fit]:
    """A recurrence modulo a prime of which all terms are remainders: shift registers make some."""
    modulus, n = max(terms) + 1, len(terms)
    if min(terms) < 0 or not MIN_REMAINDERS <= n <= MAX_TERMS or modulus > MAX_MODULUS:
        return
    if is_prime(modulus):
        search.spend(n * n // 8)
        *_, connection = connections(terms, modulus)
        weights = [-c % modulus for c in connection[1:]]
        order = len(weights)
        if n - 2 * order >= MIN_REMAINDERS // 2 and order > 0:
            why = f"modulo {modulus}, {_words([*map(Fraction, weights)])}"
            bits = COST.modular_recurrence + int_bits(order) + int_bits(modulus)
            bits += 2 * order * log2(modulus)
            value, checked = _applied(weights, list(terms), n) % modulus, n - 2 * order
            yield Fit(kind="recurrence", value=value, bits=bits, why=why, checked=checked)


@rule(group="recurrences", turn=40)
def with_whole_coefficients(terms: Terms, search: Search) -> Iterator[Fit]:
    """Small whole coefficients, from fewer terms than would determine fractions.

    That all come out whole and small is the check: n terms of many digits leave few such
    recurrences to choose from, even where their order is a little above n/2.
    """
    n, plain = len(terms), null_bits(terms)
    if not MIN_WHOLE_TERMS <= n <= MAX_WHOLE_TERMS or plain < MIN_BITS * n:
        return
    for free, skipped in product(range(len(REACH)), range(MAX_WHOLE_SKIPPED + 1)):
        part = list(terms[skipped:])
        order, odd = divmod(len(part) + free, 2)
        if odd or order < 3 or len(part) - order < 4:
            continue
        search.spend(150 + (2 * REACH[free] + 1) ** free // 8)
        weights = _whole(part, order, free)
        if weights is not None:
            numbers = null_bits(weights) + null_bits(terms[: order + skipped])
            bits = COST.integral + int_bits(order) + numbers
            # With no term left to check, only a much shorter description speaks for it.
            if bits < MOST_BITS * plain:
                value = _applied(weights, part, len(part))
                why = "a recurrence with small whole coefficients fits, few terms check it: "
                why += recurrence(weights) + _exception(skipped, order)
                yield Fit(kind="integral", value=value, bits=bits, why=why, checked=0)
            return


def _whole(part: list[int], order: int, free: int) -> list[int] | None:
    """Coefficients, those of the latest terms first, that are whole, small and fit all terms."""
    prime = PRIMES[0]
    modular = residues(part, prime)
    rows = len(part) - order
    # Row i: a(i+order) = Σ c[j]·a(i+order−1−j); the free coefficients stand behind the others.
    columns = [modular[order - 1 - j : order - 1 - j + rows] for j in range(order)]
    work = np.stack([*columns[free:], *columns[:free], modular[order:]], axis=1)
    if len(echelon(work, rows, prime)) < rows:
        return None
    # Every choice of the free ones within reach, and then of the others, while none is large.
    side = 2 * REACH[free] + 1
    chosen = np.indices((side,) * free).reshape(free, side**free) - REACH[free]
    for *taken, alone in work[:, rows:]:
        value = np.full(chosen.shape[1], alone, dtype=np.int64)
        for weight, each in zip(taken, chosen, strict=False):
            value = (value - weight * each) % prime
        value = np.where(value > prime // 2, value - prime, value)
        small = np.abs(value) < MAX_COEFFICIENT
        chosen = np.concatenate([chosen[:, small], value[None, small]])
    for weights in chosen.T[np.argsort(np.abs(chosen).sum(axis=0))][:4].tolist():
        if all(_applied(weights, part, i) == part[i] for i in range(order, len(part))):
            return [int(c) for c in weights]
    return None

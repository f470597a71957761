"""Mixes of earlier terms that are no plain recurrence: quotients of products, or terms far back.

Quotients after Somos; divide and conquer, a(2n) = p·a(n) + q; and sequences
that call on themselves, a(n) = a(n − a(n−1)) + …
"""

from collections.abc import Callable, Iterator
from contextlib import suppress

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.linear_algebra import relation
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MAX_BITS = 6_000
MAX_TERMS = 60
MIN_PLACES = 10
MIN_CHECKED = 3

SOMOS = range(2, 8)

Lookup = Callable[[int], int]
PARTS: dict[str, Callable[[Lookup, int], int]] = {
    "": lambda a, n: 1,
    "n": lambda a, n: n,
    "a(n)": lambda a, n: a(n),
    "a(n+1)": lambda a, n: a(n + 1),
    "a(n−1)": lambda a, n: a(n - 1),
    "a(2n)": lambda a, n: a(2 * n),
    "a(2n+1)": lambda a, n: a(2 * n + 1),
    "a(⌊n/2⌋)": lambda a, n: a(n // 2),
    "a(⌊n/3⌋)": lambda a, n: a(n // 3),
    "a(⌊(n−1)/2⌋)": lambda a, n: a((n - 1) // 2),
    "a(a(n−1))": lambda a, n: a(a(n - 1)),
    "a(a(n−2))": lambda a, n: a(a(n - 2)),
    "a(a(a(n−1)))": lambda a, n: a(a(a(n - 1))),
    "a(n−a(n−1))": lambda a, n: a(n - a(n - 1)),
    "a(n−a(n−2))": lambda a, n: a(n - a(n - 2)),
    "a(n−1−a(n−1))": lambda a, n: a(n - 1 - a(n - 1)),
    "a(n−2−a(n−2))": lambda a, n: a(n - 2 - a(n - 2)),
}
# What a(base·n + class) may be a mix of, by base.
Scheme = tuple[int, tuple[str, ...]]
DIVIDING: tuple[Scheme, ...] = (
    (2, ("a(n)", "a(n+1)", "", "n")),
    (2, ("a(n)", "a(n−1)", "", "n")),
    (3, ("a(n)", "a(n+1)", "", "n")),
    (4, ("a(n)", "a(2n)", "a(2n+1)", "", "n")),
    (1, ("a(n−1)", "a(⌊n/2⌋)", "a(⌊(n−1)/2⌋)", "", "n")),
    (1, ("a(n−1)", "a(⌊n/3⌋)", "a(⌊n/2⌋)", "")),
)
CALLING: tuple[Scheme, ...] = (
    (1, ("a(n−a(n−1))", "a(n−a(n−2))", "")),
    (1, ("a(a(n−1))", "a(n−a(n−1))", "n", "")),
    (1, ("a(a(n−1))", "a(n−1)", "n", "")),
    (1, ("a(n−1−a(n−1))", "a(n−2−a(n−2))", "a(a(n−2))", "")),
    (1, ("n", "a(a(n−1))", "a(a(a(n−1)))", "")),
)


@rule(group="products", turn=28)
def products_of_terms(terms: Terms, search: Search) -> Iterator[Fit]:
    """a(n)·a(n−k) = Σ w·a(n−i)·a(n−k+i) + c, after Somos."""
    part = list(terms[-MAX_TERMS:])
    n = len(part)
    if n < 5 or max(t.bit_length() for t in part) > MAX_BITS or len(set(part)) < 4 or 0 in part:
        return
    for back in SOMOS:
        pairs = [(i, back - i) for i in range(1, back // 2 + 1)]
        if n - back <= len(pairs) + 1:
            return
        search.spend(40 + n)
        columns = [[part[at - i] * part[at - j] for at in range(back, n + 1)] for i, j in pairs]
        columns.append([1] * (n + 1 - back))
        target = [part[at] * part[at - back] for at in range(back, n)]
        found = relation([c[:-1] for c in columns], target, [c[-1] for c in columns])
        if found is None or not any(found.weights[:-1]) or found.value % part[n - back]:
            continue
        mix = Mix([*(f"a(n−{i})·a(n−{j})" for i, j in pairs), ""], found.weights)
        yield Fit(
            kind="quadratic",
            value=found.value // part[n - back],
            bits=COST.quadratic_recurrence + found.bits + sum(map(int_bits, part[:back])),
            why=f"a(n) = ({mix}) / a(n−{back})",
            checked=found.checked,
        )


@rule(group="self-reference", turn=33)
def places_of_terms(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every scheme that foretells the next term, n counted from 0 and from 1."""
    if len(terms) < MIN_PLACES or len(set(terms)) < 3:
        return
    small = max(map(abs, terms)) <= len(terms) + 2
    for start in (0, 1):
        for scheme in DIVIDING + (CALLING if small else ()):
            search.spend(150 + 4 * len(terms))
            fit = _of_places(terms, start, scheme)
            if fit is not None:
                yield fit


def _of_places(terms: Terms, start: int, scheme: Scheme) -> Fit | None:
    base, names = scheme
    end = start + len(terms)
    turn = end % base

    def row(n: int) -> list[int]:
        def a(i: int) -> int:
            # Only terms before the one to be made may be called on.
            if start <= i < n:
                return terms[i - start]
            raise LookupError

        return [PARTS[name](a, n // base) for name in names]

    try:
        following = row(end)
    except LookupError:
        return None
    rows, target = [], []
    for n in range(start + (turn - start) % base, end, base):
        with suppress(LookupError):
            rows.append(row(n))
            target.append(terms[n - start])
    if len(rows) < len(names) + 1 or len(set(target)) < 3:
        return None
    found = relation(list(zip(*rows, strict=True)), target, following)
    if found is None or found.checked < MIN_CHECKED:
        return None
    if not any(w and "a(" in name for w, name in zip(found.weights, names, strict=True)):
        return None  # a function of n that holds from somewhere on, and calls no term
    left = [t for n, t in enumerate(terms, start) if n % base != turn]
    left += terms[: len(terms) - len(left) - len(target)]
    place = f"{base}n+{turn}" if base > 1 and turn else f"{base}n" if base > 1 else "n"
    return Fit(
        kind="self-referring" if scheme in CALLING else "regular",
        value=found.value,
        bits=COST.regular + found.bits + null_bits(left),
        why=f"a({place}) = {Mix(names, found.weights)}, n counted from {start}",
        checked=found.checked,
    )

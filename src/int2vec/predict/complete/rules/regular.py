"""Divide-and-conquer rules, a(2n) = p·a(n) + q, and sequences that call on themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.linear import mixture, relation

MIN_TERMS = 10
MIN_CHECKED = 3

Lookup = Callable[[int], int | None]
Part = Callable[[Lookup, int], int | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Scheme:
    """What a(base·n + class) may be a mix of; the parts are handed a and n."""

    base: int
    names: tuple[str, ...]
    parts: tuple[Part, ...]


def _at(shift: int, factor: int = 1) -> Part:
    return lambda a, n: a(factor * n + shift)


SCHEMES = (
    Scheme(
        base=2,
        names=("a(n)", "a(n+1)", "", "n"),
        parts=(_at(0), _at(1), lambda a, n: 1, lambda a, n: n),
    ),
    Scheme(
        base=2,
        names=("a(n)", "a(n−1)", "", "n"),
        parts=(_at(0), _at(-1), lambda a, n: 1, lambda a, n: n),
    ),
    Scheme(
        base=3,
        names=("a(n)", "a(n+1)", "", "n"),
        parts=(_at(0), _at(1), lambda a, n: 1, lambda a, n: n),
    ),
    Scheme(
        base=4,
        names=("a(n)", "a(2n)", "a(2n+1)", "", "n"),
        parts=(_at(0), _at(0, 2), _at(1, 2), lambda a, n: 1, lambda a, n: n),
    ),
    Scheme(
        base=1,
        names=("a(n−1)", "a(⌊n/2⌋)", "a(⌊(n−1)/2⌋)", "", "n"),
        parts=(
            _at(-1),
            lambda a, n: a(n // 2),
            lambda a, n: a((n - 1) // 2),
            lambda a, n: 1,
            lambda a, n: n,
        ),
    ),
    Scheme(
        base=1,
        names=("a(n−1)", "a(⌊n/3⌋)", "a(⌊n/2⌋)", ""),
        parts=(_at(-1), lambda a, n: a(n // 3), lambda a, n: a(n // 2), lambda a, n: 1),
    ),
)


def _inner(a: Lookup, at: int | None) -> int | None:
    return None if at is None else a(at)


NESTED = (
    Scheme(
        base=1,
        names=("a(n−a(n−1))", "a(n−a(n−2))", ""),
        parts=(
            lambda a, n: _inner(a, _minus(n, a(n - 1))),
            lambda a, n: _inner(a, _minus(n, a(n - 2))),
            lambda a, n: 1,
        ),
    ),
    Scheme(
        base=1,
        names=("a(a(n−1))", "a(n−a(n−1))", "n", ""),
        parts=(
            lambda a, n: _inner(a, a(n - 1)),
            lambda a, n: _inner(a, _minus(n, a(n - 1))),
            lambda a, n: n,
            lambda a, n: 1,
        ),
    ),
    Scheme(
        base=1,
        names=("a(a(n−1))", "a(n−1)", "n", ""),
        parts=(
            lambda a, n: _inner(a, a(n - 1)),
            _at(-1),
            lambda a, n: n,
            lambda a, n: 1,
        ),
    ),
    Scheme(
        base=1,
        names=("a(n−1−a(n−1))", "a(n−2−a(n−2))", "a(a(n−2))", ""),
        parts=(
            lambda a, n: _inner(a, _minus(n - 1, a(n - 1))),
            lambda a, n: _inner(a, _minus(n - 2, a(n - 2))),
            lambda a, n: _inner(a, a(n - 2)),
            lambda a, n: 1,
        ),
    ),
    Scheme(
        base=1,
        names=("n", "a(a(n−1))", "a(a(a(n−1)))", ""),
        parts=(
            lambda a, n: n,
            lambda a, n: _inner(a, a(n - 1)),
            lambda a, n: _inner(a, _inner(a, a(n - 1))),
            lambda a, n: 1,
        ),
    ),
)


def _minus(n: int, value: int | None) -> int | None:
    return None if value is None else n - value


@rule(group="self-reference", turn=33)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every scheme that foretells the next term, n counted from 0 and from 1."""
    if len(terms) < MIN_TERMS or len(set(terms)) < 3:
        return
    small = max(map(abs, terms)) <= len(terms) + 2
    for start in (0, 1):
        for scheme in SCHEMES + (NESTED if small else ()):
            search.spend(150 + 4 * len(terms))
            fit = _fit(terms, start, scheme)
            if fit is not None:
                yield fit


def _fit(terms: Terms, start: int, scheme: Scheme) -> Fit | None:
    base, end = scheme.base, start + len(terms)

    def known(before: int) -> Lookup:
        # Only terms before the one to be made may be called on.
        return lambda i: terms[i - start] if start <= i < before else None

    turn = end % base
    following = [part(known(end), end // base) for part in scheme.parts]
    if None in following:
        return None
    rows, target, left = [], [], list(terms)
    for n in range(start, end):
        if n % base != turn:
            continue
        row = [part(known(n), n // base) for part in scheme.parts]
        if None not in row:
            rows.append([x for x in row if x is not None])
            target.append(terms[n - start])
    if len(rows) < len(scheme.parts) + 1 or len(set(target)) < 3:
        return None
    skipped = {n for n in range(start, end) if n % base == turn}
    columns = [list(c) for c in zip(*rows, strict=True)]
    found = relation(columns, target, [x for x in following if x is not None])
    if found is None or found.checked < MIN_CHECKED or not any(found.weights):
        return None
    left = [t for n, t in enumerate(terms, start) if n not in skipped]
    left += list(terms[: max(0, len(skipped) - len(target))])
    place = f"{base}n+{turn}" if base > 1 and turn else f"{base}n" if base > 1 else "n"
    return Fit(
        kind="regular" if scheme not in NESTED else "self-referring",
        value=found.value,
        bits=5 + found.bits + null_bits(left),
        why=f"a({place}) = {mixture(scheme.names, found.weights)}, n counted from {start}",
        checked=found.checked,
    )

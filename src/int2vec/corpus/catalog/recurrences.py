"""Linear recurrences and other recurrences on the last terms."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from int2vec.arithmetic.known.recurrences import linear
from int2vec.corpus.catalog.base import Entry, family
from int2vec.corpus.catalog.polynomials import signed

_BACK = ("a(n-1)", "a(n-2)", "a(n-3)", "a(n-4)", "a(n-5)", "a(n-6)", "a(n-7)", "a(n-8)")


def _rule(weights: tuple[int, ...], start: tuple[int, ...], plus: int = 0) -> str:
    parts = signed(*zip(weights, _BACK, strict=False), (plus, ""))
    return f"a(n) = {parts} from {', '.join(map(str, start))}"


@family("first-order recurrences")
def _first_order() -> Iterator[Entry]:
    for factor, plus, start in product((2, 3, 4, 5, 6, 7, 8, 9, 10), range(-5, 8), range(0, 5)):
        if plus:
            yield _rule((factor,), (start,), plus), linear([start], [factor], plus)
    for factor, plus, start in product((-4, -3, -2), range(-3, 4), range(1, 4)):
        yield _rule((factor,), (start,), plus), linear([start], [factor], plus)


@family("second-order recurrences")
def _second_order() -> Iterator[Entry]:
    starts = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (1, 3))
    for p, q in product(range(-3, 11), range(-6, 8)):
        if q and abs(p) + abs(q) > 1:
            for start in starts:
                yield _rule((p, q), start), linear(start, (p, q))


@family("Lucas sequences")
def _lucas() -> Iterator[Entry]:
    for p, q in product(range(1, 16), range(-5, 6)):
        if q:
            yield f"Companion Lucas sequence V({p}, {q})", linear((2, p), (p, -q))
    for p in range(11, 40):
        yield _rule((p, 1), (0, 1)), linear((0, 1), (p, 1))
        yield _rule((p, -1), (0, 1)), linear((0, 1), (p, -1))
        yield _rule((p, -1), (1, 1)), linear((1, 1), (p, -1))


@family("Fibonacci-like sequences")
def _fibonacci_like() -> Iterator[Entry]:
    for a, b in product(range(-3, 11), range(0, 21)):
        if a or b:
            yield _rule((1, 1), (a, b)), linear((a, b), (1, 1))
    for a, b, plus in product(range(0, 3), range(0, 4), range(-3, 7)):
        if plus:
            yield _rule((1, 1), (a, b), plus), linear((a, b), (1, 1), plus)


@family("third-order recurrences")
def _third_order() -> Iterator[Entry]:
    for weights in product(range(-1, 4), range(-2, 3), (-2, -1, 1, 2)):
        for start in ((0, 0, 1), (1, 1, 1), (0, 1, 2), (1, 1, 2)):
            yield _rule(weights, start), linear(start, weights)


@family("higher recurrences")
def _higher() -> Iterator[Entry]:
    for order in range(3, 9):
        for last in (0, 1):
            start = (last,) * (order - 1) + (1,)
            yield f"Sums of the last {order} terms from {start}", linear(start, (1,) * order)
        for skip in range(1, order):
            weights = tuple(int(k in (skip - 1, order - 1)) for k in range(order))
            for start in ((1,) * order, (0,) * (order - 1) + (1,)):
                yield _rule(weights, start), linear(start, weights)
    for weights in product((0, 1, 2), (-1, 0, 1), (0, 1), (-1, 1)):
        for start in ((0, 0, 0, 1), (1, 1, 1, 1), (1, 2, 3, 4)):
            yield _rule(weights, start), linear(start, weights)


@family("recurrences with n in them")
def _with_n() -> Iterator[Entry]:
    for start, a, b in product((0, 1, 2), range(1, 6), range(-2, 4)):
        yield f"a(n) = {signed((a, 'a(n-1)'))} + n + {b} from {start}", _add_n(start, a, b)
        yield f"a(n) = n a(n-1) + {a} from {start + b % 3}", _times_n(start + b % 3, a)
    for start, a, b in product((0, 1), (1, 2, 3), (1, 2, 3)):
        yield (
            f"a(n) = {signed((a, 'a(n-1)'), (b, 'n a(n-2)'))} from {start}, 1",
            _mixed(start, 1, a, b),
        )
        yield (
            f"a(n) = {signed((a, 'n a(n-1)'), (b, 'a(n-2)'))} from {start}, 1",
            _mixed(start, 1, a, b, swap=True),
        )


def _add_n(start: int, a: int, b: int) -> Iterator[int]:
    term, n = start, 0
    while True:
        yield term
        n += 1
        term = a * term + n + b


def _times_n(start: int, plus: int) -> Iterator[int]:
    term, n = start, 0
    while True:
        yield term
        n += 1
        term = n * term + plus


def _mixed(first: int, second: int, a: int, b: int, *, swap: bool = False) -> Iterator[int]:
    before, last, n = first, second, 1
    while True:
        yield before
        n += 1
        step = a * n * last + b * before if swap else a * last + b * n * before
        before, last = last, step


@family("nonlinear recurrences")
def _nonlinear() -> Iterator[Entry]:
    for start, plus in product(range(1, 6), range(-1, 4)):
        yield f"a(n) = a(n-1) a(n-2) + {plus} from 1, {start}", _product(1, start, plus)
    for k in range(4, 8):
        for r in range(1, k // 2 + 1):
            yield (
                f"Somos-{k}: a(n) a(n-{k}) = a(n-1) a(n-{k - 1}) + a(n-{r}) a(n-{k - r})",
                _somos(k, r),
            )
    for a, b in product(range(1, 6), range(1, 9)):
        yield f"Absolute differences |a(n-1) - a(n-2)| + 1 from {a}, {b}", _absolute(a, b)


def _product(a: int, b: int, plus: int) -> Iterator[int]:
    while True:
        yield a
        a, b = b, a * b + plus


def _absolute(a: int, b: int) -> Iterator[int]:
    while True:
        yield a
        a, b = b, abs(b - a) + 1


def _somos(k: int, r: int) -> Iterator[int]:
    window = [1] * k
    while True:
        yield window[0]
        total = window[-1] * window[1] + window[k - r] * window[r]
        if total % window[0]:  # not every choice stays with the integers
            return
        window = [*window[1:], total // window[0]]

"""Whatever follows a rule of a known kind is continued, whatever its parameters."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from int2vec.predict.complete.rules import RulesCompleter

COMPLETER = RulesCompleter()
small = st.integers(-9, 9)
quick = settings(max_examples=30, deadline=None)


def follows(terms: list[int]) -> bool:
    """Whether the last term is foretold from those before it."""
    return [p.value for p in COMPLETER.complete(terms[:-1], 3)][:1] == terms[-1:]


@quick
@given(st.lists(st.integers(-50, 50), min_size=1, max_size=5))
def test_polynomials(coefficients: list[int]) -> None:
    def value(n: int) -> int:
        return sum(c * n**k for k, c in enumerate(coefficients))

    assert follows([value(n) for n in range(len(coefficients) + 9)])


@quick
@given(st.integers(1, 40), st.integers(-7, 7), st.integers(1, 5))
def test_geometric_progressions(first: int, p: int, q: int) -> None:
    assume(p not in (0, 1, -1) and p != q)
    assert follows([first * p**n * q ** (8 - n) for n in range(9)])


@quick
@given(st.lists(small, min_size=2, max_size=4), st.data())
def test_linear_recurrences(weights: list[int], data: st.DataObject) -> None:
    order = len(weights)
    terms = data.draw(st.lists(small, min_size=order, max_size=order))
    while len(terms) < 4 * order + 8:
        terms.append(sum(w * t for w, t in zip(weights, terms[::-1], strict=False)))
    assert follows(terms)


@quick
@given(st.integers(-30, 30), st.integers(-9, 9), st.integers(1, 9), st.integers(2, 5))
def test_interleaved_progressions(a: int, step: int, b: int, factor: int) -> None:
    assume(step)
    pairs = [(a + n * step, b * factor**n) for n in range(6)]
    assert follows([x for pair in pairs for x in pair])


@quick
@given(st.integers(1, 30), st.integers(1, 12), st.integers(2, 5))
def test_cycles_of_operations(first: int, add: int, times: int) -> None:
    terms = [first]
    for i in range(8):
        terms.append(terms[-1] + add if i % 2 == 0 else terms[-1] * times)
    assert follows(terms)


@quick
@given(st.integers(1, 5), st.integers(0, 4), st.integers(0, 4))
def test_recurrences_with_polynomial_coefficients(first: int, a: int, b: int) -> None:
    terms = [first]
    for n in range(1, 14):
        terms.append((n + a) * terms[-1] + b)
    assert follows(terms)

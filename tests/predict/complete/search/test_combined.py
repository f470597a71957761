"""Two sequences of the corpus that make up the terms together."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from math import factorial

import pytest

from int2vec.predict.complete.search.combined import Combination, combinations
from int2vec.predict.complete.search.index import Index

Terms = list[int]
A = [5, 3, 7, 4, 9, 2, 11, 6, 17, 5, 23, 8, 31, 14, 12, 40, 19, 27, 33, 10]
B = [3, 8, 1, 15, 4, 22, 9, 2, 35, 7, 12, 41, 6, 28, 19, 50, 11, 33, 5, 60]


@pytest.fixture
def index(index_over: Callable[[str], Index]) -> Index:
    held = {12: A, 13: B, 14: [1, 2] * 20, 15: [9, 9, 9]}
    return index_over("".join(f"A{n} ,{','.join(map(str, a))},\n" for n, a in held.items()))


def mixed(of: Callable[[int, int], int], a: Terms = A, b: Terms = B) -> Terms:
    return [of(x, y) for x, y in zip(a, b, strict=False)]


def steps(sums: Terms) -> Terms:
    return [after - before for before, after in zip([0, *sums], sums, strict=False)]


def whole(index: Index, terms: Terms) -> list[Combination]:
    return list(combinations(index, terms))


# What is asked about, worked out by hand; the transform of it, the words and the size of weights.
CASES: list[tuple[Terms, str, str, float]] = [
    (mixed(lambda x, y: 2 * x - y + 7), "the terms", "2·A000012(n) − A000013(n) + 7", 13),
    (mixed(lambda x, y: 2 * x + 3 * y), "the terms", "2·A000012(n) + 3·A000013(n)", 8),
    (mixed(lambda x, y: x - 5 * y, A[1:]), "the terms", "−5·A000013(n) + A000012(n+1)", 9),
    (mixed(lambda x, y: x + y, A, B[1:]), "the terms", "A000012(n) + A000013(n+1)", 5),
    (mixed(lambda x, y: 3 * x * y), "the terms", "3·A000012(n)·A000013(n)", 4),
    (mixed(lambda x, y: x * y, A[1:], B[1:]), "the terms", "A000012(n+1)·A000013(n+1)", 2),
    ([*accumulate(mixed(lambda x, y: x + 2 * y), initial=4)], "the differences",
     "A000012(n) + 2·A000013(n)", 6),
    (steps(mixed(lambda x, y: 4 * x + y)), "the partial sums", "4·A000012(n) + A000013(n)", 8),
    ([factorial(n) * t for n, t in enumerate(mixed(lambda x, y: x - y))], "a(n) / n!",
     "A000012(n) − A000013(n)", 5),
    ([3 * sum(A[j] * B[n - j] for j in range(n + 1)) for n in range(20)], "the terms",
     "3·(the convolution of A000012(n) and A000013(n))", 4),
    ([99, *mixed(lambda x, y: x + 2 * y)], "the terms after the first",
     "A000012(n) + 2·A000013(n)", 6),
    ([99, *mixed(lambda x, y: 3 * x * y)], "the terms after the first",
     "3·A000012(n)·A000013(n)", 4),
]  # fmt: skip


@pytest.mark.parametrize(("terms", "noun", "words", "size"), CASES)
def test_what_two_sequences_say_comes_next(
    index: Index, terms: Terms, noun: str, words: str, size: float
) -> None:
    *prompt, answer = terms
    found = {(c.route.noun, c.words): c for c in whole(index, prompt)}
    assert found[noun, words].value == answer
    assert sorted(found[noun, words].labels) == ["A000012", "A000013"]
    assert found[noun, words].size == size
    spoiled = [*prompt[:-1], prompt[-1] + 1]
    assert (noun, words) not in {(c.route.noun, c.words) for c in whole(index, spoiled)}


def test_what_is_too_short_or_too_plain_or_too_heavy_is_left_alone(index: Index) -> None:
    sums = mixed(lambda x, y: x + y)
    assert whole(index, sums[:10])
    assert whole(index, sums[:9]) == []  # nine terms are met by chance
    assert whole(index, sums) == []  # nothing stands behind the last term of either
    assert whole(index, mixed(lambda x, y: 23 * x + y)[:-1])
    assert whole(index, mixed(lambda x, y: 24 * x + y)[:-1]) == []  # a weight of over 24
    assert whole(index, [1, 2, 1, 2, 3, 4, 1, 2, 3, 4, 1]) == []  # four different terms
    assert whole(index, [7] * 30) == []

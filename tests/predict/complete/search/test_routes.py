"""Each transform on its own: its result, worked out by definition, is all that the corpus holds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import comb, factorial

import pytest

from int2vec.arithmetic.power_series import MAX_REVERSION
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.through_transforms import TransformCompleter

Terms = list[int]
# Terms without a rule of their own, the last of which is to be found.
PROMPT = [1, 3, 7, 4, 9, 2, 11, 6, 17, 5, 23, 8]


def steps(a: Terms) -> Terms:
    return [a[i + 1] - a[i] for i in range(len(a) - 1)]


def divided(a: Terms, by: Callable[[int], int]) -> Terms:
    """What has these terms as its multiples."""
    return [t * by(n) for n, t in enumerate(a)]


def divisor_sums(a: Terms) -> Terms:
    return [sum(a[d - 1] for d in range(1, n + 1) if n % d == 0) for n in range(1, len(a) + 1)]


def convolved(a: Terms, b: Terms) -> Terms:
    return [sum(a[k] * b[n - k] for k in range(n + 1)) for n in range(len(a))]


def mobius(a: Terms) -> Terms:
    found: Terms = []
    for n in range(1, len(a) + 1):
        found.append(a[n - 1] - sum(found[d - 1] for d in range(1, n) if n % d == 0))
    return found


def reciprocal(a: Terms) -> Terms:
    found = [1]
    for n in range(1, len(a)):
        found.append(-sum(a[k] * found[n - k] for k in range(1, n + 1)))
    return found


def alternating(a: Terms) -> Terms:
    return [sum((-1) ** (n - k) * comb(n, k) * a[k] for k in range(n + 1)) for n in range(len(a))]


def partitions(n: int, k: int) -> int:
    """Of n things into k parts, by inclusion and exclusion."""
    return sum((-1) ** (k - i) * comb(k, i) * i**n for i in range(k + 1)) // factorial(k)


def euler(a: Terms) -> Terms:
    """Coefficients of Π 1/(1 − x^k)^a(k), one factor after the other, from x^1 on."""
    series = [1] + [0] * len(a)
    for k, times in enumerate(a, 1):
        for _ in range(times):
            for n in range(k, len(series)):
                series[n] += series[n - k]
    return series[1:]


def exponential(a: Terms) -> Terms:
    """Ways to part n things into blocks, one of a(k) kinds for each block of k, n from 1."""
    found = [1]
    for n in range(1, len(a) + 1):  # by the block that holds the last thing
        found.append(sum(comb(n - 1, k - 1) * a[k - 1] * found[n - k] for k in range(1, n + 1)))
    return found[1:]


def invert(a: Terms) -> Terms:
    """Ways to write n as a sum in order, one of a(k) kinds for each part k, n from 0."""
    found = [1]
    for n in range(1, len(a) + 1):
        found.append(sum(a[k - 1] * found[n - k] for k in range(1, n + 1)))
    return found


def to_and_fro(a: Terms) -> Terms:
    """The last of each row; a row starts with a(n) and goes back over the one before."""
    rows: list[Terms] = [[]]
    for start in a:
        row = [start]
        for x in rows[-1][::-1]:
            row.append(row[-1] + x)
        rows.append(row)
    return [row[-1] for row in rows[1:]]


def reversion(a: Terms) -> Terms:
    """b with Σ b(k)·A(x)^k = x, where A(x) = x + a(2)·x² + …, coefficient by coefficient."""
    series, found = [0, *a], [1]
    powers = [series]
    while len(found) < len(a):
        powers.append(convolved(powers[-1], series))
        n = len(found) + 1
        found.append(-sum(b * power[n] for b, power in zip(found, powers, strict=False)))
    return found


def shares(a: Terms) -> Terms:
    """b with n·a(n) = Σ b(k)·a(n − k), k from 1: n times the coefficients of the logarithm."""
    found: Terms = []
    for n in range(1, len(a)):
        found.append(n * a[n] - sum(found[k - 1] * a[n - k] for k in range(1, n)))
    return found


# The words of a route, what the corpus holds, and the terms that are asked about.
ROUTES: list[tuple[str, Callable[[Terms], Terms], Terms]] = [
    ("the differences stand", steps, PROMPT),
    ("the second differences stand", lambda a: steps(steps(a)), PROMPT),
    ("the partial sums stand", lambda a: [sum(a[: n + 1]) for n in range(len(a))], PROMPT),
    ("the sums of neighbours stand", lambda a: [x + y for x, y in pairwise(a)], PROMPT),
    ("the binomial transform stands",
     lambda a: [sum(comb(n, k) * a[k] for k in range(n + 1)) for n in range(len(a))], PROMPT),
    ("the inverse binomial transform stands", alternating, PROMPT),
    ("the Möbius transform stands", mobius, PROMPT),
    ("the Möbius transform stands", lambda a: mobius(a[1:]), [5, *PROMPT]),
    ("the sums over divisors stand", divisor_sums, PROMPT),
    ("the reciprocal series stands", reciprocal, PROMPT),
    ("the convolution square stands", lambda a: convolved(a, a), PROMPT),
    ("n a(n) stands", lambda a: [n * t for n, t in enumerate(a, 1)], PROMPT),
    ("n a(n) stands", lambda a: [n * t for n, t in enumerate(a)], PROMPT),
    ("a(n) / n stands", lambda a: PROMPT[: len(a)], [n * t for n, t in enumerate(PROMPT, 1)]),
    ("a(n) / n stands", lambda a: PROMPT[: len(a) - 1],
     [0, *(n * t for n, t in enumerate(PROMPT, 1))]),
    ("a(n) / n! stands", lambda a: PROMPT[: len(a)], divided(PROMPT, factorial)),
    ("the squares stand", lambda a: [t**2 for t in a], PROMPT),
    ("the products of neighbours stand", lambda a: [x * y for x, y in pairwise(a)], PROMPT),
    ("the terms with alternating signs stand", lambda a: divided(a, lambda n: (-1) ** n), PROMPT),
    ("2^n a(n) stands", lambda a: divided(a, lambda n: 2**n), PROMPT),
    ("n! a(n) stands", lambda a: divided(a, factorial), PROMPT),
    ("a(n) + 1 stands", lambda a: [t + 1 for t in a], PROMPT),
    ("a(n) − 1 stands", lambda a: [t - 1 for t in a], PROMPT),
    ("a(n) + n stands", lambda a: [t + n for n, t in enumerate(a)], PROMPT),
    ("a(n) − n stands", lambda a: [t - n for n, t in enumerate(a)], PROMPT),
    ("a(n) + n! stands", lambda a: [t + factorial(n) for n, t in enumerate(a)], PROMPT),
    ("a(n) − n! stands", lambda a: [t - factorial(n) for n, t in enumerate(a)], PROMPT),
    ("the Stirling transform stands", lambda a: [
        sum(partitions(n, k) * a[k - 1] for k in range(1, n + 1)) for n in range(1, len(a) + 1)
    ], PROMPT),
    ("a(n) − a(n−1) − a(n−2) stands",
     lambda a: [a[n] - a[n - 1] - a[n - 2] for n in range(2, len(a))], PROMPT),
    ("the sums of three neighbours stand",
     lambda a: [sum(a[n : n + 3]) for n in range(len(a) - 2)], PROMPT),
    ("the Euler transform stands", euler, PROMPT),
    ("the inverse Euler transform stands", lambda a: PROMPT[: len(a) - 1], [1, *euler(PROMPT)]),
    ("the inverse Euler transform stands", lambda a: PROMPT[: len(a)], euler(PROMPT)),
    ("the exponential transform stands", exponential, PROMPT),
    ("the logarithmic transform stands", lambda a: PROMPT[: len(a) - 1], [1, *exponential(PROMPT)]),
    ("the logarithmic transform stands", lambda a: PROMPT[: len(a)], exponential(PROMPT)),
    ("the inverse INVERT transform stands", lambda a: PROMPT[: len(a) - 1], invert(PROMPT)),
    ("the convolution square root stands", lambda a: PROMPT[: len(a)], convolved(PROMPT, PROMPT)),
    ("the boustrophedon transform stands", to_and_fro, PROMPT),
    ("the logarithmic derivative stands", shares, PROMPT),
    ("the reversion stands", reversion, PROMPT),
    ("every second term stands", lambda a: a[-1::-2][::-1], PROMPT),
    ("every third term stands", lambda a: a[-1::-3][::-1], [*PROMPT, 30, 12, 41]),
    ("the quotients of neighbours stand", lambda a: PROMPT[: len(a) - 1],
     [2, *(2 * p for p in (1, 3, 21, 84, 756, 1512, 16632, 99792, 1696464, 8482320))]),
]  # fmt: skip


@pytest.mark.parametrize(("words", "transform", "terms"), ROUTES)
def test_what_a_transform_says_comes_next(
    index_over: Callable[[str], Index],
    words: str,
    transform: Callable[[Terms], Terms],
    terms: Terms,
) -> None:
    held = [*transform(terms), 7919, 104729]
    index = index_over(f"A12 ,{','.join(map(str, held))},\nA13 ,5000,6000,\n")
    found = {p.value: p for p in TransformCompleter(index, effort="quick").complete(terms[:-1], 20)}
    assert terms[-1] in found
    best = found[terms[-1]]
    assert best.evidence["rule"] == words
    given = len(transform(terms)) - 1
    assert best.evidence["match_length"] == given
    assert best.why == f"{words} in A000012, {given} terms matching"
    assert best.evidence["whole"] is True
    assert best.score > 100


def test_a_prompt_that_is_too_long_to_go_on_is_left_alone(
    index_over: Callable[[str], Index],
) -> None:
    terms = [1, *(n * 7 % 11 for n in range(MAX_REVERSION))]
    held = reversion(terms)
    index = index_over(f"A12 ,{','.join(map(str, held))},\nA13 ,5000,6000,\n")
    for n, answered in ((MAX_REVERSION - 1, True), (MAX_REVERSION, False)):
        found = TransformCompleter(index, effort="quick").complete(terms[:n], 20)
        assert [p.value for p in found] == [terms[n]] * answered

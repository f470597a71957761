"""A transform of the prompt that is a transform of a sequence of the corpus."""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, pairwise
from math import factorial

import numpy as np
import pytest

from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.through_transforms import TransformCompleter
from int2vec.predict.complete.search.two_sided import (
    BOTH_SIDES,
    PRIME,
    Residues,
    look_up,
    table_of,
)

Terms = list[int]
# Terms without a rule of their own: what the corpus holds.
HELD = [5, 3, 7, 4, 9, 2, 11, 6, 17, 5, 23, 8, 31, 14, 12, 40, 19, 27, 33, 10]


def squares(a: Terms) -> Terms:
    return [t * t for t in a]


# What is asked about, worked out from what is held by definition, and the reason given for it.
CASES: list[tuple[Callable[[Terms], Terms], str]] = [
    (lambda b: [3 * t * t for t in b], "the terms are 3 times the squares of A000012"),
    (lambda b: [-t * t for t in b[1:]], "the terms are minus the squares of A000012"),
    (lambda b: list(accumulate(squares(b), initial=1)),
     "the differences are the squares of A000012"),
    (lambda b: [t * t + 1 for t in b], "a(n) − 1 is the squares of A000012"),
    (lambda b: [99, *squares(b)], "the terms are the squares of A000012"),
    (lambda b: [x * y for x, y in pairwise(b)],
     "the terms are the products of neighbours of A000012"),
    (lambda b: [t * t * (n + 1) for n, t in enumerate(b)], "a(n) / n is the squares of A000012"),
    (lambda b: [t * 6 for t in b[1::2]], "the terms are 6 times every second term of A000012"),
]  # fmt: skip


@pytest.fixture
def held(index_over: Callable[[str], Index]) -> Index:
    return index_over(f"A12 ,{','.join(map(str, HELD))},\nA13 ,5000,6000,\n")


@pytest.mark.parametrize(("made", "reason"), CASES)
def test_what_both_sides_say_comes_next(
    held: Index, made: Callable[[Terms], Terms], reason: str
) -> None:
    *prompt, answer = made(HELD)
    (found,) = (p for p in TransformCompleter(held).complete(prompt, 20) if p.value == answer)
    matching = found.evidence["match_length"]
    assert found.why == f"{reason}, {matching} terms matching"
    assert len(prompt) - 2 <= matching <= len(prompt)
    assert found.evidence["sequences"] == ["A000012"]
    quick = TransformCompleter(held, effort="quick").complete(prompt, 20)
    assert answer not in {p.value for p in quick}


OTHER = [3, 8, 1, 15, 4, 22, 9, 2, 35, 7, 12, 41, 6, 28, 19, 50, 11, 33, 5, 60]


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (lambda a, b: 2 * a - b + 7, "the terms are 2·A000012(n) − A000013(n) + 7"),
        (lambda a, b: 3 * a * b, "the terms are 3·A000012(n)·A000013(n)"),
    ],
)
def test_two_sequences_together_are_a_deep_question(
    index_over: Callable[[str], Index], made: Callable[[int, int], int], reason: str
) -> None:
    lines = [f"A{number} ,{','.join(map(str, a))}," for number, a in ((12, HELD), (13, OTHER))]
    index = index_over("\n".join(lines) + "\n")
    *prompt, answer = map(made, HELD, OTHER)
    assert answer not in {p.value for p in TransformCompleter(index).complete(prompt, 20)}
    first, *_ = TransformCompleter(index, effort="deep").complete(prompt, 20)
    assert (first.value, first.why) == (answer, f"{reason}, {len(prompt)} terms matching")


def test_sequences_that_agree_are_counted(index_over: Callable[[str], Index]) -> None:
    other = [*HELD[:-1], HELD[-1] + 1]
    held = {12: HELD, 13: other, 14: [5000, 6000], 15: [8, *HELD, 1]}
    lines = (f"A{n} ,{','.join(map(str, terms))},\n" for n, terms in held.items())
    prompt = [3 * t * t for t in HELD[:-1]]
    found = TransformCompleter(index_over("".join(lines))).complete(prompt, 20)
    two, one = (p for p in found if p.evidence["depth"] == 2)
    assert (two.value, one.value) == (3 * HELD[-1] ** 2, 3 * (HELD[-1] + 1) ** 2)
    assert two.evidence["sequences"] == ["A000012", "A000015"]
    assert (two.evidence["matches"], one.evidence["matches"]) == (2, 1)
    assert (two.evidence["share"], one.evidence["share"]) == pytest.approx((2 / 3, 1 / 3))
    assert (two.score, one.score) == pytest.approx((19 + 2 / 3, 19 + 1 / 3))
    assert two.evidence["distinct"] == len(set(HELD[:-1]))


@pytest.mark.parametrize(("lead", "theirs"), [([], 0), ([7, 1], 0), ([], 2), ([0, 0], 0), ([7], 1)])
def test_a_few_terms_in_front_do_not_matter(
    index_over: Callable[[str], Index], lead: Terms, theirs: int
) -> None:
    front = [90, 91][:theirs]
    index = index_over(f"A12 ,{','.join(map(str, [*front, *HELD]))},\nA13 ,5000,6000,\n")
    *prompt, answer = [*lead, *(10 * t * t for t in HELD)]
    found = {p.value: p for p in TransformCompleter(index).complete(prompt, 20)}
    assert found[answer].why.startswith("the terms are 10 times the squares of A000012, ")
    assert found[answer].evidence["match_length"] == len(HELD) - 1


def test_three_transforms_are_a_deep_question(held: Index) -> None:
    *prompt, answer = [n * t for n, t in enumerate(accumulate(squares(HELD)), 1)]
    assert answer not in {p.value for p in TransformCompleter(held).complete(prompt, 20)}
    deep = TransformCompleter(held, effort="deep").complete(prompt, 20)
    (found,) = (p for p in deep if p.value == answer)
    reason = "of a(n) / n: the differences are the squares of A000012, 18 terms matching"
    assert (found.why, found.evidence["depth"]) == (reason, 3)


def test_one_term_that_differs_is_no_agreement(held: Index) -> None:
    *prompt, answer = [3 * t * t for t in HELD]
    prompt[-2] += 3
    assert answer not in {p.value for p in TransformCompleter(held).complete(prompt, 20)}


@pytest.mark.parametrize("n", [3, 121])
def test_what_is_too_short_or_too_long_is_not_looked_for(
    index_over: Callable[[str], Index], n: int
) -> None:
    long = [3 * t * t + i for i, t in enumerate(HELD * 7)]
    index = index_over(f"A12 ,{','.join(map(str, long))},\n")
    doubled = [2 * t for t in long]
    assert TransformCompleter(index).complete(doubled[:120])
    assert TransformCompleter(index).complete(doubled[:n]) == []


def test_a_sequence_that_ends_too_soon_says_nothing(held: Index) -> None:
    prompt = [3 * t * t for t in HELD]  # all of it: what follows is not known
    assert not [
        p for p in TransformCompleter(held).complete(prompt, 20) if p.evidence["depth"] == 2
    ]


@pytest.mark.parametrize("route", BOTH_SIDES, ids=lambda route: route.words)
def test_many_sequences_at_once_are_transformed_as_one_is(route) -> None:  # type: ignore[no-untyped-def]
    lines = [[1, *np.random.default_rng(seed).integers(-9, 99, 9).tolist()] for seed in range(30)]
    lines.append([1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800])  # every quotient is whole
    lines.append([1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796])  # a square as a series
    lines.append([0, *(factorial(n) * n for n in range(1, 10))])
    alone = [route.there(line) for line in lines]
    columns = [Residues(np.array(column) % PRIME) for column in zip(*lines, strict=True)]
    together = route.there(columns)
    begin_with_1 = together is None
    together = together or route.there([1, *columns[1:]])
    compared = 0
    for i, made in enumerate(alone[:-1] if begin_with_1 else alone):
        for term, many in zip(made or [], together, strict=bool(made)):
            value = many.of[i] if isinstance(many, Residues) else many % PRIME
            assert value == term % PRIME
            compared += 1
    assert compared


HELD1 = [1, *HELD]


def _held() -> list[Terms]:
    """Sequences of all kinds that a transform may ask for, with others that it is not done to."""
    plain = [[1, *HELD[: n - 1]] for n in (9, 10, 11, 20)]
    whole = [n * t for n, t in enumerate(HELD, 1)]  # a(n) / n is whole
    steep = [[factorial(n) * t for n, t in enumerate(HELD1, first)] for first in (0, 1)]
    products = [1, *accumulate(HELD, lambda x, y: x * y)]  # every quotient is whole
    square = [sum(HELD1[k] * HELD1[n - k] for k in range(n + 1)) for n in range(20)]
    split = ways(HELD1)
    return [*plain, HELD, whole, *steep, products, square, split, [0, *HELD], [7] * 20, HELD[:7]]


def ways(a: Terms) -> Terms:
    """Π 1/(1 − x^k)^a(k): its inverse Euler transform is whole."""
    series = [1] + [0] * len(a)
    for k, times in enumerate(a, 1):
        for _ in range(times):
            for n in range(k, len(series)):
                series[n] += series[n - k]
    return series


def alike(ours: Terms, theirs: Terms) -> bool:
    """Whether seven terms of each, up to two left out before them, agree up to a factor."""
    for window in (theirs[start : start + 7] for start in range(3)):
        place = next((i for i, t in enumerate(window) if t), 7)
        if len(window) == 7 and place < 7 and ours[place]:
            times = Fraction(ours[place], window[place])
            if all(x == times * y for x, y in zip(ours, window, strict=True)):
                return True
    return False


def telling(terms: Terms) -> bool:
    return len(set(terms)) >= 4 and sum(t != 0 for t in terms) >= 5


@pytest.fixture(scope="module")
def table() -> np.ndarray:
    held = _held()
    lengths = np.array([len(terms) for terms in held])
    codes = np.array([t % PRIME for terms in held for t in terms])
    return table_of(codes, np.cumsum(lengths) - lengths, lengths)


@pytest.mark.parametrize("number", range(len(BOTH_SIDES)))
def test_a_transform_is_met_in_all_sequences_that_it_is_done_to(
    table: np.ndarray, number: int
) -> None:
    if BOTH_SIDES[number].step > 1:
        return  # of every second term both halves are kept
    # Eleven terms are transformed, or eight of those that have no more.
    held = [terms[: 11 if len(terms) >= 11 else 8] for terms in _held()]
    met = 0
    for i, theirs in enumerate(BOTH_SIDES[number].there(terms) or [] for terms in held):
        if len(theirs) < 7 or len(held[i]) < 8 or not telling(theirs[:7]):
            continue
        ours = [-6 * t for t in theirs[:7]]
        found = {(kind, sequence) for _, kind, sequence in look_up(table, [None, ours])}
        assert (number, i) in found
        for kind, sequence in found:
            if BOTH_SIDES[kind].step == 1:
                assert alike(ours, BOTH_SIDES[kind].there(held[sequence]) or [])
        met += 1
    assert met

"""Search in a corpus of known sequences."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from int2vec.corpus.store import Corpus
from int2vec.errors import InputError
from int2vec.predict.complete.search.index import READINGS, Index, open_index
from int2vec.predict.complete.search.matches import find_matches, find_transformed
from int2vec.predict.complete.search.runs import SearchCompleter
from int2vec.predict.complete.search.through_transforms import TransformCompleter


def test_full_wants_every_term(index: Index) -> None:
    full = SearchCompleter(index, "full")
    assert [p.value for p in full.complete([3, 5, 8])] == [13]
    assert full.complete([4, 5, 8]) == []


def test_continuations_come_by_frequency(index: Index) -> None:
    # 1, 1, 2 goes on with 3, 5 and 6 once each; 1, 2 also with 4 and with 3 of the naturals
    found = [p.value for p in SearchCompleter(index, "full").complete([1, 2])]
    assert found[0] == 3
    assert set(found) == {3, 4, 5, 6}


def test_last_five_forgets_what_came_before(index: Index) -> None:
    prompt = [99, 98, 5, 7, 11, 13, 17]
    assert [p.value for p in SearchCompleter(index, "last-5").complete(prompt)] == [19]


def test_longest_backs_off_to_shorter_ends(index: Index) -> None:
    found = SearchCompleter(index, "longest").complete([2, 3, 5, 8])
    # Fibonacci, then what follows 8 among the naturals and the powers of two
    assert [p.value for p in found] == [13, 9, 16]
    assert found[0].evidence["match_length"] == 4
    assert "A000045" in found[0].why


def test_a_match_is_worth_the_bits_of_what_matched(index: Index) -> None:
    by_terms = SearchCompleter(index, "longest").complete([2, 3, 5, 8])[0]
    assert by_terms.evidence["match_bits"] == pytest.approx(np.log2([3, 4, 6, 9]).sum())
    by_steps = SearchCompleter(index, "longest", "differences").complete([101, 104, 109, 116])[0]
    assert by_steps.evidence["match_bits"] == pytest.approx(np.log2([4, 6, 8]).sum())


def test_a_match_never_crosses_into_the_next_sequence(index: Index) -> None:
    assert SearchCompleter(index, "full").complete([233, 2]) == []


def test_long_integers_are_found(index: Index) -> None:
    found = SearchCompleter(index, "full").complete([5, 10**29])
    assert [p.value for p in found] == [6]
    assert [p.value for p in SearchCompleter(index, "full").complete([6, 2 * 10**29])] == [7]


@pytest.mark.parametrize("mode", ["full", "last-5", "longest"])
def test_an_integer_never_seen_is_no_error(index: Index, mode: str) -> None:
    assert SearchCompleter(index, mode).complete([987654321]) == []


@pytest.mark.parametrize(
    ("reading", "prompt", "value"),
    [
        ("differences", [107, 109, 112, 114], None),
        ("differences", [101, 104, 109, 116], 125),  # squares plus 100
        ("ratios", [-3, -3, -6, -15, -42], -126),  # Catalan numbers times -3
    ],
)
def test_search_up_to_a_change_of_scale(
    index: Index, reading: str, prompt: list[int], value: int | None
) -> None:
    found = [p.value for p in SearchCompleter(index, reading=reading).complete(prompt)]
    assert found[:1] == ([value] if value is not None else found[:1])


def test_an_index_over_a_part_leaves_the_rest_out(corpus: Corpus) -> None:
    part = open_index(corpus, np.array([0, 2], np.int32), readings=READINGS)
    assert part.n_sequences == 2
    assert [p.value for p in SearchCompleter(part, "full").complete([3, 5])] == [8]
    assert SearchCompleter(part, "full").complete([2, 3, 5, 7]) == []
    assert [m.a_number for m in find_matches(part, [16, 25])] == ["A000290"]


def test_every_sequence_is_found_by_its_terms_the_last_one_too(index: Index) -> None:
    corpus = index.corpus
    for i in range(corpus.n_sequences):
        terms, label = corpus.terms(i), index.corpus.label(i)
        for run in (terms, terms[-3:]):
            assert label in [match.a_number for match in find_matches(index, run)]
        found = SearchCompleter(index, "full").complete(terms[-4:-1])
        assert terms[-1] in [prediction.value for prediction in found]


def test_matches_name_sequence_and_position(index: Index) -> None:
    (match,) = find_matches(index, [16, 25, 36])
    assert (match.a_number, match.position) == ("A000290", 4)


def test_a_question_mark_stands_for_one_term(index: Index) -> None:
    assert [m.a_number for m in find_matches(index, [1, None, 9])] == ["A000290"]
    assert find_matches(index, [233, None, 2]) == []
    assert find_matches(index, [144, None, 999999]) == []  # an integer never seen
    with pytest.raises(InputError, match="every term"):
        find_matches(index, [None, None])


@pytest.mark.parametrize(
    ("pattern", "words", "a_number"),
    [
        ([-2, -3, -5, -7], "opposite sign", "A000040"),
        ([11, 14, 19, 26], "plus a constant", "A000290"),
        ([3, 6, 15, 42], "times a constant", "A000108"),
        ([9, 15, 25, 39], "plus another", "A000290"),
        ([0, 1, 5, 14, 30], "partial sums", "A000290"),
        ([2, 2, 4, 2, 4, 2], "differences", "A000040"),
        ([1, 3, 5, 7, 9], "differences", "A000290"),
        ([4, 16, 36, 64], "every 2nd", "A000290"),
        ([4, None, 36, 64], "every 2nd", "A000290"),
    ],
)
def test_matches_up_to_a_transform(
    index: Index, pattern: list[int | None], words: str, a_number: str
) -> None:
    found = find_transformed(index, pattern)
    assert any(words in m.transform and m.a_number == a_number for m in found)
    for m in found:
        if "every" not in m.transform:
            continue
        step = int(m.transform.split("every ")[1][0])
        seen = m.terms[m.position :: step][: len(pattern)]
        assert all(a is None or a == b for a, b in zip(pattern, seen, strict=True))


def test_a_match_as_given_is_no_match_up_to_a_constant(index: Index) -> None:
    assert all("constant" not in m.transform for m in find_transformed(index, [4, 9, 16, 25]))


# Readings are kept modulo this prime, where the multiples of it all look like 0.
_PRIME = 2**31 - 1
_LOOK_ALIKES = (
    [0, _PRIME, 2 * _PRIME, 5 * _PRIME],  # a constant sequence, by its differences
    [1, 2 + _PRIME, 4, 8 + _PRIME],  # the powers of two, by their ratios
    [0, 1 + _PRIME, 4, 9 + _PRIME, 16],  # the squares, up to a factor and a constant
    [1 + _PRIME, 3, 5 + _PRIME, 7],  # the differences of the squares
)


@pytest.mark.parametrize("terms", _LOOK_ALIKES)
def test_integers_that_look_alike_modulo_a_prime_do_not_match(
    index_over: Callable[[str], Index], terms: list[int]
) -> None:
    index = index_over("0,0,0,0,0\n1,1,1,1,1\n1,2,4,8,16,32\n0,1,4,9,16,25,36\n")
    assert find_transformed(index, terms) == []
    for reading in READINGS[1:-1]:
        assert SearchCompleter(index, reading=reading).complete(terms) == []
    scaled = TransformCompleter(index).complete([*terms, 0])
    assert not any("factor" in p.why for p in scaled)

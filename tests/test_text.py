"""What people type, and what is refused."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from int2vec.errors import InputError
from int2vec.text import (
    checked_pattern,
    checked_terms,
    digest,
    parse_integer,
    parse_pattern,
    parse_terms,
    plain,
    shown_integer,
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("1, 1, 2, 3, 5,", [1, 1, 2, 3, 5]),
        ("1 1 2 3", [1, 1, 2, 3]),
        ("  7 ", [7]),
        (",0,1,", [0, 1]),
        ("-1, +2", [-1, 2]),
        ("−1, –2, －３", [-1, -2, -3]),
        ("١، ٢، ٣", [1, 2, 3]),
        ("1; 2; 3", [1, 2, 3]),
        ("1, 2, 3, ...", [1, 2, 3]),
        ("1, 2, 3…", [1, 2, 3]),
        ("1, 2, 3, ?", [1, 2, 3]),
        ("2, 4, 8, __", [2, 4, 8]),
        ("1 000 000", [1_000_000]),
        ("1,000, 2,500", [1_000, 2_500]),
        ("1,000", [1_000]),
        ("999, 1 000, 1 001", [999, 1_000, 1_001]),
        ("1,050 2,100", [1_050, 2_100]),
        ("100,200,300", [100, 200, 300]),
        ("1 100 101 110", [1, 100, 101, 110]),
        ("1,0,0,0", [1, 0, 0, 0]),
    ],
)
def test_reads_what_people_type(text: str, terms: list[int]) -> None:
    assert parse_terms(text) == terms


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no terms"),
        (" , ", "no terms"),
        ("1,,2", "nothing between two commas"),
        ("one, two", "'one' is not a whole number"),
        ("1, 2.5", "'2.5' is not a whole number"),
        ("1e5", "'1e5' is not a whole number"),
        ("1_000", "not a whole number"),
        ("1, \0, 2", r"'\x00' is not a whole number"),
        ("½", "not a whole number"),
        ("9" * 10_000, "10,000 digits"),
        ("1, ?, 3", "'?'"),
        (",".join(["1"] * 100_001), "100,001 terms"),
    ],
)
def test_refuses_the_rest_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_terms(text)
    message = str(caught.value)
    assert said in message
    assert "\n" not in message
    assert len(message) < 200


def test_ten_thousand_terms_are_read() -> None:
    assert len(parse_terms(",".join(["12"] * 10_000))) == 10_000


# A minute each, or an hour, where a regular expression goes back over the run. The limit is on the
# processor's time, so that a busy machine is no failure.
@pytest.mark.parametrize("run", [" ", "\t", ",", ", ", "\n ,", ".", "?", "_", " ?", " ..."])
@pytest.mark.parametrize("end", ["", "x", ",", "...", "2", "?"])
@pytest.mark.parametrize("parse", [parse_terms, parse_pattern])
def test_long_runs_are_read_or_refused_at_once(
    parse: Callable[[str], list[int | None]], run: str, end: str
) -> None:
    started = time.process_time()
    with contextlib.suppress(InputError):
        parse("1" + run * 100_000 + end)
    assert time.process_time() - started < 1


def test_a_pattern_may_hold_unknown_terms() -> None:
    assert parse_pattern("1, ?, 9,") == [1, None, 9]
    assert parse_pattern("1 ? 9 ...") == [1, None, 9]


@given(st.lists(st.integers(-(10**30), 10**30), min_size=1))
def test_printing_and_reading_give_the_terms_back(terms: list[int]) -> None:
    assert parse_terms(", ".join(str(t) for t in terms) + ",") == terms


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(InputError):
        assert all(isinstance(t, int) for t in parse_terms(text))


@pytest.mark.parametrize(
    "terms", [b"1,2", "1, x", "1, ?, 3", {1, 2}, [], [1.5], [True], [None], 7, [10**5000]]
)
def test_checked_terms_refuses(terms: object) -> None:
    with pytest.raises(InputError):
        checked_terms(terms)  # type: ignore[arg-type]


@pytest.mark.parametrize("terms", [{1, 2, 3}, frozenset([1]), {1: 2}])
def test_terms_without_an_order_are_refused(terms: object) -> None:
    with pytest.raises(InputError, match="without an order"):
        checked_terms(terms)  # type: ignore[arg-type]


@pytest.mark.parametrize("k", [0, -1, True, 1.0])
def test_k_is_a_count(k: object) -> None:
    with pytest.raises(InputError, match="k is"):
        checked_terms([1, 2], k)  # type: ignore[arg-type]


def test_any_blanks_separate_and_are_counted() -> None:
    assert parse_terms("1" + "\t" * 5_000 + "2\n\n3 ...") == [1, 2, 3]
    assert parse_terms("1；2，3,,") == [1, 2, 3]
    with pytest.raises(InputError, match="1,500 terms; give at most 1,000"):
        parse_terms("1\n" * 1_500, most=1_000)
    with pytest.raises(InputError, match="4,000 terms; give at most 500"):
        parse_terms("7，" * 4_000, most=500)


def test_a_missing_term_is_a_fault() -> None:
    with pytest.raises(InputError, match="nothing between two commas"):
        parse_terms("1" + "," * 50 + "2")


def test_long_integers_are_refused() -> None:
    assert parse_terms("-" + "9" * 1_000, digits=1_000) == [1 - 10**1_000]
    with pytest.raises(InputError, match="a term has 1,001 digits; at most 1,000 are allowed"):
        parse_terms("9" * 1_001, digits=1_000)


def test_terms_may_be_thousands_of_digits_long() -> None:
    assert checked_terms([10**3998]) == [10**3998]
    with pytest.raises(InputError, match="at most 4,000 digits are allowed"):
        checked_terms([10**4100])


def test_a_pattern_is_a_text_or_a_list_with_blanks() -> None:
    assert checked_pattern("1, ?, 9") == [1, None, 9]
    assert checked_pattern([1, None, 9]) == [1, None, 9]
    for wrong in ("1, x, 9", [1, "9"], [1.5, None], []):
        with pytest.raises(InputError):
            checked_pattern(wrong)  # type: ignore[arg-type]


def test_what_is_refused_is_shown_in_a_few_signs() -> None:
    for wrong, shown in (
        ("x" * 38, "'" + "x" * 38 + "'"),
        ("x" * 39, "'" + "x" * 35 + "…'"),
        ("\t\x07y", "'\\x07y'"),
    ):
        with pytest.raises(InputError) as caught:
            parse_terms(wrong)
        assert str(caught.value).startswith(f"{shown} is not a whole number; ")
    with pytest.raises(InputError) as caught:
        checked_terms({n: n for n in range(50)})  # type: ignore[arg-type]
    assert str(caught.value).startswith("the terms are {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5,…; give")


def test_the_last_thousand_terms_are_looked_at() -> None:
    assert checked_terms(range(1_500)) == list(range(500, 1_500))  # type: ignore[arg-type]
    assert checked_terms([np.int64(7), 8], 1_000_000) == [7, 8]
    with pytest.raises(InputError, match="k is 1000001; give a whole number from 1 to 1,000,000"):
        checked_terms([7], 1_000_001)


@pytest.mark.parametrize(
    ("n", "shown"),
    [
        (10**39, str(10**39)),
        (10**40, "100000000000000000…000000000000000000 (41 digits)"),
        (-(10**38), str(-(10**38))),
        (-(10**39), "-10000000000000000…000000000000000000 (40 digits)"),
        (-7, "-7"),
    ],
)
def test_long_integers_are_shown_by_their_ends(n: int, shown: str) -> None:
    assert shown_integer(n) == shown


def test_values_become_plain_ones() -> None:
    @dataclass
    class Point:
        x: float
        of: tuple[int, ...]

    assert plain(Point(1 / 3, (1, 2**53, 2**53 + 1))) == {
        "x": 0.333333,
        "of": [1, 2**53, str(2**53 + 1)],
    }
    assert plain(1 / 3, None) == 1 / 3
    assert plain([np.float64("nan"), np.float32(0.5), float("inf")]) == [None, 0.5, None]
    assert plain({1: True, "a": None, "b": -(2**60)}) == {"1": True, "a": None, "b": f"-{2**60}"}
    assert plain(np.arange(3)) == [0, 1, 2]
    assert plain({7}) == [7]
    assert plain(Point) == str(Point)


def test_a_digest_is_that_of_the_values_in_any_order() -> None:
    wanted = hashlib.sha256(b'{"a": 0.333333, "b": "\\u00e9"}').hexdigest()
    assert digest({"b": "é", "a": 1 / 3}) == digest({"a": 1 / 3, "b": "é"}) == wanted


def test_one_integer_is_one() -> None:
    assert parse_integer(" −12 ") == -12
    assert parse_integer("1,000") == 1000
    with pytest.raises(InputError, match="2 integers were given; give one"):
        parse_integer("1, 2")

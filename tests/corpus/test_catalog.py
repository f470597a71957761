"""The built-in corpus: what is in it, that it is right, and that it is like the OEIS."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from math import log
from pathlib import Path

import pytest

from int2vec.arithmetic.known.register import well_known
from int2vec.arithmetic.known.stated import MAX_CHARACTERS, MAX_TERMS
from int2vec.corpus import catalog as built_in
from int2vec.corpus.catalog import FAMILIES, MIN_TERMS, CatalogSequence, sequences, write
from int2vec.corpus.catalog.families import stated, tidy
from int2vec.corpus.store import Corpus
from int2vec.errors import DataError
from int2vec.progress import followed_by


@pytest.fixture(scope="module")
def catalog() -> list[CatalogSequence]:
    return list(sequences())


def test_it_is_large_and_varied(catalog: list[CatalogSequence]) -> None:
    assert len(catalog) >= 30_000
    per_family = Counter(s.family for s in catalog)
    assert len(per_family) >= 80
    assert max(per_family.values()) < len(catalog) / 10


def test_every_topic_has_its_families() -> None:
    topics = """
        progressions; powers; quadratics; polygonal numbers; second-order recurrences;
        higher recurrences; factorial kin; binomial coefficients; Catalan kin; partitions;
        Bell and Stirling kin; Euler and Bernoulli kin; primes by remainder; gaps between primes;
        divisor functions; sets by property; complements of sets; digit functions;
        integers with chosen digits; integers in other bases; floors of multiples;
        Beatty sequences; Hofstadter sequences; Kolakoski sequences; Recaman sequences; Collatz;
        characteristic functions; triangles; differences; partial sums; bisections; shifts;
        multiples; interleavings
    """
    wanted = {" ".join(t.split()) for t in topics.split(";")}
    assert wanted <= set(FAMILIES)


def test_every_line_is_like_one_of_the_oeis(catalog: list[CatalogSequence]) -> None:
    for s in catalog:
        assert MIN_TERMS <= len(s.terms) <= MAX_TERMS, s.name
        assert sum(len(str(t)) + 1 for t in s.terms) <= MAX_CHARACTERS, s.name
        assert all(type(t) is int for t in s.terms), s.name
        assert s.name
        assert "\n" not in s.name
    mean = sum(len(s.terms) for s in catalog) / len(catalog)
    assert 36 < mean < 48


def test_no_sequence_stands_twice(catalog: list[CatalogSequence]) -> None:
    assert len({tuple(s.terms) for s in catalog}) == len(catalog)
    numbers = [s.a_number for s in catalog if s.a_number]
    assert len(set(numbers)) == len(numbers) == len(well_known()) >= 220


def test_it_is_the_same_every_time(catalog: list[CatalogSequence]) -> None:
    again = sequences()
    for first, second in zip(catalog[:4000], again, strict=False):
        assert first == second


def test_the_frequency_of_integers_falls_off_as_in_the_oeis(
    catalog: list[CatalogSequence],
) -> None:
    counts = Counter(t for s in catalog for t in s.terms)
    total = sum(counts.values())
    ranked = [c for _, c in counts.most_common()]
    # In the OEIS: 1 makes up 8.4 % of all terms, 0 6.2 %, the digits 36 %; from rank 10 to
    # 1,000 the frequency falls with slope -1.26; four types in five occur once.
    assert [n for n, _ in counts.most_common(5)] == [1, 0, 2, 3, 4]
    assert 0.05 < ranked[0] / total < 0.10
    assert 0.28 < sum(counts[n] for n in range(10)) / total < 0.40
    slope = log(ranked[999] / ranked[9]) / log(100)
    assert -1.4 < slope < -1.05
    assert sum(c == 1 for c in ranked) / len(ranked) > 0.6
    assert sum(counts[n] >= 3 for n in range(1, 2001)) >= 1990


def test_the_families_keep_their_word(catalog: list[CatalogSequence]) -> None:
    named = {s.name: s.terms for s in catalog}
    assert named["Arithmetic progression 7n + 5"][:5] == [5, 12, 19, 26, 33]
    assert named["n^2 + 41"][:4] == [41, 42, 45, 50]
    assert named["Integers with digit sum 7"][:5] == [7, 16, 25, 34, 43]
    assert named["Decimals of the root of 41"][:6] == [6, 4, 0, 3, 1, 2]
    assert named["Primes p with p + 8 prime"][:5] == [3, 5, 11, 23, 29]
    assert named["Continued fraction of the root of 19"][:7] == [4, 2, 1, 3, 1, 2, 8]
    assert named["2^n modulo 7"][:6] == [1, 2, 4, 1, 2, 4]
    assert named["The way of 7 under 3n + 1"][:6] == [7, 22, 11, 34, 17, 52]


def test_names_are_ours_and_tell_sequences_apart(catalog: list[CatalogSequence]) -> None:
    names = Counter(s.name for s in catalog)
    assert max(names.values()) <= 3
    assert sum(c > 1 for c in names.values()) < 0.01 * len(names)


def test_writing_gives_the_stripped_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = [
        CatalogSequence(a_number=45, name="Fibonacci numbers", family="f", terms=[0, 1, 1]),
        CatalogSequence(a_number=0, name="Falling", family="p", terms=[3, -2]),
    ]
    monkeypatch.setattr(built_in, "sequences", lambda: iter(some))
    seen: list[float] = []
    with followed_by(lambda share, _: seen.append(share)):
        write(tmp_path / "a" / "stripped", tmp_path / "a" / "names")
    assert (tmp_path / "a" / "stripped").read_text() == "A000045 ,0,1,1,\nA000000 ,3,-2,\n"
    assert (tmp_path / "a" / "names").read_text() == "A000045 Fibonacci numbers\n1 Falling\n"
    assert seen == [0.0]
    assert sorted(p.name for p in (tmp_path / "a").iterdir()) == ["names", "stripped"]


def test_a_folder_that_cannot_be_written_gives_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(built_in, "sequences", lambda: iter(well_known()[:3]))
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataError, match=r"cannot write .*names"):
        write(tmp_path / "file" / "stripped", tmp_path / "file" / "names")


def test_names_are_found_with_and_without_an_a_number(compiled: Callable[..., Corpus]) -> None:
    corpus = compiled(
        "A000045 ,0,1,1,\nA000000 ,3,-2,\nA000000 ,5,\n", names="A000045 Fibonacci\n1 Falling\n"
    )
    assert [corpus.sequence_name(i) for i in range(3)] == ["Fibonacci", "Falling", None]


def test_a_row_takes_every_choice_of_its_parameters() -> None:
    names = [name for name, _ in stated("{a=1..3} and {b=-1,4..5} | {a}n + {b}")()]
    assert names == [f"{a} and {b}" for a in (1, 2, 3) for b in (-1, 4, 5)]


@pytest.mark.parametrize(
    ("row", "name", "terms"),
    [
        ("{a=2}n^2 + {c=0}", "2n^2", [0, 2, 8, 18]),
        ("({a=2}n + 1)({b=-1} + n)", "(2n + 1)(-1 + n)", [-1, 0, 5, 14]),
        ("{k=2} n! + C(n, 2)", "2 n! + C(n, 2)", [2, 2, 5, 15]),
        ("{b=2}^n modulo {m=3}", "2^n modulo 3", [1, 2, 1, 2]),
        ("n^2/{k=3} rounded down", "n^2/3 rounded down", [0, 0, 1, 3]),
        ("Halves of {k=9}n | {k}n/2", "Halves of 9n", [0, 4, 9, 13]),
        ("Multiples of {k=7} | n such that n modulo {k} = 0", "Multiples of 7", [0, 7, 14, 21]),
        ("p such that p modulo 4 = 3", "p such that p modulo 4 = 3", [3, 7, 11, 19]),
        ("a(n) = {p=-1}a(n-1) + n from {a=5}", "a(n) = -a(n-1) + n from 5", [5, -4, 6, -3]),
        ("a(n) = a(n-1) + a(n-2) from 2, {a=1}", "a(n) = a(n-1) + a(n-2) from 2, 1", [2, 1, 3, 4]),
        ("Ends | a(n) = a(n - 3) from 4, 5", "Ends", [4, 5]),
    ],
)
def test_a_row_says_what_its_terms_are(row: str, name: str, terms: list[int]) -> None:
    [(named, made)] = stated(row)()
    assert (named, list(islice(made, 4))) == (name, terms)


@pytest.mark.parametrize(
    ("row", "name", "terms"),
    [
        ("Steps: {s} | s(n + 1) - s(n)", "Steps: The cubes", [1, 7, 19]),
        ("{k=5} more: {s} | s(n) + {k}", "5 more: The cubes", [5, 6, 13]),
        ("At {k=4}n: {f} | f({k}n) for n >= 1", "At 4n: the totient of n", [2, 4, 4]),
        (
            "{f} plus {g} | f(n) + g(n) for n >= 1",
            "the number of divisors of n plus the totient of n",
            [2, 3, 4],
        ),
    ],
)
def test_a_row_runs_over_known_sequences_and_divisor_functions(
    row: str, name: str, terms: list[int]
) -> None:
    [made] = [made for named, made in stated(row)() if named == name]
    assert list(islice(made, 3)) == terms


def test_two_sequences_stand_so_many_places_apart() -> None:
    entries = list(stated("Sums: {s}; {t=+3} | s(n) + t(n)")())
    pairs = [name.removeprefix("Sums: ").split("; ") for name, _ in entries]
    assert [pairs[(i + 3) % len(pairs)][0] for i in range(len(pairs))] == [t for _, t in pairs]


@pytest.mark.parametrize(
    ("words", "better"),
    [
        ("1n^3 + 0n^2 + -2n + 0", "n^3 - 2n"),
        ("a(n) = 1a(n-1) + 0a(n-2) + -1a(n-3) from 0, 1", "a(n) = a(n-1) - a(n-3) from 0, 1"),
        ("(3n^2 + -1n)/2 + 0", "(3n^2 - n)/2"),
        ("The sequence of 1s and 3s, 10 times", "The sequence of 1s and 3s, 10 times"),
    ],
)
def test_formulas_are_written_as_people_write_them(words: str, better: str) -> None:
    assert tidy(words) == better

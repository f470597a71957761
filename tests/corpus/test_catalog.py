"""The built-in corpus: what is in it, that it is right, and that it is like the OEIS."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable
from math import comb, log
from pathlib import Path

import pytest

from int2vec.arithmetic import is_prime
from int2vec.arithmetic.known.base import MAX_CHARACTERS, MAX_TERMS, clip
from int2vec.corpus.catalog import (
    FAMILIES,
    CatalogSequence,
    generate,
    sequences,
    well_known,
    write,
)
from int2vec.corpus.catalog.base import MIN_TERMS
from int2vec.corpus.store import Corpus
from int2vec.errors import DataError


@pytest.fixture(scope="module")
def catalog() -> list[CatalogSequence]:
    return list(sequences())


@pytest.fixture(scope="module")
def known() -> dict[int, list[int]]:
    return {s.a_number: s.terms for s in well_known()}


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


def test_golden_facts(known: dict[int, list[int]]) -> None:
    assert known[40][:10] == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    assert known[45][:10] == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
    assert known[108][:9] == [1, 1, 2, 5, 14, 42, 132, 429, 1430]
    assert known[110][:8] == [1, 1, 2, 5, 15, 52, 203, 877]
    assert known[41][:11] == [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42]
    assert known[2][:10] == [1, 2, 2, 1, 1, 2, 1, 2, 2, 1]
    assert known[5132][:10] == [0, 1, 3, 6, 2, 7, 13, 20, 12, 21]
    assert known[796][:8] == [3, 1, 4, 1, 5, 9, 2, 6]
    assert known[27][:3] == [1, 2, 3]
    assert all(map(is_prime, known[40]))
    assert known[984][:12] == [comb(2 * n, n) for n in range(12)]
    assert known[8884][-1] in (1, 2, 4) or len(known[8884]) > 50


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


def test_clip_stops_before_giants() -> None:
    assert clip([1, 2, 10**5000, 3]) == [1, 2]
    assert clip([]) == []


def test_writing_gives_the_stripped_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = [
        CatalogSequence(a_number=45, name="Fibonacci numbers", family="f", terms=[0, 1, 1]),
        CatalogSequence(a_number=0, name="Falling", family="p", terms=[3, -2]),
    ]
    monkeypatch.setattr(generate, "sequences", lambda: iter(some))
    seen: list[float] = []
    write(tmp_path / "a" / "stripped", tmp_path / "a" / "names", lambda f, _: seen.append(f))
    assert (tmp_path / "a" / "stripped").read_text() == "A000045 ,0,1,1,\nA000000 ,3,-2,\n"
    assert (tmp_path / "a" / "names").read_text() == "A000045 Fibonacci numbers\n1 Falling\n"
    assert seen == [0.0]
    assert sorted(p.name for p in (tmp_path / "a").iterdir()) == ["names", "stripped"]


def test_a_folder_that_cannot_be_written_gives_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generate, "sequences", lambda: iter(well_known()[:3]))
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataError, match=r"cannot write .*names"):
        write(tmp_path / "file" / "stripped", tmp_path / "file" / "names")


def test_names_are_found_with_and_without_an_a_number(compiled: Callable[..., Corpus]) -> None:
    corpus = compiled(
        "A000045 ,0,1,1,\nA000000 ,3,-2,\nA000000 ,5,\n", names="A000045 Fibonacci\n1 Falling\n"
    )
    assert [corpus.sequence_name(i) for i in range(3)] == ["Fibonacci", "Falling", None]


@pytest.mark.data
def test_every_well_known_sequence_is_that_of_the_oeis(
    oeis_dump: Path, known: dict[int, list[int]]
) -> None:
    found = 0
    with gzip.open(oeis_dump, "rt") as lines:
        for line in lines:
            if line.startswith("#") or int(line[1:7]) not in known:
                continue
            theirs = [int(t) for t in line.split(" ,", 1)[1].rstrip(",\n").split(",")]
            ours = known[int(line[1:7])]
            shared = min(len(ours), len(theirs))
            assert shared >= 10, line[:7]
            assert ours[:shared] == theirs[:shared], line[:7]
            found += 1
    # A dump may lack a few sequences, but not many.
    assert found >= 0.95 * len(known)

"""Splits: sizes, seeds, and what the family split promises."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from int2vec.corpus import family as family_module
from int2vec.corpus.family import BITS, RUN, find_families
from int2vec.corpus.split import KINDS, UNK, Split, Vocabulary, make_split
from int2vec.corpus.stats import leaked
from int2vec.corpus.store import Corpus
from int2vec.errors import CorpusError, InputError

Build = Callable[..., Corpus]
quick = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def lines(sequences: list[list[int]]) -> str:
    text = (",".join(map(str, terms)) for terms in sequences)
    return "".join(f"A{i:06d} ,{line},\n" for i, line in enumerate(text, 1))


def strangers(n: int) -> str:
    """Sequences that share no run with each other."""
    return lines(np.random.default_rng(7).integers(0, 10**6, (n, 20)).tolist())


def informative(run: tuple[int, ...]) -> bool:
    divisor = math.gcd(*run) or 1
    return sum((abs(t) // divisor).bit_length() for t in run) >= BITS


def canonical_runs(terms: list[int], *, longest: int) -> Iterator[tuple[object, ...]]:
    """Every run that is not trivial, of the terms and of their differences, without its factor."""
    for start in range(len(terms) - RUN + 1):
        run = terms[start : start + RUN]
        if max(map(abs, run)) >= 10:
            yield "as it is", *max(run, [-t for t in run])
    for stream in (terms, [b - a for a, b in itertools.pairwise(terms)]):
        for start, length in itertools.product(range(len(stream)), range(RUN, longest + 1)):
            run = tuple(stream[start : start + length])
            if len(run) == length and informative(run):
                divisor = math.gcd(*run)
                sign = next(1 if t > 0 else -1 for t in run if t)
                yield tuple(sign * t // divisor for t in run)


def families_by_hand(sequences: list[list[int]]) -> list[int]:
    """The least member of each sequence's component, found by comparing everything."""
    label = list(range(len(sequences)))
    runs = [set(canonical_runs(terms, longest=14)) for terms in sequences]
    for i, j in itertools.combinations(range(len(sequences)), 2):
        if runs[i] & runs[j]:
            a, b = label[i], label[j]
            label = [min(a, b) if x in (a, b) else x for x in label]
    return label


seeds = st.lists(
    st.integers(0, 9) | st.integers(-(10**3), 10**3) | st.integers(-(10**22), 10**22),
    min_size=3, max_size=14,
)  # fmt: skip


@st.composite
def relatives(draw: st.DrawFn) -> list[list[int]]:
    """Random sequences and transformed copies of them."""
    chosen = draw(st.lists(seeds, min_size=1, max_size=5))
    for _ in range(draw(st.integers(0, 6))):
        terms = draw(st.sampled_from(chosen))
        how = draw(st.sampled_from(["shift", "scale", "differences", "sums", "add", "cut"]))
        factor = draw(st.sampled_from([-1, 2, -6, 10**20]))
        chosen.append(
            {
                "shift": [*draw(st.lists(st.integers(0, 99), max_size=3)), *terms],
                "scale": [factor * t for t in terms],
                "differences": [b - a for a, b in itertools.pairwise(terms)],
                "sums": list(itertools.accumulate(terms)),
                "add": [t + factor for t in terms],
                "cut": terms[draw(st.integers(0, max(len(terms) - 1, 0))) :],
            }[how]
        )
    return [terms for terms in chosen if terms][:12]


@given(relatives())
@example([[10**20 * k**2 for k in range(9)], [k**2 for k in range(9)]])
@example([[0, 0, 0, 0, 0, 10], [5, 0, 0, 0, 0, 0, -10], [0, 0, 0, 0, 0, 9], [1, 0, 0, 0, 0, 0, 9]])
@example([[0] * 14, [1] * 14, [2] * 14])
@example([[6, 12, 18, 24, 30, 36, 42, 48, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]])
@quick
def test_families_are_those_found_by_comparing_everything(
    compiled: Build, sequences: list[list[int]]
) -> None:
    found = find_families(compiled(lines(sequences)))["family"]
    assert found.tolist() == families_by_hand(sequences)


def test_families_do_not_depend_on_chunks_or_buckets(
    compiled: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(0)
    bases = [rng.integers(0, 1000, 30) for _ in range(20)]
    text = lines([(bases[rng.integers(20)][rng.integers(10) :]).tolist() for _ in range(200)])
    corpus = compiled(text)
    whole = find_families(corpus)
    monkeypatch.setattr(family_module, "_CHUNK_TERMS", 100)
    monkeypatch.setattr(family_module, "_BUCKETS", 3)
    parts = find_families(corpus)
    assert np.array_equal(whole["family"], parts["family"])
    assert np.array_equal(whole["testable"], parts["testable"])
    assert len(np.unique(whole["family"])) == 20


def test_known_relatives_are_of_one_family(compiled: Build) -> None:
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41]
    fibonacci = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233]
    squares = [n * n for n in range(15)]
    corpus = compiled(
        lines([
            primes, [1, *primes], [-p for p in primes], [3 * p for p in primes],
            list(itertools.accumulate(primes)), [p + 100 for p in primes],
            fibonacci, fibonacci[3:], [7 * f for f in fibonacci],
            squares, [2 * n + 1 for n in range(20)], [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9],
        ])
    )  # fmt: skip
    assert find_families(corpus)["family"].tolist() == [0] * 6 + [6] * 3 + [9] * 2 + [11]


@pytest.mark.parametrize("kind", KINDS)
def test_parts_are_disjoint_whole_and_sized(compiled: Build, kind: str) -> None:
    corpus = compiled(strangers(200))
    split = make_split(corpus, kind, seed=3)
    assert (len(split.train), len(split.dev), len(split.test)) == (180, 10, 10)
    together = np.concatenate((split.train, split.dev, split.test))
    assert sorted(together.tolist()) == list(range(200))
    for part in (split.train, split.dev, split.test):
        assert part.dtype == np.int32
        assert part.tolist() == sorted(part.tolist())


@pytest.mark.parametrize("kind", ["random", "family"])
def test_the_seed_decides(compiled: Build, kind: str) -> None:
    corpus = compiled(strangers(200))
    first = make_split(corpus, kind, seed=1).test.tolist()
    assert make_split(corpus, kind, seed=1).test.tolist() == first
    assert make_split(corpus, kind, seed=2).test.tolist() != first


def test_the_random_split_is_the_one_published_results_used(compiled: Build) -> None:
    order = np.random.default_rng(0).permutation(200)
    split = make_split(compiled(strangers(200)))
    assert split.dev.tolist() == sorted(order[:10].tolist())
    assert split.test.tolist() == sorted(order[10:20].tolist())


def test_temporal_tests_on_the_newest(compiled: Build) -> None:
    shuffled = "\n".join(sorted(strangers(100).splitlines(), key=lambda line: line[::-1])) + "\n"
    corpus = compiled(shuffled)
    split = make_split(corpus, "temporal")
    assert sorted(corpus.a_numbers[split.test].tolist()) == list(range(96, 101))
    assert sorted(corpus.a_numbers[split.dev].tolist()) == list(range(91, 96))


def test_temporal_needs_a_numbers(compiled: Build) -> None:
    with pytest.raises(InputError, match=r"2 of the 3 sequences .* choose the split 'random'"):
        make_split(compiled("1,2\n3,4\nA000001 ,5,\n"), "temporal")


def test_families_are_found_once_and_again_where_they_are_damaged(
    compiled: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INT2VEC_CACHE", str(tmp_path / "cache"))
    corpus = compiled(strangers(100))
    split = make_split(corpus, "family")
    (file,) = (tmp_path / "cache" / "families").glob("*/families.safetensors")
    stamp = file.stat().st_mtime_ns
    assert make_split(corpus, "family").test.tolist() == split.test.tolist()
    assert file.stat().st_mtime_ns == stamp
    file.write_bytes(b"rubbish")
    assert make_split(corpus, "family").test.tolist() == split.test.tolist()
    assert file.stat().st_size > 100


def test_unknown_kinds_and_seeds_are_refused(compiled: Build) -> None:
    corpus = compiled(strangers(20))
    with pytest.raises(InputError, match="'alphabetical'; give one of random, family, temporal"):
        make_split(corpus, "alphabetical")
    with pytest.raises(InputError, match="-1; give 0 or more"):
        make_split(corpus, "random", seed=-1)


def occurs_by_hand(corpus: Corpus, split: Split) -> list[int]:
    def inside(prefix: list[int], terms: list[int]) -> bool:
        width = len(prefix)
        return any(terms[i : i + width] == prefix for i in range(len(terms) - width + 1))

    training = [corpus.terms(i) for i in split.train.tolist()]
    return [
        i
        for i in split.test.tolist()
        if len(corpus.terms(i)) > 1 and any(inside(corpus.terms(i)[:-1], t) for t in training)
    ]


@given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=25), min_size=20, max_size=60))
@quick
def test_leaks_are_those_found_by_comparing_everything(
    compiled: Build, sequences: list[list[int]]
) -> None:
    corpus = compiled(lines(sequences))
    half = len(sequences) // 2
    every = np.arange(len(sequences), dtype=np.int32)
    split = Split(kind="random", seed=0, train=every[half:], dev=every[:0], test=every[:half])
    assert leaked(corpus, split).tolist() == occurs_by_hand(corpus, split)


def test_a_leak_stays_within_one_sequence(compiled: Build) -> None:
    corpus = compiled(lines([[1, 2, 3, 4, 9], [7, 1, 2], [3, 4, 8], [1, 2, 3, 4, 5]]))
    every = np.arange(4, dtype=np.int32)
    apart = Split(kind="random", seed=0, train=every[1:3], dev=every[3:], test=every[:1])
    whole = Split(kind="random", seed=0, train=every[1:], dev=every[:0], test=every[:1])
    assert leaked(corpus, apart).tolist() == []
    assert leaked(corpus, whole).tolist() == [0]


@given(st.lists(relatives(), min_size=3, max_size=8))
@settings(quick, max_examples=25)
def test_nothing_leaks_from_a_family_split(compiled: Build, groups: list[list[list[int]]]) -> None:
    rest = [[i**2 * (k + 3) ** 3 + 7919 * k * i for k in range(12)] for i in range(2, 40)]
    sequences = [terms for group in groups for terms in group] + rest
    corpus = compiled(lines(sequences))
    split = make_split(corpus, "family")
    assert leaked(corpus, split).tolist() == []
    label = families_by_hand(sequences)
    parts = [split.train.tolist(), split.dev.tolist(), split.test.tolist()]
    for one, other in itertools.combinations(parts, 2):
        assert not {label[i] for i in one} & {label[i] for i in other}


_COUNTED = "1,1,1,2,2,2,2,3\n3,3,7,7,7,7,7,7\n5,5,5\n"


def test_integers_stand_by_training_frequency(compiled: Callable[..., Corpus]) -> None:
    corpus = compiled(_COUNTED)
    train = np.array([0, 2], np.int32)
    vocabulary = Vocabulary.build(corpus, train)
    assert vocabulary.integers == (2, 1, 5)
    assert vocabulary.counts.tolist() == [4, 3, 3]
    assert len(vocabulary) == 3
    tokens = vocabulary.token_of_row[corpus.rows_of([2, 1, 5, 3, 7])].tolist()
    assert tokens == [0, 1, 2, UNK, UNK]


def test_min_count_decides(compiled: Callable[..., Corpus]) -> None:
    corpus = compiled(_COUNTED)
    every = np.arange(3, dtype=np.int32)
    assert Vocabulary.build(corpus, every, 1).integers == (7, 2, 1, 3, 5)
    assert Vocabulary.build(corpus, every, 5).integers == (7,)
    with pytest.raises(CorpusError, match="no integer of 'small' occurs 50 times"):
        Vocabulary.build(corpus, every, 50)
    with pytest.raises(InputError, match="min_count is 0; give 1 or more"):
        Vocabulary.build(corpus, every, 0)

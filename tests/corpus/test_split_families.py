"""The family split at its edges: how large a family may be held out, and what always trains."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from int2vec.corpus.split import Split, Vocabulary, make_split
from int2vec.corpus.store import Corpus

Build = Callable[..., Corpus]
N = 400  # sequences, so that dev and test hold 20 each and families of two may be held out
RNG = np.random.default_rng(5)
STRANGERS = RNG.integers(0, 10**6, (N, 16)).tolist()


def corpus_with(compiled: Build, *families: list[list[int]]) -> Corpus:
    """Families first, then sequences that have nothing in common, 400 in all."""
    chosen = [terms for family in families for terms in family]
    every = [*chosen, *STRANGERS[: N - len(chosen)]]
    lines = (",".join(map(str, terms)) for terms in every)
    return compiled("".join(f"A{i:06d} ,{line},\n" for i, line in enumerate(lines, 1)))


def copies(n: int, first: int) -> list[list[int]]:
    """One sequence and its multiples."""
    terms = [(first + k) ** 3 for k in range(16)]
    return [[factor * t for t in terms] for factor in range(1, n + 1)]


def part_of(split: Split, sequence: int) -> str:
    return next(part for part in ("train", "dev", "test") if sequence in getattr(split, part))


def test_a_family_of_over_a_tenth_of_a_part_trains(compiled: Build) -> None:
    corpus = corpus_with(compiled, copies(2, 10), copies(3, 1000))
    splits = [make_split(corpus, "family", seed) for seed in range(40)]
    pairs = {(part_of(split, 0), part_of(split, 1)) for split in splits}
    assert pairs == {("train", "train"), ("dev", "dev"), ("test", "test")}
    threes = {part_of(split, i) for split in splits for i in (2, 3, 4)}
    assert threes == {"train"}
    assert {split.largest_family for split in splits} == {3}
    assert make_split(corpus, "family", 7).largest_family == 3
    assert all(len(split.dev) == len(split.test) == 20 for split in splits)


@pytest.mark.parametrize("seed", range(4))
def test_whole_families_are_drawn_in_the_order_of_the_seed(compiled: Build, seed: int) -> None:
    """As NumPy shuffles them, the emptier part takes the next, dev first, while it has room."""
    pairs = [copies(2, 10 + 500 * i) for i in range(8)]
    corpus = corpus_with(compiled, *pairs)
    families = [[2 * i, 2 * i + 1] for i in range(8)] + [[i] for i in range(16, N)]
    parts: dict[str, list[int]] = {"dev": [], "test": []}
    for i in np.random.default_rng(seed).permutation(len(families)).tolist():
        emptier = min(parts.values(), key=len)
        if len(emptier) + len(families[i]) <= 20:
            emptier += families[i]
    split = make_split(corpus, "family", seed)
    assert (split.dev.tolist(), split.test.tolist()) == tuple(map(sorted, parts.values()))


def test_what_may_occur_anywhere_by_chance_trains(compiled: Build) -> None:
    trivial = [[1] * 15 + [7], [0, 1] * 8, [2] * 16]
    corpus = corpus_with(compiled, *([terms] for terms in trivial))
    for seed in range(25):
        split = make_split(corpus, "family", seed)
        assert [part_of(split, i) for i in range(3)] == ["train"] * 3


def test_a_small_corpus_still_holds_single_sequences_out(compiled: Build) -> None:
    corpus = corpus_with(compiled)
    few = compiled("".join(",".join(map(str, terms)) + "\n" for terms in STRANGERS[:30]))
    split = make_split(few, "family")
    assert (len(split.dev), len(split.test)) == (2, 2)  # 5 % of 30, rounded
    assert make_split(corpus, "family").largest_family == 1
    assert make_split(corpus, "random").largest_family is None
    lines = [*copies(2, 10), *STRANGERS[:38]]
    pair = compiled("".join(",".join(map(str, terms)) + "\n" for terms in lines))
    for seed in range(40):  # two are all that a part of them holds
        assert {part_of(make_split(pair, "family", seed), i) for i in (0, 1)} == {"train"}


def test_the_oldest_train_and_the_newest_test(compiled: Build) -> None:
    split = make_split(corpus_with(compiled), "temporal")
    assert split.train.tolist() == list(range(360))
    assert split.dev.tolist() == list(range(360, 380))
    assert split.test.tolist() == list(range(380, 400))


def test_integers_seen_equally_often_stand_in_the_order_of_the_corpus(compiled: Build) -> None:
    corpus = compiled("4,9,4,9,2,2,7\n7,5,5,5,8\n8,8,8,8\n")
    vocabulary = Vocabulary.build(corpus, np.array([0, 1], np.int32), 2)
    assert vocabulary.integers[0] == 5
    rows = vocabulary.rows[1:].tolist()
    assert rows == sorted(rows)
    assert set(vocabulary.integers) == {5, 4, 9, 2, 7}
    assert vocabulary.counts.tolist() == [3, 2, 2, 2, 2]
    assert vocabulary.min_count == 2

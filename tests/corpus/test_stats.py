"""Figures that can be counted by hand, and the published ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from int2vec import open_corpus
from int2vec.corpus.split import Split, make_split
from int2vec.corpus.stats import corpus_stats
from int2vec.corpus.store import Corpus

PART = dict[str, np.ndarray]


def test_figures_are_what_counting_by_hand_gives(compiled: Callable[..., Corpus]) -> None:
    corpus = compiled(f"1,1,1,2,2,2,30\n1,2,99\n1,2,30,{10**25}\n")
    parts = [np.array([i], np.int32) for i in range(3)]
    split = Split(kind="random", seed=0, train=parts[0], dev=parts[1], test=parts[2])
    found = corpus_stats(corpus, split, min_count=3)
    assert (
        found["train"]["n_tokens"],
        found["train"]["n_types"],
        found["train"]["n_singletons"],
    ) == (7, 3, 1)
    assert found["train"]["oov_rate"] == 0
    assert found["train"]["unk_rate"] == pytest.approx(1 / 7)
    assert found["dev"]["oov_rate"] == pytest.approx(1 / 3)
    assert found["test"]["oov_rate"] == pytest.approx(1 / 4)
    assert found["test"]["unk_rate"] == pytest.approx(2 / 4)
    assert found["n_vocabulary"] == 2
    assert found["n_leaked"] == 0
    assert found["curve"] == [(1, 3), (2, 3), (3, 1)]
    by_digits = {size["digits"]: size for size in found["sizes"]}
    assert by_digits[1]["n_integers"] == 2
    assert (by_digits[2]["n_test"], by_digits[2]["n_test_seen"]) == (1, 1)
    assert by_digits[2]["n_test_vocabulary"] == 0
    assert (by_digits[20]["n_test"], by_digits[20]["n_test_seen"]) == (1, 0)


def test_rates_are_shares_of_terms_not_of_distinct_integers(
    compiled: Callable[..., Corpus],
) -> None:
    corpus = compiled("1,1,1,2\n5,1\n9,9,9,2,1\n")
    train, dev, test = (np.array([i], np.int32) for i in range(3))
    split = Split(kind="random", seed=0, train=train, dev=dev, test=test)
    found = corpus_stats(corpus, split, min_count=2)
    assert found["test"]["oov_rate"] == pytest.approx(3 / 5)  # 9, 9, 9
    assert found["test"]["unk_rate"] == pytest.approx(4 / 5)  # and 2, seen once in training


def test_an_empty_part_has_no_rates_to_divide_by(compiled: Callable[..., Corpus]) -> None:
    corpus = compiled("1,2,3\n")
    found = corpus_stats(corpus, make_split(corpus))
    assert found["test"]["n_sequences"] == 0
    assert (found["test"]["mean_length"], found["test"]["oov_rate"], found["leak"]) == (0, 0, 0)


@pytest.mark.data
@pytest.mark.slow
def test_the_oeis_gives_the_papers_rates(oeis_dump: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INT2VEC_DATA", str(oeis_dump.parents[1]))
    corpus = open_corpus("oeis")
    found = corpus_stats(corpus, make_split(corpus))
    assert found["dev"]["oov_rate"] == pytest.approx(0.100, abs=0.005)
    assert found["test"]["oov_rate"] == pytest.approx(0.098, abs=0.005)
    assert found["train"]["mean_length"] == pytest.approx(43, abs=1.5)
    singles = found["train"]["n_singletons"]
    assert singles is not None
    assert singles / found["train"]["n_types"] == pytest.approx(0.83, abs=0.01)

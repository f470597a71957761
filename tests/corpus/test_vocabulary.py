"""The vocabulary comes out of the training part alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from int2vec.corpus.store import Corpus
from int2vec.corpus.vocabulary import UNK, Vocabulary
from int2vec.errors import CorpusError, InputError

TEXT = "1,1,1,2,2,2,2,3\n3,3,7,7,7,7,7,7\n5,5,5\n"


def test_integers_stand_by_training_frequency(compiled: Callable[..., Corpus]) -> None:
    corpus = compiled(TEXT)
    train = np.array([0, 2], np.int32)
    vocabulary = Vocabulary.build(corpus, train)
    assert vocabulary.integers == (2, 1, 5)
    assert vocabulary.counts.tolist() == [4, 3, 3]
    assert len(vocabulary) == 3
    tokens = vocabulary.token_of_row[corpus.rows_of([2, 1, 5, 3, 7])].tolist()
    assert tokens == [0, 1, 2, UNK, UNK]


def test_min_count_decides(compiled: Callable[..., Corpus]) -> None:
    corpus = compiled(TEXT)
    every = np.arange(3, dtype=np.int32)
    assert Vocabulary.build(corpus, every, 1).integers == (7, 2, 1, 3, 5)
    assert Vocabulary.build(corpus, every, 5).integers == (7,)
    with pytest.raises(CorpusError, match="no integer of 'small' occurs 50 times"):
        Vocabulary.build(corpus, every, 50)
    with pytest.raises(InputError, match="min_count is 0; give 1 or more"):
        Vocabulary.build(corpus, every, 0)

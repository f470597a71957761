from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from int2vec.embed.lstm.model import LstmConfig
from int2vec.embed.lstm.streams import FIRST, TokenStreams, make_stream
from int2vec.embed.lstm.train import train_lstm
from int2vec.errors import InputError, ModelError
from int2vec.predict.complete.neural import LstmCompleter


@pytest.fixture(scope="module")
def completer(tmp_path_factory: pytest.TempPathFactory) -> LstmCompleter:
    """One trained on counting up and counting down, 1 to 20."""
    terms = [*range(1, 21), *range(20, 0, -1)] * 40
    tokens = np.array([n - 1 + FIRST for n in terms], np.int32)
    rng = np.random.default_rng(0)
    pieces = [slice(i, i + 8) for i in rng.integers(0, 1500, 400)]
    cut = np.concatenate([tokens[piece] for piece in pieces])
    offsets = np.arange(0, len(cut) + 1, 8)
    parts = [make_stream(cut, offsets, part) for part in (range(360), range(20), range(20))]
    streams = TokenStreams(train=parts[0], dev=parts[1], test=parts[2], integers=list(range(1, 21)))
    config = LstmConfig(
        dim=16, hidden=32, layers=1, dropout=0.0, batch=8, bptt=9, epochs=12, optimizer="adamw",
        lr=0.02, schedule="linear", clip=1.0,
    )  # fmt: skip
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("lstm")
    train_lstm(streams, config, folder, device="cpu")
    torch.set_num_threads(threads)
    return LstmCompleter(folder)


def test_it_counts_on_in_the_direction_of_the_terms(completer: LstmCompleter) -> None:
    assert completer.complete([5, 6, 7, 8])[0].value == 9
    assert completer.complete([16, 15, 14, 13])[0].value == 12


def test_predictions_are_distinct_integers_of_the_vocabulary_best_first(
    completer: LstmCompleter,
) -> None:
    predictions = completer.complete([3, 4, 5], k=100)
    assert sorted(p.value for p in predictions) == list(range(1, 21))
    scores = [p.score for p in predictions]
    assert scores == sorted(scores, reverse=True)
    assert 0 < sum(scores) <= 1
    assert predictions[0].evidence["probability"] == scores[0]
    assert {p.by for p in predictions} == {"lstm"}


def test_terms_outside_the_vocabulary_are_read_as_unknown_and_said(
    completer: LstmCompleter,
) -> None:
    first = completer.complete([10**50, -7, 4, 5, 6], k=3)
    assert len(first) == 3
    assert "2 of the terms being outside its vocabulary" in first[0].why


def test_a_long_prompt_is_answered(completer: LstmCompleter) -> None:
    assert completer.complete([*range(1, 21)] * 500, k=1)


@pytest.mark.parametrize(("terms", "k"), [([], 5), ([1, 2], 0), ([1.5], 5), (["1"], 5)])
def test_bad_input_is_refused(completer: LstmCompleter, terms: list[int], k: int) -> None:
    with pytest.raises(InputError):
        completer.complete(terms, k)


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="missing"):
        LstmCompleter(tmp_path)

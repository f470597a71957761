from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from int2vec.embed.lstm.folder import load_lstm
from int2vec.embed.lstm.model import LastTerms, LstmConfig, predict_last_terms
from int2vec.embed.lstm.streams import TokenStreams
from int2vec.embed.lstm.train import train_lstm


def test_precision_counts_what_lies_outside_the_vocabulary_as_wrong() -> None:
    tokens = np.array([[5, 6], [6, 5], [7, 8], [2, 3]], np.int32)
    terms = LastTerms(
        answers=np.array([5, 5, 9, 1], np.int32),
        tokens=tokens,
        probabilities=np.full((4, 2), 0.5, np.float32),
    )
    assert terms.precision_at(1) == 0.25
    assert terms.precision_at(2) == 0.5
    assert terms.ceiling == 0.75


def test_a_model_trained_to_count_finishes_progressions(
    streams: TokenStreams, tiny: LstmConfig, tmp_path: Path
) -> None:
    config = replace(tiny, epochs=40, layers=1, dropout=0.0, hidden=32)
    train_lstm(streams, config, tmp_path / "model", device="cpu")
    found = predict_last_terms(load_lstm(tmp_path / "model").network, streams.test, k=4)
    assert found.precision_at(5) == 1.0 == found.ceiling
    assert found.tokens.shape == (3, 4)
    assert found.tokens.min() >= 2  # neither UNK nor the separator
    assert (np.diff(found.probabilities) <= 0).all()


def test_sequences_of_any_length_are_predicted_alike_alone_and_together(
    streams: TokenStreams, tiny: LstmConfig, tmp_path: Path
) -> None:
    train_lstm(streams, replace(tiny, epochs=2), tmp_path, device="cpu")
    network = load_lstm(tmp_path).network
    sequences = [[5], [3, 4, 5, 6, 7, 8, 9], [20, 21], [2] * 30]
    together = predict_last_terms(
        network, np.array([0] + [t for terms in sequences for t in [*terms, 0]], np.int32), k=3
    )
    assert together.answers.tolist() == [5, 9, 21, 2]
    for i, terms in enumerate(sequences):
        alone = predict_last_terms(network, np.array([0, *terms, 0], np.int32), k=3)
        np.testing.assert_allclose(alone.probabilities[0], together.probabilities[i], rtol=1e-4)

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import torch

from int2vec.embed.lstm.folder import load_lstm
from int2vec.embed.lstm.model import LstmConfig, top_tokens
from int2vec.embed.lstm.streams import FIRST, TokenStreams
from int2vec.embed.lstm.train import train_lstm


def _sequences(stream: list[int]) -> list[list[int]]:
    """The sequences of a stream, each with the separator before it."""
    ends = [i for i, token in enumerate(stream) if token == 0]
    return [stream[start:end] for start, end in itertools.pairwise(ends)]


def test_a_model_trained_to_count_finishes_progressions(
    streams: TokenStreams, tiny: LstmConfig, tmp_path: Path
) -> None:
    config = replace(tiny, epochs=40, layers=1, dropout=0.0, hidden=32)
    train_lstm(streams, config, tmp_path / "model", device="cpu")
    network = load_lstm(tmp_path / "model").network
    for *prompt, answer in _sequences(streams.test.tolist()):
        found = top_tokens(network, torch.tensor(prompt), 4)
        assert answer in found.indices.tolist()
        assert int(found.indices.min()) >= FIRST  # neither UNK nor the separator
        shares = found.values.tolist()
        assert shares == sorted(shares, reverse=True)
        assert 0 < sum(shares) <= 1


def test_what_stands_before_a_sequence_is_forgotten(
    streams: TokenStreams, tiny: LstmConfig, tmp_path: Path
) -> None:
    train_lstm(streams, replace(tiny, epochs=2), tmp_path, device="cpu")
    network = load_lstm(tmp_path).network
    prompt = torch.tensor([0, 3, 4, 5])
    first = top_tokens(network, prompt, 3)
    top_tokens(network, torch.tensor([0, 20, 21, 22]), 3)
    again = top_tokens(network, prompt, 3)
    assert first.indices.tolist() == again.indices.tolist()
    assert first.values.tolist() == again.values.tolist()

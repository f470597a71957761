"""A tiny corpus in which the next term is nearly certain: arithmetic progressions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import torch

from int2vec.embed.lstm.model import LstmConfig
from int2vec.embed.lstm.streams import FIRST, TokenStreams, make_stream


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Two threads on so little work only wait for each other."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def streams() -> TokenStreams:
    integers = list(range(30))
    sequences = [range(a, a + step * 6, step) for step in (1, 2, 3) for a in range(13)]
    tokens = np.array([FIRST + n for terms in sequences for n in terms], np.int32)
    offsets = np.arange(0, len(tokens) + 1, 6)
    every = np.arange(len(sequences))
    return TokenStreams(
        train=make_stream(tokens, offsets, np.tile(every, 6)),
        dev=make_stream(tokens, offsets, every[every % 12 == 0]),
        test=make_stream(tokens, offsets, every[every % 12 == 6]),
        integers=integers,
        source={"corpus": "progressions"},
    )


@pytest.fixture
def tiny() -> LstmConfig:
    return LstmConfig(
        dim=12,
        hidden=16,
        dropout=0.1,
        batch=8,
        bptt=9,
        epochs=4,
        optimizer="adamw",
        lr=0.02,
        schedule="linear",
        softmax="fused",
        shuffle=True,
        clip=1.0,
    )

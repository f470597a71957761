from __future__ import annotations

import numpy as np
import torch

from int2vec.embed.lstm.streams import Team, TokenStreams, batches, make_stream, shuffled


def _sequences(stream: list[int]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    terms: list[int] = []
    for token in stream[1:]:
        if token == 0:
            found.append(tuple(terms))
            terms = []
        else:
            terms.append(token)
    return found


def test_a_stream_holds_the_chosen_sequences_and_an_empty_one() -> None:
    tokens = np.array([2, 3, 4, 5], np.int32)
    stream = make_stream(tokens, np.array([0, 2, 2, 4]), [0, 1, 2])
    assert stream.tolist() == [0, 2, 3, 0, 0, 4, 5, 0]
    assert make_stream(tokens, np.array([0, 2, 2, 4]), []).tolist() == [0]


def test_shuffling_keeps_every_sequence_whole(streams: TokenStreams) -> None:
    stream = torch.from_numpy(streams.train.astype(np.int64))
    first, again, other = (shuffled(stream, seed).tolist() for seed in (1, 1, 2))
    assert first == again != other
    assert sorted(_sequences(first)) == sorted(_sequences(stream.tolist()))


def test_each_target_is_the_token_after_its_input() -> None:
    stream = torch.arange(100)
    found = list(batches(stream, 4, 10, Team(torch.device("cpu"))))
    assert len(found) == 3
    assert all(torch.equal(inputs + 1, targets) for inputs, targets in found)
    assert torch.cat([inputs for inputs, _ in found])[:, 1].tolist() == list(range(24, 48))


def test_processes_share_the_columns_of_one_batch() -> None:
    stream = torch.arange(100)
    cpu = torch.device("cpu")
    alone = [inputs for inputs, _ in batches(stream, 4, 10, Team(cpu))]
    halves = [
        [inputs for inputs, _ in batches(stream, 4, 10, Team(cpu, rank, 2))] for rank in (0, 1)
    ]
    for whole, left, right in zip(alone, *halves, strict=True):
        assert torch.equal(whole, torch.cat([left, right], dim=1))


def test_a_capped_vocabulary_turns_rare_integers_into_unk(streams: TokenStreams) -> None:
    capped = streams.capped(5)
    assert list(capped.integers) == [0, 1, 2, 3, 4]
    assert capped.train.max() == 6
    assert np.array_equal(capped.train[streams.train < 7], streams.train[streams.train < 7])
    assert set(capped.train[streams.train >= 7].tolist()) == {1}

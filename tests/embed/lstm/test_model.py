from __future__ import annotations

import pytest
import torch
from torch.nn.functional import cross_entropy, linear

from int2vec.embed.config import fill
from int2vec.embed.lstm import model
from int2vec.embed.lstm.model import PRESETS, LstmConfig, fused_cross_entropy, preset
from int2vec.errors import InputError


@pytest.mark.parametrize("chunk_logits", [2**30, 700])
def test_the_fused_loss_and_its_gradients_are_those_of_torch(
    chunk_logits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "_CHUNK_LOGITS", chunk_logits)
    generator = torch.Generator().manual_seed(3)
    hidden = torch.randn(23, 10, generator=generator, requires_grad=True)
    weight = torch.randn(101, 10, generator=generator, requires_grad=True)
    bias = torch.randn(101, generator=generator, requires_grad=True)
    targets = torch.randint(0, 101, (23,), generator=generator)
    inputs = (hidden, weight, bias)
    ours = fused_cross_entropy(hidden, weight, bias, targets)
    theirs = cross_entropy(linear(hidden, weight, bias), targets)
    torch.testing.assert_close(ours, theirs)
    for got, expected in zip(
        torch.autograd.grad(3 * ours, inputs), torch.autograd.grad(3 * theirs, inputs), strict=True
    ):
        torch.testing.assert_close(got, expected, atol=1e-6, rtol=1e-4)


def test_the_paper_preset_holds_the_settings_of_the_paper() -> None:
    paper = preset("paper")
    assert (paper.layers, paper.hidden, paper.dim, paper.epochs) == (2, 200, 200, 40)
    assert (paper.batch, paper.bptt, paper.lr, paper.clip, paper.dropout) == (20, 35, 20, 0.25, 0.2)
    assert (paper.optimizer, paper.schedule, paper.softmax) == ("sgd", "plateau", "full")


def test_the_presets_keep_the_size_of_the_paper_where_they_do_not_say_small() -> None:
    assert (PRESETS["fast"].layers, PRESETS["fast"].hidden, PRESETS["fast"].epochs) == (2, 200, 40)


def test_an_unknown_setting_is_refused_and_the_valid_ones_are_listed() -> None:
    with pytest.raises(InputError, match=r"no setting 'learning_rate'; the settings are .*\blr\b"):
        fill(LstmConfig(), {"learning_rate": 1})


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"lr": "fast"}, "lr is 'fast'; give a number from 1e-12 to 1,000,000"),
        ({"batch": 2.5}, "batch is 2.5; give a whole number"),
        ({"batch": True}, "batch is True; give a whole number"),
        ({"batch": 0}, "batch is 0; give a whole number from 1 to 100,000"),
        ({"dropout": 1}, r"dropout is 1; give a number from 0 to 0.99"),
        ({"softmax": "hierarchical"}, "give one of full, fused, adaptive"),
        ({"shuffle": "maybe"}, "true or false"),
        ({"lr": float("nan")}, "lr is nan; give a number"),
        ({"clip": float("inf")}, "clip is inf; give a number"),
        ({"epochs": 10**9}, "epochs is 1000000000; give a whole number from 1 to 100,000"),
    ],
)
def test_a_wrong_value_is_refused_in_one_sentence(settings: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        fill(LstmConfig(), settings)


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(InputError, match="paper, fast, small"):
        preset("huge")

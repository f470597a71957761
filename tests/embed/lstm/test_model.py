from __future__ import annotations

import pytest
import torch
from torch.nn.functional import cross_entropy, linear

from int2vec.embed.lstm import model
from int2vec.embed.lstm.model import fused_cross_entropy


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

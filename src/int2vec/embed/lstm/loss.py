"""Cross-entropy over a large vocabulary without float32 logits, its gradients in the same pass.

Memory traffic bounds a softmax over 10^5 integers: each pass over the logits of one token moves
a quarter of a megabyte even in bf16. So the logits are made, turned into probabilities and into
gradients chunk by chunk in bf16, and are never kept for a backward pass.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

_ALIGN = 64  # unaligned rows push matrix products off the tensor cores' fast path
_CHUNK_LOGITS = 2**30
_CLOSED = -1e4  # the bias of a padding row: its probability is 0 in any precision


def wide_output(weight: Tensor, bias: Tensor, dtype: torch.dtype) -> Tensor:
    """Output weights with the bias as a further column, padded: (vocabulary', hidden')."""
    n, dim = weight.shape
    wide = weight.new_zeros((_padded(n), _padded(dim + 1, 8)), dtype=dtype)
    wide[:n, :dim] = weight
    wide[:n, dim] = bias
    wide[n:, dim] = _CLOSED
    return wide


def wide_hidden(hidden: Tensor, dtype: torch.dtype) -> Tensor:
    """Hidden states with a column of ones that meets the bias: (n, hidden')."""
    n, dim = hidden.shape
    wide = hidden.new_zeros((n, _padded(dim + 1, 8)), dtype=dtype)
    wide[:, :dim] = hidden
    wide[:, dim] = 1
    return wide


def _padded(n: int, align: int = _ALIGN) -> int:
    return -(-n // align) * align


class _FusedCrossEntropy(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor) -> Tensor:
        n, dim = hidden.shape
        dtype = torch.bfloat16 if hidden.is_cuda else hidden.dtype
        output = wide_output(weight, bias, dtype)  # (V', H')
        states = wide_hidden(hidden, dtype)  # (n, H')
        grad_states = torch.empty_like(states)
        grad_output: Tensor | None = None
        loss = torch.zeros((), dtype=torch.float32, device=output.device)
        chunks = -(-n * len(output) // _CHUNK_LOGITS)
        size = -(-n // chunks)
        for start in range(0, n, size):
            part = slice(start, start + size)
            target = targets[part, None]  # (m, 1)
            # (m, V'): softmax accumulates in float32 whatever the dtype of its input
            delta = torch.softmax(states[part] @ output.t(), dim=-1)
            loss -= delta.gather(1, target).float().clamp_min(1e-30).log().sum()
            delta.scatter_add_(1, target, torch.full_like(target, -1, dtype=dtype))
            torch.mm(delta, output, out=grad_states[part])
            product = delta.t() @ states[part]  # (V', H')
            grad_output = product if grad_output is None else grad_output.float().add_(product)
        assert grad_output is not None  # there is a chunk at least
        ctx.save_for_backward(grad_states[:, :dim], grad_output[: len(weight)])
        return loss / n

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> tuple[Tensor | None, ...]:
        hidden, output = ctx.saved_tensors
        n, dim = hidden.shape
        scale = (grads[0] / n).reshape(1)  # a vector: it lifts bf16 to float32 in the same pass
        return hidden * scale, output[:, :dim] * scale, output[:, dim] * scale, None


def fused_cross_entropy(hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor) -> Tensor:
    """The mean cross-entropy of `targets` (n,) under softmax(hidden @ weight.T + bias)."""
    loss: Tensor = _FusedCrossEntropy.apply(hidden, weight, bias, targets)  # type: ignore[no-untyped-call]
    return loss

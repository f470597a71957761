"""The optimizer and its learning rate."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from int2vec.embed.lstm.config import LstmConfig

_ANNEAL = 4.0  # the word_language_model example divides by this on a plateau


def make_optimizer(model: nn.Module, config: LstmConfig) -> torch.optim.Optimizer:
    """The optimizer that `config` names, over all weights; biases do not decay."""
    weights = [p for p in model.parameters() if p.ndim > 1]
    biases = [p for p in model.parameters() if p.ndim <= 1]
    groups: list[dict[str, Any]] = [
        {"params": weights, "weight_decay": config.weight_decay},
        {"params": biases, "weight_decay": 0.0},
    ]
    fused = weights[0].is_cuda or None
    graphed = config.graph and weights[0].is_cuda
    lr = torch.tensor(config.lr, device=weights[0].device) if graphed else config.lr
    if config.optimizer == "sgd":
        return torch.optim.SGD(groups, lr=lr, fused=fused)
    return torch.optim.AdamW(groups, lr=lr, eps=config.epsilon, fused=fused, capturable=graphed)


def set_lr(optimizer: torch.optim.Optimizer, lr: float) -> None:
    """Give all weights that learning rate; in place where a recorded graph reads it."""
    for group in optimizer.param_groups:
        if isinstance(group["lr"], torch.Tensor):
            group["lr"].fill_(lr)
        else:
            group["lr"] = lr


def scheduled(config: LstmConfig, step: int, total: int, lr: float) -> float:
    """The learning rate of one step, where `lr` is what the plateaus have left of it.

    >>> config = LstmConfig(lr=1.0, schedule="linear", warmup=0.1)
    >>> [scheduled(config, step, 100, 1.0) for step in (0, 9, 10, 55)]
    [0.1, 1.0, 1.0, 0.5]
    """
    rising = config.warmup * total
    if step < rising:
        return lr * (step + 1) / math.ceil(rising)
    done = (step - rising) / max(1.0, total - rising)
    if config.schedule == "linear":
        return lr * (1 - done)
    if config.schedule == "cosine":
        return lr * (1 + math.cos(math.pi * done)) / 2
    return lr


def annealed(config: LstmConfig, lr: float, improved: bool) -> float:
    """The learning rate after an epoch whose dev loss improved or did not."""
    return lr if improved or config.schedule != "plateau" else lr / _ANNEAL


def optimizer_arrays(optimizer: torch.optim.Optimizer) -> dict[str, NDArray[Any]]:
    """All that the optimizer remembers, as arrays: parameter's number, dot, name."""
    state = optimizer.state_dict()["state"]
    return {
        f"{number}.{name}": torch.as_tensor(value).cpu().numpy()
        for number, entry in state.items()
        for name, value in entry.items()
        if value is not None  # SGD without momentum remembers nothing
    }


def restore_optimizer(optimizer: torch.optim.Optimizer, arrays: dict[str, NDArray[Any]]) -> None:
    """Give the optimizer back what `optimizer_arrays` took from it."""
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, array in arrays.items():
        number, _, name = key.partition(".")
        state.setdefault(int(number), {})[name] = torch.from_numpy(np.array(array))
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": state, "param_groups": groups})

"""A training run on disk after every epoch, so that a killed one goes on where it was.

One safetensors file holds it all (weights, the best weights so far, the optimizer's memory, the
vocabulary, and as JSON the config, the learning rate and the history), so that it is replaced in
one atomic step. The random state needs no place in it: each epoch starts from a seed that the
config's seed and the epoch's number decide.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from int2vec.embed.lstm.config import LstmConfig
from int2vec.embed.lstm.model import LstmNetwork
from int2vec.embed.lstm.optimise import optimizer_arrays, restore_optimizer
from int2vec.errors import ModelError
from int2vec.files import open_tensors, save_tensors

CHECKPOINT = "checkpoint.safetensors"


@dataclass(frozen=True, kw_only=True)
class EpochLog:
    """One epoch: losses in nats a token, speed over the training part alone."""

    epoch: int
    train_loss: float
    dev_loss: float
    lr: float
    seconds: float
    tokens_per_second: float

    @property
    def dev_perplexity(self) -> float:
        """e to the dev loss."""
        return float(np.exp(self.dev_loss))


@dataclass(kw_only=True)
class Progress:
    """How far a run has come."""

    lr: float
    step: int = 0
    seconds: float = 0.0
    history: list[EpochLog] = field(default_factory=list)

    @property
    def best(self) -> EpochLog | None:
        """The epoch with the lowest dev loss."""
        return min(self.history, key=lambda log: log.dev_loss, default=None)


@dataclass(kw_only=True)
class Run:
    """All that a training run is made of."""

    config: LstmConfig
    network: LstmNetwork
    optimizer: torch.optim.Optimizer
    progress: Progress
    best_weights: dict[str, Tensor] = field(default_factory=dict)


def arrays_of(weights: dict[str, Tensor]) -> dict[str, NDArray[Any]]:
    """The weights as NumPy arrays."""
    return {name: tensor.detach().cpu().numpy() for name, tensor in weights.items()}


def text_array(text: str) -> NDArray[np.uint8]:
    """Text as an array of its UTF-8 bytes."""
    return np.frombuffer(text.encode(), np.uint8)


def save_checkpoint(folder: Path, run: Run, integers: list[int], fingerprint: str) -> None:
    """Write the whole run to `folder`, atomically."""
    progress = run.progress
    state = {
        "config": run.config.as_dict(),
        "fingerprint": fingerprint,
        "progress": asdict(progress),
    }
    latest_is_best = progress.best is progress.history[-1]
    parts = {
        "weights": arrays_of(run.network.state_dict()),
        "best": {} if latest_is_best else arrays_of(run.best_weights),
        "optimizer": optimizer_arrays(run.optimizer),
    }
    tensors = {f"{part}/{name}": a for part, group in parts.items() for name, a in group.items()}
    tensors["vocabulary"] = text_array("\n".join(map(str, integers)))
    save_tensors(folder / CHECKPOINT, tensors, {"state": json.dumps(state)})


def load_checkpoint(folder: Path, run: Run, fingerprint: str) -> None:
    """Bring `run` to where the checkpoint in `folder` stands."""
    path = folder / CHECKPOINT
    tensors, metadata = open_tensors(path)
    try:
        state = json.loads(metadata["state"])
        progress = state["progress"]
        history = [EpochLog(**log) for log in progress.pop("history")]
        config = state["config"]
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(
            f"{path} is no LSTM checkpoint ({error}); start without --resume"
        ) from error
    changed = [name for name, value in run.config.as_dict().items() if config.get(name) != value]
    if changed or state["fingerprint"] != fingerprint:
        what = f"other settings ({', '.join(changed)})" if changed else "another corpus"
        raise ModelError(f"{path} was trained with {what}; give the same ones, or another folder")
    parts: dict[str, dict[str, NDArray[Any]]] = {"weights": {}, "best": {}, "optimizer": {}}
    for key, array in tensors.items():
        part, _, name = key.partition("/")
        if part in parts:
            parts[part][name] = array
    run.network.load_state_dict(tensors_of(parts["weights"]))
    restore_optimizer(run.optimizer, parts["optimizer"])
    run.progress = Progress(**progress, history=history)
    best = tensors_of(parts["best"]) if parts["best"] else run.network.state_dict()
    device = run.network.embedding.weight.device
    run.best_weights = {name: tensor.to(device).clone() for name, tensor in best.items()}


def tensors_of(arrays: dict[str, NDArray[Any]]) -> dict[str, Tensor]:
    """NumPy arrays as torch tensors of their own memory."""
    return {name: torch.from_numpy(np.array(array)) for name, array in arrays.items()}

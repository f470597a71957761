"""A language model on disk: the trained one, and the checkpoint of a run that is under way.

The trained model is one safetensors file with a manifest. So is the checkpoint, written after
every epoch, so that a killed run goes on where it was: weights, the best weights so far, the
optimizer's memory, and as JSON the config, the learning rate and the history.
The random state is none of it: config and number of an epoch decide what it draws.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from int2vec import __version__
from int2vec.embed.lstm.model import LstmConfig, LstmNetwork
from int2vec.embed.lstm.streams import FIRST
from int2vec.embed.train import LANGUAGE_MODEL, LANGUAGE_MODEL_FOLDER
from int2vec.embeddings import Embeddings
from int2vec.errors import ModelError
from int2vec.files import file_hash, open_tensors, read_json, save_tensors, unpack, write_json

CHECKPOINT = "checkpoint.safetensors"
_MODEL = "model.safetensors"
_PROGRESS = ("lr", "step", "seconds")  # what a checkpoint holds of a run beside its history
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, kw_only=True)
class LstmModel:
    """A trained language model and the integers that its tokens from 2 on stand for."""

    network: LstmNetwork
    integers: Sequence[int]
    manifest: Mapping[str, Any] = field(default_factory=dict)


def save_lstm(folder: Path, model: LstmModel) -> None:
    """Write the model to `folder`."""
    arrays = _arrays_of(model.network.state_dict())
    written = "\n".join(map(str, model.integers)).encode()
    save_tensors(folder / _MODEL, arrays | {"vocabulary": np.frombuffer(written, np.uint8)})
    config = model.network.config
    own = {
        "kind": LANGUAGE_MODEL,
        "version": __version__,
        "config": config.as_dict(),
        "seed": config.seed,
        "n_integers": len(model.integers),
        "files": {_MODEL: file_hash(folder / _MODEL)},
    }
    write_json(folder / "manifest.json", {**model.manifest, **own})


def load_lstm(folder: Path) -> LstmModel:
    """The model in `folder`, ready to predict; ModelError where a file is not what was saved."""
    if not folder.is_dir():
        raise ModelError(f"{folder} is not a folder; give the one that 'int2vec train lstm' wrote")
    if (folder / LANGUAGE_MODEL_FOLDER).is_dir():  # `int2vec train lstm` puts it beside its vectors
        folder = folder / LANGUAGE_MODEL_FOLDER
    manifest = read_json(folder / "manifest.json")
    if manifest.get("kind") != LANGUAGE_MODEL or not isinstance(manifest.get("files"), dict):
        raise ModelError(f"{folder} holds no LSTM language model; give a folder that train wrote")
    arrays, _ = open_tensors(folder / _MODEL)
    if file_hash(folder / _MODEL) != manifest["files"].get(_MODEL):
        raise ModelError(f"{folder / _MODEL} is not the file its manifest names; copy it again")
    try:
        tensors = unpack(arrays)
        integers = list(map(int, tensors.pop("vocabulary").tobytes().split()))
        known = LstmConfig().as_dict()
        config = LstmConfig(**{k: v for k, v in manifest["config"].items() if k in known})
        network = LstmNetwork(config, len(integers) + FIRST)
        network.load_state_dict(_tensors_of(tensors))
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise ModelError(f"{folder} does not fit its manifest ({error}); copy it again") from error
    return LstmModel(network=network.eval(), integers=integers, manifest=manifest)


def extract_embeddings(folder: Path) -> Embeddings:
    """The rows of the model's embedding layer that stand for integers."""
    model = load_lstm(folder)
    matrix = model.network.embedding.weight.detach().numpy()[FIRST:]
    kept = {key: value for key, value in model.manifest.items() if key not in ("files", "kind")}
    # The facts that every trained model's manifest has, under the same names.
    kept |= {"method": "lstm", **model.manifest.get("source", {})}
    return Embeddings(model.integers, matrix, name="lstm", manifest=kept)


@dataclass(kw_only=True)
class Run:
    """A training run: what is trained, how far it has come, and what it gave.

    Perplexities are per token, UNK and separators included; that of the test part is worked out
    when the run ends.
    """

    network: LstmNetwork
    optimizer: torch.optim.Optimizer
    fingerprint: str  # tells the streams that it reads from others
    lr: float
    step: int = 0
    seconds: float = 0.0
    history: list[dict[str, float]] = field(default_factory=list)  # an entry an epoch
    best_weights: dict[str, Tensor] = field(default_factory=dict)
    test_perplexity: float = math.nan

    @property
    def best(self) -> dict[str, float]:
        """The epoch with the lowest dev loss."""
        return min(self.history, key=lambda epoch: epoch["dev_loss"])

    @property
    def dev_perplexity(self) -> float:
        """That of the best epoch."""
        return math.exp(self.best["dev_loss"])


def save_checkpoint(folder: Path, run: Run) -> None:
    """Write the whole run to `folder`, in one atomic step."""
    state: dict[str, Any] = {"config": run.network.config.as_dict(), "fingerprint": run.fingerprint}
    state["progress"] = {name: getattr(run, name) for name in _PROGRESS}
    state["history"] = run.history
    best = {} if run.best is run.history[-1] else run.best_weights
    parts = {"weights": run.network.state_dict(), "best": best}
    for number, memory in run.optimizer.state_dict()["state"].items():  # SGD's are None
        kept = {name: torch.as_tensor(one) for name, one in memory.items() if one is not None}
        parts[f"optimizer/{number}"] = kept
    tensors = {f"{part}/{name}": t for part, group in parts.items() for name, t in group.items()}
    save_tensors(folder / CHECKPOINT, _arrays_of(tensors), {"state": json.dumps(state)})


def load_checkpoint(folder: Path, run: Run) -> None:
    """Bring `run` to where the checkpoint in `folder` stands, if there is one."""
    if not (path := folder / CHECKPOINT).exists():
        return
    arrays, metadata = open_tensors(path)
    try:
        state = json.loads(metadata["state"])
        progress = {name: state["progress"][name] for name in _PROGRESS}
        history, config, fingerprint = state["history"], state["config"], state["fingerprint"]
    except (KeyError, TypeError, ValueError) as error:
        problem = f"{path} is no LSTM checkpoint ({error})"
        raise ModelError(f"{problem}; start without --resume") from error
    wanted = run.network.config.as_dict()
    changed = [name for name, value in wanted.items() if config.get(name) != value]
    if changed or fingerprint != run.fingerprint:
        what = f"other settings ({', '.join(changed)})" if changed else "another corpus"
        raise ModelError(f"{path} was trained with {what}; give the same ones, or another folder")
    parts: dict[str, dict[str, Tensor]] = {}
    for key, tensor in _tensors_of(arrays).items():
        part, _, name = key.rpartition("/")
        parts.setdefault(part, {})[name] = tensor
    run.network.load_state_dict(parts.pop("weights"))
    best = parts.pop("best", None) or run.network.state_dict()
    device = run.network.embedding.weight.device
    run.best_weights = {name: tensor.to(device).clone() for name, tensor in best.items()}
    memory = {int(part.removeprefix("optimizer/")): group for part, group in parts.items()}
    groups = run.optimizer.state_dict()["param_groups"]
    run.optimizer.load_state_dict({"state": memory, "param_groups": groups})
    run.lr, run.step, run.seconds = (progress[name] for name in _PROGRESS)
    run.history = history


def _arrays_of(weights: Mapping[str, Tensor]) -> Arrays:
    return {name: tensor.detach().cpu().numpy() for name, tensor in weights.items()}


def _tensors_of(arrays: Arrays) -> dict[str, Tensor]:
    """Arrays as torch tensors of their own memory."""
    return {name: torch.from_numpy(np.array(array)) for name, array in arrays.items()}

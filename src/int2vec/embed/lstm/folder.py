"""A trained model as a folder: weights and vocabulary in safetensors files, and a manifest.

The weights may be kept as float32, float16, or int8 with one scale a row, and may be spread over
several files, for places that take small files alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from int2vec import __version__
from int2vec.embed.lstm.checkpoint import arrays_of, tensors_of, text_array
from int2vec.embed.lstm.config import LstmConfig, with_settings
from int2vec.embed.lstm.model import LstmNetwork
from int2vec.embed.lstm.streams import FIRST
from int2vec.embed.names import LANGUAGE_MODEL, LANGUAGE_MODEL_FOLDER
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, ModelError
from int2vec.files import file_hash, open_tensors, read_json, save_tensors, write_json

PRECISIONS = ("float32", "float16", "int8")
_PIECE = "#"  # 'decoder#5000' holds the rows of 'decoder' from 5000 on
_SCALE = ".scale"


@dataclass(frozen=True, kw_only=True)
class LstmModel:
    """A trained language model and the integers that its tokens from 2 on stand for."""

    network: LstmNetwork
    integers: list[int]
    manifest: dict[str, Any]


def save_lstm(
    folder: Path, network: LstmNetwork, integers: list[int], facts: dict[str, Any], *,
    precision: str = "float32", shard_bytes: int = 0,
) -> None:  # fmt: skip
    """Write the model to `folder`; with `shard_bytes`, no weight file is larger than that."""
    if precision not in PRECISIONS:
        raise InputError(f"precision is '{precision}'; choose one of {', '.join(PRECISIONS)}")
    tensors: dict[str, NDArray[Any]] = {}
    for name, array in arrays_of(network.state_dict()).items():
        tensors.update(_packed(name, array, precision))
    tensors["vocabulary"] = text_array("\n".join(map(str, integers)))
    shards = _shards(tensors, shard_bytes) if shard_bytes else [tensors]
    files = {}
    for number, shard in enumerate(shards, 1):
        name = f"model-{number}.safetensors" if shard_bytes else "model.safetensors"
        save_tensors(folder / name, shard)
        files[name] = file_hash(folder / name)
    manifest = {
        "kind": LANGUAGE_MODEL, "version": __version__, "config": network.config.as_dict(),
        "seed": network.config.seed, "n_integers": len(integers), "precision": precision,
        "files": files, **facts,
    }  # fmt: skip
    write_json(folder / "manifest.json", manifest)


def load_lstm(folder: Path, device: str = "cpu") -> LstmModel:
    """The model in `folder`, ready to predict; ModelError where a file is not what was saved."""
    tensors, manifest = _read(folder)
    try:
        integers = _integers(tensors.pop("vocabulary"))
        config = with_settings(LstmConfig(), manifest["config"])
        network = LstmNetwork(config, len(integers) + FIRST)
        network.load_state_dict(tensors_of(tensors))
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise ModelError(f"{folder} does not fit its manifest ({error}); copy it again") from error
    network.to(torch.device(device)).eval()
    return LstmModel(network=network, integers=integers, manifest=manifest)


def extract_embeddings(folder: Path, name: str = "lstm") -> Embeddings:
    """The rows of the model's embedding layer that stand for integers."""
    tensors, manifest = _read(folder)
    try:
        matrix = tensors["embedding.weight"][FIRST:]
        integers = _integers(tensors["vocabulary"])
    except (KeyError, ValueError) as error:
        raise ModelError(f"{folder} lacks its embedding layer; copy it again") from error
    kept = {key: value for key, value in manifest.items() if key not in ("files", "kind")}
    # The facts that every trained model's manifest has, under the same names.
    kept |= {"method": "lstm", **manifest.get("source", {})}
    return Embeddings(integers, matrix, name=name, manifest=kept)


def _integers(vocabulary: NDArray[np.uint8]) -> list[int]:
    return [int(line) for line in bytes(vocabulary).decode().split("\n")]


def _packed(name: str, array: NDArray[Any], precision: str) -> dict[str, NDArray[Any]]:
    """The array in the precision asked for; what the LSTM feeds back to itself stays exact."""
    if precision == "float32" or array.ndim != 2 or name.startswith("lstm."):
        return {name: array}
    if precision == "float16":
        return {name: array.astype(np.float16)}
    scale = np.maximum(np.abs(array).max(axis=1, keepdims=True), 1e-12) / 127  # (n, 1)
    return {name: np.rint(array / scale).astype(np.int8), name + _SCALE: scale.astype(np.float32)}


def _shards(tensors: dict[str, NDArray[Any]], limit: int) -> list[dict[str, NDArray[Any]]]:
    """The tensors cut into pieces of whole rows, packed into files below `limit` bytes."""
    room = limit - 100_000  # for the file's header
    shards: list[dict[str, NDArray[Any]]] = [{}]
    used = 0
    for name, array in tensors.items():
        row_bytes = max(1, array.nbytes // max(1, len(array)))
        if row_bytes > room:
            raise InputError(f"a file of {limit} bytes cannot hold a row of '{name}'; allow more")
        start = 0
        while start < len(array) or not start:
            if room - used < row_bytes:
                shards.append({})
                used = 0
            stop = start + (room - used) // row_bytes
            piece = array[start:stop]
            shards[-1][f"{name}{_PIECE}{start}"] = piece
            used += piece.nbytes
            start = stop
    return shards


def _read(folder: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """All tensors in float32, whole, and the manifest, after checking each file's hash."""
    if (folder / LANGUAGE_MODEL_FOLDER).is_dir():  # `int2vec train lstm` puts it beside its vectors
        folder = folder / LANGUAGE_MODEL_FOLDER
    manifest = read_json(folder / "manifest.json")
    files = manifest.get("files")
    if manifest.get("kind") != LANGUAGE_MODEL or not isinstance(files, dict):
        raise ModelError(f"{folder} holds no LSTM language model; give a folder that train wrote")
    pieces: dict[str, list[tuple[int, NDArray[Any]]]] = {}
    for file_name, expected in files.items():
        path = folder / Path(file_name).name
        tensors, _ = open_tensors(path)
        if file_hash(path) != expected:
            raise ModelError(f"{path} is not the file its manifest names; copy it again")
        for key, array in tensors.items():
            name, _, start = key.partition(_PIECE)
            pieces.setdefault(name, []).append((int(start or 0), array))
    whole = {name: _joined(parts) for name, parts in pieces.items()}
    scales = {name: whole.pop(name) for name in list(whole) if name.endswith(_SCALE)}
    for name, array in whole.items():
        if name + _SCALE in scales:
            whole[name] = array.astype(np.float32) * scales[name + _SCALE]
        elif array.dtype == np.float16:
            whole[name] = array.astype(np.float32)
    return whole, manifest


def _joined(parts: list[tuple[int, NDArray[Any]]]) -> NDArray[Any]:
    arrays = [array for _, array in sorted(parts, key=lambda part: part[0])]
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)

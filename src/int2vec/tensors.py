"""Arrays on disk in the safetensors layout, memory-mapped.

Written by hand because the safetensors package copies every array into memory when it reads
into NumPy, and because shipped models must open with NumPy alone. The tests read each other's
files with the package. Nothing is ever unpickled.
"""

from __future__ import annotations

import json
import operator
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import DataError, ModelError

_TO_NUMPY = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2",
    "I8": "|i1", "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "|u1", "BOOL": "|b1",
}  # fmt: skip
_FROM_NUMPY = {np.dtype(numpy): name for name, numpy in _TO_NUMPY.items()}
_MAX_HEADER = 100_000_000


@contextmanager
def atomic_write(path: Path) -> Iterator[IO[bytes]]:
    """A binary file that takes the place of `path` when the block ends without an error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise DataError(
            f"cannot write {path} ({error.strerror}); choose a folder that can be written"
        ) from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644)
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise DataError(
            f"cannot write {path} ({error.strerror}); free some space or choose another folder"
        ) from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_json(path: Path, value: object) -> None:
    """Write `value` as indented JSON, atomically."""
    with atomic_write(path) as file:
        file.write((json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode())


def read_json(path: Path) -> dict[str, Any]:
    """The object in a JSON file; ModelError where there is none."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ModelError(f"{path} is missing; train the model again or copy it whole") from error
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"{path} is not readable as JSON ({error}); copy it again") from error
    if not isinstance(value, dict):
        raise ModelError(f"{path} holds {type(value).__name__}, not a JSON object; copy it again")
    return value


def save_tensors(
    path: Path, tensors: Mapping[str, NDArray[Any]], metadata: Mapping[str, str] | None = None
) -> None:
    """Write `tensors` to `path` in the safetensors layout, atomically."""
    header: dict[str, object] = {"__metadata__": dict(metadata)} if metadata else {}
    arrays = {name: np.asarray(array, order="C") for name, array in tensors.items()}
    # Wide elements first, so that every array stays aligned for memory-mapped reading.
    order = sorted(arrays, key=lambda name: (-arrays[name].dtype.itemsize, name))
    start = 0
    for name in order:
        array = arrays[name]
        kind = _FROM_NUMPY.get(array.dtype.newbyteorder("<"))
        if kind is None:
            raise ModelError(f"tensor '{name}' has dtype {array.dtype}, which safetensors lacks")
        end = start + array.nbytes
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [start, end]}
        start = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # the format pads the header so that data starts aligned
    with atomic_write(path) as file:
        file.write(len(text).to_bytes(8, "little"))
        file.write(text)
        for name in order:
            file.write(arrays[name].data)


def open_tensors(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """The arrays in a safetensors file, read-only and memory-mapped, and its metadata."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if size < 8 or length > min(_MAX_HEADER, size - 8):
                raise ModelError(f"{path} is cut short or no safetensors file; copy it again")
            header = json.loads(file.read(length))
            metadata = header.pop("__metadata__", {})
            base = 8 + length
            spans = {}
            for name, entry in header.items():
                start, end = map(operator.index, entry["data_offsets"])
                dtype, shape = np.dtype(_TO_NUMPY[entry["dtype"]]), tuple(entry["shape"])
                spans[name] = (dtype, shape, start, end)
    except FileNotFoundError as error:
        raise ModelError(f"{path} is missing; train the model again or copy it whole") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ModelError(f"{path} is no safetensors file ({error}); copy it again") from error
    return {name: _map(path, base, size, *span) for name, span in spans.items()}, metadata


def _map(
    path: Path, base: int, size: int, dtype: np.dtype[Any], shape: tuple[int, ...],
    start: int, end: int,
) -> NDArray[Any]:  # fmt: skip
    count = 1
    for length in shape:
        if not isinstance(length, int) or length < 0:
            raise ModelError(f"{path} gives a shape of {shape}; copy it again")
        count *= length
    if not 0 <= start <= end <= size - base or end - start != count * dtype.itemsize:
        raise ModelError(f"{path} is cut short: {size} bytes are there; copy it again")
    if not count:
        return np.empty(shape, dtype)
    return np.memmap(path, dtype=dtype, mode="r", offset=base + start, shape=shape)

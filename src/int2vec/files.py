"""Files: written whole or not at all, as JSON, or as arrays in the safetensors layout.

What is written lies beside its place under another name until it is complete, so that a killed
run leaves no half file, and no half folder, where a reader looks.

The safetensors layout is written by hand because the safetensors package copies every array into
memory when it reads into NumPy, and because shipped models must open with NumPy alone. The tests
read each other's files with the package. Nothing is ever unpickled.
"""

import errno
import hashlib
import json
import math
import operator
import os
import stat
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import DataError, InputError, ModelError
from int2vec.locks import owned

MOST_READ = 64 << 20  # bytes of a file that is read whole
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
PRECISIONS = ("float32", "float16", "int8")
_SCALE = "_scale"  # 'vectors_scale' holds the row scales of 'vectors'
_TYPES = "F64 F32 F16 I64 I32 I16 I8 U64 U32 U16 U8"  # letter and bits, as in '<f8' for F64
_TO_NUMPY = {t: np.dtype(f"<{t[0].lower()}{int(t[1:]) // 8}") for t in _TYPES.split()}
_TO_NUMPY["BOOL"] = np.dtype("|b1")
_FROM_NUMPY = {numpy: name for name, numpy in _TO_NUMPY.items()}
_MAX_HEADER = 100_000_000
_MISSING = "is missing; train the model again or copy it whole"
_FAULTS = {UnicodeDecodeError: "it is no text in UTF-8", RecursionError: "it is nested too deeply"}
_UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
# Pieces, and bytes of each, that a large file is known by; bytes of one that is read whole.
_SAMPLED, _SAMPLE, _WHOLE = 32, 1 << 14, 1 << 19
_OTHER_FOLDER = "free some space or choose another folder"
OTHER_CACHE = "free some space or set INT2VEC_CACHE to another folder"


@contextmanager
def writing(place: Path | str, advice: str = _OTHER_FOLDER) -> Iterator[None]:
    """What goes wrong while `place` is written, said in a DataError; devices and pipes are kept."""
    try:
        if isinstance(place, Path) and place.exists() and not (place.is_file() or place.is_dir()):
            raise OSError(errno.EINVAL, "it is a device or a pipe")
        yield
    except OSError as error:
        raise DataError(f"cannot write {place} ({fault_of(error)}); {advice}") from error


@contextmanager
def reading(path: Path, kind: type[Exception], fault: str, missing: str = "") -> Iterator[None]:
    """What goes wrong while `path` is read, said in an error of that kind; why it did for {}."""
    try:
        yield
    except _UNREADABLE as error:
        words = missing if missing and isinstance(error, FileNotFoundError) else fault
        raise kind(f"{path} {words.format(fault_of(error))}") from error


@contextmanager
def atomic_write(path: Path) -> Iterator[IO[bytes]]:
    """A binary file that takes the place of `path` when the block ends without an error."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with owned(path.parent, f".{path.name}.", Path.touch) as temporary:
            with temporary.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)


def open_plain(path: Path, most: int | None = None) -> IO[bytes]:
    """A plain file to read; OSError for what may never end, and for files over `most` bytes."""
    try:
        handle = os.open(path, os.O_RDONLY | _NO_WAIT)
    except ValueError as error:  # a path with a zero byte
        raise OSError(errno.EINVAL, f"{error}", str(path)) from None
    kind = os.fstat(handle)
    fault = None
    if stat.S_ISDIR(kind.st_mode):
        fault = errno.EISDIR, "it is a folder"
    elif not stat.S_ISREG(kind.st_mode):
        fault = errno.EINVAL, "it is no plain file"
    elif most is not None and kind.st_size > most:
        fault = errno.EFBIG, f"it has {kind.st_size:,} bytes, more than {most:,}"
    if fault:
        os.close(handle)
        raise OSError(*fault, str(path))
    return os.fdopen(handle, "rb")


def read_plain(path: Path, most: int = MOST_READ) -> str:
    """The text of a plain file of at most so many bytes, a byte order mark left out."""
    with open_plain(path, most) as file:
        return file.read(most).decode("utf-8-sig")  # a file of /proc gives no size


def toml_beside(module: str, name: str) -> dict[str, Any]:
    """The table in a TOML file of ours that lies beside a module, given by its `__file__`."""
    return tomllib.loads(Path(module).with_name(name).read_text(encoding="utf-8"))


def user_path(text: str | Path) -> Path:
    """A path with its "~" spelled out; InputError where there is no such user."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise InputError(f"there is no user of '{text}'; give another path") from None


def check_writable(folder: Path) -> None:
    """Fails before the work, not after it, where nothing can be written."""
    with writing(folder, "give another --out"):
        there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        tempfile.TemporaryFile(dir=there).close()


def file_hash(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sample_hash(path: Path) -> str:
    """A hash that is quick to take: of a small file whole, of a large one in places."""
    size = path.stat().st_size
    found = hashlib.sha256(str(size).encode())
    with path.open("rb") as file:
        if size <= _WHOLE:
            found.update(file.read())
        else:
            for i in range(_SAMPLED):  # the first at the start, the last at the end
                file.seek(i * (size - _SAMPLE) // (_SAMPLED - 1))
                found.update(file.read(_SAMPLE))
    return found.hexdigest()


def fault_of(error: Exception) -> str:
    """What is wrong with a file, in a few words."""
    if "set_int_max_str_digits" in str(error):
        return "a number is too long"
    return _FAULTS.get(type(error)) or getattr(error, "strerror", "") or str(error)


def write_text(path: Path, text: str) -> None:
    """Write `text` as UTF-8, atomically."""
    with atomic_write(path) as file:
        file.write(text.encode())


def write_json(path: Path, value: object) -> None:
    """Write `value` as indented JSON, atomically."""
    write_text(path, json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def read_json(path: Path) -> dict[str, Any]:
    """The object in a JSON file; ModelError where there is none."""
    with reading(path, ModelError, "is not readable as JSON ({}); copy it again", _MISSING):
        value = json.loads(read_plain(path))
    if not isinstance(value, dict):
        raise ModelError(f"{path} holds {type(value).__name__}, not a JSON object; copy it again")
    return value


def pack(name: str, array: NDArray[Any], precision: str) -> dict[str, NDArray[Any]]:
    """The tensors that hold `array` (n, m) in that precision; `unpack` undoes it."""
    if precision not in PRECISIONS:
        raise InputError(f"precision is '{precision}'; give one of {', '.join(PRECISIONS)}")
    if precision == "int8":
        # One scale a row: the largest entry becomes 127.
        scale = np.abs(array).max(axis=1, keepdims=True, initial=0) / 127  # (n, 1)
        whole = np.rint(array / np.maximum(scale, np.finfo(np.float32).tiny)).astype(np.int8)
        return {name: whole, name + _SCALE: scale.astype(np.float32)}
    return {name: array.astype(precision, copy=False)}


def unpack(tensors: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The tensors with those that `pack` made smaller back in float32."""
    whole = {}
    for name, array in tensors.items():
        if name + _SCALE in tensors:
            whole[name] = np.multiply(array, tensors[name + _SCALE], dtype=np.float32)
        elif not name.endswith(_SCALE):
            whole[name] = array.astype(np.float32) if array.dtype == np.float16 else array
    return whole


def save_tensors(
    path: Path, tensors: Mapping[str, NDArray[Any]], metadata: Mapping[str, str] | None = None
) -> None:
    """Write `tensors` to `path` in the safetensors layout, atomically."""
    header: dict[str, object] = {"__metadata__": dict(metadata)} if metadata else {}
    arrays = [(name, np.asarray(array, order="C")) for name, array in tensors.items()]
    # Wide elements first, so that every array stays aligned for memory-mapped reading.
    arrays.sort(key=lambda one: (-one[1].dtype.itemsize, one[0]))
    start = 0
    for name, array in arrays:
        if (kind := _FROM_NUMPY.get(array.dtype.newbyteorder("<"))) is None:
            raise ModelError(f"tensor '{name}' has dtype {array.dtype}, which safetensors lacks")
        end = start + array.nbytes
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [start, end]}
        start = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # the format pads the header so that data starts aligned
    with atomic_write(path) as file:
        file.write(len(text).to_bytes(8, "little"))
        file.write(text)
        for _, array in arrays:
            file.write(array.data)


def open_tensors(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """The arrays in a safetensors file, read-only and memory-mapped, and its metadata."""
    with reading(path, ModelError, "is no safetensors file ({}); copy it again", _MISSING):
        with open_plain(path) as file:
            size = os.fstat(file.fileno()).st_size
            length = int.from_bytes(file.read(8), "little")
            if size < 8 or length > min(_MAX_HEADER, size - 8):
                raise ModelError(f"{path} is cut short or no safetensors file; copy it again")
            header = json.loads(file.read(length))
        metadata = header.pop("__metadata__", {})
        ends = [operator.index(entry["data_offsets"][1]) for entry in header.values()]
        if size > 8 + length + max(ends, default=0):
            raise ModelError(f"{path} is longer than its header says; copy it again")
        return {name: _map(path, 8 + length, size, header[name]) for name in header}, metadata


def _map(path: Path, base: int, size: int, entry: Mapping[str, Any]) -> NDArray[Any]:
    """The array that a header entry describes; `base` is where the data begins."""
    start, end = map(operator.index, entry["data_offsets"])
    dtype, shape = _TO_NUMPY[entry["dtype"]], tuple(map(operator.index, entry["shape"]))
    if not 0 <= start <= end <= size - base or end - start != math.prod(shape) * dtype.itemsize:
        raise ModelError(f"{path} is cut short: {size} bytes are there; copy it again")
    if start == end:
        return np.empty(shape, dtype)
    return np.memmap(path, dtype=dtype, mode="r", offset=base + start, shape=shape)

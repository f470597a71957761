"""Files and folders written whole, our safetensors against the package's, and broken ones."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy
from hypothesis import given, settings
from hypothesis import strategies as st

from int2vec.errors import DataError, ModelError
from int2vec.files import (
    atomic_write,
    open_tensors,
    pack,
    read_json,
    read_plain,
    reading,
    sample_hash,
    save_tensors,
    unpack,
    write_json,
    writing,
)

ARRAYS = {
    "rows": np.arange(7, dtype=np.int32),
    "bytes": np.frombuffer(b"abc", np.uint8),
    "vectors": np.linspace(0, 1, 12, dtype=np.float32).reshape(3, 4),
    "nothing": np.empty((0, 5), np.float64),
    "one": np.array(3.5),
    "flags": np.array([True, False]),
}


def test_the_package_reads_what_we_write(tmp_path: Path) -> None:
    save_tensors(tmp_path / "a.safetensors", ARRAYS, {"made": "here"})
    read = safetensors.numpy.load_file(tmp_path / "a.safetensors")
    assert read.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert read[name].dtype == array.dtype
        assert np.array_equal(read[name], array)


def test_we_read_what_the_package_writes(tmp_path: Path) -> None:
    safetensors.numpy.save_file(ARRAYS, tmp_path / "a.safetensors", {"made": "there"})
    read, metadata = open_tensors(tmp_path / "a.safetensors")
    assert metadata == {"made": "there"}
    for name, array in ARRAYS.items():
        assert np.array_equal(read[name], array)
        assert read[name].shape == array.shape


def test_arrays_are_mapped_read_only_and_aligned(tmp_path: Path) -> None:
    save_tensors(tmp_path / "a.safetensors", ARRAYS)
    read, _ = open_tensors(tmp_path / "a.safetensors")
    assert isinstance(read["rows"], np.memmap)
    assert all(array.flags.aligned for array in read.values())
    with pytest.raises(ValueError, match="read-only"):
        read["rows"][0] = 1


def test_dtypes_outside_the_format_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="'z' has dtype complex128"):
        save_tensors(tmp_path / "a.safetensors", {"z": np.array([1j])})
    assert list(tmp_path.iterdir()) == []


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_rubbish_is_refused_in_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, rubbish: bytes
) -> None:
    path = tmp_path_factory.mktemp("rubbish") / "a.safetensors"
    path.write_bytes(rubbish)
    with pytest.raises(ModelError, match="copy it again"):
        open_tensors(path)


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "I32", "shape": [2], "data_offsets": [0, 4]},
        {"dtype": "I32", "shape": [-1], "data_offsets": [0, 8]},
        {"dtype": "I32", "shape": [2], "data_offsets": [8, 0]},
        {"dtype": "I32", "shape": [10**12], "data_offsets": [0, 4 * 10**12]},
        {"dtype": "I99", "shape": [2], "data_offsets": [0, 8]},
        {"dtype": "I32", "shape": [2.0], "data_offsets": [0, 8]},
        {"dtype": "I32", "shape": [2], "data_offsets": [0]},
        {"dtype": "I32", "shape": [2], "data_offsets": ["0", "8"]},
        [1, 2],
    ],
)
def test_headers_that_lie_are_refused(tmp_path: Path, entry: object) -> None:
    header = json.dumps({"a": entry}).encode()
    path = tmp_path / "a.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(8))
    with pytest.raises(ModelError):
        open_tensors(path)


def test_a_file_cut_short_is_refused(tmp_path: Path) -> None:
    save_tensors(tmp_path / "a.safetensors", ARRAYS)
    whole = (tmp_path / "a.safetensors").read_bytes()
    for cut in range(0, len(whole), 7):
        (tmp_path / "a.safetensors").write_bytes(whole[:cut])
        with pytest.raises(ModelError):
            open_tensors(tmp_path / "a.safetensors")


def test_a_failed_write_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_json(path, {"old": 1})
    with suppress(KeyboardInterrupt), atomic_write(path) as file:
        file.write(b"half")
        raise KeyboardInterrupt
    assert read_json(path) == {"old": 1}
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match=r"cannot write .*a\.json \(.*\); .*choose another folder"):
        write_json(tmp_path / "file" / "a.json", {})


@pytest.mark.parametrize("text", ["", "[1]", "{", "\x00", "[" * 100_000])
def test_json_that_is_no_object_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(ModelError, match=r"a\.json"):
        read_json(tmp_path / "a.json")


def test_half_precision_comes_back_as_floats_and_integers_stay(tmp_path: Path) -> None:
    tensors = {"half": np.array([[0.5, 2.0]], np.float16), "rows": np.arange(3, dtype=np.int32)}
    back = unpack(tensors)
    assert (back["half"].dtype, back["rows"].dtype) == (np.float32, np.int32)


@pytest.mark.parametrize(
    ("text", "words"), [('{"n": ' + "9" * 5000 + "}", "a number is too long"), ("{", "line 1")]
)
def test_what_is_wrong_with_a_file_is_said_in_a_few_words(
    tmp_path: Path, text: str, words: str
) -> None:
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(ModelError, match=words):
        read_json(tmp_path / "a.json")


def test_small_integers_keep_two_digits_of_a_vector() -> None:
    array = np.random.default_rng(0).standard_normal((5, 8)).astype(np.float32)
    packed = pack("vectors", array, "int8")
    assert packed["vectors"].dtype == np.int8
    largest = np.abs(array).max(axis=1, keepdims=True)
    assert (np.abs(unpack(packed)["vectors"] - array) <= largest / 127).all()


def test_a_row_of_zeros_is_packed_as_zeros() -> None:
    array = np.array([[0, 0, 0], [0, -127, 50.8], [1e-30, 0, 0]], np.float32)
    packed = pack("v", array, "int8")
    assert packed["v"].tolist() == [[0, 0, 0], [0, -127, 51], [127, 0, 0]]
    assert packed["v_scale"][:2, 0].tolist() == [0, 1]
    assert unpack(packed)["v"][0].tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(28, "No space left on device"), "No space left on device"),
        (OSError("the disk was pulled out"), "the disk was pulled out"),
    ],
)
def test_why_a_file_is_not_written_or_read_is_said(
    tmp_path: Path, error: OSError, words: str
) -> None:
    place = tmp_path / "a.json"
    with pytest.raises(DataError) as caught, writing(place):
        raise error
    assert str(caught.value) == (
        f"cannot write {place} ({words}); free some space or choose another folder"
    )
    with pytest.raises(ModelError) as caught_too, reading(place, ModelError, "is bad ({})"):
        raise error
    assert str(caught_too.value) == f"{place} is bad ({words})"


def test_what_is_missing_is_told_from_what_is_bad(tmp_path: Path) -> None:
    for missing, words in (("is not there", "is not there"), ("", "is bad")):
        with (
            pytest.raises(ModelError) as caught,
            reading(tmp_path / "a", ModelError, "is bad", missing),
        ):
            (tmp_path / "a").read_bytes()
        assert str(caught.value) == f"{tmp_path / 'a'} {words}"
    (tmp_path / "a").write_bytes(b"\xff")
    with (
        pytest.raises(ModelError, match="is bad: it is no text in UTF-8"),
        reading(tmp_path / "a", ModelError, "is bad: {}", "is not there"),
    ):
        read_plain(tmp_path / "a")


def test_json_is_written_for_people(tmp_path: Path) -> None:
    write_json(tmp_path / "a.json", {"é": [1]})
    assert (tmp_path / "a.json").read_text(encoding="utf-8") == '{\n  "é": [\n    1\n  ]\n}\n'


def test_a_file_is_read_up_to_its_bound_and_no_further(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\xef\xbb\xbf12345")
    assert read_plain(path, 8) == "12345"  # the byte order mark counts, and is left out
    with pytest.raises(OSError, match="it has 8 bytes, more than 7"):
        read_plain(path, 7)
    with pytest.raises(OSError, match="it is a folder"):
        read_plain(tmp_path)


def test_tensors_lie_end_to_end_behind_a_header_of_eights(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    for n in range(1, 10):  # headers of all lengths
        save_tensors(path, {"x" * n: np.arange(n, dtype=np.int8), "y": np.arange(2.0)})
        whole = path.read_bytes()
        length = int.from_bytes(whole[:8], "little")
        header = json.loads(whole[8 : 8 + length])
        assert length % 8 == 0
        assert header["y"]["data_offsets"] == [0, 16]  # the widest first
        assert header["x" * n] == {"dtype": "I8", "shape": [n], "data_offsets": [16, 16 + n]}
        assert len(whole) == 8 + length + 16 + n
        path.write_bytes(whole + b"\0")
        with pytest.raises(ModelError, match="longer than its header says"):
            open_tensors(path)


def test_nothing_at_all_is_a_file_of_tensors_too(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    save_tensors(path, {}, {"made": "here"})
    assert open_tensors(path) == ({}, {"made": "here"})
    path.write_bytes(bytes(8))
    with pytest.raises(ModelError, match="no safetensors file"):
        open_tensors(path)
    path.write_bytes(bytes(7))
    with pytest.raises(ModelError, match="cut short"):
        open_tensors(path)


def test_a_sample_sees_the_start_the_end_and_places_between(tmp_path: Path) -> None:
    path, size = tmp_path / "large", 4 << 20
    path.write_bytes(bytes(size))
    seen = {sample_hash(path)}
    pieces = 31  # between 32 places that are looked at
    for i in range(pieces + 1):
        whole = bytearray(size)
        whole[min(i * (size - (1 << 14)) // pieces + 5, size - 1)] = 1
        path.write_bytes(whole)
        seen.add(sample_hash(path))
    assert len(seen) == pieces + 2

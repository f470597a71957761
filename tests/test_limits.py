"""What is read and written at the very bounds, and one step past them."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from int2vec.errors import DataError, InputError, ModelError
from int2vec.files import (
    atomic_write,
    check_writable,
    fault_of,
    file_hash,
    open_plain,
    open_tensors,
    pack,
    read_json,
    read_plain,
    sample_hash,
    save_tensors,
    unpack,
    user_path,
    write_json,
    write_text,
)
from int2vec.text import (
    as_integer,
    check_k,
    checked_terms,
    digest,
    parse_integer,
    parse_pattern,
    parse_terms,
    plain,
    shown_integer,
    without_closing,
)


def test_so_many_terms_and_digits_are_read_and_not_one_more() -> None:
    assert len(parse_terms("7," * 100_000)) == 100_000
    assert parse_terms("8" * 4_000)[0] % 10**9 == 888888888
    with pytest.raises(InputError, match="a term has 4,001 digits; at most 4,000 are allowed"):
        parse_terms("8" * 4_001)
    assert parse_pattern("1,2,3", most=3) == [1, 2, 3]
    with pytest.raises(InputError, match="there are 3 terms; give at most 2"):
        parse_pattern("1,2,3", most=2)
    assert parse_pattern("-123", digits=3) == [-123]
    with pytest.raises(InputError, match="a term has 3 digits"):
        parse_pattern("-123", digits=2)


def test_completers_look_at_the_last_thousand_of_a_hundred_thousand() -> None:
    assert checked_terms(range(100_000)) == list(range(99_000, 100_000))
    assert checked_terms(range(1000)) == list(range(1000))
    assert checked_terms([np.int8(3), 4]) == [3, 4]
    with pytest.raises(InputError, match="100,001 terms; give at most 100,000"):
        checked_terms(range(100_001))
    assert checked_terms([2**13_333 - 1, -(2**13_332)])[1] == -(2**13_332)
    for term in (2**13_333, -(2**13_333)):
        with pytest.raises(InputError, match="at most 4,000 digits are allowed"):
            checked_terms([term])


@pytest.mark.parametrize(
    ("most", "largest"), [(4_000, 2**13_333 - 1), (10, 2**33 - 1), (3, 2**10 - 1)]
)
def test_an_integer_may_be_so_long(most: int, largest: int) -> None:
    assert as_integer(largest, most) == largest
    assert as_integer(-largest, most) == -largest
    with pytest.raises(InputError, match=f"at most {most:,} digits are allowed"):
        as_integer(largest + 1, most)


def test_the_length_that_is_told_is_about_right() -> None:
    with pytest.raises(InputError, match="an integer of about 5,000 digits"):
        as_integer(10**5_000)
    assert as_integer(np.uint8(200)) == 200
    for wrong in (True, 1.0, "1", None):
        with pytest.raises(InputError, match="give an integer"):
            as_integer(wrong)


def test_k_from_one_to_a_million() -> None:
    assert [check_k(1), check_k(1_000_000), check_k(np.int64(7))] == [1, 1_000_000, 7]  # type: ignore[arg-type]
    assert check_k(5, most=5) == 5
    for wrong in (0, 1_000_001, True, 1.0, "3"):
        with pytest.raises(InputError, match="whole number from 1 to 1,000,000"):
            check_k(wrong)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="from 1 to 5"):
        check_k(6, most=5)


def test_long_integers_are_shown_by_their_ends() -> None:
    assert shown_integer(10**39) == "1" + "0" * 39
    shown = "123456789012345678…345678901234567890 (50 digits)"
    assert shown_integer(int("1234567890" * 5)) == shown
    assert shown_integer(-(10**40)) == "-10000000000000000…000000000000000000 (41 digits)"
    assert shown_integer(123456, most=6) == "123456"
    assert shown_integer(1234567, most=6) == "1…7 (7 digits)"


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("1,000,000, 2", [1_000_000, 2]),
        ("1,000 2,050", [1_000, 2_050]),
        ("-1 000, 5", [-1_000, 5]),
        ("10,000, 20,500, ?", [10_000, 20_500, None]),
        ("1000, 2000", [1000, 2000]),
        ("1,000,20", [1, 0, 20]),
        ("0, 1,000", [0, 1_000]),
        ("1,00,000", [1, 0, 0]),
        ("1234,000, 5", [1234, 0, 5]),
        ("1 000 , 2 050", [1_000, 2_050]),
        ("100, 000", [100, 0]),
        ("5,?,7..", [5, None, 7]),
        (", 5", [5]),
    ],
)
def test_thousands_are_told_from_terms(text: str, terms: list[int | None]) -> None:
    assert parse_pattern(text) == terms


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("1, 2, ...", "1, 2"), ("1, 2, ?", "1, 2"), ("1, 2 ??", "1, 2"), ("1, 2, ?, ", "1, 2"),
        ("1, 2…", "1, 2"), ("1, 2.", "1, 2."), ("1, ?, 2", "1, ?, 2"), ("1, 2,,", "1, 2"),
        ("1, 2 ____", "1, 2"), ("1, x?", "1, x?"), ("?", ""), ("", ""),
    ],
)  # fmt: skip
def test_what_closes_a_line_is_left_out(text: str, kept: str) -> None:
    assert without_closing(text) == kept


def test_one_integer_is_one() -> None:
    assert parse_integer(" −12, ") == -12
    with pytest.raises(InputError, match="2 integers were given; give one"):
        parse_integer("1, 2")


@pytest.mark.parametrize("length", [36, 37, 38, 39, 60])
def test_what_was_given_is_shown_in_forty_characters(length: int) -> None:
    word = "x" * length
    with pytest.raises(InputError) as caught:
        parse_terms(word)
    shown = str(caught.value).split(" is not")[0]
    whole = f"'{word}'"
    assert shown == (whole if len(whole) <= 40 else f"'{word[:35]}…'")
    with pytest.raises(InputError, match=r"'\\x07\\xe9' is not a whole number"):
        parse_terms("\aé")


@dataclass(frozen=True)
class Pair:
    left: int
    right: float


def test_plain_values() -> None:
    assert plain([2**53, 2**53 + 1, -(2**53), -(2**53) - 1]) == [
        2**53, "9007199254740993", -(2**53), "-9007199254740993",
    ]  # fmt: skip
    assert plain([True, None, "x", np.int64(3), np.float32(0.5)]) == [True, None, "x", 3, 0.5]
    assert plain([float("nan"), float("-inf"), 1 / 3]) == [None, None, 0.333333]
    assert plain(1 / 3, None) == 1 / 3
    assert plain({"a": {1: 1 / 7}}, 2) == {"a": {"1": 0.14}}
    assert plain(Pair(2**60, 2 / 3)) == {"left": str(2**60), "right": 0.666667}
    assert plain(np.array([[1, 2], [3, 4]])) == [[1, 2], [3, 4]]
    assert plain(frozenset([5])) == [5]
    assert plain(range(3)) == [0, 1, 2]
    assert plain(Path("a/b")) == "a/b"
    assert plain(Pair) == str(Pair)


def test_a_digest_goes_by_values_and_not_by_order() -> None:
    assert digest({"a": 1, "b": [2]}) == digest({"b": (2,), "a": 1})
    assert digest({"a": 1}) != digest({"a": True})
    assert digest("é") == hashlib.sha256(rb'"\u00e9"').hexdigest()


def test_plain_files_alone_are_opened(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    for most in (5, None):
        with open_plain(path, most) as file:
            assert file.read() == b"12345"
    with pytest.raises(OSError, match="it has 5 bytes, more than 4"):
        open_plain(path, 4)
    with pytest.raises(OSError, match="it is a folder"):
        open_plain(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="it is no plain file"):
        open_plain(tmp_path / "pipe")
    with pytest.raises(OSError, match="null"):
        open_plain(Path("a\0b"))


def test_text_is_read_without_its_mark(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b"\xef\xbb\xbfhall\xc3\xb6")
    assert read_plain(tmp_path / "t") == "hallö"
    write_text(tmp_path / "t", "ü")
    assert (tmp_path / "t").read_bytes() == "ü".encode()
    write_json(tmp_path / "j", {"ü": [1, 2]})
    assert (tmp_path / "j").read_text(encoding="utf-8") == '{\n  "ü": [\n    1,\n    2\n  ]\n}\n'
    assert read_json(tmp_path / "j") == {"ü": [1, 2]}
    (tmp_path / "j").write_text("[1]")
    with pytest.raises(ModelError, match="holds list, not a JSON object"):
        read_json(tmp_path / "j")
    with pytest.raises(ModelError, match="is missing"):
        read_json(tmp_path / "none")


def test_what_is_wrong_in_a_few_words() -> None:
    assert fault_of(OSError(2, "No such thing")) == "No such thing"
    assert fault_of(OSError("odd")) == "odd"
    assert fault_of(UnicodeDecodeError("utf-8", b"x", 0, 1, "bad")) == "it is no text in UTF-8"
    assert fault_of(RecursionError()) == "it is nested too deeply"
    assert fault_of(ValueError("plain")) == "plain"


def header_of(path: Path) -> tuple[int, dict[str, dict[str, object]]]:
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    return length, json.loads(data[8 : 8 + length])


def test_the_layout_of_tensors_byte_by_byte(tmp_path: Path) -> None:
    path = tmp_path / "t"
    arrays = {
        "b": np.array([1, 2, 3], np.uint8), "a": np.array([4, 5], np.uint8),
        "wide": np.array([[1.5, 2.5]]), "mid": np.array([7], np.int32),
    }  # fmt: skip
    save_tensors(path, arrays, {"made": "here"})
    length, header = header_of(path)
    assert length % 8 == 0
    assert header["__metadata__"] == {"made": "here"}
    places = {name: header[name]["data_offsets"] for name in arrays}
    assert places == {"wide": [0, 16], "mid": [16, 20], "a": [20, 22], "b": [22, 25]}
    assert header["wide"]["shape"] == [1, 2]
    assert header["mid"]["dtype"] == "I32"
    data = path.read_bytes()[8 + length :]
    assert data == arrays["wide"].tobytes() + arrays["mid"].tobytes() + bytes([4, 5, 1, 2, 3])
    read, metadata = open_tensors(path)
    assert metadata == {"made": "here"}
    assert all(np.array_equal(read[name], array) for name, array in arrays.items())
    save_tensors(path, {"x": arrays["mid"]})
    assert "__metadata__" not in header_of(path)[1]
    assert open_tensors(path)[1] == {}


@pytest.mark.parametrize(
    ("offsets", "shape", "n_bytes", "fine"),
    [
        ([0, 8], [2], 8, True), ([4, 8], [1], 8, True), ([0, 8], [2], 9, False),
        ([0, 8], [2], 7, False), ([0, 8], [3], 8, False), ([0, 8], [1, 2], 8, True),
        ([-4, 4], [2], 8, False), ([0, 0], [0, 3], 0, True), ([0, 4], [], 4, True),
        ([8, 4], [-1], 8, False),
    ],
)  # fmt: skip
def test_headers_at_their_bounds(
    tmp_path: Path, offsets: list[int], shape: list[int], n_bytes: int, fine: bool
) -> None:
    text = json.dumps({"x": {"dtype": "I32", "shape": shape, "data_offsets": offsets}}).encode()
    path = tmp_path / "t"
    path.write_bytes(len(text).to_bytes(8, "little") + text + bytes(n_bytes))
    if fine:
        assert open_tensors(path)[0]["x"].size == (offsets[1] - offsets[0]) // 4
    else:
        with pytest.raises(ModelError, match="copy it again"):
            open_tensors(path)


@pytest.mark.parametrize("data", [b"", b"1234567", (5).to_bytes(8, "little") + b"{}  "])
def test_files_that_end_too_soon(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "t").write_bytes(data)
    with pytest.raises(ModelError, match="cut short or no safetensors file"):
        open_tensors(tmp_path / "t")
    (tmp_path / "t").write_bytes((2).to_bytes(8, "little") + b"{}")
    assert open_tensors(tmp_path / "t") == ({}, {})
    with pytest.raises(ModelError, match="is missing"):
        open_tensors(tmp_path / "none")


def test_precisions() -> None:
    array = np.array([[0.0, 0.0], [127.0, -63.6], [0.5, 0.25]], np.float32)
    packed = pack("v", array, "int8")
    assert packed["v"].tolist() == [[0, 0], [127, -64], [127, 64]]
    assert packed["v_scale"].ravel().tolist() == pytest.approx([0, 1, 0.5 / 127])
    whole = unpack(packed)["v"].ravel().tolist()
    assert whole == pytest.approx([0, 0, 127, -64, 0.5, 0.5 * 64 / 127])
    assert list(unpack(packed)) == ["v"]
    assert pack("v", array, "float16")["v"].dtype == np.float16
    assert pack("v", array, "float32")["v"] is array
    with pytest.raises(InputError, match="precision is 'int4'; give one of float32, float16, int8"):
        pack("v", array, "int4")


def test_small_files_are_hashed_whole_and_large_ones_in_places(tmp_path: Path) -> None:
    path, limit = tmp_path / "file", 32 << 14
    path.write_bytes(bytes(limit))
    assert file_hash(path) == hashlib.sha256(bytes(limit)).hexdigest()
    assert sample_hash(path) == hashlib.sha256(str(limit).encode() + bytes(limit)).hexdigest()
    changed = bytearray(limit)
    changed[limit // 2 + 777] = 1
    before = sample_hash(path)
    path.write_bytes(changed)
    assert sample_hash(path) != before
    path.write_bytes(bytes(limit + 40_000))  # a piece of 16 kB, then a gap of some 1,000 bytes
    before = sample_hash(path)
    changed = bytearray(limit + 40_000)
    changed[(1 << 14) + 500] = 1
    path.write_bytes(changed)
    assert sample_hash(path) == before
    changed[-1] = 1
    path.write_bytes(changed)
    assert sample_hash(path) != before


def test_what_is_written_can_be_read_by_everyone(tmp_path: Path) -> None:
    with atomic_write(tmp_path / "deep/file") as file:
        file.write(b"x")
        assert not (tmp_path / "deep/file").exists()
    assert stat.S_IMODE((tmp_path / "deep/file").stat().st_mode) == 0o644


def test_places_to_write_to(tmp_path: Path) -> None:
    check_writable(tmp_path / "not/yet/there")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="give another --out"):
        check_writable(tmp_path / "file")
    assert user_path("~") == Path.home()
    assert user_path(Path("a")) == Path("a")
    with pytest.raises(InputError, match="there is no user of '~nobody-of-this-name/x'"):
        user_path("~nobody-of-this-name/x")

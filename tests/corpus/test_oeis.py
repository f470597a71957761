"""One line at a time, and the fast path held against it."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from int2vec.corpus import oeis
from int2vec.corpus.oeis import BIG, SMALL, parse_block, parse_line, read_blocks
from int2vec.errors import CorpusError


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"A000045 ,0,1,1,2,3,5,", (45, [0, 1, 1, 2, 3, 5])),
        (b"A000045 ,0,1,1,2,3,5,\r\n", (45, [0, 1, 1, 2, 3, 5])),
        (b"A001057 ,0,1,-1,2,-2,", (1057, [0, 1, -1, 2, -2])),
        (b"A000142: 1 1 2", "'A000142:' is not an integer"),
        (b"A000142 1 1 2 6 24", (142, [1, 1, 2, 6, 24])),
        (b"A000001 ,", (1, [])),
        (b"1, 2, 4, 8", (0, [1, 2, 4, 8])),
        (b"1\t2\t4", (0, [1, 2, 4])),
        (b"+1,+2", (0, [1, 2])),
        (b"# a comment", None),
        (b"   ", None),
        (b"1,2,3.5", "'3.5' is not an integer"),
        (b"1,,2", "two commas with no integer between them"),
        (b"A000045 ,1,2 3,", "'2 3' is not an integer"),
        (b"1,0x10", "'0x10' is not an integer"),
        (b"1,1_000", "'1_000' is not an integer"),
        (b"1," + "٣".encode(), "'٣' is not an integer"),
        (b"1,-", "'-' is not an integer"),
        (b"1," + b"9" * 4000, (0, [1, 10**4000 - 1])),
        (b"1," + b"9" * 5000, "a term of 5,000 characters; at most 4,000 digits are allowed"),
    ],
)
def test_a_line_is_read_or_its_fault_named(line: bytes, expected: object) -> None:
    assert parse_line(line) == expected


def by_lines(block: bytes) -> tuple[list[tuple[int, list[int]]], list[tuple[int, str]]]:
    good, bad = [], []
    for number, line in enumerate(block.split(b"\n")[:-1]):
        parsed = parse_line(line)
        if isinstance(parsed, str):
            bad.append((number, parsed))
        elif parsed is not None:
            good.append(parsed)
    return good, bad


def by_arrays(block: bytes) -> tuple[list[tuple[int, list[int]]], list[tuple[int, str]]]:
    terms, bad, n_lines = parse_block(block)
    assert n_lines == block.count(b"\n")
    others = terms.others.tolist()
    for place, text in zip(np.flatnonzero(terms.others == BIG), terms.big, strict=True):
        assert abs(int(text)) >= 10**18
        others[place] = int(text)
    large = iter(others)
    values = [next(large) if n == 2 * SMALL else n - SMALL for n in terms.places.tolist()]
    ends = np.cumsum(terms.lengths).tolist()
    starts = [0, *ends][: len(ends)]
    ids = terms.a_numbers.tolist()
    good = [(a, values[i:j]) for a, i, j in zip(ids, starts, ends, strict=True)]
    return good, bad


integers = st.integers() | st.integers(-(10**40), 10**40) | st.integers(-20, 20)
written = st.one_of(
    integers.map(str),
    st.integers(0, 10**20).map(lambda n: f"{n:025d}"),  # leading zeros
    st.sampled_from(["-0", "-007", "+5", "", " 3", "4 ", "-", "--1", "1-2", "x", "1 2", "A5"]),
)
strict_lines = st.builds(
    lambda a, terms: f"A{a:06d} ," + "".join(f"{t}," for t in terms),
    st.integers(0, 99_999_999), st.lists(integers, max_size=12),
)  # fmt: skip
loose_lines = st.builds(
    lambda head, terms, glue, tail: head + glue.join(terms) + tail,
    st.sampled_from(["", "A12 ,", "A12,", "A12 ", "A ,", "AA1 ,", " A7 ,", "A1234567890 ,", "#"]),
    st.lists(written, max_size=6),
    st.sampled_from([",", ", ", " ", ",,", "\t", ";"]),
    st.sampled_from(["", ",", " ", ", ", ",\r", "\x00"]),
)
lines = strict_lines | strict_lines | loose_lines


@given(st.lists(lines, min_size=1, max_size=8))
@example(["A1 5,6,", "A1 ,,5,"])  # the separators of the two make up for each other
@example(["A1 ,1 2,", "A1 ,1,"])
@example(["A1 ,123456789,", "A000002 ,1234567890123456789,"])
@example(["A1 ,-000000000000000000000000000012,"])
@example(["", "A1 ,1,", ""])
def test_arrays_and_lines_agree(given_lines: list[str]) -> None:
    block = "".join(f"{line}\n" for line in given_lines).encode()
    assert by_arrays(block) == by_lines(block)


@given(st.binary(max_size=300))
def test_rubbish_never_raises_anything_but_a_fault(rubbish: bytes) -> None:
    block = rubbish + b"\n"
    assert by_arrays(block) == by_lines(block.replace(b"\r\n", b"\n"))


@given(
    st.lists(st.binary(max_size=50).map(lambda b: b.replace(b"\n", b"")), max_size=20),
    st.booleans(), st.booleans(), st.integers(1, 40),
)  # fmt: skip
@example(contents=[b"\xef\xbb\xbf"], packed=True, final_newline=False, size=1)
@example(contents=[b"\xef\xbb\xbf1,2"], packed=True, final_newline=True, size=3)
def test_blocks_are_whole_lines_of_the_file(
    contents: list[bytes], packed: bool, final_newline: bool, size: int
) -> None:
    text = b"\n".join(contents) + (b"\n" if final_newline else b"")
    if text.startswith((b"\x1f\x8b", b"\xef\xbb\xbf")) and not packed:
        return
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(oeis, "BLOCK_BYTES", size)
        path = Path(folder) / "file"
        # Two members, as when gzip files are joined end to end.
        middle = len(text) // 2
        joined = gzip.compress(text[:middle]) + gzip.compress(text[middle:])
        path.write_bytes(joined if packed else text)
        blocks = [block for block, _ in read_blocks(path)]
    assert all(block.endswith(b"\n") for block in blocks)
    expected = text.removeprefix(b"\xef\xbb\xbf")
    if expected and not expected.endswith(b"\n"):
        expected += b"\n"
    assert b"".join(blocks) == expected


def test_a_gzip_cut_short_is_told_from_an_end(tmp_path: Path) -> None:
    whole = gzip.compress(b"A000027 ,1,2,3,4,5,\n" * 1000)
    for cut in (3, len(whole) // 2, len(whole) - 4):
        (tmp_path / "cut.gz").write_bytes(whole[:cut])
        with pytest.raises(CorpusError, match=r"cut\.gz is a broken gzip file .*fetch it again"):
            list(read_blocks(tmp_path / "cut.gz"))


def test_a_changed_byte_in_a_gzip_is_noticed(tmp_path: Path) -> None:
    whole = bytearray(gzip.compress(b"".join(b"%d,%d\n" % (i, i * i) for i in range(5000))))
    whole[len(whole) // 2] ^= 0xFF
    (tmp_path / "changed.gz").write_bytes(bytes(whole))
    with pytest.raises(CorpusError, match="broken gzip"):
        list(read_blocks(tmp_path / "changed.gz"))


def test_zeros_behind_a_gzip_are_padding(tmp_path: Path) -> None:
    (tmp_path / "padded.gz").write_bytes(gzip.compress(b"1,2,3\n") + b"\0" * 512)
    assert [block for block, _ in read_blocks(tmp_path / "padded.gz")] == [b"1,2,3\n"]


def test_what_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CorpusError, match="is a folder; give 'catalog'"):
        list(read_blocks(tmp_path))
    with pytest.raises(CorpusError, match="nowhere is not there"):
        list(read_blocks(tmp_path / "nowhere"))
    monkeypatch.setattr(oeis, "MAX_LINE_BYTES", 1 << 20)
    (tmp_path / "one-line").write_bytes(b"1," * (1 << 20))
    with pytest.raises(CorpusError, match="a line of over 1 MiB; give a text file"):
        list(read_blocks(tmp_path / "one-line"))

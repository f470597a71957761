"""Blocks of a sequence file, read as arrays.

Lines in the strict layout, `A000045 ,0,1,1,2,`, need no loop: every byte below "-" is taken for
a separator, so that one comparison finds all terms; what a strict line may hold beside that is
then checked. Lines that fail go through `oeis.parse_line` and are written anew in that layout.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.oeis import MAX_DIGITS, BadLine, parse_line

SHORT_DIGITS = 18  # integers of up to as many digits are int64 values
BIG = -(2**63)  # stands for a longer one

_COMMA, _MINUS, _SPACE, _NEWLINE, _LETTER = (ord(c) for c in ",- \nA")
_WIDE = 200  # wider than any number that is read as a word
_PAD = 24  # bytes before a block, so that three words before any place are there


@dataclass(frozen=True, eq=False, kw_only=True)
class Terms:
    """Terms of consecutive sequences."""

    values: NDArray[np.int64]  # (n_terms,), BIG for those of 19 digits or more
    lengths: NDArray[np.int64]  # (n_sequences,)
    a_numbers: NDArray[np.int64]  # (n_sequences,)
    big_at: NDArray[np.int64]  # places of the big terms
    big: list[bytes]  # their decimal digits, no leading zeros


def parse_block(block: bytes) -> tuple[Terms, list[BadLine], int]:
    """The terms in a block of whole lines, its faults, and its number of lines.

    >>> terms, _, _ = parse_block(b"A000045 ,0,1,1,2,\\n# a comment\\n-3 5\\n")
    >>> terms.values.tolist(), terms.lengths.tolist(), terms.a_numbers.tolist()
    ([0, 1, 1, 2, -3, 5], [4, 2], [45, 0])
    """
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n")
    whole = StrictBlock(block)
    strict = whole.strict()
    if strict.all():
        return whole.terms(), [], len(strict)
    lines, bad = block.split(b"\n"), list[BadLine]()
    for i in np.flatnonzero(~strict).tolist():
        parsed = parse_line(lines[i])
        if isinstance(parsed, tuple):
            a_number, terms = parsed
            lines[i] = f"A{a_number} ,{''.join(f'{term},' for term in terms)}".encode()
        else:
            lines[i] = b""
            bad += [BadLine(i, parsed)] if parsed else []
    kept = b"".join([line + b"\n" for line in lines if line])
    return StrictBlock(kept).terms(), bad, len(strict)


class StrictBlock:
    """A block of whole lines, looked at as strict ones."""

    def __init__(self, block: bytes) -> None:
        self._block = block
        self._text = np.frombuffer(block, np.uint8)
        self._at = np.flatnonzero(self._text < _MINUS)  # separators
        self._is = self._text[self._at]
        self._gap = np.diff(self._at, prepend=-1)
        self._last = np.flatnonzero(self._is == _NEWLINE)  # each line's last separator
        self._first = np.concatenate(([0], self._last + 1))[:-1]
        # Bytes that are neither separator nor digit; uint8 differences wrap around.
        odd = (self._text - np.uint8(ord("0")) > 9) & (self._text >= _MINUS)
        self._odd = np.flatnonzero(odd)

    def strict(self) -> NDArray[np.bool_]:
        """Which lines are strict: one A-number, one space, single commas, plain integers."""
        at, is_, gap, first, last = self._at, self._is, self._gap, self._first, self._last
        line_ends, n_lines = at[last], len(last)
        starts = np.concatenate(([0], line_ends + 1))[:-1]
        good = last - first >= 2
        # Lines of fewer than three separators borrow those of the next, and are out already.
        second = np.minimum(first + 1, len(at) - 1)
        good &= (self._text[starts] == _LETTER) & (is_[first] == _SPACE) & (is_[second] == _COMMA)
        good &= (at[first] - starts >= 2) & (at[first] - starts <= 9)
        good &= at[second] - at[first] == 1
        good &= (is_[last - 1] == _COMMA) & (at[last] - at[last - 1] == 1)
        # One space and one newline are no commas; twice, at both ends, nothing separates two.
        for places in (np.flatnonzero(is_ != _COMMA), np.flatnonzero(gap == 1)):
            if len(places) != 2 * n_lines or not good.all():
                good &= np.bincount(np.searchsorted(last, places), minlength=n_lines) == 2
        odd, text = self._odd, self._text
        number = text[odd] == _MINUS
        number &= (text[odd - 1] == _COMMA) & (text[odd + 1] - np.uint8(ord("0")) <= 9)
        number |= (text[odd] == _LETTER) & ((odd == 0) | (text[odd - 1] == _NEWLINE))
        wide = np.flatnonzero(gap > SHORT_DIGITS + 1)
        opening = at[wide] - gap[wide] + 1
        opening += text[opening] == _MINUS
        padded = at[wide][text[opening] == ord("0")]
        faults = [odd[~number], padded, at[gap > MAX_DIGITS + 1]]
        good[np.searchsorted(line_ends, np.concatenate(faults))] = False
        return good

    def terms(self) -> Terms:
        """The terms, where all lines are strict."""
        # Whatever ends at a separator is read as a number first: terms, A-numbers, and nothing.
        ends, first, last = self._at, self._first, self._last
        widths = np.empty(len(ends), np.uint8)  # one byte holds all that matters of a width
        np.minimum(self._gap, _WIDE, out=widths, casting="unsafe")
        widths -= 1
        widths[first] -= 1  # the letter
        minus = self._odd[self._text[self._odd] == _MINUS]
        negative = np.searchsorted(ends, minus)
        widths[negative] -= 1
        numbers = self._numbers(ends, widths)
        numbers[negative] *= -1
        big = np.flatnonzero(widths > SHORT_DIGITS)
        numbers[big] = BIG
        spans = zip((ends[big] - self._gap[big] + 1).tolist(), ends[big].tolist(), strict=True)
        is_term = np.ones(len(ends), bool)
        for index in (first, first + 1, last):
            is_term[index] = False
        values = numbers[is_term]
        return Terms(
            values=values,
            lengths=last - first - 2,
            a_numbers=numbers[first],
            big_at=np.flatnonzero(values == BIG),
            big=[self._block[start:end] for start, end in spans],
        )

    def _numbers(self, ends: NDArray[np.int64], widths: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The values of the runs of `widths` digits before `ends`, the last 18 digits of each."""
        padded = b"0" * _PAD + self._block
        numbers = _four(np.frombuffer(padded, np.uint8), ends, widths)
        over = np.flatnonzero(widths > 4)
        ends, over_widths = ends[over], np.minimum(widths[over], SHORT_DIGITS).astype(np.int64)
        words = np.ndarray((len(padded) - 7,), "<u8", buffer=padded, strides=(1,))
        large = _eight(words[ends + (_PAD - 8)], over_widths)
        for done, scale in ((8, 10**8), (16, 10**16)):
            more = np.flatnonzero(over_widths > done)
            before = words[ends[more] + (_PAD - 8 - done)]
            large[more] += _eight(before, over_widths[more] - done) * scale
        numbers[over] = large
        return numbers


def _four(
    padded: NDArray[np.uint8], ends: NDArray[np.int64], widths: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """The values of the last `widths` digits (at most 4) before `ends`, byte by byte."""
    one, two, three, four = (padded[_PAD - k :].take(ends) & np.uint8(15) for k in (1, 2, 3, 4))
    low = one * (widths > 0) + np.uint8(10) * (two * (widths > 1))  # up to 99
    high = three * (widths > 2) + np.uint8(10) * (four * (widths > 3))
    return (low + np.uint16(100) * high).astype(np.int64)


def _eight(words: NDArray[np.uint64], widths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The decimal value of the last `widths` characters (at most 8) of each 8-byte word.

    Digits are paired up by multiply and shift: 1 to 2, 2 to 4, 4 to 8 digits a lane.
    """
    shift = ((8 - np.minimum(widths, 8)) * 8).astype(np.uint64)
    words = (words >> shift) << shift  # the characters before the number
    words &= np.uint64(0x0F0F0F0F0F0F0F0F)
    words = (words * np.uint64(10 * 256 + 1)) >> np.uint64(8)
    words &= np.uint64(0x00FF00FF00FF00FF)
    words = (words * np.uint64(100 * 65536 + 1)) >> np.uint64(16)
    words &= np.uint64(0x0000FFFF0000FFFF)
    words = (words * np.uint64(10000 * 2**32 + 1)) >> np.uint64(32)
    return words.view(np.int64)

"""Lines in the strict layout, `A000045 ,0,1,1,2,`, read as arrays.

Every byte below "-" is taken for a separator, so that one comparison finds all terms; what a
strict line may hold beside that is then checked, and lines that fail go to `oeis.parse_line`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.oeis import MAX_DIGITS

SHORT_DIGITS = 18  # terms of up to as many digits are int64 values
LONG = -(2**63)  # stands for a longer term

_COMMA, _MINUS, _SPACE, _NEWLINE, _LETTER = (ord(c) for c in ",- \nA")
_WIDE = 200  # wider than any number that is read as a word
_PAD = 24  # bytes before a block, so that three words before any place are there
_NONE = np.empty(0, np.int64)


@dataclass(eq=False)
class Terms:
    """Terms of consecutive sequences."""

    values: NDArray[np.int64] = field(default_factory=_NONE.copy)  # (n_terms,), LONG for long ones
    lengths: NDArray[np.int64] = field(default_factory=_NONE.copy)  # (n_sequences,)
    a_numbers: NDArray[np.int64] = field(default_factory=_NONE.copy)  # (n_sequences,)
    long_at: NDArray[np.int64] = field(default_factory=_NONE.copy)  # places of the long terms
    long: list[bytes] = field(default_factory=list)  # their decimal digits, no leading zeros


class StrictBlock:
    """A block of whole lines, looked at as strict ones."""

    def __init__(self, block: bytes) -> None:
        self._block = block
        self._text = np.frombuffer(block, np.uint8)
        self._at = np.flatnonzero(self._text < _MINUS)  # separators
        self._is = self._text[self._at]
        self._gap = np.diff(self._at)
        self._last = np.flatnonzero(self._is == _NEWLINE)  # each line's last separator
        self._first = np.concatenate(([0], self._last[:-1] + 1))
        # Bytes that are neither separator nor digit; uint8 differences wrap around.
        odd = (self._text - np.uint8(ord("0")) > 9) & (self._text >= _MINUS)
        self._odd = np.flatnonzero(odd)

    @property
    def line_ends(self) -> NDArray[np.int64]:
        """The place of each line's newline: int64 (n_lines,)."""
        return self._at[self._last]

    @property
    def line_starts(self) -> NDArray[np.int64]:
        """The place of each line's first byte: int64 (n_lines,)."""
        return np.concatenate(([0], self.line_ends[:-1] + 1))

    def strict(self) -> NDArray[np.bool_]:
        """Which lines are strict: one A-number, one space, single commas, plain integers."""
        at, is_, gap, first, last = self._at, self._is, self._gap, self._first, self._last
        starts, n_lines = self.line_starts, len(last)
        good = last - first >= 2
        # Lines of fewer than three separators borrow those of the next, and are out already.
        second = np.minimum(first + 1, len(at) - 1)
        good &= (self._text[starts] == _LETTER) & (is_[first] == _SPACE) & (is_[second] == _COMMA)
        good &= (at[first] - starts >= 2) & (at[first] - starts <= 9)
        good &= at[second] - at[first] == 1
        good &= (is_[last - 1] == _COMMA) & (at[last] - at[last - 1] == 1)
        # One space and one newline are no commas; twice, at both ends, nothing separates two.
        for places in (np.flatnonzero(is_ != _COMMA), np.flatnonzero(gap == 1) + 1):
            if len(places) != 2 * n_lines or not good.all():
                good &= np.bincount(np.searchsorted(last, places), minlength=n_lines) == 2
        odd, text = self._odd, self._text
        number = text[odd] == _MINUS
        number &= (text[odd - 1] == _COMMA) & (text[odd + 1] - np.uint8(ord("0")) <= 9)
        number |= (text[odd] == _LETTER) & ((odd == 0) | (text[odd - 1] == _NEWLINE))
        faults = [odd[~number], at[1:][gap > MAX_DIGITS + 1]]
        good[np.searchsorted(self.line_ends, np.concatenate(faults))] = False
        return good

    def terms(self) -> Terms:
        """The terms, where all lines are strict."""
        # Whatever ends at a separator is read as a number first: terms, A-numbers, and nothing.
        ends, first, last = self._at, self._first, self._last
        widths = np.empty(len(ends), np.uint8)  # one byte holds all that matters of a width
        widths[:1] = min(int(ends[0]) + 1, _WIDE)
        np.minimum(self._gap, _WIDE, out=widths[1:], casting="unsafe")
        widths -= 1
        widths[first] -= 1  # the letter
        minus = self._odd[self._text[self._odd] == _MINUS]
        negative = np.searchsorted(ends, minus)
        widths[negative] -= 1
        numbers = self._numbers(ends, widths)
        numbers[negative] *= -1
        long = np.flatnonzero(widths > SHORT_DIGITS)
        texts = self._long(numbers, long)
        is_term = np.ones(len(ends), bool)
        for index in (first, first + 1, last):
            is_term[index] = False
        values = numbers[is_term]
        return Terms(
            values=values,
            lengths=last - first - 2,
            a_numbers=numbers[first],
            long_at=np.flatnonzero(values == LONG),
            long=texts,
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

    def _long(self, values: NDArray[np.int64], places: NDArray[np.int64]) -> list[bytes]:
        """The decimal digits of the long numbers; `values` says which these are."""
        ends = self._at[places]
        starts = self._at[places - 1] + 1
        signed = self._text[starts] == _MINUS
        padded = np.flatnonzero(self._text[starts + signed] == ord("0"))
        values[places] = LONG
        block = self._block
        texts = [block[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
        for i in padded.tolist():
            integer = int(texts[i])
            texts[i] = str(integer).encode()
            if abs(integer) < 10**SHORT_DIGITS:
                values[places[i]] = integer
                texts[i] = b""
        return [text for text in texts if text] if len(padded) else texts


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

"""What people type and read, in every face alike: terms, integers, JSON values, their bounds."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict, is_dataclass
from math import isfinite
from typing import Any

import numpy as np

from int2vec.errors import InputError

MAX_TERMS = 100_000
MAX_DIGITS = 4_000  # Python itself refuses to print or read integers past 4,300 digits
SAFE = 2**53  # past this a JSON reader may lose digits, so that integers become strings
LOOKED_AT = 1_000  # completers look at the last terms alone: bounded time on any prompt

A_NUMBER = re.compile(r"\bA\d{6,7}\b")

_MINUS = str.maketrans("−–‒﹣－，、؛;；،", "-----,,,,,,") | str.maketrans({"…": "..."})
# What may close a line, read backwards: whatever stands there, an anchored match cannot fail, so
# the time grows with the text alone.
_CLOSING = re.compile(r"[\s,]*(?:\.{2,}|[?_]+(?![^\s,]))?[\s,]*")
_INTEGER = re.compile(r"[+-]?\d+")
_EXAMPLE = "give whole numbers such as '1, 1, 2, 3, 5'"


def parse_terms(text: str, *, most: int = MAX_TERMS, digits: int = MAX_DIGITS) -> list[int]:
    """The integers in a line such as '1, 1, 2, 3, 5,': at most so many, of at most so many digits.

    Commas, blanks or both may separate; any script's digits and minus signs are read; a closing
    '...' or '?' is left out.

    >>> parse_terms("1, −2, ３,")
    [1, -2, 3]
    """
    found = parse_pattern(without_closing(text), most=most, digits=digits)
    known = [term for term in found if term is not None]
    if len(known) < len(found):
        problem = "a '?' stands before the last term"
        raise InputError(f"{problem}; give every term (fill and search take '?')")
    return known


def without_closing(text: str) -> str:
    """A line without the '...' or '?' that closes it."""
    return _CLOSING.sub("", text.translate(_MINUS)[::-1], count=1)[::-1]


def parse_pattern(
    text: str, *, most: int = MAX_TERMS, digits: int = MAX_DIGITS
) -> list[int | None]:
    """The integers in a line in which `?` stands for an unknown term.

    >>> parse_pattern("1, ?, 9")
    [1, None, 9]
    """
    plain = text.translate(_MINUS).strip()
    plain = plain.rstrip(".").rstrip() if plain.endswith("..") else plain
    plain = plain.removeprefix(",").lstrip().removesuffix(",").rstrip()
    if not plain:
        raise InputError(f"there are no terms; {_EXAMPLE}")
    words = _grouped_by_thousands(plain) or re.split(r"\s*,\s*|\s+", plain)
    if len(words) > most:
        raise InputError(f"there are {len(words):,} terms; give at most {most:,}")
    return [_term(word, digits) for word in words]


def _grouped_by_thousands(text: str) -> list[str] | None:
    """The integers of a line such as '1,000, 2,500' or '1 000 000'; None where none is grouped.

    A group such as 000 or 050 is what tells: nobody writes a term of its own like that.
    """
    for between, mark in ((r"\s*,\s+", ","), (r"\s*,\s*", " "), (r"\s+", ",")):
        if re.search(rf"\d{mark}0\d\d", text):
            words = re.split(between, text)
            grouped = re.compile(rf"[+-]?[1-9]\d{{0,2}}(?:{mark}\d{{3}})*|0|\?")
            if all(grouped.fullmatch(word) for word in words):
                return [word.replace(mark, "") for word in words]
    return None


def _term(word: str, digits: int) -> int | None:
    if word == "?":
        return None
    if not word:
        raise InputError(f"there is nothing between two commas; {_EXAMPLE}")
    if not _INTEGER.fullmatch(word):
        raise InputError(f"{_shown(word)} is not a whole number; {_EXAMPLE}")
    if (given := len(word.lstrip("+-"))) > digits:
        raise InputError(f"a term has {given:,} digits; at most {digits:,} are allowed")
    return int(word)


def parse_integer(text: str, *, digits: int = MAX_DIGITS) -> int:
    """The one integer that a person typed."""
    terms = parse_terms(text, digits=digits)
    if len(terms) != 1:
        raise InputError(f"{len(terms)} integers were given; give one")
    return terms[0]


def _shown(word: object) -> str:
    text = ascii(word) if isinstance(word, str) and not word.isprintable() else repr(word)
    return text if len(text) <= 40 else text[:36] + ("…'" if isinstance(word, str) else "…")


def checked_terms(terms: str | Sequence[int], k: int = 1) -> list[int]:
    """The last terms that a completer looks at; InputError where they or `k` are not usable."""
    check_k(k)
    terms = parse_terms(terms) if isinstance(terms, str) else terms
    if isinstance(terms, bytes | Set | Mapping) or not hasattr(terms, "__len__"):
        way = "give a list such as [1, 1, 2, 3, 5], nothing without an order"
        raise InputError(f"the terms are {_shown(terms)}; {way}")
    if not 0 < len(terms) <= MAX_TERMS:
        most = f"{MAX_TERMS:,}, and at least one"
        raise InputError(f"there are {len(terms):,} terms; give at most {most}")
    return [as_integer(term) for term in terms[-LOOKED_AT:]]


def checked_pattern(pattern: str | Sequence[int | None], k: int = 1) -> list[int | None]:
    """The terms of a pattern, a text or a list; InputError where they or `k` are not usable."""
    given = parse_pattern(pattern) if isinstance(pattern, str) else pattern
    checked_terms([0 if term is None else term for term in given], k)
    return list(given)


def as_integer(n: object, most: int = MAX_DIGITS) -> int:
    """`n` as a Python int; InputError where it is none or has more than `most` digits."""
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise InputError(f"{_shown(n)} is a {type(n).__name__}; give an integer")
    number = int(n.__index__())
    if number.bit_length() > most * 10 // 3:
        digits = int(number.bit_length() * 0.30103)
        problem = f"an integer of about {digits:,} digits was given"
        raise InputError(f"{problem}; at most {most:,} digits are allowed")
    return number


def check_k(k: int, most: int = 1_000_000) -> int:
    """`k` itself where it is a count from 1 to `most`."""
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or not 1 <= k <= most:
        raise InputError(f"k is {k!r}; give a whole number from 1 to {most:,}")
    return int(k)


def shown_integer(n: int, most: int = 40) -> str:
    """An integer as a person reads it: whole, or its two ends and the number of its digits.

    >>> shown_integer(10**50, most=12)
    '1000…0000 (51 digits)'
    """
    text = str(n)
    if len(text) <= most:
        return text
    end = (most - 4) // 2
    return f"{text[:end]}…{text[-end:]} ({len(text.lstrip('-')):,} digits)"


def plain(value: object, decimals: int | None = 6) -> Any:
    """`value` as JSON values: long integers as strings, floats to so many decimals or all (None).

    >>> plain({"a": 2**60, "b": (1, 1 / 3)})
    {'a': '1152921504606846976', 'b': [1, 0.333333]}
    """
    if isinstance(value, bool | str | None):
        return value
    if isinstance(value, int | np.integer):
        return int(value) if abs(int(value)) <= SAFE else str(value)
    if isinstance(value, float | np.floating):
        if not isfinite(value):
            return None
        return float(value) if decimals is None else round(float(value), decimals)
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item, decimals) for key, item in value.items()}
    if isinstance(value, Sequence | Set | np.ndarray):
        return [plain(item, decimals) for item in value]
    return str(value)


def digest(value: object) -> str:
    """A hash of plain values, the same in every process."""
    text = json.dumps(plain(value), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()

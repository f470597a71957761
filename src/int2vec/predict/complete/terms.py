"""Terms as people type them, and the bounds on what a completer takes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from int2vec.errors import InputError

MAX_TERMS = 100_000
MAX_DIGITS = 4_000  # Python itself refuses to print or read integers past 4,300 digits
LOOKED_AT = 1_000  # completers look at the last terms alone: bounded time on any prompt

_MINUS = str.maketrans(
    dict.fromkeys("−–‒﹣－", "-") | dict.fromkeys("，、؛;；،", ",") | {"…": "..."}
)
# What may close a line, read backwards: whatever stands there, an anchored match cannot fail, so
# the time grows with the text alone.
_CLOSING = re.compile(r"[\s,]*(?:\.{2,}|[?_]+(?![^\s,]))?[\s,]*")
_INTEGER = re.compile(r"[+-]?\d+")
_EXAMPLE = "give whole numbers such as '1, 1, 2, 3, 5'"


def parse_terms(text: str) -> list[int]:
    """The integers in a line such as '1, 1, 2, 3, 5,'.

    Commas, blanks or both may separate; any script's digits and minus signs are read; a closing
    '...' or '?' is left out.

    >>> parse_terms("1, −2, ３,")
    [1, -2, 3]
    """
    backwards = text.translate(_MINUS)[::-1]
    closing = _CLOSING.match(backwards)
    assert closing is not None
    return [_known(term) for term in parse_pattern(backwards[closing.end() :][::-1])]


def parse_pattern(text: str) -> list[int | None]:
    """The integers in a line in which `?` stands for an unknown term.

    >>> parse_pattern("1, ?, 9")
    [1, None, 9]
    """
    plain = text.translate(_MINUS).strip()
    plain = plain.rstrip(".").rstrip() if plain.endswith("..") else plain
    plain = plain.removeprefix(",").lstrip().removesuffix(",").rstrip()
    if not plain:
        raise InputError(f"there are no terms; {_EXAMPLE}")
    words = re.split(r"\s*,\s*|\s+", plain)
    if len(words) > MAX_TERMS:
        raise InputError(f"there are {len(words):,} terms; give at most {MAX_TERMS:,}")
    return [_term(word) for word in words]


def _term(word: str) -> int | None:
    if word == "?":
        return None
    if not word:
        raise InputError(f"there is nothing between two commas; {_EXAMPLE}")
    if not _INTEGER.fullmatch(word):
        raise InputError(f"{_shown(word)} is not a whole number; {_EXAMPLE}")
    if len(word) > MAX_DIGITS:
        raise InputError(f"a term has {len(word):,} digits; at most {MAX_DIGITS:,} are allowed")
    return int(word)


def _known(term: int | None) -> int:
    if term is None:
        raise InputError(
            "a '?' stands before the last term; give every term (int2vec search takes '?')"
        )
    return term


def _shown(word: object) -> str:
    text = ascii(word) if isinstance(word, str) and not word.isprintable() else repr(word)
    return text if len(text) <= 40 else text[:36] + ("…'" if isinstance(word, str) else "…")


def checked_terms(terms: Sequence[int], k: int = 1) -> list[int]:
    """The last terms that a completer looks at; InputError where they or `k` are not usable.

    >>> checked_terms((1, 2, 3))
    [1, 2, 3]
    """
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise InputError(f"k is {_shown(k)}; ask for 1 or more predictions")
    if isinstance(terms, str | bytes) or not hasattr(terms, "__len__"):
        raise InputError(f"the terms are {_shown(terms)}; give a list such as [1, 1, 2, 3, 5]")
    if isinstance(terms, Set | Mapping):
        raise InputError(
            f"the terms are {_shown(terms)}, a {type(terms).__name__} without an order; "
            "give a list such as [1, 1, 2, 3, 5]"
        )
    if not len(terms):
        raise InputError("there are no terms; give at least one, such as [1, 1, 2, 3, 5]")
    if len(terms) > MAX_TERMS:
        raise InputError(f"there are {len(terms):,} terms; give at most {MAX_TERMS:,}")
    return [_integer(term) for term in terms[-LOOKED_AT:]]


def _integer(term: object) -> int:
    if isinstance(term, bool) or not hasattr(term, "__index__"):
        raise InputError(f"{_shown(term)} is not a whole number; give integers such as [1, 2, 4]")
    value = int(term.__index__())
    if abs(value).bit_length() > 3.33 * MAX_DIGITS:
        raise InputError(f"a term has more than {MAX_DIGITS:,} digits; give shorter ones")
    return value

"""Families of the built-in corpus, as families.txt states them.

A family is a name and some rows. A row is a name that holds parameters with the values they take,
as in "{a=1..9}n + {b=0,1,5}", and the terms for given values: so one line states hundreds of
sequences. Beside numbers a parameter may be a subject: a known sequence, a property, a triangle.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.facts import fact_table
from int2vec.arithmetic.known.register import famous, well_known
from int2vec.arithmetic.known.stated import VOCABULARY, function, terms_of
from int2vec.arithmetic.power_series import product as different_parts
from int2vec.arithmetic.properties import PROPERTIES, Property

FORMULAS = (Path(__file__).parent / "families.txt").read_text(encoding="utf-8")
_LIMIT = 32767  # of the integers whose properties are looked at
_ROOM = 130
_FEW = 12  # a set needs at least so many members
_TRIANGLE_ROWS = 15
_OUTER = ("s", "t", "f", "g")
_SYMBOL = r"(?:xy|y\^2|[aknpx](?:\^\d+|\(n-\d+\))?)(?![\w^])"

Entry = tuple[str, Iterable[int]]  # a name and the terms, which may go on for ever
Row = Callable[[], Iterator[Entry]]
Families = dict[str, tuple[Row, ...]]  # by name, with the rows that yield their sequences
Subject = tuple[str, Any]  # what a parameter stands for, in words and as a value in formulas
Mask = NDArray[np.bool_]


def read_families(text: str) -> Families:
    """The families in a text such as families.txt, which explains how they are written.

    >>> families = read_families("progressions\\n  {a=1..9}n\\n  {a=1..9}n + 1")
    >>> [len(rows) for rows in families.values()]
    [2]
    """
    blocks = re.findall(r"^(\w.*)((?:\n  .*)+)", text, re.MULTILINE)
    return {
        name: tuple(stated(row.strip()) for row in rows.split("\n  ")[1:]) for name, rows in blocks
    }


def stated(line: str) -> Row:
    """The row that one line of families.txt states.

    >>> name, terms = next(stated("{a=7}n + {b=-1..1}")())
    >>> name, next(iter(terms))
    ('7n - 1', -1)
    """
    words, _, meaning = line.partition(" | ")
    meaning = meaning or words.removesuffix(" rounded down")
    template = re.sub(r"\{(\w+)=[^}]+\}", r"{\1}", words)

    def row() -> Iterator[Entry]:
        for chosen in product(*_axes(words)):
            said = {name: text for one in chosen for name, (text, _) in one.items()}
            given = {name: value for one in chosen for name, (_, value) in one.items()}
            numbers = {name: value for name, value in given.items() if isinstance(value, int)}
            subjects = {name: value for name, value in given.items() if name not in numbers}
            terms = terms_of(meaning, numbers, _OWN_WORDS | subjects)
            yield tidy(template.format(**said)), map(int, terms)

    return row


def _axes(words: str) -> Iterator[Iterable[dict[str, Subject]]]:
    """What the parameters of a row run over, those that change first at the end."""
    numbers = dict(re.findall(r"\{(\w+)=([^}+]+)\}", words))
    bare = [name for name in re.findall(r"\{(\w+)\}", words) if name not in numbers]
    if gap := re.search(r"\{t=\+(\d+)\}", words):
        known = _subjects("s")
        further = known[int(gap[1]) :] + known[: int(gap[1])]
        yield ({"s": s, "t": t} for s, t in zip(known, further, strict=True))
    elif "g" in bare:
        yield ({"f": f, "g": g} for f, g in combinations(_subjects("f"), 2))
    else:
        yield from ([{name: one} for one in _subjects(name)] for name in bare if name in _OUTER)
    yield from ([{name: (str(n), n)} for n in values_of(text)] for name, text in numbers.items())
    yield from ([{name: one} for one in _subjects(name)] for name in bare if name not in _OUTER)


def values_of(text: str) -> list[int]:
    """The integers that "2,3,5..9" stands for.

    >>> values_of("2,3,5..7")
    [2, 3, 5, 6, 7]
    """
    ends = (part.split("..") for part in text.split(","))
    return [n for low, *high in ends for n in range(int(low), int((high or [low])[0]) + 1)]


@lru_cache(maxsize=32)
def _subjects(name: str) -> list[Subject]:
    """What a bare parameter of that name runs over."""
    return list(_SUBJECTS[name]())


def _divisor_functions() -> Iterator[Subject]:
    """Divisor functions at 0..3000; their value at 0 means nothing."""
    table = fact_table(3000)
    for formula, words in _written("f"):
        facts = {name: getattr(table, name) for name in re.findall(r"[A-Za-z]\w*", formula)}
        yield words, function("", formula, facts)().tolist().__getitem__


def _written(kind: str) -> list[tuple[str, str]]:
    """The lines of families.txt that say what a parameter runs over."""
    return re.findall(rf"^\{{{kind}\}} (.+?): (.+)", FORMULAS, re.MULTILINE)


def _triangles() -> Iterator[Subject]:
    for name, formula in _written("triangle"):
        entry = function("n, k", formula, VOCABULARY)
        yield name, [[entry(n, k) for k in range(n + 1)] for n in range(_TRIANGLE_ROWS)]


def _cycles() -> Iterator[Subject]:
    for _, places in _written("cycle"):
        yield from ((f"{one}", one) for one in product(*map(values_of, places.split())))


def _sets(integers: Iterable[int], sizes: Iterable[int]) -> Iterator[Subject]:
    return ((f"{one}", one) for size in sizes for one in combinations(integers, size))


@lru_cache(maxsize=1)
def _masks() -> list[tuple[Property, Mask]]:
    """The properties, and where 0..32767 has each."""
    return [(p, p.mask(_LIMIT)) for p in PROPERTIES.values()]


def _others() -> list[tuple[Property, Mask]]:
    return [each for each in _masks() if each[0].family != "remainders"]


def _members(mask: Mask) -> NDArray[np.int64]:
    """The first positive integers that have what a mask of 0, 1, 2, ... says."""
    return np.flatnonzero(mask[1:])[:_ROOM] + 1


def _some(mask: Mask) -> NDArray[np.int64]:
    """The places of a mask of 1, 2, 3, ... where it holds, unless it does at few or at most."""
    found = np.flatnonzero(mask) + 1
    return found[: _ROOM if _FEW <= len(found) < 0.8 * (len(mask) + 1) else 0]


def _both(
    first: list[tuple[Property, Mask]], second: list[tuple[Property, Mask]], share: float
) -> Iterator[Subject]:
    """Pairs of properties that together hold for a fair number of integers, but not for most."""
    for (one, a), (other, b) in product(first, second):
        found = np.flatnonzero((a & b)[1:]) + 1
        if _FEW <= len(found) < share * min(a[1:].sum(), b[1:].sum()):
            yield f"{one.words} and {other.words}", found[:_ROOM]


def _pairs() -> Iterator[Subject]:
    families: dict[str, list[tuple[Property, Mask]]] = {}
    for p, mask in _others():
        families.setdefault(p.family, []).append((p, mask))
    for one, other in combinations(families.values(), 2):
        yield from _both(one, other, 0.7)


_OWN_WORDS = {"different_parts": different_parts, "members": _members, "some": _some}
_SUBJECTS: dict[str, Callable[[], Iterable[Subject]]] = {
    # Neither constant nor 0s and 1s alone.
    "s": lambda: ((k.name, k.terms.__getitem__) for k in well_known() if len(set(k.terms)) > 3),
    "f": _divisor_functions,
    "famous": lambda: ((plural, terms[:28]) for plural, terms in famous()),
    "triangle": _triangles,
    "reading": lambda: ((name, function("row", x, VOCABULARY)) for name, x in _written("reading")),
    "cycle": _cycles,
    "chosen": lambda: _sets(range(1, 9), range(2, 6)),
    "coins": lambda: _sets((1, 2, 3, 4, 5, 6, 7, 8, 10), (2, 3, 4)),
    "p": lambda: ((p.words, mask) for p, mask in _masks()),
    "q": lambda: ((p.words, mask) for p, mask in _others()),
    "kind": lambda: ((p.words, mask) for p, mask in _others() if mask[1:41].sum() >= 3),
    "pair": _pairs,
    "remainder": lambda: _both(_others(), _masks()[:27], 0.9),  # modulo 2 to 7
}


def tidy(words: str) -> str:
    """A formula as one would write it, without terms that vanish and factors of 1.

    >>> tidy("2n^2 + -1n + 0"), tidy("1n^2 + 0n + 41"), tidy("0n + 5")
    ('2n^2 - n', 'n^2 + 41', '5')
    """
    words = re.sub(rf"(?<![\w^.])0{_SYMBOL} \+ |\^1(?![\w^(/])", "", words)
    words = re.sub(rf" \+ 0({_SYMBOL})?(?![\w^])", "", words)
    words = re.sub(
        r"(?<= )\(n\)", "n", words.replace("+ -", "- ").replace("·1/", "/").replace("/1)", ")")
    )
    return re.sub(rf"(?<![\w^])1(?:·(?=[a-z])|(?={_SYMBOL}))", "", words)

"""The property catalog: `PROPERTIES`, `QUANTITIES`, and their values for many integers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache, partial
from math import inf, log, nan, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import shapes
from int2vec.arithmetic.digits import (
    digit_product,
    digit_sum,
    is_happy,
    is_kaprekar,
    is_palindrome,
)
from int2vec.arithmetic.known.stated import VOCABULARY, function, stated_sequences, terms_of
from int2vec.arithmetic.primes import prime_index
from int2vec.arithmetic.property import (
    LONG,
    Property,
    Quantity,
    examined,
    formula,
    is_late,
    listed,
    remainder,
    stated,
)
from int2vec.errors import InputError

_FACT = re.compile(r"(?<![A-Za-z_])(?!modulo\b)[A-Za-z_]\w*")
_LINES = re.findall(
    r"^(\w+) (\S+): (.*?) \| (.*)",
    (Path(__file__).parent / "properties.txt").read_text(encoding="utf-8"),
    re.MULTILINE,
)


def _float(n: int) -> float:
    try:
        return float(n)
    except OverflowError:
        return inf if n > 0 else -inf


_TESTS = (is_happy, is_kaprekar, is_palindrome)
_NUMBERS = (digit_product, digit_sum, log, prime_index, sqrt)
_NAMES: dict[str, Any] = {
    **VOCABULARY,
    **{name: value for name, value in vars(shapes).items() if name.startswith("is_")},
    **{named.__name__: named for named in (*_TESTS, *_NUMBERS)},
    "as_float": _float,
    "bit_length": int.bit_length,
}
"""What tests and quantities may name beside the facts."""


def remainder_name(divisor: int, left: int) -> str:
    """The one name under which n = left (mod divisor) stands in the catalog.

    >>> remainder_name(2, 1), remainder_name(3, 0), remainder_name(5, 2)
    ('odd', 'div3', 'mod5=2')
    """
    if divisor == 2:
        return "odd" if left else "even"
    return f"mod{divisor}={left}" if left else f"div{divisor}"


def _remainders() -> Iterator[Property]:
    """Parity, divisibility and every other remainder modulo 2 to 12."""
    for divisor in range(2, 13):
        for left in range(divisor):
            name = remainder_name(divisor, left)
            if divisor == 2:
                words = f"is {name}"
            elif left == 0:
                words = f"is divisible by {divisor}"
            else:
                words = f"leaves {left} when divided by {divisor}"
            yield remainder(name, words, divisor, left)


def _stated() -> Iterator[Property]:
    """The properties of properties.txt, which explains how they are written."""
    for family, name, words, test in _LINES:
        if family != "quantity":
            yield _property(test, family, name, words)


def _property(test: str, family: str, name: str, words: str) -> Property:
    what = (family, name, words)
    if name == "perfect-power":
        power = formula(*what, shapes.is_perfect_power, lambda k: k * k)
        return replace(power, mask=_perfect_powers)
    if test.startswith("each "):
        return examined(*what, function("n", test.removeprefix("each "), _NAMES))
    if test.startswith("in "):
        meaning = test.removeprefix("in ")
        if known := re.fullmatch(r"A(\d+)", meaning):
            return listed(*what, stated_sequences()[int(known[1])].generate)
        return listed(*what, partial(terms_of, meaning))
    if "; " in test:
        quick, value = test.split("; ")
        return formula(*what, function("n", quick, _NAMES), function("n", value, {}))
    over_facts = _FACT.sub(r"f.\g<0>", test.removesuffix(", and 0"))
    return stated(*what, function("f", over_facts, {}), zero=test.endswith(", and 0"))


def _perfect_powers(limit: int) -> NDArray[np.bool_]:
    found = np.zeros(limit + 1, dtype=bool)
    for k in range(2, limit.bit_length() + 1):
        found[np.arange(1, shapes.iroot(limit, k) + 1) ** k] = True
    return found


PROPERTIES: dict[str, Property] = {p.name: p for p in (*_remainders(), *_stated())}
"""Every yes-or-no property by name; a remainder of 0 stands as "even", "div3", "div4" ..."""

_TABLE_ROOM = 1 << 15
_TABLE_MOST = 1 << 20
_TABLE_SIZES = (2**11 - 1, _TABLE_ROOM - 1, 2**18 - 1, _TABLE_MOST - 1)


def find_property(name: str) -> Property:
    """The property of that name; "mod2=0" and "mod3=0" are other words for "even" and "div3".

    >>> find_property("mod3=0").words
    'is divisible by 3'
    """
    if spelled := re.fullmatch(r"mod(\d+)=(\d+)", name):
        name = remainder_name(int(spelled[1]), int(spelled[2]))
    if name not in PROPERTIES:
        near = get_close_matches(name, PROPERTIES, n=3) or ["even", "div3", "prime", "mod5=2"]
        raise InputError(
            f"{name!r} is not one of the {len(PROPERTIES)} properties; "
            f"did you mean one of {', '.join(near)}?"
        )
    return PROPERTIES[name]


@lru_cache(maxsize=1024)
def _mask(name: str, limit: int) -> NDArray[np.bool_]:
    mask = PROPERTIES[name].mask(limit)
    mask.flags.writeable = False
    return mask


def property_table(names: Sequence[str], integers: Sequence[int]) -> NDArray[np.bool_]:
    """A bool array of shape (len(names), len(integers)): which property each integer has.

    Long integers that there is no time for (`within`) have none.

    >>> property_table(["even", "prime"], [1, 2, 3]).tolist()
    [[False, True, False], [False, True, True]]
    """
    found = [find_property(name) for name in names]
    values = [int(n) for n in integers]
    # A table of 0..limit pays off for small integers, and further up when there are many.
    reach = max(_TABLE_ROOM, min(_TABLE_MOST, 64 * len(values)))
    top = max((n for n in values if 0 <= n < reach), default=0)
    # Few sizes of table, so that the next question finds its table made.
    limit = next(size for size in _TABLE_SIZES if top <= size)
    inside = np.array([0 <= n <= limit for n in values], dtype=bool)
    rows = np.array([n for n in values if 0 <= n <= limit], dtype=np.int64)
    outside = [n for n in values if not 0 <= n <= limit]
    table = np.zeros((len(found), len(values)), dtype=bool)
    for i, wanted in enumerate(found):
        table[i, inside] = _mask(wanted.name, limit)[rows]
        table[i, ~inside] = [(abs(n) < LONG or not is_late()) and wanted.holds(n) for n in outside]
    return table


QUANTITIES: dict[str, Quantity] = {
    name: Quantity(name=name, words=words, of=function("n", formula, _NAMES))
    for family, name, words, formula in _LINES
    if family == "quantity"
}
"""Every numeric fact by name."""


def quantity_table(names: Sequence[str], integers: Sequence[int]) -> NDArray[np.float64]:
    """A float array of shape (len(names), len(integers)); NaN where a quantity is not defined.

    >>> quantity_table(["digits", "divisors"], [1, 12]).tolist()
    [[1.0, 2.0], [1.0, 6.0]]
    """
    if unknown := [name for name in names if name not in QUANTITIES]:
        raise InputError(f"{unknown[0]!r} is not a quantity; choose from {', '.join(QUANTITIES)}")
    return np.array(
        [[_or_nan(QUANTITIES[name].of(int(n))) for n in integers] for name in names],
        dtype=np.float64,
    ).reshape(len(names), len(integers))


def _or_nan(value: float | None) -> float:
    return nan if value is None else _float(value) if isinstance(value, int) else value

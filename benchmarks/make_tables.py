"""Writes the tables by which walks, automata, sets and functions are known from first numbers,
and the first terms of the known sequences.

python -m benchmarks.make_tables
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, islice, permutations, product
from math import gcd
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from int2vec.arithmetic import equations
from int2vec.arithmetic.known import stated
from int2vec.arithmetic.known.register import well_known
from int2vec.arithmetic.known.stated import clip
from int2vec.predict.complete.rules import (
    automata,
    composed,
    constants,
    elementary,
    families,
    those,
    walks,
)
from int2vec.predict.complete.rules.walks import ENDS, KEY, LONGEST, STEPS, key_of

MOST_STEPS = 5
AT_ONCE = 2_000  # members of a family
FAR = those.FAR
NEAR = 3_000  # the first members of sets that functions tell lie before
TOLD_BY, PLAIN = 24, 10_000  # digits of a real number, and the least that is no denominator
LEFT_OUT = 3  # up to which the first member of a set may be left out
MOST_ALIKE = 40  # members of families that have one key
TRIVIAL = 100  # walks of so many sets are as many: powers, or none
FLAT = [number for number, step in enumerate(STEPS) if step[2] == 0]

_TURNS = [  # what becomes of every step where the axes change places
    [STEPS.index(tuple(step[axis] for axis in axes)) for step in STEPS]
    for axes in permutations(range(3))
]


def walk_codes() -> Iterator[int]:
    """The walks of the table: a bit for each step, above them the number of the end."""
    flat = [c for n in range(2, len(FLAT) + 1) for c in combinations(FLAT, n)]
    yield from (_code(steps) | end << len(STEPS) for end in range(len(ENDS)) for steps in flat)
    for n in range(3, MOST_STEPS + 1):
        for steps in combinations(range(len(STEPS)), n):
            if _code(steps) == min(_code([turn[s] for s in steps]) for turn in _TURNS):
                yield _code(steps)


def _code(steps: Sequence[int]) -> int:
    return sum(1 << step for step in steps)


def made_table(
    codes: Iterable[int], numbers: Callable[[int, int], Sequence[int]]
) -> NDArray[np.uint32]:
    """Keys and codes, sorted: of codes that are alike, the first."""
    found: dict[int, list[int]] = defaultdict(list)
    for code in codes:
        found[key_of(numbers(code, KEY))].append(code)
    rows = []
    for key, alike in found.items():
        if len(alike) < TRIVIAL:
            distinct = {tuple(numbers(code, 2 * KEY)): code for code in reversed(alike)}
            rows += [(key, code) for code in distinct.values()]
    return np.array(sorted(rows), np.uint32).T.copy()


def automaton_codes() -> Iterator[int]:
    """The automata of the table: the number of the rule, above it that of the view."""
    for view, (_, plane) in enumerate(automata.VIEWS):
        yield from (view << automata.RULE_BITS | n for n in range(1024 if plane else 256))


def elementary_codes() -> Iterator[int]:
    """Functions of functions, the shortest first; those of even or odd powers alone too."""
    zero, every = range(len(elementary.ODD)), range(len(elementary.NAMES))
    for form, last in enumerate((zero, every, zero, every)):
        for f, g, h in product(every, zero, last):
            code = elementary.code_of(form, f, g, h)
            whole = elementary.coefficients(code, KEY)
            yield code
            yield from (code | p << 16 for p in (1, 2) if not any(whole[2 - p :: 2]))


def family_table() -> NDArray[np.uint32]:
    """Keys and codes of the members of all families: of those that go on alike, the first.

    Where too many have one key, they have that of more terms.
    """
    parts = [
        (number, range(first, min(first + AT_ONCE, family.size)))
        for number, family in enumerate(families.FAMILIES)
        for first in range(0, family.size, AT_ONCE)
    ]
    rows = [
        row for some in Parallel(n_jobs=-1)(delayed(_members_of)(*p) for p in parts) for row in some
    ]
    told: list[tuple[int, int]] = []
    while rows:
        found: dict[int, dict[int, int]] = defaultdict(dict)
        for (key, *_), code, whole in rows:
            found[key].setdefault(whole, code)
        few = {key for key, codes in found.items() if len(codes) <= MOST_ALIKE}
        told += [(key, code) for key in few for code in found[key].values()]
        rows = [
            (wider, code, whole) for (key, *wider), code, whole in rows if wider and key not in few
        ]
    return np.array(sorted(told), np.uint32).T.copy()


def _members_of(number: int, chosen: range) -> list[tuple[list[int], int, int]]:
    """Keys, code and what tells all first terms, of members from the first and the second on."""
    family = families.FAMILIES[number]
    those.FAR = NEAR if family.of_functions else FAR
    rows = []
    for member, start in product(chosen, (0,) if "s" in family.axes else (0, 1)):
        given = family.given(member)
        if "q" in given and "p" in given and gcd(given["p"], given["q"]) > 1:
            continue
        if family.words.startswith("{F:") and composed.FUNCTIONS[0] in given.values():
            continue  # nothing is done to the other
        terms = list(islice(families.members(families.code_of(number, member, 0)), 3 * KEY + 1))
        if start and (not terms or (family.is_set and terms[0] > LEFT_OUT)):
            continue
        code, terms = families.code_of(number, member, start), terms[start : start + 3 * KEY]
        if len({*terms}) < 3:
            continue
        width = families.width_of(code, terms)
        if len(terms) > width and max(map(abs, terms[:width])).bit_length() <= LONGEST:
            widths = dict.fromkeys(n for n in (width, families.WIDE) if n < len(terms))
            rows.append(([key_of(terms, n) for n in widths], code, hash(tuple(terms))))
    return rows


def constant_table() -> NDArray[np.uint32]:
    """Keys and codes of real numbers that are no fractions: of those that are alike, the first."""
    parts = Parallel(n_jobs=-1)(delayed(_constants_of)(n) for n in range(len(constants.FORMS)))
    rows = sorted(
        (code & constants.NEGATIVE, code, *told) for part in parts for *told, code in part
    )
    first: dict[str, tuple[int, int]] = {}
    for _, code, digits, key in rows:
        first.setdefault(digits, (key, code))
    return np.array(sorted(first.values()), np.uint32).T.copy()


def _constants_of(number: int) -> list[tuple[str, int, int]]:
    """What tells a number from others, its key and its code, for the members of a form."""
    rows = []
    for member in range(constants.FORMS[number].size):
        code = number << constants.FORM | member
        x = equations.real(constants.words_of(code), TOLD_BY)
        if x and abs(x - x.limit_denominator(PLAIN)) > Fraction(1, 10**TOLD_BY):
            code |= constants.NEGATIVE * (x < 0)
            scaled = Decimal(abs(x.numerator)) / x.denominator
            rows.append((f"{scaled:.{TOLD_BY - 2}e}".split("e")[0], constants.key_of(abs(x)), code))
    return rows


def known_terms() -> str:
    """The lines of known/terms.txt."""
    head = "# First terms of the known sequences, by `python -m benchmarks.make_tables`.\n"
    lines = [f"{k.a_number} {str(clip(k.generate()))[1:-1]}\n" for k in well_known()]
    return head + "".join(lines).replace(", ", ",")


def write_table(path: Path, table: NDArray[np.uint32]) -> None:
    """Keep a table as its bytes, those of one weight side by side."""
    np.save(path, table.view(np.uint8).reshape(*table.shape, 4).transpose(0, 2, 1).copy())


if __name__ == "__main__":
    Path(stated.__file__).with_name("terms.txt").write_text(known_terms(), encoding="utf-8")
    write_table(constants.TABLE, constant_table())
    write_table(families.TABLE, family_table())
    write_table(elementary.TABLE, made_table(elementary_codes(), elementary.coefficients))
    walked = made_table(walk_codes(), lambda code, n: walks.numbers_of(code, n)[0])
    write_table(walks.TABLE, walked)
    seen = made_table(automaton_codes(), lambda code, n: [*automata.seen(code, n)])
    write_table(automata.TABLE, seen)

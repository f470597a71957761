"""Writes the tables by which walks, automata, sets and functions are known from first numbers,
and the first terms of the known sequences.

python -m benchmarks.make_tables
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice, permutations, product
from math import gcd, isqrt
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from int2vec.arithmetic.known import stated
from int2vec.arithmetic.known.register import well_known
from int2vec.arithmetic.known.stated import clip
from int2vec.predict.complete.rules import automata, composed, elementary, families, walks
from int2vec.predict.complete.rules import told_by_numbers as sets
from int2vec.predict.complete.rules.walks import ENDS, KEY, LONGEST, STEPS, key_of

MOST_STEPS = 5
AT_ONCE = 2_000  # members of a family
NEAR = 3_000  # the first members of sets that functions tell lie before
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


def _forms(discriminant: int) -> Iterator[tuple[int, int, int]]:
    """The reduced forms of a discriminant below 0, without a common factor."""
    for a in range(1, isqrt(discriminant // -3) + 1):
        for b in range(-a, a + 1):
            c, rest = divmod(b * b - discriminant, 4 * a)
            if not rest and c >= a and gcd(a, b, c) == 1:
                yield a, b, c


def _lone_genera() -> Iterator[int]:
    """The n up to 1848 that no a, b, c > 0, all different, make ab + bc + ca of."""
    made = {a * b + (a + b) * c for a in range(1, 44) for b in range(a + 1, 1848 // a + 1)
            for c in range(b + 1, (1848 - a * b) // (a + b) + 1)}  # fmt: skip
    yield from (n for n in range(1, 1849) if n not in made)


def set_codes() -> Iterator[int]:
    """Primes of forms, with roots, that divide k-th powers less m; pseudoprimes."""
    large = {-4 * n for n in _lone_genera()}
    for d in sorted({-n for n in range(3, 401)} | large, reverse=True):
        for form in _forms(d):
            if form[1] >= 0 and form[0] <= form[2]:
                yield sets.code_of(0, form)
            if form[1] and d >= -400:
                yield sets.code_of(1, form)
    yield from (sets.code_of(0, (1, 0, n)) for n in range(100, 1001))
    yield from (sets.code_of(2, (0, g, 0)) for g in range(-100, 101) if abs(g) > 1)
    for k in range(2, 65):
        for m in [*range(2, 14), -2, -3]:
            yield from (sets.code_of(kind, (k, m, 0)) for kind in (3, 4))
    yield from (sets.code_of(kind, (base, 0, 0)) for kind in (5, 6) for base in range(2, 129))
    for base in range(2, 17):
        both = [*product(range(base), repeat=2)] if base <= 10 else [*combinations(range(base), 2)]
        for x, y in both:
            kinds = (7, 8, 9) if base <= 10 else ()
            yield from (sets.code_of(kind, (base, 0, 16 * x + y)) for kind in kinds)
            kinds = (10, 11, 12) if base <= 10 else (12,)
            yield from (sets.code_of(kind, (base, 0, 16 * x + y)) for kind in kinds if x < y)
        yield from (sets.code_of(13, (base, 0, runs)) for runs in range(1, 13))
    yield from (sets.code_of(k, (0, 0, c)) for k in (14, 15, 16, 17) for c in range(1, 101))
    for k, order in product(range(2, 16), range(2, 14)):
        yield sets.code_of(18, (0, 0, 16 * k + order))
        for kind, n in product((19, 20, 21, 22), range(1, 13) if k < 9 and order < 5 else ()):
            yield sets.code_of(kind, (n, 0, 16 * k + order))
    for a in range(2, 14):
        yield from (sets.code_of(23, (a, b, 0)) for b in range(-13, 14))
        yield from (sets.code_of(kind, (a, 0, c)) for kind in (24, 25) for c in range(1, a))
    for base, times in product(range(2, 17), range(1, 7)):
        yield from (sets.code_of(26, (base, times, 16 * x)) for x in range(base))
    yield from (sets.code_of(kind, (0, 0, c)) for kind in (27, 28, 29) for c in range(1, 61))
    for a, b in product(range(1, 256), range(-127, 128)):
        if gcd(a, b) == 1:
            yield from [sets.code_of(30, (a, b, 0))] * (a > 12 or abs(b) > 21)
            yield from (sets.code_of(31, (a, b, k)) for k in (2, 3, 4, 6) if a < 13)


def _first_members(code: int, n: int) -> list[int]:
    return list(islice(sets.members(code), n))


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
    """Keys and codes of the members of all families: of those that go on alike, the first."""
    parts = [
        (number, range(first, min(first + AT_ONCE, family.size)))
        for number, family in enumerate(families.FAMILIES)
        for first in range(0, family.size, AT_ONCE)
    ]
    found: dict[int, dict[int, int]] = defaultdict(dict)
    alike: Counter[int] = Counter()
    for rows in Parallel(n_jobs=-1)(delayed(_members_of)(*part) for part in parts):
        for key, code, whole in rows:
            alike[key] += 1
            found[key].setdefault(whole, code)
    told = [(k, c) for k, codes in found.items() if alike[k] < TRIVIAL for c in codes.values()]
    return np.array(sorted(told), np.uint32).T.copy()


def _members_of(number: int, chosen: range) -> list[tuple[int, int, int]]:
    """Key, code and what tells all first terms, of members from the first and the second on."""
    family = families.FAMILIES[number]
    composed.FAR = NEAR if family.of_functions else composed.FAR
    rows = []
    for member, start in product(chosen, (0,) if "s" in family.axes else (0, 1)):
        given = family.given(member)
        if "q" in given and "p" in given and gcd(given["p"], given["q"]) > 1:
            continue
        if family.words.startswith("{F:") and composed.FUNCTIONS[0] in given.values():
            continue  # nothing is done to the other
        code = families.code_of(number, member, start)
        terms = list(islice(families.members(code), 3 * KEY))
        if len({*terms}) < 3:
            continue
        width = families.width_of(code, terms)
        if len(terms) > width and max(map(abs, terms[:width])).bit_length() <= LONGEST:
            rows.append((key_of(terms, width), code, hash(tuple(terms))))
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
    write_table(families.TABLE, family_table())
    write_table(elementary.TABLE, made_table(elementary_codes(), elementary.coefficients))
    write_table(sets.TABLE, made_table(dict.fromkeys(set_codes()), _first_members))
    walked = made_table(walk_codes(), lambda code, n: walks.numbers_of(code, n)[0])
    write_table(walks.TABLE, walked)
    seen = made_table(automaton_codes(), lambda code, n: [*automata.seen(code, n)])
    write_table(automata.TABLE, seen)

"""Functions of the place n: decided by one fact of n, by the values at two other places, or by
terms far back, as in divide and conquer, a(2n) = p·a(n) + q, and in a(n) = a(n − a(n−1)) + …
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from operator import add, mul
from pathlib import Path

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix, listing
from int2vec.arithmetic.known.stated import function
from int2vec.arithmetic.linear_algebra import relation
from int2vec.arithmetic.operations import operations
from int2vec.arithmetic.primes import factorise, is_prime
from int2vec.arithmetic.sums import differences
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MIN_TERMS, MAX_TERMS = 10, 400
MIN_REPEATS = 6
MIN_MULTIPLICATIVE, MIN_MADE = 12, 4  # terms, and those among them that come from two others
MIN_CHECKED = 3

Fact = tuple[str, float, Callable[[int], Hashable]]  # its words, its price, what it says of n


@cache
def _facts() -> tuple[Fact, ...]:
    """Every fact that may decide the term at n, cheapest first."""
    joint: tuple[Fact, ...] = (
        ("the prime signature of n", 5, lambda n: tuple(sorted((factorise(n) or {}).values()))),
        ("whether n is prime", 5, is_prime),
        ("the numbers of binary digits and of 1s of n", 5, lambda n: (len(bin(n)), n.bit_count())),
    )
    single = ((f.sentence.format(x="n"), f.bits["fact"], f.of) for f in operations("fact"))
    found = sorted((*joint, *single), key=lambda fact: fact[1])
    return tuple((words, bits, cache(of)) for words, bits, of in found)


@rule(group="facts", turn=32)
def decided_by_a_fact(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every fact that decides all terms met so far and has been met before at the next index."""
    if not MIN_TERMS <= len(terms) <= MAX_TERMS:
        return
    yield from _by_index(terms, search)
    yield from _by_parent(terms, search)
    steps = differences(terms)
    for fit in _by_index(steps, search):
        bits = COST.differences + int_bits(terms[0])
        why = f"the differences are {listing(steps)}: {fit.why}"
        yield fit.within("differences", value=terms[-1] + fit.value, bits=bits, why=why)


def _by_index(terms: Terms, search: Search) -> Iterator[Fit]:
    n = len(terms)
    for start in (1, 0, 2):
        for words, bits, of in _facts():
            search.spend(2 + n // 8)
            keys = (of(i) if i > 0 else 0 for i in range(start, start + n + 1))
            yield from _decided(terms, keys, bits, f"{words}, n from {start}")


def _by_parent(terms: Terms, search: Search) -> Iterator[Fit]:
    """By the term at ⌊n/b⌋ and the last digit of n in base b: what an automaton reads off."""
    n = len(terms)
    for start in (0, 1):
        for base in (2, 3, 4, 10):
            search.spend(2 + n // 4)
            keys = (
                (terms[i // base - start], i % base) if start <= i // base < i else (None, i)
                for i in range(start, start + n + 1)
            )
            words = f"the one at ⌊n/{base}⌋ and on n modulo {base}, n from {start}"
            yield from _decided(terms, keys, COST.table_of_parent, words)


def _decided(terms: Terms, keys: Iterator[Hashable], bits: float, words: str) -> Iterator[Fit]:
    """The next term by the last of the keys, where each key has always met the same term."""
    table: dict[Hashable, int] = {}
    for term in terms:
        if table.setdefault(next(keys), term) != term:
            return
    value = table.get(next(keys))
    repeats = len(terms) - len(table)
    if value is not None and repeats >= MIN_REPEATS and len(set(table.values())) > 1:
        bits += COST.table + null_bits(list(table.values()))
        why = f"the term depends on {words}"
        yield Fit(kind="table", value=value, bits=bits, why=why, checked=repeats)


@rule(group="multiplicative", turn=34)
def multiplicative(terms: Terms, search: Search) -> Iterator[Fit]:
    """Multiplicative and additive functions, where the next place is no power of a prime."""
    if not MIN_MULTIPLICATIVE <= len(terms) <= MAX_TERMS or len(set(terms)) < 3:
        return
    ways = (mul, 1, "a multiplicative"), (add, 0, "an additive")
    for start, (combine, unit, words) in product((1, 0), ways):
        a = [0] * start + list(terms)
        end = len(a)
        power, rest = _split(end)
        if a[1] != unit or rest == 1:
            continue
        search.spend(len(terms))
        made = [n for n in range(2, end) if _split(n)[1] > 1]
        if len(made) >= MIN_MADE and all(combine(*(a[x] for x in _split(n))) == a[n] for n in made):
            value, others = combine(a[power], a[rest]), {*range(1, end)}.difference(made)
            bits = COST.multiplicative + null_bits([a[n] for n in sorted(others)])
            why = f"{words} function of n: a({end}) comes from a({power}) and a({rest})"
            yield Fit(kind="multiplicative", value=value, bits=bits, why=why, checked=len(made))


@cache
def _split(n: int) -> tuple[int, int]:
    """n as a power of its smallest prime, times the rest."""
    factors = factorise(n) or {n: 1}
    power = min(factors) ** factors[min(factors)]
    return power, n // power


SCHEMES = [
    (int(line[0]), line[3:].replace("; 1", "; ").split("; "))  # a number has no name
    for line in Path(__file__).with_name("schemes.txt").read_text(encoding="utf-8").splitlines()
    if line[0] != "#"
]


@cache
def _part(name: str) -> Callable[[Callable[[int], int], int], int]:
    """A part of a mix as a function of a and n."""
    return function("a, n", name.translate(str.maketrans("−⌊⌋", "-()")) or "1", {})


@rule(group="self-reference", turn=33)
def places_of_terms(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every scheme that foretells the next term, n counted from 0 and from 1."""
    if len(terms) < MIN_TERMS or len(set(terms)) < 3:
        return
    small = max(map(abs, terms)) <= len(terms) + 2  # so that terms may be places
    for start in (0, 1):
        for base, names in SCHEMES:
            if small or not any("(n−a(" in name or "a(a(" in name for name in names):
                search.spend(150 + 4 * len(terms))
                yield from _of_places(terms, start, base, names)


def _of_places(terms: Terms, start: int, base: int, names: list[str]) -> Iterator[Fit]:
    end = start + len(terms)
    turn = end % base
    parts = [_part(name) for name in names]
    rows: list[list[int]] = []
    target = []
    for n in (*range(start + (turn - start) % base, end, base), end):

        def a(i: int, n: int = n) -> int:
            # Only terms before the one to be made may be called on.
            if start <= i < n:
                return terms[i - start]
            raise LookupError

        with suppress(LookupError):
            rows.append([part(a, n // base) for part in parts])
            target.append(n)
    if len(rows) < len(names) + 2 or target[-1] != end:
        return
    made = [terms[n - start] for n in target[:-1]]
    found = relation([*zip(*rows[:-1], strict=True)], made, rows[-1])
    # A function of n that holds from somewhere on calls no term.
    calls = found and any(w for w, x in zip(found.weights, names, strict=True) if "a(" in x)
    if found is None or not calls or found.checked < MIN_CHECKED or len(set(made)) < 3:
        return
    left = [t for n, t in enumerate(terms, start) if n % base != turn]
    left += terms[: len(terms) - len(left) - len(made)]
    place = "n" if base == 1 else f"{base}n" + f"+{turn}" * bool(turn)
    bits = COST.regular + found.bits + null_bits(left)
    why = f"a({place}) = {Mix(names, found.weights)}, n counted from {start}"
    yield Fit(kind="regular", value=found.value, bits=bits, why=why, checked=found.checked)

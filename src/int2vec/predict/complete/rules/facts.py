"""Functions of n: terms that one fact decides, and those fixed by their values at prime powers."""

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from operator import add, mul

from int2vec.arithmetic import is_prime
from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix, listing
from int2vec.arithmetic.linear_algebra import relation
from int2vec.arithmetic.operations import operations
from int2vec.arithmetic.primes import factorise
from int2vec.arithmetic.sums import differences
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MIN_TERMS = 10
MAX_TERMS = 400
MIN_REPEATS = 6

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
    yield from _by_previous(terms, search)
    yield from _by_parent(terms, search)
    steps = differences(terms)
    for fit in _by_index(steps, search):
        yield fit.within(
            "differences",
            value=terms[-1] + fit.value,
            bits=COST.differences + int_bits(terms[0]),
            why=f"the differences are {listing(steps)}: {fit.why}",
        )


def _by_index(terms: Terms, search: Search) -> Iterator[Fit]:
    n = len(terms)
    for start in (1, 0, 2):
        for words, bits, of in _facts():
            search.spend(2 + n // 8)
            keys = (of(i) if i > 0 else 0 for i in range(start, start + n + 1))
            yield from _decided(terms, keys, bits, f"the term depends on {words}, n from {start}")


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
            why = (
                f"the term depends on the one at ⌊n/{base}⌋ and on n modulo {base}, n from {start}"
            )
            yield from _decided(terms, keys, COST.table_of_parent, why)


def _by_previous(terms: Terms, search: Search) -> Iterator[Fit]:
    """By one to three terms before, alone or with n modulo something small."""
    n = len(terms)
    for lag in (1, 2, 3):
        for cycle in (1, 2, 3, 4):
            search.spend(2 + n // 4)
            keys = (
                ((None, i) if i < lag else tuple(terms[i - lag : i]), i % cycle)
                for i in range(n + 1)
            )
            name = "the term before" if lag == 1 else f"the {lag} terms before"
            name += f" and n modulo {cycle}" if cycle > 1 else ""
            bits = COST.table_of_previous if cycle == 1 else COST.table_of_previous_and_cycle
            yield from _decided(terms, keys, bits + lag, f"each term is decided by {name}")


def _decided(terms: Terms, keys: Iterator[Hashable], bits: float, why: str) -> Iterator[Fit]:
    """The next term by the last of the keys, where each key has always met the same term."""
    table: dict[Hashable, int] = {}
    for term in terms:
        if table.setdefault(next(keys), term) != term:
            return
    value = table.get(next(keys))
    repeats = len(terms) - len(table)
    if value is not None and repeats >= MIN_REPEATS and len(set(table.values())) > 1:
        bits += COST.table + null_bits(list(table.values()))
        yield Fit(kind="table", value=value, bits=bits, why=why, checked=repeats)


MIN_MULTIPLICATIVE = 12
MAX_MULTIPLICATIVE = 300
MIN_MADE = 4  # terms that come from two others
MIN_PRIMES = 5

Combine = Callable[[int, int], int]


@rule(group="multiplicative", turn=34)
def multiplicative(terms: Terms, search: Search) -> Iterator[Fit]:
    """Multiplicative and additive functions, a(1) being the first or the second term."""
    if len(terms) < MIN_MULTIPLICATIVE or len(set(terms)) < 3:
        return
    for start in (1, 0):
        values = {i: t for i, t in enumerate(terms[:MAX_MULTIPLICATIVE], start) if i >= 1}
        if len(values) < len(terms) - 1:
            return
        for combine, unit, word in ((mul, 1, "multiplicative"), (add, 0, "additive")):
            if values[1] == unit:
                search.spend(len(terms))
                made = _made(values, combine)
                if made >= MIN_MADE:
                    yield from _next(values, combine, word, made, search)


def _split(n: int) -> tuple[int, int, int]:
    """(p, p^e, n/p^e) for the smallest prime p of n."""
    factors = factorise(n) or {}
    p = min(factors)
    power = p ** factors[p]
    return p, power, n // power


def _made(values: dict[int, int], combine: Combine) -> int:
    """How many values come from those at two smaller places; 0 where one should but does not."""
    made = 0
    for n in range(2, len(values) + 1):
        _, power, rest = _split(n)
        if rest > 1:
            if combine(values[power], values[rest]) != values[n]:
                return 0
            made += 1
    return made


def _next(
    values: dict[int, int], combine: Combine, word: str, made: int, search: Search
) -> Iterator[Fit]:
    """The value at the next n, which is a product, a prime power or a prime."""
    end = len(values) + 1
    p, power, rest = _split(end)
    places = [n for n in range(2, end) if _split(n)[2] == 1]
    bits = COST.multiplicative + null_bits([values[1], *(values[n] for n in places)])
    if rest > 1:
        why = f"a {word} function of n: a({end}) comes from a({power}) and a({rest})"
        value = combine(values[power], values[rest])
        yield Fit(kind="multiplicative", value=value, bits=bits, why=why, checked=made)
    elif power == p:
        yield from _at_prime(values, places, word, made)
    else:
        powers = [(n, _split(n)[0]) for n in places if n != _split(n)[0]]
        checked = made + len(powers)
        if all(combine(values[q], values[n // q]) == values[n] for n, q in powers):
            value = combine(values[p], values[end // p])
            why = f"a completely {word} function of n: a({end}) comes from a({p}) and a({end // p})"
        elif all(values[q] == values[n] for n, q in powers):
            value = values[p]
            why = f"a {word} function of n, the same at all powers of a prime"
        else:
            yield from _at_power(values, p, bits, made, search)
            return
        yield Fit(kind="multiplicative", value=value, bits=bits + 1, why=why, checked=checked)


def _at_power(
    values: dict[int, int], p: int, bits: float, made: int, search: Search
) -> Iterator[Fit]:
    """At a prime power: continue the values at the powers of the same prime, from a(1) on."""
    powers = [1]
    while powers[-1] * p <= len(values):
        powers.append(powers[-1] * p)
    for fit in search.solve([values[n] for n in powers], 1)[:1]:
        if fit.checked >= 1:
            yield Fit(
                kind="multiplicative",
                value=fit.value,
                bits=bits + COST.multiplicative_at_power,
                why="a function fixed by its values at prime powers; "
                f"at the powers of {p}: {fit.why}",
                checked=made + fit.checked,
            )


def _at_prime(values: dict[int, int], places: list[int], word: str, made: int) -> Iterator[Fit]:
    """At a prime: a polynomial in p of degree 2 at most, where all primes so far agree."""
    end = len(values) + 1
    primes = [n for n in places if _split(n)[0] == n]
    if len(primes) < MIN_PRIMES:
        return
    columns = [[1] * len(primes), primes, [p * p for p in primes]]
    found = relation(columns, [values[p] for p in primes], [1, end, end * end])
    if found is not None and found.checked >= 2:
        left = [values[1], *(values[n] for n in places if n not in primes)]
        formula = Mix(["", "p", "p²"], found.weights)
        yield Fit(
            kind="multiplicative",
            value=found.value,
            bits=COST.multiplicative_linear + found.bits + null_bits(left),
            why=f"a {word} function of n, with a(p) = {formula} at primes p",
            checked=made + found.checked,
        )

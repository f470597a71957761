"""Statements about terms, read back from the words and checked on the terms.

`statement_holds` knows the sentences of the rules; what they say of a sequence inside the terms is
read by the same function. statements_of_families.py adds those about real numbers and families.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, groupby, pairwise, product
from math import isqrt, prod

from tests.predict.complete.reading import (
    equation_of_series,
    in_python,
    integers,
    scope,
    where_is,
)

from int2vec.arithmetic.digits import reverse_digits
from int2vec.arithmetic.formulas import listing
from int2vec.arithmetic.known.register import everything_known, famous
from int2vec.arithmetic.operations import PAIRINGS
from int2vec.arithmetic.primes import factorise, is_prime
from int2vec.arithmetic.routes import ITSELF, ROUTES
from int2vec.arithmetic.shapes import is_square, whole_root
from int2vec.arithmetic.sums import differences
from int2vec.predict.complete.rules import conditions, facts, transforms

Check = Callable[
    [re.Match[str], list[int]], bool | None
]  # of the terms with the next one behind them
CHECKS: list[tuple[re.Pattern[str], Check]] = []
MEMBERS = dict(famous())
LABELS = {known.label: known.terms for known in everything_known()}
LIST = r"[-−\d, …]+"
MOST_TRIED = 800_000


def says(pattern: str) -> Callable[[Check], Check]:
    """Registers how a sentence is checked."""

    def keep(check: Check) -> Check:
        CHECKS.append((re.compile(pattern), check))
        return check

    return keep


def statement_holds(why: str, terms: Sequence[int], value: int) -> bool | None:
    """Whether a reason is true; None where it is of a kind that is not read here."""
    whole = [*terms, value]
    for pattern, check in CHECKS:
        match = pattern.fullmatch(why)
        holds = check(match, whole) if match else None
        if holds is not None:
            return holds
    return None


def holds_of(rest: str, whole: Sequence[int]) -> bool | None:
    return statement_holds(rest, whole[:-1], whole[-1])


def all_hold(*found: bool | None) -> bool | None:
    """False where one is false, None where one is not read."""
    return False if False in found else None if None in found else True


def shows(text: str, values: Sequence[int], limit: int = 5) -> bool:
    return text == listing(values, limit)


def holds_in(members: Sequence[int], start: int, whole: list[int]) -> bool:
    return list(members[start : start + len(whole)]) == whole


# Simple rules


@says(r"(?:after the first (?P<k>\d+) )?every term is (?P<c>[-\d,]+)")
def constant(match: re.Match[str], whole: list[int]) -> bool:
    return set(whole[int(match["k"] or 0) :]) == {integers(match["c"])[0]}


@says(
    r"each term is the previous(?: (?P<how>times|divided by) (?P<p>-?[\d,/]+))?"
    r"(?: (?P<sign>plus|minus) (?P<q>[\d,/]+))?"
)
def step(match: re.Match[str], whole: list[int]) -> bool:
    p, q = (Fraction((match[name] or "0").replace(",", "")) for name in "pq")
    p = 1 / p if match["how"] == "divided by" else p if match["how"] else Fraction(1)
    return all(b == p * a + q * (-1 if match["sign"] == "minus" else 1) for a, b in pairwise(whole))


@says(r"the terms repeat with period (?P<period>\d+): .*")
def repeats(match: re.Match[str], whole: list[int]) -> bool:
    period = int(match["period"])
    full = len(whole) - 1 >= 2 * period
    return full and all(whole[i] == whole[i - period] for i in range(period, len(whole)))


@says(rf"the terms begin again after (?P<block>{LIST})")
def begins_again(match: re.Match[str], whole: list[int]) -> bool:
    block = integers(match["block"]) if "…" not in match["block"] else whole[:8]
    return whole[: len(block)] == block and whole[-1] in whole[:-1]


@says(rf"zeros, but for (?P<others>{LIST}) at places (?P<places>{LIST})")
def sparse(match: re.Match[str], whole: list[int]) -> bool:
    places = [i for i, t in enumerate(whole) if t]
    return shows(match["others"], [whole[i] for i in places]) and shows(match["places"], places)


@says(
    r"a polynomial in n: the (?P<order>\w+) differences are all (?P<c>[-\d…]+)(?:, (?P<rest>.*))?"
)
def polynomial(match: re.Match[str], whole: list[int]) -> bool | None:
    named = ("", "", "second", "third", "fourth", "fifth", "sixth")
    order, row = match["order"], whole
    for _ in range(named.index(order) if order in named else int(order[:-2])):
        row = differences(row)
    even = len(set(row)) == 1 and listing(row[:1]) == match["c"]
    formula = re.sub(r" for n = 0, 1, 2, …$", ", n from 0", match["rest"] or "")
    return even and (not formula or holds_of(formula, whole))


@says(rf"the differences (?P<steps>{LIST}) may go on evenly; no term is left to check it")
def guessed(match: re.Match[str], whole: list[int]) -> bool:
    steps = differences(whole)
    return shows(match["steps"], steps[:-1]) and len(set(differences(steps))) == 1


# Named sequences and sets


@says(r"these are the (?P<plural>[^,]+) in order(, from [-\d,]+ on)?")
def in_order(match: re.Match[str], whole: list[int]) -> bool:
    if of := re.fullmatch(r"divisors of (\d+)", match["plural"]):
        members = tuple(d for d in range(1, int(of[1]) + 1) if int(of[1]) % d == 0)
    else:
        members = MEMBERS[match["plural"]]
    return any(holds_in(members, at, whole) for at, m in enumerate(members) if m == whole[0])


@says(r"these are the (?P<plural>[^,]+) downwards, from [-\d,]+")
def downwards(match: re.Match[str], whole: list[int]) -> bool:
    members = list(MEMBERS[match["plural"]])
    return holds_in(members, members.index(whole[-1]), whole[::-1])


@says(
    r"(?:(?:(?P<times>[-−\d/]+) times )?(?P<s>s\(n\))(?: (?P<sign>plus|minus) (?P<plus>[\d/]+))?, "
    r"where s is )?(?P<label>.+?)(?:, from term (?P<start>\d+) on)?"
)
def in_known(match: re.Match[str], whole: list[int]) -> bool | None:
    """The terms are those of a known sequence, or these times a factor, plus a constant."""
    times = Fraction((match["times"] or "1").replace("−", "-"))
    plus = Fraction(match["plus"] or 0) * (-1 if match["sign"] == "minus" else 1)
    if match["label"] not in LABELS:
        return None
    start = int(match["start"] or 1) - 1
    members = LABELS[match["label"]][start : start + len(whole)]
    return [times * member + plus for member in members] == whole


@cache
def conditions_by_words() -> dict[str, Callable[[int], object]]:
    fixed = (
        *conditions._properties(), *conditions._written(),
        *conditions.prime_forms(), *conditions.prime_forms(False),
    )  # fmt: skip
    return {one.words: one.holds for one in fixed}


def meaning(words: str) -> Callable[[int], object] | None:
    """A condition on n, or several of them."""
    if words in conditions_by_words():
        return conditions_by_words()[words]
    of_base = re.fullmatch(r"the number of (\d)s in n in base (\d+) is (\d+)", words)
    if of_base:
        digit, base, times = map(int, of_base.groups())
        return lambda n: conditions.digits(n, base).count(digit) == times
    for quantity, _, of in conditions.quantities():
        if words.startswith(quantity + " ") and (test := tested(words[len(quantity) + 1 :])):
            return lambda n, of=of, test=test: (value := of(n)) is not None and test(value)
    for at in (found.start() for found in re.finditer(" and ", words)):
        left, right = meaning(words[:at]), meaning(words[at + 5 :])
        if left and right:
            return lambda n, left=left, right=right: left(n) and right(n)
    return None


def tested(words: str) -> Callable[[int], bool] | None:
    numbers = integers(words)
    return {
        "is #": lambda v: v == numbers[0],
        "is # or more": lambda v: v >= numbers[0],
        "is # or less": lambda v: v <= numbers[0],
        "is prime": is_prime,
        "is a square": is_square,
        "leaves # when divided by #": lambda v: v % numbers[1] == numbers[0],
    }.get(re.sub(r"\d+", "#", words))


@says(r"these are the numbers n, in order, such that (?P<met>.*)")
def members_in_order(match: re.Match[str], whole: list[int]) -> bool | None:
    holds = meaning(match["met"])
    if holds is None or whole[-1] - whole[0] > MOST_TRIED:
        return None
    return [n for n in range(whole[0], whole[-1] + 1) if holds(n)] == whole


@says(rf"these are the primes that leave (?P<classes>{LIST}) when divided by (?P<m>\d+)")
def primes_that_leave(match: re.Match[str], whole: list[int]) -> bool:
    classes, m = integers(match["classes"]), int(match["m"])
    known = "…" not in match["classes"]
    inside = [p for p in range(whole[0], whole[-1] + 1) if is_prime(p) and p % m in classes]
    return all(map(is_prime, whole)) and (inside == whole or not known)


@says(rf"the integers that are not (?P<missing>{LIST}); of these: (?P<rest>.*)")
def complement(match: re.Match[str], whole: list[int]) -> bool | None:
    missing = sorted({*range(whole[0], whole[-1])}.difference(whole))
    before = [m for m in missing if m < whole[-2]]
    inside = holds_of(match["rest"], [*missing, whole[-1]])
    rest = None if inside is None else holds_of(match["rest"], missing) and not inside
    return all_hold(shows(match["missing"], before), rest, whole[-1] - whole[-2] <= 2)


@says(r"together, in order: (?P<both>.*)")
def together(match: re.Match[str], whole: list[int]) -> bool | None:
    for at in (found.start() for found in re.finditer(", and ", match["both"])):
        left, right = (LABELS.get(x) for x in (match["both"][:at], match["both"][at + 6 :]))
        if left and right:
            both = {*left, *right}
            return sorted(m for m in both if whole[0] <= m <= whole[-1]) == whole
    return None


# Formulas


@says(
    r"(?:each term is a linear mix of those before it: |a recurrence with small whole "
    r"coefficients fits, few terms check it: )?a\(n\) = (?P<step>.+?)(?:, n from (?P<first>\d+))?"
    r"(?:, from term (?P<term>\d+) on|, after the first (?P<after>\d+) terms)?"
)
def obeys(match: re.Match[str], whole: list[int]) -> bool | None:
    """The terms obey a formula, n counted from where it says, from some term on."""
    formula, first = match["step"], int(match["first"] or 0)
    where = where_is(formula)
    if not formula.endswith(where) or ("A0" in formula and ", where " not in formula):
        return False
    python = in_python(formula.removesuffix(where))
    if python is None or (match["first"] is None and re.search(r"\bn\b(?!-)", python)):
        return None
    lags = [int(lag) for lag in re.findall(r"a\(n-(\d+)\)", python)]
    lags.append("before" in python or "product" in python)
    begun = max([0, *lags, int(match["term"] or 1) - 1, int(match["after"] or 0)])
    return all(eval(python, at(whole, i, first)) == whole[i] for i in range(begun, len(whole)))


@says(r"modulo (?P<m>\d+), each term is (?P<how>.+)")
def modular(match: re.Match[str], whole: list[int]) -> bool | None:
    """The terms obey a linear recurrence but for multiples of a number."""
    mix = re.fullmatch(r"a linear mix of those before it: a\(n\) = (.+)", match["how"])
    python = in_python(mix[1]) if mix else "a(n-1) + a(n-2)"
    if python is None or (not mix and match["how"] != "the sum of the previous two"):
        return None
    begun = max(int(lag) for lag in re.findall(r"a\(n-(\d+)\)", python))
    used, m = range(begun, len(whole)), int(match["m"])
    return all(eval(python, at(whole, i, 0)) % m == whole[i] for i in used)


def at(whole: list[int], i: int, first: int) -> dict[str, object]:
    before = whole[:i]
    return scope(
        n=i + first, before=sum(before), product=prod(before), a=lambda n: whole[n - first]
    )


PAIRED: dict[str, Callable[[int, int], int]] = {
    "the sum of the previous two": lambda a, b: a + b,
    "the product of the previous two": lambda a, b: a * b,
    "twice the previous plus the one before": lambda a, b: a + 2 * b,
    "the previous plus twice the one before": lambda a, b: 2 * a + b,
    "the previous minus the one before": lambda a, b: b - a,
}


@says(
    r"each term is (?P<how>.+?)(?: (?P<sign>plus|minus) (?P<c>\d+))?"
    r"(?:, from term (?P<term>\d+) on|, after the first (?P<after>\d+) terms)?"
)
def from_before(match: re.Match[str], whole: list[int]) -> bool | None:
    """A term is an operation on one or two before it, or the sum of several, plus a constant."""
    how, plus = match["how"], int(match["c"] or 0) * (-1 if match["sign"] == "minus" else 1)
    counts = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
    of_sum = re.fullmatch(r"the sum of the previous (\w+)", how)
    start = max(int(match["term"] or 1) - 1, int(match["after"] or 0))
    if of_sum:
        k = counts.get(of_sum[1]) or int(of_sum[1])
        return all(
            whole[i] == sum(whole[i - k : i]) + plus for i in range(max(k, start), len(whole))
        )
    if how in PAIRED:
        made = PAIRED[how]
        used = range(max(2, start), len(whole))
        return all(whole[i] == made(whole[i - 2], whole[i - 1]) + plus for i in used)
    python = in_python(how)
    if python is None or not re.search(r"\bx\b", python):
        return None
    used = range(max(1, start), len(whole))
    return all(eval(python, scope(x=whole[i - 1])) + plus == whole[i] for i in used)


@says(r"a\((?P<place>\d?n(?:\+\d)?)\) = (?P<mix>.*), n counted from (?P<first>\d)")
def of_places(match: re.Match[str], whole: list[int]) -> bool | None:
    python, first = in_python(match["mix"]), int(match["first"])
    base, turn = (
        int(x or d)
        for x, d in zip(re.fullmatch(r"(\d?)n\+?(\d?)", match["place"]).groups(), "10", strict=True)
    )
    made = 0
    for place in range(first, first + len(whole)):

        def a(i: int, place: int = place) -> int:
            if first <= i < place:
                return whole[i - first]
            raise LookupError

        if place % base != turn % base:
            continue
        try:
            value = eval(python, scope(n=place // base, a=a))
        except LookupError:
            continue
        if value != whole[place - first]:
            return False
        made = place
    return made == first + len(whole) - 1


@says(r"a recurrence with polynomial coefficients: (?P<equation>.*) = 0, n from 0")
def holonomic(match: re.Match[str], whole: list[int]) -> bool | None:
    python = in_python(match["equation"])
    if python is None:
        return None
    reach = max(int(j or 0) for j in re.findall(r"a\(n(?:\+(\d+))?\)", python))
    return not any(
        eval(python, scope(n=i, a=lambda n: whole[n])) for i in range(len(whole) - reach)
    )


@says(r"the generating function A obeys (?P<what>[^:]*): (?P<equation>.*) = 0")
def series(match: re.Match[str], whole: list[int]) -> bool | None:
    return equation_of_series(match["equation"], whole, "exponential" in match["what"])


# Sequences inside the terms


@says(rf"the differences are (?P<steps>{LIST}): (?P<rest>.*)")
def differs(match: re.Match[str], whole: list[int]) -> bool | None:
    steps = differences(whole)
    return all_hold(shows(match["steps"], steps[:-1]), holds_of(match["rest"], steps))


@says(
    rf"each term is the previous (?P<how>times|divided by) (?P<shown>{LIST}?)"
    r"(?:, all over (?P<scale>\d+))?; of these: (?P<rest>.*)"
)
def quotients(match: re.Match[str], whole: list[int]) -> bool | None:
    pairs = [(b, a) if match["how"] == "times" else (a, b) for a, b in pairwise(whole)]
    factors = [Fraction(top * int(match["scale"] or 1), bottom) for top, bottom in pairs]
    return all_hold(shows(match["shown"], factors[:-1]), holds_of(match["rest"], factors))


@says(rf"(?P<c>[\d,]+) divided by (?P<shown>{LIST}); of these: (?P<rest>.*)")
def parted(match: re.Match[str], whole: list[int]) -> bool | None:
    parts = [Fraction(integers(match["c"])[0], t) for t in whole]
    return all_hold(shows(match["shown"], parts[:-1]), holds_of(match["rest"], parts))


@says(rf"the (?P<how>sums|products) of neighbors are (?P<shown>{LIST}): (?P<rest>.*)")
def of_neighbors(match: re.Match[str], whole: list[int]) -> bool | None:
    join = int.__add__ if match["how"] == "sums" else int.__mul__
    made = [join(a, b) for a, b in pairwise(whole)]
    return all_hold(shows(match["shown"], made[:-1]), holds_of(match["rest"], made))


@says(r"the signs go (?P<signs>[+− ]+); without them (?P<rest>.*)")
def without_signs(match: re.Match[str], whole: list[int]) -> bool | None:
    cycle = match["signs"].split()
    kept = all((t < 0) == (cycle[i % len(cycle)] == "−") for i, t in enumerate(whole) if t)
    return all_hold(kept, holds_of(match["rest"], [abs(t) for t in whole]))


@says(r"with their digits read backwards, (?P<rest>.*)")
def backwards(match: re.Match[str], whole: list[int]) -> bool | None:
    return holds_of(match["rest"], [reverse_digits(t) for t in whole])


@says(
    rf"each term is the previous with (?P<shown>{LIST}) written at its (?P<where>end|front)"
    r"(; of these: (?P<rest>.*))?"
)
def grown(match: re.Match[str], whole: list[int]) -> bool | None:
    at_end, pieces = match["where"] == "end", []
    for a, b in pairwise(map(str, whole)):
        if not (b.startswith(a) if at_end else b.endswith(a)) or a == b:
            return False
        pieces.append(int(b[len(a) :] if at_end else b[: -len(a)]))
    if match["rest"] is None:
        return {int(match["shown"])} == {*pieces}
    return all_hold(shows(match["shown"], pieces[:-1]), holds_of(match["rest"], pieces))


@says(
    rf"runs of (?P<values>{LIST}), of lengths (?P<lengths>{LIST}); "
    r"of the lengths: (?P<length>.*); of the values: (?P<value>.*)"
)
def runs(match: re.Match[str], whole: list[int]) -> bool | None:
    groups = [(value, len(list(run))) for value, run in groupby(whole[:-1])]
    values, lengths = ([*part] for part in zip(*groups, strict=True))
    new = whole[-1] != values[-1]
    shown = shows(match["values"], values) and shows(match["lengths"], lengths)
    # The length of a run that goes on is not known yet.
    told = lengths if new else lengths[:-1]
    of_lengths = [holds_of(match["length"], told[first:]) for first in (0, 1)]
    by_length = True if True in of_lengths else None if None in of_lengths else False
    return all_hold(shown, by_length, holds_of(match["value"], values + [whole[-1]] * new))


@says(
    r"(?P<ways>two|three|four) interleaved sequences; the next term belongs to "
    rf"(?P<part>{LIST}): (?P<rest>.*)"
)
def interleaves(match: re.Match[str], whole: list[int]) -> bool | None:
    ways = {"two": 2, "three": 3, "four": 4}[match["ways"]]
    part = whole[(len(whole) - 1) % ways :: ways]
    made = re.fullmatch(r"each of these is (.*)", match["rest"])
    if not made:
        return all_hold(shows(match["part"], part[:-1]), holds_of(match["rest"], part))
    names = {"both": "the two terms before it", "first": "the term before it"}
    names["second"] = "the one before that"
    of = next(p.of for p in PAIRINGS if p.words.format(**names) == made[1])
    places = range(len(whole) - 1, 1, -ways)
    return shows(match["part"], part[:-1]) and all(
        of(whole[i - 1], whole[i - 2]) == whole[i] for i in places
    )


ONE = r"[+−×÷](?:\d+(?:/\d+)?| \d[\d, …]*?)|stay|square root|square|reverse the digits"


@says(
    rf"the operations go round(?P<moving> with a moving number)?: "
    rf"(?P<ways>(?:{ONE})(?:, (?:{ONE}))*(?:, …)?)"
)
def goes_round(match: re.Match[str], whole: list[int]) -> bool:
    ways = re.findall(rf"({ONE})(?=, [+−×÷sr…]|$)", match["ways"])
    for i, (a, b) in enumerate(pairwise(whole)):
        if match["moving"] and i >= len(ways):
            break  # the others follow a rule that is not told
        way, turn = ways[i % len(ways)], i // len(ways)
        if " " in way and way[0] in "+−×÷":
            shown = integers(way[1:])
            if turn >= len(shown):
                continue
            way = f"{way[0]}{shown[turn]}"
        if applied(way, a) != b:
            return False
    return True


def applied(way: str, a: int) -> object:
    alone: dict[str, Callable[[int], object]] = {
        "stay": lambda a: a,
        "square": lambda a: a * a,
        "square root": lambda a: whole_root(a, 2),
        "reverse the digits": reverse_digits,
    }
    if way in alone:
        return alone[way](a)
    x = Fraction(way[1:])
    return {"+": a + x, "−": a - x, "×": a * x}.get(way[0]) if way[0] != "÷" else Fraction(a) / x


@says(r"if (?P<wrong>-?\d+) were (?P<right>-?\d+): (?P<rest>.*)")
def mended(match: re.Match[str], whole: list[int]) -> bool | None:
    wrong, right = integers(match["wrong"])[0], integers(match["right"])[0]
    places = [i for i, term in enumerate(whole[:-1]) if term == wrong]
    found = [holds_of(match["rest"], [*whole[:i], right, *whole[i + 1 :]]) for i in places]
    return True if True in found else None if None in found else False


# Transforms


@says(r"(?P<made>.*?) (?P<inner>-?\d[-\d, …]*); of that: (?P<rest>.*)")
def transformed(match: re.Match[str], whole: list[int]) -> bool | None:
    found = []
    for route in (*transforms.SIMPLE, *transforms.POWERS):
        if route.made == match["made"]:
            before, after = route.there(whole[:-1]), route.there(whole)
            if before and after and shows(match["inner"], before, 6):
                found.append(holds_of(match["rest"], after))
    return None if None in found else True in found


def known_side(words: str) -> Iterator[list[int]]:
    """The terms of a known sequence, or a transform of them, by its words."""
    if words in LABELS:
        yield LABELS[words]
    for route in ROUTES:
        if words.startswith(f"{route.noun} of "):
            for inner in known_side(words.removeprefix(f"{route.noun} of ")):
                for skipped in range(route.step):
                    padded = [*inner, 0] if route.step > 1 else inner
                    yield route.there(padded[: len(padded) - skipped]) or []


@says(r"(?P<here>.+?) (?:is|are) (?:(?P<times>[-\d/]+) times |(?P<minus>minus ))?(?P<there>.+)")
def agrees(match: re.Match[str], whole: list[int]) -> bool | None:
    """A transform of the terms is a transform of a known sequence, up to a factor."""
    factor = Fraction(match["times"] or (-1 if match["minus"] else 1))
    theirs = [[factor * t for t in side] for side in known_side(match["there"])]
    ours = [
        made
        for route in (ITSELF, *ROUTES)
        if (route.noun == match["here"] or (route is ITSELF and match["here"] == "the terms"))
        and (made := route.there(whole))
    ]
    if not theirs or not ours:
        return None
    return any(
        side[start : start + len(made) - left_out] == made[left_out:]
        for made, side in product(ours, theirs)
        for start in range(4)
        for left_out in range(4)
    )


# Tables


@says(r"the term depends on (?P<words>.*), n from (?P<first>\d)")
def decided(match: re.Match[str], whole: list[int]) -> bool | None:
    first = int(match["first"])
    parent = re.fullmatch(r"the one at ⌊n/(\d+)⌋ and on n modulo \d+", match["words"])
    keys: list[Hashable] = []
    for n in range(first, first + len(whole)):
        if parent:
            base = int(parent[1])
            inside = first <= n // base < n
            keys.append((whole[n // base - first], n % base) if inside else (None, n))
        else:
            of = {words: of for words, _, of in facts._facts()}[match["words"]]
            keys.append(of(n) if n > 0 else 0)
    table: dict[Hashable, int] = {}
    same = all(table.setdefault(key, t) == t for key, t in zip(keys, whole, strict=True))
    return same and keys[-1] in keys[:-1]


@says(
    r"an? (?P<kind>multiplicative|additive) function of n: "
    r"a\((?P<end>\d+)\) comes from a\((?P<x>\d+)\) and a\((?P<y>\d+)\)"
)
def multiplicative(match: re.Match[str], whole: list[int]) -> bool:
    end, x, y = (int(match[name]) for name in ("end", "x", "y"))
    start = end - len(whole) + 1
    join = int.__mul__ if match["kind"] == "multiplicative" else int.__add__
    for n in range(2, end + 1):
        factors = factorise(n) or {n: 1}
        power = min(factors) ** factors[min(factors)]
        if power < n and whole[n - start] != join(whole[power - start], whole[n // power - start]):
            return False
    return x * y == end


@says(r"read (?P<shape>as a triangle by rows|in rows of \d+, \d+, … terms), (?P<rest>.*)")
def triangle(match: re.Match[str], whole: list[int]) -> bool | None:
    first, second = integers(match["shape"]) or (1, 2)
    ends = [*accumulate(first + (second - first) * i for i in range(len(whole)))]
    rows = [whole[a:b] for a, b in pairwise([0, *ends]) if a < len(whole)]
    length = first + (second - first) * (len(rows) - 1)
    if match["rest"] == "every row is the same backwards":
        *full, last = rows
        padded = last + [None] * (length - len(last))
        return all(r == r[::-1] for r in full) and all(
            x == y for x, y in zip(padded, padded[::-1], strict=True) if None not in (x, y)
        )
    if cell := re.fullmatch(r"cell (\d)( from the end)? of each row: (.*)", match["rest"]):
        rows[-1] += [0] * (length - len(rows[-1])) if cell[2] else []
        place = -int(cell[1]) if cell[2] else int(cell[1]) - 1
        if cell[2]:
            rows[-1][place] = whole[-1]
        return holds_of(cell[3], [r[place] for r in rows if -len(r) <= place < len(r)])
    if linked := re.fullmatch(r"(?:T\(n,k\) = )?(.*?)(?: = 0)?, n and k from 0", match["rest"]):
        return cells(linked[1], "T(n,k) = " in match["rest"], rows)
    return None


def cells(equation: str, solved: bool, rows: list[list[int]]) -> bool | None:
    python = in_python(equation.replace("^", "^"))
    if python is None:
        return None
    near = re.findall(r"T\(n(?:-(\d))?,k(?:-(\d))?\)", python)
    up, back = (max(int(x or 0) for x in side) for side in zip(*near, strict=True))

    def entry(n: int, k: int) -> int:
        return rows[n][k] if k < len(rows[n]) else 0

    for n in range(up, len(rows)):
        for k in range(back, len(rows[n])):
            value = eval(python, scope(n=n, k=k, T=entry))
            if value != (rows[n][k] if solved else 0):
                return False
    return True


# Walks


@says(
    r"the numbers of walks of (?P<length>2n|n) steps from the origin within the first "
    r"(?:quadrant|octant)(?P<end>, ending on the vertical axis|, ending at the origin)?, "
    r"by (?P<steps>.*)"
)
def walks(match: re.Match[str], whole: list[int]) -> bool:
    steps = [tuple(integers(one)) for one in re.findall(r"\(([^)]*)\)", match["steps"])]
    ends, found = Counter({(0,) * len(steps[0]): 1}), []
    for _ in range(len(whole) * (2 if match["length"] == "2n" else 1)):
        held = {"": 0, ", ending on the vertical axis": 1, ", ending at the origin": 2}
        axes = held[match["end"] or ""]
        found.append(sum(ways for place, ways in ends.items() if not any(place[:axes])))
        moved: Counter[tuple[int, ...]] = Counter()
        for place, ways in ends.items():
            for one in steps:
                there = tuple(map(int.__add__, place, one))
                if min(there) >= 0:
                    moved[there] += ways
        ends = moved
    return found[:: 2 if match["length"] == "2n" else 1] == whole


# Automata and sets told by numbers


@says(
    r"(?P<form>.*?)the (?P<view>row of cells|number of ON cells|x-axis[\w -]*?|diagonal[\w ]*?)"
    r"(?P<row> as a binary number| in binary digits)? after n steps of the "
    r"(?P<sort>elementary|two-dimensional \(5 cells\)) cellular automaton 'Rule (?P<number>\d+)', "
    r"from one ON cell"
)
def automaton(match: re.Match[str], whole: list[int]) -> bool | None:
    """The cells as a set of places, grown one by one."""
    plane, number, on, seen = match["sort"] != "elementary", int(match["number"]), {(0, 0)}, []
    for stage in range(len(whole)):
        seen.append(seen_at(match["view"], on, stage, plane))
        side = range(-stage - 1, stage + 2)
        places = [(x, y) for x in side for y in (side if plane else (0,))]
        on = {place for place in places if number >> looked_at(place, on, plane) & 1}
    forms: dict[str, list[int]] = {
        "": seen,
        "the partial sums of ": [*accumulate(seen)],
        "the first differences of ": differences(seen),
        "2n + 1 less ": [2 * n + 1 - x for n, x in enumerate(seen)],
        "the partial sums of 2n + 1 less ": [
            *accumulate(2 * n + 1 - x for n, x in enumerate(seen))
        ],
    }
    made = forms[match["form"]]
    made = [int(f"{x:b}") for x in made] if match["row"] == " in binary digits" else made
    return made[: len(whole)] == whole[: len(made)]


def looked_at(place: tuple[int, int], on: set[tuple[int, int]], plane: bool) -> int:
    x, y = place
    if not plane:
        return sum(((x + by, 0) in on) << i for i, by in enumerate((1, 0, -1)))
    beside = sum(one in on for one in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
    return 2 * beside + (place in on)


def seen_at(view: str, on: set[tuple[int, int]], stage: int, plane: bool) -> int:
    if view == "number of ON cells":
        return len(on)
    line = [(i, i if "diagonal" in view else 0) for i in range(-stage, stage + 1)]
    line = line if "row" in view else line[stage:]
    digits = "".join(str(int(place in on)) for place in line)
    return int(digits[::-1] if "to the origin" in view else digits, 2)


@says(
    r"the (?P<kind>primes|pseudoprimes|strong pseudoprimes) "
    r"(?P<rest>(?:of the form .*y²|with the primitive root|p such that x\^|to base).*?)"
    r"(?P<left>, the first left out)?"
)
def told_by_numbers(match: re.Match[str], whole: list[int]) -> bool | None:
    if whole[-1] > 60_000:
        return None
    asked = (n for n in range(2, whole[-1] + 1) if is_prime(n) == (match["kind"] == "primes"))
    found = list(filter(_test(match["kind"], match["rest"], whole[-1]), asked))
    return found[bool(match["left"]) :] == whole


def _test(kind: str, words: str, last: int) -> Callable[[int], bool]:
    numbers = integers(re.sub(r"[a-z]²?|x\^", " ", words)) or [0]
    if form := re.fullmatch(r"of the form (.*?)(, x and y from 0)?", words):
        python = form[1].replace("−", "-").replace("·", "*").replace("xy", "x*y")
        python = re.sub(r"([xy])²", r"\1**2", python)
        side = range(0 if form[2] else -isqrt(2 * last) - 2, isqrt(2 * last) + 2)
        value = eval(f"lambda x, y: {python}")
        return {value(x, y) for x in side for y in side}.__contains__
    if "primitive root" in words:
        (g,) = numbers
        return lambda p: {pow(g, i, p) for i in range(p)} == {*range(1, p)}
    if "solution modulo p" in words:
        k, m = map(int, re.fullmatch(r".*x\^(\d+) = (-?\d+) .*", words).groups())
        return lambda p: any((pow(x, k, p) - m) % p == 0 for x in range(p)) == (" no " not in words)
    base = int(words.removeprefix("to base "))
    if kind == "pseudoprimes":
        return lambda n: pow(base, n - 1, n) == 1

    def strong(n: int) -> bool:
        """By the squares of the first odd power."""
        odd = (n - 1) // ((n - 1) & -(n - 1))
        powers = [pow(base, odd, n)]
        while odd < (n - 1) // 2:
            odd, powers = 2 * odd, [*powers, powers[-1] ** 2 % n]
        return n % 2 == 1 and (powers[0] == 1 or n - 1 in powers)

    return strong


# What came before


@says(
    r"(?:it|a step of (?P<step>[-+]\d+)) followed the last "
    r"(?:(?P<size>\d+) )?(?:term|step)s? before"
)
def followed(match: re.Match[str], whole: list[int]) -> bool:
    stream = whole if match["step"] is None else differences(whole)
    if match["step"] is not None and stream[-1] != integers(match["step"].lstrip("+"))[0]:
        return False
    size = int(match["size"] or 1) + 1
    return any(stream[i : i + size] == stream[-size:] for i in range(len(stream) - size))


@says(
    r"(?:it|a step of (?P<step>[-+]\d+)) (?:is the (?P<most>commonest) (?:term|step) so far"
    r"|came (?P<once>once) before|came (?P<times>\d+) times so far)"
)
def occurs(match: re.Match[str], whole: list[int]) -> bool:
    stream = whole[:-1] if match["step"] is None else differences(whole[:-1])
    symbol = whole[-1] if match["step"] is None else integers(match["step"])[0]
    if match["step"] is not None and whole[-1] - whole[-2] != symbol:
        return False
    times = stream.count(symbol)
    if match["most"]:
        return all(times > stream.count(other) for other in set(stream) - {symbol})
    return times == (1 if match["once"] else int(match["times"]))

"""Rules about decimal digits: each term is made of the digits of the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

from int2vec.arithmetic import digit_product, digit_sum, reverse_digits
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, digits_of, int_bits, nested, rule

MAX_DIGITS = 400


@dataclass(frozen=True, kw_only=True, slots=True)
class DigitRule:
    """How the digits of a term give the next; None where the rule does not apply."""

    words: str
    bits: float
    make: Callable[[int], int | None]


def _squares(n: int) -> int:
    return sum(int(d) ** 2 for d in str(n))


def _cubes(n: int) -> int:
    return sum(int(d) ** 3 for d in str(n))


def look_and_say(n: int) -> int | None:
    """What one reads aloud looking at n: 111221 for 'one 1, one 1, …' of 1121.

    >>> look_and_say(1211)
    111221
    """
    text = "".join(f"{len(list(run))}{digit}" for digit, run in groupby(str(n)))
    return int(text) if len(text) <= MAX_DIGITS else None


def _rotated(n: int) -> int:
    text = str(n)
    return int(text[1:] + text[0])


def _rotated_back(n: int) -> int:
    text = str(n)
    return int(text[-1] + text[:-1])


def _swapped_ends(n: int) -> int:
    text = str(n)
    return int(text[-1] + text[1:-1] + text[0]) if len(text) > 1 else n


def _kaprekar_step(n: int) -> int:
    rising = "".join(sorted(str(n)))
    return int(rising[::-1]) - int(rising)


def _rule(words: str, make: Callable[[int], int | None], bits: float = 4) -> DigitRule:
    return DigitRule(words=words, bits=bits, make=make)


MAKERS = (
    _rule("the previous plus its digit sum", lambda n: n + digit_sum(n)),
    _rule("the previous minus its digit sum", lambda n: n - digit_sum(n)),
    _rule("the previous plus its digits reversed", lambda n: n + reverse_digits(n)),
    _rule("the previous minus its digits reversed", lambda n: abs(n - reverse_digits(n)), 5),
    _rule("the previous with its digits reversed", reverse_digits),
    _rule("the previous plus the product of its digits", lambda n: n + digit_product(n)),
    _rule("the previous minus the product of its digits", lambda n: n - digit_product(n), 5),
    _rule("the product of the digits of the previous", digit_product),
    _rule("the digit sum of the previous", digit_sum),
    _rule("the previous times its digit sum", lambda n: n * digit_sum(n), 5),
    _rule("the sum of the squared digits of the previous", _squares),
    _rule("the sum of the cubed digits of the previous", _cubes, 5),
    _rule("the previous plus the sum of its squared digits", lambda n: n + _squares(n), 5),
    _rule("the previous minus the sum of its squared digits", lambda n: n - _squares(n), 6),
    _rule("the previous plus its last digit", lambda n: n + n % 10),
    _rule("the previous minus its last digit", lambda n: n - n % 10, 5),
    _rule("the previous plus its first digit", lambda n: n + int(str(n)[0])),
    _rule("the previous minus its first digit", lambda n: n - int(str(n)[0]), 5),
    _rule("the previous plus its largest digit", lambda n: n + int(max(str(n))), 5),
    _rule("the previous plus its number of digits", lambda n: n + len(str(n)), 5),
    _rule("what one reads aloud looking at the previous", look_and_say),
    _rule("the previous without its last digit", lambda n: n // 10),
    _rule("the previous without its first digit", lambda n: int(str(n)[1:] or "0")),
    _rule("the previous with its first digit moved to the end", _rotated),
    _rule("the previous with its last digit moved to the front", _rotated_back),
    _rule("the previous with its first and last digit swapped", _swapped_ends, 5),
    _rule("the digits of the previous falling minus those rising", _kaprekar_step, 5),
    _rule(
        "the previous with its digit sum written after it",
        lambda n: int(f"{n}{digit_sum(n)}"),
        5,
    ),
    _rule("the previous written twice", lambda n: int(f"{n}{n}"), 5),
    _rule("the previous plus its binary digits reversed", lambda n: n + int(f"{n:b}"[::-1], 2), 7),
)


@rule(group="digits", turn=25)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every digit rule that leads from each term to the next, alone or with a constant added."""
    n = len(terms)
    if n < 3 or min(terms) < 0 or max(t.bit_length() for t in terms) > 3 * MAX_DIGITS:
        return
    for maker in MAKERS:
        search.spend(3 + n // 4)
        shift: int | None = None
        for a, b in pairwise(terms):
            made = maker.make(a)
            if made is None or (shift is not None and b - made != shift):
                break
            shift = b - made
        else:
            value = maker.make(terms[-1])
            if value is None or shift is None or len(set(terms)) < 3:
                continue
            checked = n - 1 - (shift != 0)
            # One step proves nothing about digits: ask for two, or three with a constant.
            if checked < 2:
                continue
            extra = (
                "" if not shift else f" {'plus' if shift > 0 else 'minus'} {digits_of(abs(shift))}"
            )
            yield Fit(
                kind="digits",
                value=value + shift,
                bits=3 + maker.bits + int_bits(terms[0]) + (2 + int_bits(shift) if shift else 0),
                why=f"each term is {maker.words}{extra}",
                checked=checked,
            )
    yield from _grown(terms)


@rule(group="digits", turn=54)
def backwards(terms: Terms, search: Search) -> Iterator[Fit]:
    """Terms that follow a rule once their digits are read backwards: 61, 52, 63 for 16, 25, 36."""
    if len(terms) < 4 or min(terms) < 0 or max(terms) < 10 or max(terms) > 10**18:
        return
    turned = [reverse_digits(t) for t in terms]
    if turned == list(terms):
        return
    for fit in search.solve(turned, 0)[:1]:
        if fit.checked >= 2 and fit.value >= 0:
            yield nested(
                fit,
                kind="digits/" + fit.kind.split("/")[0],
                value=reverse_digits(fit.value),
                bits=9,
                why=f"with their digits read backwards, {fit.why}",
            )


def _grown(terms: Terms) -> Iterator[Fit]:
    """Terms that grow at one end by pieces that count on: 1, 12, 123; 4, 44, 444; 1, 21, 321."""
    texts = [str(t) for t in terms]
    if len(texts) < 3 or any(len(b) <= len(a) for a, b in pairwise(texts)):
        return
    for words, pieces in (
        ("end", [b[len(a) :] if b.startswith(a) else "" for a, b in pairwise(texts)]),
        ("front", [b[: len(b) - len(a)] if b.endswith(a) else "" for a, b in pairwise(texts)]),
    ):
        if not all(p and (p == "0" or p[0] != "0") for p in pieces):
            continue
        numbers = [int(p) for p in pieces]
        step = numbers[1] - numbers[0]
        if any(b - a != step for a, b in pairwise(numbers)):
            continue
        following = numbers[-1] + step
        if following < 0:
            continue
        joined = f"{texts[-1]}{following}" if words == "end" else f"{following}{texts[-1]}"
        yield Fit(
            kind="digits",
            value=int(joined),
            bits=6 + int_bits(terms[0]) + int_bits(numbers[0]) + int_bits(step),
            why=f"each term is the previous with {', '.join(pieces[:4])}, … written at its {words}",
            checked=len(terms) - 2,
        )

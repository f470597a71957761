"""Two, three or four sequences dealt out in turn."""

from __future__ import annotations

from collections.abc import Iterator

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import listing
from int2vec.arithmetic.operations import PAIRINGS
from int2vec.predict.complete.rules.fit import TOP, Fit, Search, Terms, rule

WORDS = {2: "two", 3: "three", 4: "four"}
MAX_DEPTH = 2
TRIED = 4  # fits of the part whose turn it is


@rule(group="interleaved", turn=53, depth=1)
def interleaved(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every part solved on its own; the part whose turn it is gives the next term."""
    n = len(terms)
    for ways in (2, 3, 4):
        if n < 2 * ways or n <= ways + 1:
            return
        if all(len(set(terms[place::ways])) == 1 for place in range(ways)):
            continue  # that is a period
        turn = n % ways
        options: list[list[Fit]] = []
        for place in range(ways):
            made = [*_made(terms, place, ways)] if search.depth == TOP else []
            options.append(made + _solved(terms[place::ways], search))
            if not options[-1]:
                break
        if not options[-1]:
            continue
        for own in options[turn][:TRIED]:
            chosen = [own if i == turn else _closest(o, own) for i, o in enumerate(options)]
            checked = sum(f.checked for f in chosen)
            if checked < 1:
                continue
            alike = sum(f.kind == own.kind for f in chosen if f is not own)
            bits = COST.interleaved + ways + sum(f.bits for f in chosen)
            yield Fit(
                kind="interleaved/" + own.kind.split("/")[0],
                value=own.value,
                bits=bits - COST.interleaved_same_kind * alike,
                why=f"{WORDS[ways]} interleaved sequences; the next term belongs to "
                f"{listing(terms[turn::ways])}: {own.why}",
                checked=checked,
            )


def _made(terms: Terms, place: int, ways: int) -> Iterator[Fit]:
    """A part whose every term comes from the two terms before it, of whatever part."""
    places = [i for i in range(place, len(terms), ways) if i >= 2]
    if len(places) < 2:
        return
    early = sum(int_bits(terms[i]) for i in range(place, min(2, len(terms)), ways))
    for pairing in PAIRINGS:
        value = pairing.of(terms[-1], terms[-2]) if "step" in pairing.bits else None
        if value is not None and all(
            pairing.of(terms[i - 1], terms[i - 2]) == terms[i] for i in places
        ):
            words = pairing.words.format(
                both="the two terms before it",
                first="the term before it",
                second="the one before that",
            )
            yield Fit(
                kind="made",
                value=value,
                bits=COST.interleaved_made + early,
                why=f"each of these is {words}",
                checked=len(places),
            )


def _closest(options: list[Fit], own: Fit) -> Fit:
    """The cheapest fit, where one of the same kind as the next term's part counts as cheaper."""
    return min(options, key=lambda f: f.bits - COST.interleaved_same_kind * (f.kind == own.kind))


def _solved(part: Terms, search: Search) -> list[Fit]:
    if len(part) > 1:
        return search.solve(part, min(search.depth, MAX_DEPTH) - 1)
    # One term says nothing; it is written down as it is.
    bits = COST.constant + int_bits(part[0])
    return [Fit(kind="constant", value=part[0], bits=bits, why="", checked=0)]

"""Two, three or four sequences dealt out in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from int2vec.predict.complete.rules.fit import TOP, Fit, Search, Terms, int_bits, listing, rule

PAIRS: tuple[tuple[str, Callable[[int, int], int | None]], ...] = (
    ("the sum of the two terms before it", lambda a, b: a + b),
    ("the product of the two terms before it", lambda a, b: a * b),
    ("the difference of the two terms before it", lambda a, b: b - a),
    ("the earlier of the two terms before it less the later", lambda a, b: a - b),
    ("the quotient of the two terms before it", lambda a, b: b // a if a and b % a == 0 else None),
    (
        "the mean of the two terms before it",
        lambda a, b: (a + b) // 2 if (a + b) % 2 == 0 else None,
    ),
)
WORDS = {2: "two", 3: "three", 4: "four"}
MAX_DEPTH = 2
SHARED_KIND = 1.5  # bits saved where the parts follow the same kind of rule


@rule(group="interleaved", turn=53, depth=1)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Every part solved on its own; the part whose turn it is gives the next term."""
    n = len(terms)
    for ways in (2, 3, 4):
        if n < 2 * ways or n <= ways + 1:
            return
        parts = [list(terms[i::ways]) for i in range(ways)]
        turn = n % ways
        options: list[list[Fit]] = []
        for place, part in enumerate(parts):
            made = [*_made(terms, place, ways)] if search.depth == TOP else []
            options.append(made + _options(part, search, min(search.depth, MAX_DEPTH)))
            if not options[-1]:
                break
        if not options[-1]:
            continue
        for own in options[turn][:4]:
            chosen = [own if i == turn else _closest(o, own) for i, o in enumerate(options)]
            checked = sum(f.checked for f in chosen)
            if checked < 1:
                continue
            shared = SHARED_KIND * sum(f.kind == own.kind for f in chosen if f is not own)
            yield Fit(
                kind="interleaved/" + own.kind.split("/")[0],
                value=own.value,
                bits=2 + ways + sum(f.bits for f in chosen) - shared,
                why=f"{WORDS[ways]} interleaved sequences; the next term belongs to "
                f"{listing(parts[turn])}: {own.why}",
                checked=checked,
            )


def _made(terms: Terms, place: int, ways: int) -> Iterator[Fit]:
    """A part whose every term comes from the two terms before it, of whatever part."""
    places = [i for i in range(place, len(terms), ways) if i >= 2]
    if len(places) < 2:
        return
    early = sum(int_bits(terms[i]) for i in range(place, min(2, len(terms)), ways))
    for words, make in PAIRS:
        if all(make(terms[i - 2], terms[i - 1]) == terms[i] for i in places):
            value = make(terms[-2], terms[-1])
            if value is not None:
                why = f"each of these is {words}"
                yield Fit(kind="made", value=value, bits=3 + early, why=why, checked=len(places))


def _closest(options: list[Fit], own: Fit) -> Fit:
    """The cheapest fit, where one of the same kind as the next term's part counts as cheaper."""
    return min(options, key=lambda f: f.bits - SHARED_KIND * (f.kind == own.kind))


def _options(part: list[int], search: Search, depth: int) -> list[Fit]:
    found = search.solve(part, depth - 1)
    if len(part) == 1:
        # One term says nothing; it is written down as it is.
        return [Fit(kind="constant", value=part[0], bits=1 + int_bits(part[0]), why="", checked=0)]
    return found

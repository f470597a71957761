"""What can be said of the next term where no rule is found: its parity, remainders and size."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil, floor, log10

from int2vec.predict.complete.base import Prediction

UNSURE = 0.1  # below this probability of the first answer no rule was found
MIN_TERMS = 6
MODULI = (2, 3, 5)
AGREEING = 3  # terms that a period must foretell
LIKELY = 0.7
WIDTH, FEW = 0.95, 4.0  # of the intervals, in that of what was so far; the fewer terms, the wider
COVERED = 0.9
LEVELS = 3  # the size, its growth, how that changes
LONG = 6  # digits from which sizes are rounded


def with_outlook(terms: Sequence[int], found: list[Prediction]) -> list[Prediction]:
    """The predictions; where they are mere guesses, the first says what else is likely."""
    if not found or found[0].probability is None or found[0].probability >= UNSURE:
        return found
    first, *others = found
    likely = [{"words": words, "probability": round(p, 3)} for words, p in outlook(terms)]
    return [replace(first, evidence={**first.evidence, "otherwise": likely}), *others]


def outlook(terms: Sequence[int]) -> Iterator[tuple[str, float]]:
    """What is likely of the next term, in words, and how likely.

    >>> [words for words, _ in outlook([3, 7, 11, 29, 41, 67, 131, 211, 307])]
    ['odd', 'between 384 and 678']
    """
    if len(terms) < MIN_TERMS:
        return
    for modulus in MODULI:
        remainder, probability = _remainder([term % modulus for term in terms])
        if probability >= LIKELY:
            said = f"{remainder} more than a multiple of {modulus}"
            said = f"divisible by {modulus}" if not remainder else said
            yield (("even", "odd")[remainder] if modulus == 2 else said), probability
    late = terms[len(terms) // 3 :]
    if min(late) > 0:
        low, high = _interval([log10(term) for term in late])
        low = max(low, log10(terms[-1])) if sorted(late) == list(late) else low
        yield f"between {_rounded(low, floor)} and {_rounded(high, ceil)}", COVERED


def _remainder(rests: list[int]) -> tuple[int, float]:
    """The remainder that a period among the last ones foretells, and how likely it is."""
    n = len(rests)
    for period in range(1, n // 2 + 1):
        pairs = zip(reversed(rests), reversed(rests[:-period]), strict=False)
        agree = next((i for i, (a, b) in enumerate(pairs) if a != b), n - period)
        if (told := agree - period) >= AGREEING:
            # A period that holds from the first term on is surer.
            for_it, against = (told + 5, 0.3) if agree == n - period else (told + 1, 1.5)
            return rests[-period], for_it / (for_it + against)
    return 0, 0.0


def _interval(sizes: list[float]) -> tuple[float, float]:
    """Where the next is: by the steadiest of the sizes, their differences, and those of these."""
    found, base, rising = [], 0.0, sorted(sizes) == sizes
    for level in range(LEVELS + 1):
        if len(sizes) < 3:
            break
        low, high = min(sizes), max(sizes)
        half = (high - low) / 2 * (WIDTH + FEW / len(sizes))
        if level or not rising:
            found.append((half, base + (low + high) / 2))
        base += sizes[-1]
        sizes = [b - a for a, b in pairwise(sizes)]
    half, middle = min(found)
    return middle - half, middle + half


def _rounded(size: float, rounded: Callable[[float], int]) -> str:
    """A number of so many digits, rounded to three of them where it is long."""
    if size < LONG:
        return f"{rounded(round(10**size, 6)):,}"
    digits = floor(size)
    return f"{rounded(10 ** (size - digits) * 100) / 100:.2f}·10^{digits}"

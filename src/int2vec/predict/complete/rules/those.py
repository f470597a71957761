"""The numbers that pass a test, and whether terms are the first of them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

FAR = 20_000  # where members are looked for
NEAR, GAP = 10_000, 20_000  # where all of them are, and the most between two beyond that
FARTHEST = 1_000_000  # where terms may lie that are members


class Those(Iterator[int]):
    """The numbers that pass a test, as far as one looks."""

    def __init__(self, test: Callable[[int], bool], first: int = 1, last: int | None = None):
        self._test, self._asked, self._last = test, first, last or FAR

    def holds(self, n: int) -> bool:
        """Whether a number passes; it does not where the test cannot be made."""
        with suppress(LookupError, ZeroDivisionError):
            return self._test(n)
        return False

    def __next__(self) -> int:
        return next(self._passing(self._last))

    def _passing(self, last: int) -> Iterator[int]:
        while self._asked < last:
            self._asked += 1
            if self.holds(self._asked - 1):
                yield self._asked - 1

    def after(self, terms: Sequence[int]) -> int | None:
        """The next number behind these if they are the first ones; none if they are not.

        Above some thousand only the terms themselves are asked, and what comes behind them.

        >>> Those(lambda n: n % 7 == 3).after([3, 10, 17]), Those(lambda n: n < 9).after([3])
        (24, None)
        """
        if terms[-1] > FARTHEST or sorted({*terms}) != [*terms]:
            return None
        near = [t for t in terms if t <= NEAR]
        if any(next(self._passing(t + 1), None) != t for t in near):
            return None
        far = terms[len(near) :]
        if far and (any(self._passing(NEAR + 1)) or not all(map(self.holds, far))):
            return None
        return next(filter(self.holds, range(terms[-1] + 1, terms[-1] + GAP)), None)

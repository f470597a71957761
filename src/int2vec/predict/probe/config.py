"""What is probed, on which integers, and how."""

from __future__ import annotations

from dataclasses import dataclass

from int2vec.errors import InputError

SPLITS = ("paper", "random", "frequency")


@dataclass(frozen=True, kw_only=True)
class ProbeConfig:
    """The settings of a probe; the defaults are the paper's.

    split      "paper" trains on the lower half of first..last and tests on the upper half,
               "random" on two random halves, "frequency" on random halves of pairs: each integer
               with the property and one without it that is as frequent
    seeds      how many times a random split, control labels or a code are drawn
    C          the inverse strength of the penalty on raw vectors; 1 is scikit-learn's default
    strengths  what "tuned" chooses from, for raw and for standardised vectors
    controls   how many sets of random labels to fit (Hewitt & Liang 2019); 0 leaves them out
    code       whether to measure the description length (Voita & Titov 2020)
    resamples  how many bootstrap samples an interval is drawn from; 0 leaves those intervals out
    """

    first: int = 1
    last: int = 2000
    split: str = "paper"
    seed: int = 0
    seeds: int = 1
    C: float = 1.0
    tune: bool = True
    strengths: tuple[float, ...] = (1e-3, 1e-2, 1e-1, 1.0, 10.0, 100.0, 1e3)
    folds: int = 5
    controls: int = 0
    code: bool = False
    resamples: int = 0

    def __post_init__(self) -> None:
        if self.split not in SPLITS:
            raise InputError(f"split is {self.split!r}; give one of {', '.join(SPLITS)}")
        if not 0 <= self.first <= self.last - 19:
            raise InputError(f"the integers {self.first}–{self.last} were asked for; "
                             "give a first of 0 or more and at least 20 integers")  # fmt: skip
        if self.last - self.first >= 200_000:
            raise InputError(f"the integers {self.first}–{self.last} were asked for; "
                             "a probe takes at most 200,000")  # fmt: skip
        if not 1 <= self.seeds <= 1000 or self.seed < 0:
            raise InputError(f"{self.seeds} seeds from {self.seed} were asked for; "
                             "give 1 to 1000 seeds from 0 or more")  # fmt: skip
        if not self.C > 0 or not self.strengths or not min(self.strengths) > 0:
            raise InputError("a strength C must be above 0; give positive numbers")
        if self.folds < 2 or self.controls < 0 or self.resamples < 0:
            raise InputError("folds must be 2 or more, controls and resamples 0 or more")

    @property
    def integers(self) -> range:
        """The integers asked for."""
        return range(self.first, self.last + 1)

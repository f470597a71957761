"""What is probed, on which integers, and which of them it is fitted and tested on."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from int2vec.embed.config import Config, setting
from int2vec.errors import InputError

Rows = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

SPLITS = ("paper", "random", "frequency")
STRENGTHS = (1e-3, 1e-2, 1e-1, 1.0, 10.0, 100.0, 1e3)
"""The inverse penalties that "tuned" chooses from, for raw and for standardised vectors."""
_CALIPER = 0.1


class ProbeSplit(NamedTuple):
    """Rows of the probed integers: those to fit on, and those to test on."""

    train: Rows
    test: Rows


@dataclass(frozen=True, kw_only=True)
class ProbeConfig(Config):
    """The settings of a probe; the defaults are the paper's.

    split      "paper" trains on the lower half of first..last and tests on the upper half,
               "random" on two random halves, "frequency" on random halves of pairs: each integer
               with the property and one without it that is as frequent
    seeds      how many times a random split, control labels or a code are drawn
    C          the inverse strength of the penalty on raw vectors; 1 is scikit-learn's default
    controls   how many sets of random labels to fit (Hewitt & Liang 2019); 0 leaves them out
    code       whether to measure the description length (Voita & Titov 2020)
    resamples  how many bootstrap samples an interval is drawn from; 0 leaves those intervals out
    """

    first: int = setting(1, least=0)
    last: int = setting(2000, least=0)
    split: str = setting("paper", choices=SPLITS)
    seed: int = setting(0, least=0)
    seeds: int = setting(1, least=1, most=1_000)
    C: float = setting(1.0, least=1e-12)
    tune: bool = setting(True)
    folds: int = setting(5, least=2, most=1_000)
    controls: int = setting(0, least=0, most=100_000)
    code: bool = setting(False)
    resamples: int = setting(0, least=0, most=100_000)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 20 <= self.last + 1 - self.first <= 200_000:
            problem = f"the integers {self.first}–{self.last} were asked for"
            raise InputError(f"{problem}; a probe takes at least 20 integers and at most 200,000")

    @property
    def integers(self) -> range:
        """The integers asked for."""
        return range(self.first, self.last + 1)

    def tuning_folds(self, n: int, seed: int) -> list[ProbeSplit]:
        """The folds by which the strength of the penalty is chosen.

        The paper's split asks for larger integers than any seen, and so do these of its training
        part: half to the next quarter, three quarters to the last.
        """
        half, most = n // 2, 3 * n // 4
        ahead = [halves(half, most), halves(most, n)]
        return ahead if self.split == "paper" else self.random_folds(n, seed)

    def random_folds(self, n: int, seed: int) -> list[ProbeSplit]:
        """The folds of an ordinary cross-validation."""
        parts = np.array_split(np.random.default_rng([3, seed]).permutation(n), self.folds)
        return [ProbeSplit(np.setdiff1d(np.arange(n), part), np.sort(part)) for part in parts]


def halves(n_first: int, n: int) -> ProbeSplit:
    """The first rows to train on, the others to test on: the paper's split."""
    return ProbeSplit(np.arange(n_first), np.arange(n_first, n))


def random_halves(n: int, seed: int) -> ProbeSplit:
    """Two random halves."""
    order = np.random.default_rng([1, seed]).permutation(n)
    return ProbeSplit(np.sort(order[: n // 2]), np.sort(order[n // 2 :]))


def matched_halves(labels: Bools, frequency: Floats, seed: int) -> ProbeSplit:
    """Random halves of pairs, one integer with the property and one as frequent without it.

    The rarer class is gone through in random order; each member takes the nearest free partner
    by frequency, if one is within a tenth of a standard deviation. Rows without a partner are
    left out, so either class makes up half of each part and frequency alone tells nothing.
    """
    rng = np.random.default_rng([2, seed])
    few, many = np.flatnonzero(labels), np.flatnonzero(~labels)
    if len(few) > len(many):
        few, many = many, few
    many = many[np.argsort(frequency[many], kind="stable")]
    level = frequency[many]
    free, pairs = np.ones(len(many), dtype=bool), []
    for row in rng.permutation(few):
        gap = np.where(free, np.abs(level - frequency[row]), np.inf)
        partner = gap.argmin()
        if gap[partner] <= _CALIPER * frequency.std():
            free[partner] = False
            pairs.append((row, many[partner]))
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2)[rng.permutation(len(pairs))]
    half = len(table) // 2
    return ProbeSplit(np.sort(table[:half].ravel()), np.sort(table[half:].ravel()))


def make_split(
    labels: Bools,
    integers: list[int],
    frequency: Floats,
    config: ProbeConfig,
    seed: int,
    what: str = "the probe",
) -> ProbeSplit:
    """The split that the config asks for, of integers in rising order.

    InputError where there is nothing to fit on, nothing to test on, or one class alone.
    """
    if config.split == "random":
        split = random_halves(len(labels), seed)
    elif config.split == "frequency":
        split = matched_halves(labels, frequency, seed)
    else:
        middle = config.first + len(config.integers) // 2
        split = halves(int(np.searchsorted(integers, middle)), len(labels))
    n_train, yes = len(split.train), int(labels[split.train].sum())
    if not n_train or not len(split.test):
        problem = f"{what}: {n_train} integers to fit on and {len(split.test)} to test on"
        raise InputError(f"{problem}; give a wider range or another model")
    if yes in (0, n_train):
        problem = f"{what}: {yes} of the {n_train} integers to fit on have the property"
        way = "give a wider range or split='random'"
        raise InputError(f"{problem}, and a probe needs both kinds; {way}")
    return split

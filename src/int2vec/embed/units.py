"""Skip-gram with negative sampling, in which an integer is the mean of its units plus its word.

The word is a vector of the integer's own, if it is in the vocabulary; it is left out at random in
a part of the steps, so that the units learn to stand alone. Units are residues, divisors and size
(`int2vec.units`) and n-grams of digits, as FastText has them. Integers too rare for a word take
part by their units. `units_gpu` and `units_cpu` learn the same vectors.
"""

from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.split import Split, Vocabulary
from int2vec.corpus.store import Corpus
from int2vec.embed.config import LARGEST_SEED, Config, setting, training_manifest
from int2vec.embeddings import Embeddings
from int2vec.errors import CorpusError, InputError
from int2vec.progress import progress
from int2vec.units import LARGEST_MODULUS, UnitKinds, Units, hashed_ngrams

Floats = NDArray[np.float32]
_AT_ONCE = 20_000  # integers whose units are found at once
# The small moduli, prime powers and primes up to 101.
MODULI = "2-13 16 17 19 23 25 27 29 31 32 37 41 43 47 53 59 61 67 71 73 79 83 89 97 101"


@dataclass(frozen=True, kw_only=True)
class UnitsConfig(Config):
    """The settings of the model that ships; its card says what they were chosen by.

    moduli, largest_divisor, size_steps, leading   the units of `UnitKinds`
    min_n, max_n, buckets   n-grams of digits; none where max_n is 0
    workers                 0 for one a core; 1 gives the same bytes for the same seed
    batch, shared_negatives the GPU's; on the CPU a window shares its negatives
    """

    dim: int = setting(200, least=1, most=4_096)
    window: int = setting(5, least=1, most=100)
    negative: int = setting(5, least=1, most=1_000)
    min_count: int = setting(3, least=1, most=10**6)
    epochs: int = setting(40, least=1, most=10_000)
    sample: float = setting(1e-4, least=1e-9, most=1.0)
    words: bool = setting(True)
    word_dropout: float = setting(0.3, least=0.0, most=1.0)
    word_weight: float = setting(0.1, least=1e-3, most=10.0)
    moduli: str = setting(MODULI)
    largest_divisor: int = setting(997, least=0, most=10_000)
    size_steps: int = setting(8, least=0, most=64)
    leading: bool = setting(True)
    min_n: int = setting(3, least=1, most=30)
    max_n: int = setting(0, least=0, most=30)
    buckets: int = setting(500_000, least=1, most=10**7)
    workers: int = setting(0, least=0, most=1_000)
    batch: int = setting(16_384, least=1, most=2**20)
    shared_negatives: int = setting(2_048, least=1, most=2**16)
    learning_rate: float = setting(5e-3, least=1e-8, most=1.0)
    seed: int = setting(0, least=0, most=LARGEST_SEED)

    def __post_init__(self) -> None:
        super().__post_init__()
        if 0 < self.max_n < self.min_n:
            raise InputError(f"min_n is {self.min_n} and max_n {self.max_n}; give a larger max_n")
        if not (self.kinds.n or self.words or self.max_n):
            raise InputError("there are no words and no units; give some moduli, or words")

    @property
    def kinds(self) -> UnitKinds:
        """Which units an integer has."""
        same = ("largest_divisor", "size_steps", "leading", "min_n", "max_n")
        settings: dict[str, Any] = {name: getattr(self, name) for name in same}
        return UnitKinds(moduli=read_moduli(self.moduli), n_buckets=self.buckets, **settings)


def read_moduli(text: str) -> tuple[int, ...]:
    """The moduli in a line such as '2-13 16 17'."""
    found: list[int] = []
    for word in text.replace(",", " ").split():
        first, _, last = word.partition("-")
        ends = [int(end) for end in (first, last or first) if end.isdecimal() and len(end) < 5]
        if len(ends) < 2 or not 2 <= ends[0] <= ends[1] <= LARGEST_MODULUS:
            allowed = f"from 2 to {LARGEST_MODULUS:,}"
            raise InputError(f"'{word}' is no modulus {allowed}; give some such as '2-13 16 17'")
        found += range(ends[0], ends[1] + 1)
    if len(set(found)) != len(found):
        raise InputError(f"the moduli are '{text}'; give each once")
    return tuple(found)


# FastText is the same with n-grams as the only units. Without them a rare integer must be met more
# often; those settings were chosen by probes of 2001 to 7000, which the published tables leave out.
FASTTEXT = UnitsConfig(
    dim=100, epochs=6, moduli="", largest_divisor=0, size_steps=0, leading=False, max_n=6
)
FASTTEXT_WORDS = replace(FASTTEXT, max_n=0, epochs=15, sample=1e-3, learning_rate=8e-3)


@dataclass(frozen=True, eq=False, kw_only=True)
class Material:
    """The training part as tokens, and the rows of one table that each integer is the mean of.

    Tokens are those of the vocabulary, the words, then of other integers that have units. The
    table has a row for each word, then for each unit, then for each bucket of n-grams in use.
    """

    corpus: Corpus
    sequences: NDArray[np.int32]  # rising
    vocabulary: Vocabulary
    token_of_row: NDArray[np.int32]  # of each row of the corpus; negative where it takes no part
    starts: NDArray[np.int64]  # (integers + 1,) where the parts of each begin
    parts: NDArray[np.int32]
    buckets: NDArray[np.uint32]  # rising
    config: UnitsConfig

    @property
    def keep(self) -> NDArray[np.float64]:
        """How likely a word takes part: one commoner than `sample` is passed over now and then."""
        share = self.vocabulary.counts / self.vocabulary.counts.sum()
        sample = self.config.sample  # the rule is word2vec's
        return np.asarray(np.minimum((np.sqrt(share / sample) + 1) * sample / share, 1))

    @property
    def n_rows(self) -> int:
        """The rows of the table."""
        return len(self.vocabulary) + self.config.kinds.n + len(self.buckets)


def prepare(corpus: Corpus, split: Split, config: UnitsConfig) -> Material:
    """What there is to train on."""
    vocabulary = Vocabulary.build(corpus, split.train, config.min_count)
    if len(vocabulary) < 2:
        problem = f"'{corpus.name}' shows {len(vocabulary)} integer {config.min_count} times"
        raise CorpusError(f"{problem}; lower min_count or give a larger corpus")
    token_of_row, integers = vocabulary.token_of_row.copy(), list(vocabulary.integers)
    kinds = config.kinds
    if kinds.n:
        others = np.flatnonzero((corpus.counts_in(split.train) > 0) & (token_of_row < 0))
        token_of_row[others] = len(vocabulary) + np.arange(len(others))
        integers += corpus.integers_of(others)
    owners, found = [], []
    for first in range(0, len(integers), _AT_ONCE):
        owner, unit = kinds.parts(integers[first : first + _AT_ONCE])
        owners.append(first + owner)
        found.append(unit.astype(np.int32))
    buckets = np.empty(0, np.uint32)
    if config.max_n:
        owner, hashes = hashed_ngrams(integers, config.min_n, config.max_n)
        buckets, place = np.unique(hashes % np.uint32(config.buckets), return_inverse=True)
        owners.append(owner)
        found.append((kinds.n + place).astype(np.int32))
    owner = np.concatenate(owners)
    return Material(
        corpus=corpus,
        sequences=np.sort(split.train),
        vocabulary=vocabulary,
        token_of_row=token_of_row,
        starts=np.cumsum(np.bincount(owner + 1, minlength=len(integers) + 1)),
        parts=len(vocabulary) + np.concatenate(found)[np.argsort(owner, kind="stable")],
        buckets=buckets,
        config=config,
    )


def train_units(
    corpus: Corpus,
    split: Split,
    config: UnitsConfig,
    *,
    method: str = "units",
    device: str = "auto",
    checkpoint: Path | None = None,  # where the CPU keeps each epoch, and a later run may resume
    resume: bool = False,
) -> Embeddings:
    """Vectors of the training part's integers, and of every other one by its units."""
    progress(0.0, "finding the units of every integer")
    material = prepare(corpus, split, config)
    if device == "auto" and find_spec("torch"):
        from torch import cuda  # slow to import

        device = "cuda" if cuda.is_available() else "cpu"
    if device in ("auto", "cpu"):
        from int2vec.embed import units_cpu  # each brings a library of its own

        table = units_cpu.learn(material, checkpoint=checkpoint, resume=resume)
    else:
        from int2vec.embed import units_gpu

        if resume:
            raise InputError("runs that resume are the CPU's; give --device cpu")
        table = units_gpu.learn(material, device=device)
    manifest = training_manifest(method, corpus, split, config, material.vocabulary)
    return put_together(table, material, manifest).renamed(method)


def put_together(table: Floats, material: Material, manifest: dict[str, object]) -> Embeddings:
    """The embeddings of integers that have a word, with their units for all others."""
    config, integers = material.config, material.vocabulary.integers
    words, vectors = np.split(table, [len(integers)])
    if not (config.kinds.n or config.max_n):
        return Embeddings(integers, words, name="units", manifest=manifest)
    units = Units(kinds=config.kinds, matrix=vectors, buckets=material.buckets)
    matrix = units.vectors(integers) + config.word_weight * words
    return Embeddings(integers, matrix, name="units", subwords=units, manifest=manifest)


def check_loss(loss: float, epoch: int, config: UnitsConfig) -> None:
    """Report the loss of an epoch, from 0; InputError where there is none."""
    if not np.isfinite(loss):
        raise InputError(f"the loss is {loss} in epoch {epoch + 1}; lower learning_rate")
    progress((epoch + 1) / config.epochs, f"epoch {epoch + 1}, loss {loss:.3f}")

"""Settings of the trainers, checked when they are made, and what a trained model keeps of them."""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from int2vec.corpus.split import Split, Vocabulary
from int2vec.corpus.store import Corpus
from int2vec.errors import InputError
from int2vec.files import read_plain, reading

_LONGEST = 1 << 20  # bytes of a file of settings

Value = TypeVar("Value", bound=bool | int | float | str)
AnyConfig = TypeVar("AnyConfig", bound="Config")

LARGEST_SEED = 2**31 - 2
_WORDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a word"}


def setting(
    default: Value,
    *,
    least: float = -math.inf,
    most: float = math.inf,
    choices: tuple[str, ...] = (),
) -> Value:
    """A field of a config with the values that it takes: from `least` to `most`, or `choices`."""
    return field(default=default, metadata={"least": least, "most": most, "choices": choices})


@dataclass(frozen=True, kw_only=True)
class Config:
    """Settings that are checked when they are made; every field is a `setting`."""

    def __post_init__(self) -> None:
        for each in fields(self):
            value, kind, about = getattr(self, each.name), type(each.default), each.metadata
            fits, takes = isinstance(value, kind), _WORDS[kind]
            if about["choices"]:
                fits, takes = value in about["choices"], f"one of {', '.join(about['choices'])}"
            elif kind in (int, float):
                takes += f" from {about['least']:,} to {about['most']:,}"
                fits = type(value) in (int, kind) and about["least"] <= value <= about["most"]
            if not fits:
                raise InputError(f"{each.name} is {value!r}; give {takes}")
            if kind is float:  # a whole number is a number too
                object.__setattr__(self, each.name, float(value))

    as_dict = asdict  # the settings as plain JSON values


def source_of(corpus: Corpus, split: Split, vocabulary: Vocabulary) -> dict[str, Any]:
    """What is trained on, as manifests say it."""
    source = {"corpus": corpus.name, "corpus_hash": corpus.hash, "split": split.kind}
    return {**source, "split_seed": split.seed, "min_count": vocabulary.min_count}


def training_manifest(
    method: str, corpus: Corpus, split: Split, config: Config, vocabulary: Vocabulary
) -> dict[str, Any]:
    """The method, settings, corpus and split that make a model reproducible."""
    lengths = corpus.offsets[split.train + 1] - corpus.offsets[split.train]
    return {
        "method": method,
        "config": config.as_dict(),
        **source_of(corpus, split, vocabulary),
        "n_training_sequences": len(split.train),
        "n_training_terms": int(lengths.sum()),
    }


def fill(config: AnyConfig, settings: Mapping[str, Any]) -> AnyConfig:
    """`config` with these settings changed; an unknown one fails and lists the valid ones."""
    names = [each.name for each in fields(config)]
    for name in settings:
        if name not in names:
            raise InputError(f"there is no setting '{name}'; the settings are {', '.join(names)}")
    return replace(config, **settings)


def read_toml(path: Path) -> dict[str, Any]:
    """The table in a TOML file."""
    missing = "is not there; give a TOML file of settings"
    with reading(path, InputError, "is not readable as TOML ({}); mend it", missing):
        return tomllib.loads(read_plain(path, _LONGEST))

"""Settings that are no settings are refused when a config is made, by all trainers alike."""

from __future__ import annotations

import math
from dataclasses import fields
from pathlib import Path

import pytest

from int2vec.embed.config import Config, fill, read_toml
from int2vec.embed.lsa import LsaConfig
from int2vec.embed.lstm.model import PRESETS
from int2vec.embed.units import FASTTEXT, FASTTEXT_WORDS
from int2vec.errors import InputError

_CONFIGS = {"lsa": LsaConfig(), "subwords": FASTTEXT, "words": FASTTEXT_WORDS, **PRESETS}


@pytest.mark.parametrize("config", _CONFIGS.values(), ids=_CONFIGS)
def test_every_setting_refuses_what_is_no_value_of_it(config: Config) -> None:
    for each in fields(config):
        wrong: list[object] = [None, [1], math.nan, math.inf, -math.inf]
        wrong += ["no such value"] * (each.name != "moduli")  # whose own words say what is wrong
        if not isinstance(each.default, bool):
            wrong += [True, -1, 10**30]
        for value in wrong:
            with pytest.raises(InputError, match=rf"{each.name} is .*; give "):
                fill(config, {each.name: value})


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"learning_rate": math.nan}, "learning_rate is nan; give a number from 1e-08 to 1"),
        ({"workers": -1}, "workers is -1; give a whole number from 0 to 1,000"),
        ({"negative": -1}, "negative is -1; give a whole number from 1 to 1,000"),
        ({"negative": 0}, "negative is 0"),
        ({"min_n": 5, "max_n": 4}, "min_n is 5 and max_n 4; give a larger max_n"),
        ({"buckets": 10**8}, "buckets is 100000000; give a whole number from 1 to 10,000,000"),
        ({"speed": 9}, "no setting 'speed'; the settings are dim, window, negative"),
    ],
)
def test_a_fault_is_one_sentence(settings: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        fill(FASTTEXT, settings)


def test_a_whole_number_is_a_number() -> None:
    assert repr(fill(FASTTEXT, {"learning_rate": 1}).learning_rate) == "1.0"


@pytest.mark.parametrize("text", ["dim = ", "dim = 1\ndim = 2", "a = " + "[" * 100_000, "\x00"])
def test_a_file_that_is_no_toml_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(InputError, match="not readable as TOML"):
        read_toml(tmp_path / "a.toml")
    with pytest.raises(InputError, match=r"missing\.toml is not there; give a TOML file"):
        read_toml(tmp_path / "missing.toml")

from __future__ import annotations

import pytest

from int2vec.embed.config import fill
from int2vec.embed.lstm import PRESETS, LstmConfig, preset
from int2vec.errors import InputError


def test_the_paper_preset_holds_the_settings_of_the_paper() -> None:
    paper = preset("paper")
    assert (paper.layers, paper.hidden, paper.dim, paper.epochs) == (2, 200, 200, 40)
    assert (paper.batch, paper.bptt, paper.lr, paper.clip, paper.dropout) == (20, 35, 20, 0.25, 0.2)
    assert (paper.optimizer, paper.schedule, paper.softmax) == ("sgd", "plateau", "full")


def test_the_presets_keep_the_size_of_the_paper_where_they_do_not_say_small() -> None:
    assert (PRESETS["fast"].layers, PRESETS["fast"].hidden, PRESETS["fast"].epochs) == (2, 200, 40)


def test_an_unknown_setting_is_refused_and_the_valid_ones_are_listed() -> None:
    with pytest.raises(InputError, match=r"no setting 'learning_rate'; the settings are .*\blr\b"):
        fill(LstmConfig(), {"learning_rate": 1})


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"lr": "fast"}, "lr is 'fast'; give a number from 1e-12 to 1,000,000"),
        ({"batch": 2.5}, "batch is 2.5; give a whole number"),
        ({"batch": True}, "batch is True; give a whole number"),
        ({"batch": 0}, "batch is 0; give a whole number from 1 to 100,000"),
        ({"dropout": 1}, r"dropout is 1; give a number from 0 to 0.99"),
        ({"softmax": "hierarchical"}, "give one of full, fused, adaptive"),
        ({"tie_weights": True, "dim": 100}, "dim equal to hidden"),
        ({"shuffle": "maybe"}, "true or false"),
        ({"lr": float("nan")}, "lr is nan; give a number"),
        ({"clip": float("inf")}, "clip is inf; give a number"),
        ({"epochs": 10**9}, "epochs is 1000000000; give a whole number from 1 to 100,000"),
    ],
)
def test_a_wrong_value_is_refused_in_one_sentence(settings: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        fill(LstmConfig(), settings)


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(InputError, match="paper, fast, small"):
        preset("huge")

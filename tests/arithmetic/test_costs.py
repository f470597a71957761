"""Prices: every one that is asked for is listed, and every one listed is asked for."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from int2vec.arithmetic import costs

GRADES = {"everyone", "school", "puzzle", "idea", "pick"}  # for rules that are still to come


def test_prices_are_listed_and_used() -> None:
    source = Path(costs.__file__).parents[1]
    texts = [path.read_text(encoding="utf-8") for path in source.rglob("*.py")]
    asked = {name for text in texts for name in re.findall(r"\bCOST\.(\w+)", text)}
    assert asked | GRADES == set(vars(costs.COST)) | GRADES
    assert set(vars(costs.COST)) >= GRADES


def test_a_name_has_one_price() -> None:
    prices = tomllib.loads(Path(costs.__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    names = [name for section in prices.values() for name in section]
    assert len(names) == len({*names}) == len(vars(costs.COST))


def test_a_price_that_is_missing_says_where_it_belongs() -> None:
    with pytest.raises(AttributeError, match=r"a line in costs\.toml"):
        _ = costs.COST.astrology


@pytest.mark.parametrize("bits", [costs.int_bits, costs.number_bits])
def test_a_number_costs_more_below_0_and_further_out(bits: Callable[[int], float]) -> None:
    assert bits(0) <= bits(1) < bits(2) < bits(3) < bits(50)
    for k in (1, 2, 7, 100):
        assert bits(k) < bits(-k) < bits(k) + 1.5


def test_what_is_less_known_costs_more() -> None:
    assert costs.fame_bits(0) == 0
    assert costs.fame_bits(10) < costs.fame_bits(100) < costs.fame_bits(1000) < 10

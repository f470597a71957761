"""Prices: every one that is asked for is listed, and every one listed is asked for."""

from __future__ import annotations

import re
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


def test_a_price_that_is_missing_says_where_it_belongs() -> None:
    with pytest.raises(AttributeError, match=r"a line in costs\.toml"):
        _ = costs.COST.astrology

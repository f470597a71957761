"""Integers and sequences of them: each idea once, for the corpus and for every task."""

import re
from pathlib import Path
from typing import Any


def read_lines(name: str, pattern: str) -> list[Any]:
    """The groups of a pattern in the lines of a file of this folder that begin with it."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return re.findall(f"^{pattern}", text, re.MULTILINE)

"""The words of the report: all are said somewhere, and what is missing in them is noticed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from int2vec import report
from int2vec.report.document import finding, note, picture, table

_FOLDER = Path(report.__file__).parent
_WORDS = tomllib.loads((_FOLDER / "words.toml").read_text(encoding="utf-8"))


def test_all_words_are_said_somewhere() -> None:
    files = [*_FOLDER.glob("*.py"), *(_FOLDER.parent / "cli").glob("*.py")]
    code = "".join(path.read_text(encoding="utf-8") for path in files)
    names = [name for kind in ("tables", "pictures", "findings", "notes") for name in _WORDS[kind]]
    assert len(names) > 40
    assert not [name for name in names if f'"{name}"' not in code]


def test_figures_are_filled_in() -> None:
    made = table("by-size-table", [], {"method": "ensemble", "measured": "n = 9"})
    assert made.title == "The ensemble, by size of the answer"
    assert [column.title for column in made.columns] == ["Answer", "n", "P@1", "P@5"]
    assert made.caption == "n = 9."
    said = {"n": 79, "interval": "0.9–1.0", "chance": "0.23"}
    assert "79 questions" in finding("analogies", "0.34", "0.99", said).detail
    with pytest.raises(KeyError, match="names"):
        note("left-out")
    with pytest.raises(KeyError, match="draws"):
        picture("heat-map", lambda: pytest.fail("nothing is drawn yet"))

"""axe finds nothing to complain about, on any page, light or dark."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

axe = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")

if TYPE_CHECKING:
    from conftest import Visitor

pytestmark = pytest.mark.browser

_SCRIPT = Path(axe.__file__).parent / "axe.min.js"
_PAGES = [
    "", "#/integer/1729", "#/sequence/1,4,10,20,35", "#/set/5,13,29", "#/analogy/5:36::6:?",
    "#/map?by=mod3", "#/probes/clear/even", "#/api", "#/set/", "#/entry/A000045", "#/map/sequences",
    "#/map?with=noisy", "#/sequence/1,2,?,8",
]  # fmt: skip


def _faults(visitor: Visitor, path: str) -> list[str]:
    page = visitor.open(path)
    page.evaluate("for (const closed of document.querySelectorAll('details')) closed.open = true")
    page.evaluate(_SCRIPT.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations'], iframes: false})")
    return [f"{path}: {v['id']}: {v['nodes'][0]['html'][:160]}" for v in found["violations"]]


def test_by_day(visitor: Visitor) -> None:
    assert [fault for path in _PAGES for fault in _faults(visitor, path)] == []


def test_by_night(night: Visitor) -> None:
    assert [fault for path in _PAGES for fault in _faults(night, path)] == []


def test_on_a_phone(phone: Visitor) -> None:
    assert [fault for path in [*_PAGES[1:5], *_PAGES[9:]] for fault in _faults(phone, path)] == []

"""A server over a small corpus and made-up vectors, and a browser to look at it with."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import numpy as np
import pytest

from int2vec.arithmetic.primes import primes_up_to
from int2vec.arithmetic.properties import property_table
from int2vec.embeddings import Embeddings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from int2vec.web.worker import ServeConfig

pytest.importorskip("fastapi", reason="the web extra is not installed")

_LAST = 2_200


def _sequences() -> dict[int, list[int]]:
    """Some well-known sequences under their A-numbers, from their definitions."""
    fibonacci = [0, 1]
    while len(fibonacci) < 40:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    primes = primes_up_to(600)
    found = {
        27: list(range(1, 100)),
        40: primes,
        45: fibonacci,
        79: [2**n for n in range(60)],
        290: [n * n for n in range(60)],
        292: [comb(n + 2, 3) for n in range(50)],
        217: [n * (n + 1) // 2 for n in range(60)],
        578: [n**3 for n in range(50)],
        2144: [p for p in primes if p % 4 == 1],
        2145: [p for p in primes if p % 4 == 3],
    }
    for step in range(2, 60):
        found[900_000 + step] = [step * n for n in range(50)]
        found[901_000 + step] = [step * n + 1 for n in range(50)]
    return found


def _vectors(name: str, noise: float, seed: int) -> Embeddings:
    """Vectors that know size, a few residues and primality, with noise."""
    integers = list(range(1, _LAST + 1))
    facts = property_table(["even", "div3", "div4", "div5", "prime", "square"], integers)
    angles = np.log(np.array(integers))[:, None] * np.array([0.7, 1.3])
    random = np.random.default_rng(seed).normal(size=(len(integers), 12))
    parts = [facts.T - 0.5, np.cos(angles), np.sin(angles), noise * random]
    return Embeddings(
        integers, np.concatenate(parts, axis=1), name=name, manifest={"method": "made up"}
    )


@pytest.fixture(scope="session")
def config(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeConfig]:
    """What is served: two models and a corpus with names, compiled."""
    from int2vec.web.server import prepare
    from int2vec.web.worker import ServeConfig

    folder = tmp_path_factory.mktemp("served")
    lines = [f"A{a:06d} ,{','.join(map(str, terms))}," for a, terms in _sequences().items()]
    (folder / "terms.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name, noise, seed in (("clear", 0.05, 0), ("noisy", 0.6, 1)):
        _vectors(name, noise, seed).save(folder / name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INT2VEC_DATA", str(folder / "no-data"))
        patch.setenv("INT2VEC_CACHE", str(folder / "cache"))
        given = ServeConfig(
            corpus=str(folder / "terms.txt"),
            models=(str(folder / "clear"), str(folder / "noisy")),
            installed=False,
        )
        prepare(given)
        yield given


@pytest.fixture(autouse=True)
def _same_folders(config: ServeConfig, _own_folders: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that is started during a test looks where the first ones looked."""
    folder = Path(config.models[0]).parent
    monkeypatch.setenv("INT2VEC_DATA", str(folder / "no-data"))
    monkeypatch.setenv("INT2VEC_CACHE", str(folder / "cache"))


@pytest.fixture(scope="session")
def address(config: ServeConfig) -> Iterator[str]:
    """The address of a server on a free port of this machine."""
    from int2vec.web.server import bind, make_server

    listening = bind("127.0.0.1", 0)
    server = make_server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.05)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(20)
    listening.close()


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[httpx.Client]:
    """A program that asks the API."""
    with httpx.Client(base_url=address, timeout=60) as opened:
        yield opened


def _chromium() -> str:
    given = os.environ.get("INT2VEC_CHROMIUM")
    for name in (given, "chromium", "chromium-browser", "google-chrome"):
        if name and (found := shutil.which(name)):
            return found
    pytest.skip("no Chromium was found; install it or set INT2VEC_CHROMIUM to its path")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, or a skip."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = _chromium()
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


class Visitor:
    """A person with a browser; whatever the page complains about is an error in the end."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), str(getattr(message, "text", ""))
        # Chromium logs every 404; that a model lacks an integer is no fault of the page.
        if kind == "error" and "status of 404" not in text:
            self.complaints.append(text)

    def open(self, path: str = "") -> Page:
        """The page at an address within the explorer, once every part of it has its answer."""
        if self.page.url != "about:blank":
            self.page.goto("about:blank")  # else only the part behind # would change
        self.page.goto(f"{self.address}/{path}")
        self.settle()
        return self.page

    def settle(self) -> None:
        """Wait until no part of the page waits any more."""
        waiting = self.page.locator("[aria-busy], .stage:not([data-ready])")
        self.page.locator("main > *").first.wait_for()
        while waiting.count():
            waiting.first.wait_for(state="detached", timeout=20_000)

    def ask(self, text: str) -> None:
        """Type into the ask bar and press Enter."""
        self.page.locator("#question").fill(text)
        self.page.locator("#question").press("Enter")
        self.settle()


def _visit(browser: Browser, address: str, **options: object) -> Iterator[Visitor]:
    context = browser.new_context(**options)  # type: ignore[arg-type]
    context.set_default_timeout(20_000)
    visitor = Visitor(context.new_page(), address)
    yield visitor
    context.close()
    assert visitor.complaints == []


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[Visitor]:
    """A person at a desk."""
    yield from _visit(browser, address, viewport={"width": 1280, "height": 860})


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Visitor]:
    """A person with a phone."""
    yield from _visit(
        browser, address, viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True
    )


@pytest.fixture
def night(browser: Browser, address: str) -> Iterator[Visitor]:
    """A person whose system is set to dark."""
    yield from _visit(
        browser, address, viewport={"width": 1280, "height": 860}, color_scheme="dark"
    )

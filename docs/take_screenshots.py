"""Take the screenshots in docs/screenshots: `python docs/take_screenshots.py`.

Serves what is installed, drives Chromium through the pages, and keeps the pictures small.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from int2vec.web.server import bind, make_server, prepare
from int2vec.web.worker import ServeConfig

FOLDER = Path(__file__).parent / "screenshots"
DESK = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 780}
SHOTS = {
    "home": ("", DESK, "light"),
    "integer": ("#/integer/1729", DESK, "light"),
    "sequence": ("#/sequence/1,4,10,20,35", DESK, "light"),
    "entry": ("#/entry/A000108", DESK, "light"),
    "set": ("#/set/5,13,29", DESK, "light"),
    "analogy": ("#/analogy/5:36::6:?", DESK, "light"),
    "map": ("#/map?by=prime", {"width": 1200, "height": 940}, "light"),
    "map-dark": ("#/map?by=mod6&with=oeis-lsa", {"width": 1200, "height": 940}, "dark"),
    "map-sequences": ("#/map/sequences", {"width": 1200, "height": 940}, "light"),
    "probes": ("#/probes/oeis-fasttext/prime", {"width": 1280, "height": 1250}, "light"),
    "integer-phone": ("#/integer/1729", PHONE, "dark"),
}


def main(names: list[str]) -> None:
    """Take the named screenshots, or all."""
    config = ServeConfig()
    prepare(config)
    listening = bind("127.0.0.1", 0)
    server = make_server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.1)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    try:
        with sync_playwright() as started:
            browser = started.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for name in names or SHOTS:
                take(browser, address, name)
            browser.close()
    finally:
        server.should_exit = True
        thread.join()


def take(browser: Browser, address: str, name: str) -> None:
    """Write one screenshot."""
    path, size, scheme = SHOTS[name]
    page = browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(address + path)
    page.locator("main > *").first.wait_for()
    waiting = page.locator("[aria-busy], .stage:not([data-ready])")
    while waiting.count():
        waiting.first.wait_for(state="detached", timeout=120_000)
    page.wait_for_timeout(600)
    FOLDER.mkdir(exist_ok=True)
    page.screenshot(path=FOLDER / f"{name}.png")
    page.close()


if __name__ == "__main__":
    main(sys.argv[1:])

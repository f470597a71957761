"""What every command shares: tables, progress, JSON, one-line errors."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from int2vec.report.values import plain

# Names and paths are shown as they are: "[n]" in a sequence's name is no markup, ":x:" no emoji.
console = Console(markup=False, emoji=False)
stderr = Console(stderr=True, markup=False, emoji=False)


def emit_json(value: object) -> None:
    """Print `value` as JSON on stdout."""
    sys.stdout.write(json.dumps(plain(value, None), ensure_ascii=False, indent=2) + "\n")


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[float, str], None]]:
    """A function to report progress to; a bar with the time left appears after a second.

    Where stderr is no terminal, a line is printed every ten seconds instead.
    """
    bar = Progress(
        TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(),
        TimeRemainingColumn(), console=stderr, transient=True,
    )  # fmt: skip
    task = bar.add_task(title, total=1.0)
    started = time.monotonic()
    state = {"live": False, "last": started}

    def report(share: float, what: str) -> None:
        now = time.monotonic()
        if stderr.is_terminal:
            if not state["live"] and now - started > 1:
                bar.start()
                state["live"] = True
            bar.update(task, completed=min(share, 1.0), description=f"{title}: {what}")
        elif now - state["last"] > 10:
            state["last"] = now
            left = (now - started) / share * (1 - share) if share > 0 else 0.0
            stderr.print(f"{title}: {what}, {share:.0%}, about {left:.0f} s left", highlight=False)

    try:
        yield report
    finally:
        if state["live"]:
            bar.stop()

"""What every command shares: tables, progress, JSON, one-line errors."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

# Names and paths are shown as they are: "[n]" in a sequence's name is no markup, ":x:" no emoji.
console = Console(markup=False, emoji=False)
stderr = Console(stderr=True, markup=False, emoji=False)

_SAFE = 2**53  # past this a JSON reader may lose digits, so integers become strings


def jsonable(value: object) -> Any:
    """`value` as plain JSON values; integers past 2**53 are strings.

    >>> jsonable({"a": 2**60, "b": (1, 2.5)})
    {'a': '1152921504606846976', 'b': [1, 2.5]}
    """
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, int | np.integer):
        return int(value) if abs(int(value)) <= _SAFE else str(int(value))
    if isinstance(value, float | np.floating):
        return float(value) if np.isfinite(value) else None
    if is_dataclass(value) and not isinstance(value, type):
        return jsonable(asdict(value))
    if isinstance(value, np.ndarray):
        return jsonable(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset):
        return [jsonable(item) for item in value]
    return str(value)


def emit_json(value: object) -> None:
    """Print `value` as JSON on stdout."""
    sys.stdout.write(json.dumps(jsonable(value), ensure_ascii=False, indent=2) + "\n")


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

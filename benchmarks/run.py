"""Run the benchmarks, all or those named: `python -m benchmarks.run corpus search`.

They use the OEIS where INT2VEC_DATA has it, else the built-in corpus. Times are wall-clock: run
them on a machine that does nothing else. `ablation`, which prints what each part of completion
adds, takes half an hour and `vectors`, which compares kinds of units, ten minutes: they run only
when they are named.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from rich.console import Console

from benchmarks.table import Row, show

_NAMES = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*"))
_BY_NAME_ALONE = ("ablation", "vectors")  # long, and a report rather than a comparison


def main(names: list[str]) -> int:
    """Run what is named and print a table each; the number of promises not kept comes back."""
    console = Console(width=None if sys.stdout.isatty() else 130)
    if unknown := set(names) - set(_NAMES):
        console.print(f"no benchmark is called {', '.join(unknown)}; give {', '.join(_NAMES)}")
        return 1
    broken: list[Row] = []
    for name in names or [name for name in _NAMES if name not in _BY_NAME_ALONE]:
        try:
            bench = import_module(f"benchmarks.bench_{name}")
        except ModuleNotFoundError as error:
            console.print(f"{name}: skipped, {error.name} is not installed\n")
            continue
        if name in _BY_NAME_ALONE:
            for text in bench.report():
                console.print(text, markup=False, soft_wrap=True)
            continue
        shown = show(name, bench.rows(), console)
        broken += [row for row in shown if row.wanted is not None and row.ratio < row.wanted]
    for row in broken:
        console.print(f"below its promise: {row.what}, {row.ratio:.1f}× of {row.wanted:g}×")
    return len(broken)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

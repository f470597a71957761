"""The tests under other versions: `python -m benchmarks.matrix [3.11-lowest 3.13 …]`.

Each entry gets an environment of its own, made by uv: the lowest versions that `pyproject.toml`
allows, or the newest there are. PyTorch, whose old wheels take gigabytes, is left out, and the
tests that need it, a browser or the OEIS with it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENTRIES = ("3.11-lowest", "3.11", "3.12", "3.13", "3.14")
EXTRAS = ".[train,probe,report,web]"
TOOLS = (
    "pytest>=8", "pytest-timeout", "pytest-xdist", "hypothesis", "httpx", "httpx2", "safetensors",
)  # fmt: skip
TESTS = (
    "tests/arithmetic", "tests/cli", "tests/corpus", "tests/predict/analogy",
    "tests/predict/expand", "tests/test_cache.py", "tests/test_embeddings.py",
    "tests/test_files.py", "tests/test_text.py", "tests/test_fetch.py", "tests/test_tables.py",
    "tests/web/test_api.py",
)  # fmt: skip


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in the project's folder, with what it says."""
    return subprocess.run(
        list(map(str, command)),
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def try_entry(entry: str, folder: Path) -> str:
    """What the tests say under one entry, in a line."""
    version, _, lowest = entry.partition("-")
    python, uv = folder / "bin" / "python", [sys.executable, "-m", "uv"]
    made = run(*uv, "venv", "--quiet", "--python", version, folder)
    if made.returncode:
        return "no such Python here"
    resolution = "lowest-direct" if lowest else "highest"
    install = [*uv, "pip", "install", "--quiet", "--python", python, "--resolution", resolution]
    installed = run(*install, "--editable", EXTRAS)
    if not installed.returncode:  # the tools of the tests, as new as these versions allow
        installed = run(*uv, "pip", "install", "--quiet", "--python", python, *TOOLS)
    if installed.returncode:
        return f"not installed: {installed.stderr.strip().splitlines()[-1]}"
    shown = run(python, "-m", "int2vec", "complete", "--help")
    # Old versions of one package warn of new ones of another: that is no failure of ours.
    options = ["-n", "2", "-p", "no:cacheprovider", "-W", "ignore::DeprecationWarning"]
    tested = run(python, "-m", "pytest", *options, *TESTS)
    failed = [line for line in tested.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    print(*failed, sep="\n", file=sys.stderr)
    said = tested.stdout.strip().splitlines()[-1] if tested.stdout.strip() else tested.stderr
    return f"{said.strip('= ')}; --help {'fails' if shown.returncode else 'works'}"


def main() -> None:
    """Try every entry that is named, or all, and print a line each."""
    for entry in sys.argv[1:] or ENTRIES:
        with tempfile.TemporaryDirectory(prefix="int2vec-matrix-") as folder:
            print(f"| Python {entry} | {try_entry(entry, Path(folder) / 'venv')} |", flush=True)


if __name__ == "__main__":
    main()

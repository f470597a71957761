"""The documentation holds: its commands run, its links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[1]
_FENCE = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def _blocks(page: str) -> list[tuple[str, str]]:
    return _FENCE.findall((_ROOT / page).read_text(encoding="utf-8"))


def _run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "COLUMNS": "100"}
    return subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, text=True,
        timeout=240, check=False,
    )  # fmt: skip


def _write_files(page: str, folder: Path) -> None:
    """Blocks that open with a comment naming a file become that file."""
    for _, body in _blocks(page):
        named = re.match(r"# (\w+\.(?:py|toml))\n", body)
        if named:
            (folder / named.group(1)).write_text(body)


@pytest.mark.slow
def test_tutorial_runs(tmp_path: Path) -> None:
    _write_files("docs/tutorial.md", tmp_path)
    commands = [
        line.removeprefix("$ ")
        for kind, body in _blocks("docs/tutorial.md")
        if kind == "console"
        for line in body.splitlines()
        if line.startswith("$ ")
    ]
    assert len(commands) >= 8
    output = {}
    for command in commands:
        done = _run(command, tmp_path)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        output[command] = done.stdout
    assert "38" in output['int2vec complete "3, 10, 17, 24, 31," --corpus mine.txt -k 3']
    assert "(32,) True" in output["python use.py"]


@pytest.mark.slow
def test_readme_commands_run(tmp_path: Path) -> None:
    """Each `$ int2vec …` line of the README answers without data, a network or a GPU."""
    ran = 0
    for kind, body in _blocks("README.md"):
        if kind == "console":
            for line in body.splitlines():
                if line.startswith("$ int2vec") and "serve" not in line and "fetch" not in line:
                    done = _run(line.removeprefix("$ "), tmp_path)
                    assert done.returncode == 0, f"{line}\n{done.stderr}"
                    ran += 1
    assert ran >= 5


@pytest.mark.slow
def test_python_of_the_pages_runs(tmp_path: Path) -> None:
    """What README, the first page and the guides show, as one script each."""
    guides = [f"docs/guides/{path.name}" for path in (_ROOT / "docs/guides").glob("*.md")]
    for page in ("README.md", "docs/start.md", *sorted(guides)):
        body = "\n".join(body for kind, body in _blocks(page) if kind == "python")
        assert body or page == "docs/guides/probes.md"
        done = subprocess.run(
            [sys.executable, "-c", body], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{page}\n{done.stderr}"


_PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    *(f"docs/{p.name}" for p in (_ROOT / "docs").glob("*.md")),
]


@pytest.mark.parametrize("page", sorted(_PAGES))
def test_links_lead_somewhere(page: str) -> None:
    text = (_ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        if not target.startswith("http"):
            assert ((_ROOT / page).parent / target).exists(), target


def test_the_architecture_page_names_what_is_there() -> None:
    text = (_ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_0-9/]+(?:\.py|/))[`:]", text))
    assert len(named) > 20
    there = [path for folder in ("src", "tests") for path in (_ROOT / folder).rglob("*")]
    inside = {f"/{path.relative_to(_ROOT).as_posix()}" for path in there}
    strays = [n for n in named if not any(p.endswith(f"/{n.rstrip('/')}") for p in inside)]
    assert not strays


def test_the_architecture_page_lists_every_file_of_rules() -> None:
    page = (_ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    folder = _ROOT / "src" / "int2vec" / "predict" / "complete" / "rules"
    rules = [path.stem for path in folder.glob("*.py") if "\n@rule(" in path.read_text("utf-8")]
    assert len(rules) > 15
    assert [name for name in rules if f"\n- `{name}`:" not in page] == []


def test_every_command_is_in_the_readme() -> None:
    from int2vec.cli.app import COMMANDS

    text = (_ROOT / "README.md").read_text(encoding="utf-8")
    evaluations = [
        f"evaluate {kind}" for kind in ("completion", "analogies", "expansion", "similar")
    ]
    for name in (*COMMANDS, *evaluations):
        assert f"int2vec {name}" in text, name


def test_a_report_takes_its_place_in_the_results(tmp_path: Path) -> None:
    docs, report = tmp_path / "docs", tmp_path / "report"
    for folder in (docs / "figures", report / "figures"):
        folder.mkdir(parents=True)
    for name in ("take_results.py", "results.md"):
        (docs / name).write_bytes((_ROOT / "docs" / name).read_bytes())
    (report / "report.md").write_text("# A title\n\na new report\n")
    (report / "figures" / "map.png").write_bytes(b"a picture")
    subprocess.run([sys.executable, docs / "take_results.py", report], check=True)
    page = (docs / "results.md").read_text(encoding="utf-8")
    assert page.startswith("# Results\n")
    assert page.endswith("-->\n\na new report\n")
    assert (docs / "figures" / "map.png").read_bytes() == b"a picture"


def test_all_commands_but_the_servers_print_json() -> None:
    from typer.main import get_command

    from int2vec.cli.app import app, load_commands

    load_commands()
    every = vars(get_command(app))["commands"]
    flat = {
        n: c for name, c in every.items() for n, c in vars(c).get("commands", {name: c}).items()
    }
    lacking = [n for n, c in flat.items() if "json" not in {one.name for one in c.params}]
    assert sorted(lacking) == ["mcp", "serve"]

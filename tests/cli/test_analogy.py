"""`analogy`, `expand` and their evaluations, as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from int2vec.cli.app import app, load_commands
from int2vec.embeddings import Embeddings
from int2vec.errors import DataError, InputError, ModelError

load_commands()
run = CliRunner().invoke


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a model in which v(n) = (n, 1)."""
    folder = tmp_path_factory.mktemp("models") / "line"
    integers = list(range(1, 1001))
    matrix = np.array([[n / 100, 1.0] for n in integers], np.float32)
    Embeddings(integers, matrix, name="line").save(folder)
    return str(folder)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("corpus") / "stripped"
    lines = [",".join(str(k * n) for n in range(1, 30)) for k in range(1, 60)]
    path.write_text("".join(f"A{i:06d} ,{line},\n" for i, line in enumerate(lines, start=1)))
    return str(path)


def test_analogy_prints_the_rule() -> None:
    result = run(app, ["analogy", "5", "36", "6", "--options", "48,49,50,56", "--using", "rules"])
    assert result.exit_code == 0
    assert "49" in result.stdout.split("rules")[0]
    assert "(n + 1)²" in result.stdout


def test_analogy_json_and_negatives(model: str) -> None:
    result = run(app, ["analogy", "-5", "25", "-6", "--json", "--model", model])
    found = json.loads(result.stdout)
    assert found["answers"][0]["value"] == 36
    assert found["model"] == "line"


def test_analogy_of_long_integers_keeps_every_digit() -> None:
    n = 10**20
    result = run(app, ["analogy", str(n), str(n + 1), str(n + 2), "--json", "--using", "rules"])
    assert json.loads(result.stdout)["answers"][0]["value"] == str(n + 3)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["5", "36", "six"], InputError),
        (["5", "36", "6", "--options", "49"], InputError),
        (["5", "36", "6", "--using", "magic"], InputError),
        (["5", "36", "6", "-k", "0"], InputError),
        (["5", "36", "6", "--model", "nowhere"], ModelError),
    ],
)
def test_analogy_bad_input(arguments: list[str], error: type[Exception]) -> None:
    assert isinstance(run(app, ["analogy", *arguments]).exception, error)


def test_expand_names_what_is_shared(corpus: str, model: str) -> None:
    result = run(app, ["expand", "73", "97", "83", "--corpus", corpus, "--model", model])
    assert result.exit_code == 0
    assert "is prime" in result.stdout
    assert "conjecture" in result.stdout


def test_expand_json(corpus: str) -> None:
    arguments = ["expand", "7", "21,49", "-k", "4", "--corpus", corpus, "--using", "sequence"]
    found = json.loads(run(app, [*arguments, "--json"]).stdout)
    assert found["seeds"] == [7, 21, 49]
    assert all(c["value"] % 7 == 0 for c in found["candidates"])
    assert found["sequences"][0]["a_number"] in ("A000001", "A000007")


@pytest.mark.parametrize("arguments", [[], ["3", "-k", "0"], ["x"], ["3", "--using", "magic"]])
def test_expand_bad_input(arguments: list[str], corpus: str) -> None:
    result = run(app, ["expand", *arguments, "--corpus", corpus])
    assert isinstance(result.exception, InputError)


def test_evaluate_analogies_falls_back_to_the_paper(model: str) -> None:
    result = run(app, ["evaluate", "analogies", "--model", model])
    assert result.exit_code == 0
    assert "printed in the paper" in result.stdout
    found = json.loads(run(app, ["evaluate", "analogies", "--json", "--model", model]).stdout)
    assert found["n"] == len(found["items"]) == 5
    assert found["accuracy"] >= 0.8
    low, high = found["accuracy_ci95"]
    assert 0 <= low <= found["accuracy"] <= high <= 1
    assert found["chance"] == 0.25
    assert set(found["methods"]) == {"vectors", "rules", "both"}
    assert found["items"][0]["rule"]


def test_evaluate_analogies_names_a_bad_line(tmp_path: Path) -> None:
    file = tmp_path / "q.tsv"
    file.write_text("a\tb\tc\tanswer\n1\t2\t3\tfour\n")
    result = run(app, ["evaluate", "analogies", "--file", str(file)])
    assert isinstance(result.exception, DataError)
    assert "line 2" in str(result.exception)
    assert "'four'" in str(result.exception)


def test_evaluate_expansion(corpus: str, model: str) -> None:
    arguments = ["evaluate", "expansion", "--sets", "4", "--corpus", corpus, "--model", model]
    result = run(app, arguments)
    assert result.exit_code == 0
    assert "line vectors" in " ".join(result.stdout.split())
    found = json.loads(run(app, [*arguments, "--json"]).stdout)
    again = json.loads(run(app, [*arguments, "--json"]).stdout)
    assert found == again
    by_method = {row["method"]: row["p_at_10"] for row in found["properties"]}
    assert by_method["fused"] > by_method["vectors line"]

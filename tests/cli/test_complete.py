"""The commands around completion, as a person runs them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from int2vec.cli.app import app, load_commands
from int2vec.cli.console import console
from int2vec.errors import CorpusError, InputError

load_commands()
run = CliRunner().invoke

SEQUENCES = """\
A000045 ,0,1,1,2,3,5,8,13,21,34,55,89,
A000217 ,0,1,3,6,10,15,21,28,36,
A000290 ,0,1,4,9,16,25,36,49,
"""


NAMES = """\
A000217 Steps of [n] :star: up to [/n].
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "stripped"
    path.write_text(SEQUENCES)
    return path


def test_complete_prints_values_probabilities_and_reasons() -> None:
    result = run(app, ["complete", "2, 4, 8, 16,", "-k", "2"])
    assert result.exit_code == 0
    assert "32" in result.stdout
    assert "conjecture" in result.stdout


def test_complete_json_is_json_alone() -> None:
    result = run(app, ["complete", "1, 10, 100, 1000", "--json"])
    found = json.loads(result.stdout)
    assert found["terms"] == [1, 10, 100, 1000]
    best = found["predictions"][0]
    assert best["value"] == 10_000
    assert 0 < best["probability"] <= 1
    assert best["why"]


def test_guess_lists_equations_and_what_checked_them() -> None:
    result = run(app, ["guess", "1, 1, 2, 5, 14, 42, 132, 429, 1430", "--json"])
    assert result.exit_code == 0
    found = json.loads(result.stdout)["equations"]
    (recurrence,) = [e for e in found if "(n + 2)·a(n+1)" in e["why"]]
    assert recurrence["value"] == 4862
    assert recurrence["checked"] >= 5
    assert any("algebraic equation" in e["why"] for e in found)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("python", "def a("),
        ("pari", "a(n) = "),
        ("sage", "a = lambda n:"),
        ("latex", "a_n = \\frac"),
        ("text", "a(n) = "),
        ("all", "latex: a_n ="),
    ],
)
def test_guess_writes_a_formula_that_gives_every_term(language: str, words: str) -> None:
    result = run(app, ["guess", "1, 1, 2, 5, 14, 42, 132, 429", "--as", language])
    assert result.exit_code == 0
    assert "this gives all 8 terms" in result.stdout
    assert words in result.stdout
    with pytest.raises(InputError, match="no way to write"):
        run(app, ["guess", "1, 2, 3, 4", "--as", "basic"], catch_exceptions=False)


def test_more_effort_finds_more() -> None:
    terms = (
        "0, 5, 6, 18, 46, 136, 413, 1321, 4350, 14695, 50578, 176690"  # 3·Catalan − 2·p + 5·F − 1
    )
    said = {}
    for effort in ("normal", "deep"):
        result = run(app, ["complete", terms, "--using", "rules", "--json", "--effort", effort])
        said[effort] = json.loads(result.stdout)["predictions"]
    assert "A000108" not in str(said["normal"])
    assert "A000108" in str(said["deep"])


def test_an_unknown_effort_is_one_sentence() -> None:
    with pytest.raises(InputError, match="give one of quick, normal, deep"):
        run(app, ["complete", "1, 2, 4", "--effort", "huge"], catch_exceptions=False)


def test_terms_may_be_negative() -> None:
    result = run(app, ["complete", "-1, -2, -3, -4,", "--json"])
    assert json.loads(result.stdout)["predictions"][0]["value"] == -5


def test_large_integers_become_strings() -> None:
    result = run(app, ["complete", ", ".join(str(10**n) for n in range(15, 21)), "--json"])
    assert json.loads(result.stdout)["predictions"][0]["value"] == str(10**21)


def test_an_unlikely_answer_can_be_left_out() -> None:
    result = run(app, ["complete", "3, 141, 59, 2653", "--least", "0.99"])
    assert result.stdout.strip() == "no candidate has a probability of 0.99 or more; lower --least"


def test_a_model_that_is_not_there_is_one_sentence() -> None:
    pytest.importorskip("torch")
    result = run(app, ["complete", "1, 2, 4", "--model", "nope"])
    assert str(result.exception) == (
        "nope is not a folder; give the one that 'int2vec train lstm' wrote"
    )


@pytest.mark.parametrize("terms", ["", "one", "1,,2", "1.5", "\x00"])
def test_bad_terms_are_one_sentence(terms: str) -> None:
    result = run(app, ["complete", terms])
    assert isinstance(result.exception, InputError)
    assert "\n" not in str(result.exception)


def test_k_of_zero() -> None:
    assert isinstance(run(app, ["complete", "1,2", "-k", "0"]).exception, InputError)


def test_search_shows_sequence_and_position(corpus: Path) -> None:
    result = run(app, ["search", "6,10,15", "--corpus", str(corpus), "--json"])
    (match,) = json.loads(result.stdout)["matches"]
    assert (match["a_number"], match["position"]) == ("A000217", 3)
    shown = run(app, ["search", "6,?,15", "--corpus", str(corpus)])
    assert "A000217" in shown.stdout


def test_search_up_to_transforms(corpus: Path) -> None:
    args = ["search", "105,110,116,123", "--corpus", str(corpus)]
    assert "none of 3 sequences" in run(app, args).stdout
    assert "A000217" not in run(app, args).stdout
    result = run(app, ["search", "103,106,110,115", "--transforms", "--corpus", str(corpus)])
    assert "A000217" in result.stdout
    assert "constant" in result.stdout


def test_evaluate_a_table(tmp_path: Path, corpus: Path) -> None:
    (tmp_path / "q.tsv").write_text("Prompt\tAnswer\n1, 3, 6,\t10\n7, 9, 11, 13,\t15\n")
    args = ["evaluate", "completion", "--file", str(tmp_path / "q.tsv"), "--corpus", str(corpus)]
    found = json.loads(run(app, [*args, "--json"]).stdout)
    assert found["n"] == 2
    assert found["in_index"] == 1
    assert found["p_at_1"] == 1.0
    assert {"ensemble", "rules", "search", "search-full"} <= set(found["methods"])
    shown = run(app, args).stdout
    assert "1 of the 2 items stand whole, answer included, among" in " ".join(shown.split())


def test_evaluate_sequences_with_one_completer(corpus: Path) -> None:
    args = ["evaluate", "completion", "--sequences", str(corpus), "--using", "rules", "--json"]
    found = json.loads(run(app, args).stdout)
    assert (found["n"], found["p_at_1"], found["method"]) == (3, 1.0, "rules")


def test_evaluate_the_test_split(tmp_path: Path) -> None:
    path = tmp_path / "many"
    path.write_text("".join(f"{n}, {2 * n}, {3 * n}, {4 * n}, {5 * n}\n" for n in range(1, 101)))
    args = ["evaluate", "completion", "--corpus", str(path), "--json"]
    found = json.loads(run(app, args).stdout)
    assert found["split"] == "random"
    assert found["indexed"] == 90
    assert (found["n"], found["p_at_1"]) == (5, 1.0)


def test_evaluate_refuses_two_files_and_missing_ones(tmp_path: Path) -> None:
    both = ["evaluate", "completion", "--file", "a", "--sequences", "b"]
    assert isinstance(run(app, both).exception, InputError)
    missing = ["evaluate", "completion", "--sequences", str(tmp_path / "none")]
    assert isinstance(run(app, missing).exception, CorpusError)


def test_names_are_shown_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("INT2VEC_DATA", "INT2VEC_CACHE"):
        monkeypatch.setenv(variable, str(tmp_path))
    (tmp_path / "oeis").mkdir()
    for file, text in (("stripped", SEQUENCES), ("names", NAMES)):
        (tmp_path / "oeis" / f"{file}.gz").write_bytes(gzip.compress(text.encode()))
    monkeypatch.setattr(console, "width", 200)  # one line a sequence
    result = run(app, ["search", "1,3,6,10,15", "--corpus", "oeis"])
    assert result.exit_code == 0
    assert "Steps of [n] :star: up to [/n]." in result.stdout

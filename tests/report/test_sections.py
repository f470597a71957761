"""Tables say what they stand on, and leave no cell without a word."""

from __future__ import annotations

from typing import Any

import pytest

from int2vec.predict.probe.shown import r2_interval
from int2vec.report.completion import NEXT, completion_table, examples_table
from int2vec.report.document import Finding
from int2vec.report.reproduce import PARTS
from int2vec.report.sets import analogy_table, expansion_table, seed_table
from int2vec.report.sources import corpora_table, split_table
from int2vec.report.stages import Found, code_hash
from int2vec.tables import Cell, Table


def _found(corpus: str = "oeis", **results: Any) -> Found:
    return Found(results=results, corpus=corpus)


def _row(share: float) -> dict[str, Any]:
    return {"answered": 5, "p_at_1": share, "p_at_1_ci95": (share - 0.05, share + 0.05),
            "p_at_5": share, "p_at_5_ci95": (share - 0.05, share + 0.05)}  # fmt: skip


def _aptitude(file: str | None) -> dict[str, Any]:
    return {
        "n": 57 if file else 5, "file": file, "in_index": 3, "indexed": 1000, "corpus": "oeis",
        "methods": {"ensemble": _row(0.9), "search-full": _row(0.7)}, "neural": {},
        "text_model": None,
    }  # fmt: skip


def _texts(table: Table) -> list[str]:
    return [cell.text if isinstance(cell, Cell) else cell for line in table.lines
            for cell in line.cells]  # fmt: skip


def _analogies(file: str | None) -> dict[str, Any]:
    vectors = [{"label": "OEIS–LSA", "group": "trained", "paper": "OEIS–LSA", "answered": 79,
                "accuracy": 0.5, "accuracy_ci95": (0.4, 0.6)}]  # fmt: skip
    rules = {"accuracy": 0.9, "accuracy_ci95": (0.85, 0.95), "answered": 70}
    return {"n": 79, "file": file, "chance": 0.226, "vectors": vectors, "default": "OEIS–FastText",
            "scores": {"methods": {"rules": rules}}}  # fmt: skip


def test_with_the_file_the_papers_figures_stand_beside_ours() -> None:
    table = completion_table(_found(aptitude=_aptitude("tests.tsv")))
    search = next(line for line in table.lines if Cell("Search, whole prompt") in line.cells)
    at1 = search.cells[4]
    assert isinstance(at1, Cell)
    assert (at1.text, at1.paper, at1.mark) == ("0.70", "paper 0.53", "▲")
    assert any("3 of the 57" in note for note in table.notes)


def test_without_the_file_five_questions_and_the_command_that_brings_the_rest() -> None:
    table = completion_table(_found(aptitude=_aptitude(None)))
    assert "The paper’s five examples" in _texts(table)
    assert any("int2vec fetch benchmarks" in note for note in table.notes)
    ours = [line for line in table.lines if line.kind != "paper"]
    assert all(not cell.paper for line in ours for cell in line.cells if isinstance(cell, Cell))


@pytest.mark.parametrize("file", [None, "analogies.tsv"])
def test_analogies_with_and_without_the_file(file: str | None) -> None:
    table = analogy_table(_analogies(file), _found())
    lsa = next(line.cells[1] for line in table.lines if line.cells[0] == "OEIS–LSA")
    assert isinstance(lsa, Cell)
    assert lsa.paper == ("paper 0.27" if file else "")
    assert bool(table.notes) == (file is None)
    assert all(_texts(table))


def test_members_that_share_the_property_are_bold() -> None:
    found = {"paper_sets": [{"seeds": [729, 1024, 243], "by": {"FastText": [81, 82, 512]}},
                            {"seeds": [5, 13, 29], "by": {"FastText": None}}]}  # fmt: skip
    texts = _texts(seed_table(found))
    assert "**81**, 82, **512**" in texts
    assert "**19**, **7**, **17**, **3**, 9, **23**" in texts  # the paper's own
    assert "a member has no vector" in texts


def test_the_built_in_corpus_is_not_passed_off_as_the_oeis() -> None:
    part = {"n_sequences": 9, "n_tokens": 99, "n_types": 50, "mean_length": 11,
            "n_singletons": None, "oov_rate": 0.1, "unk_rate": 0.2}  # fmt: skip
    corpus = {
        "corpus": "catalog", "split": "random", "seed": 0, "n_vocabulary": 20, "min_count": 3,
        "train": part | {"n_singletons": 4}, "dev": part, "test": part,
    }  # fmt: skip
    split = split_table(corpus)
    assert any("int2vec reproduce --corpus oeis" in note for note in split.notes)
    assert "| | Catalog: train |" in split.to_markdown().replace("|  |", "| |")
    assert "| paper, OEIS: train |" in split.to_markdown()
    assert not split_table(corpus | {"corpus": "oeis"}).notes
    assert "Catalog, this run" in _texts(corpora_table(corpus))


def _test_part(corpus: str) -> dict[str, Any]:
    return {
        "n": 100, "corpus": corpus, "split": "random",
        "methods": {"ensemble": _row(0.5), "search-full": _row(0.1)}, "calibration": None,
    }  # fmt: skip


def test_another_test_part_has_no_figure_of_the_papers_in_its_lines() -> None:
    same = completion_table(_found(completion=_test_part("oeis")))
    assert any(isinstance(c, Cell) and c.paper for line in same.lines for c in line.cells)
    assert not any(line.kind == "paper" for line in same.lines)
    other = completion_table(_found("catalog", completion=_test_part("catalog")))
    ours = [line for line in other.lines if line.kind != "paper"]
    assert not any(isinstance(c, Cell) and c.paper for line in ours for c in line.cells)
    assert "OEIS test, the paper’s" in _texts(other)
    blocks = NEXT.blocks(_found("catalog", completion=_test_part("catalog")))
    (headline,) = (block for block in blocks if isinstance(block, Finding))
    assert headline.paper == "—"
    assert "in another test" in headline.detail


def test_every_method_has_a_line_with_both_kinds_of_sets() -> None:
    shown = {"p_at_10": 0.5, "p_at_10_ci95": (0.4, 0.6), "map": 0.3, "map_ci95": (0.2, 0.4)}
    names = ("frequency", "vectors a", "vectors b", "fused")
    scores = [{"method": name, **shown} for name in names]
    rows = [{"key": "a", "label": "A"}, {"key": "b", "label": "B"}]
    kinds = {"properties": scores, "sequences": scores}
    table = expansion_table({"rows": rows, "scores": kinds, "n_sets": 9}, "the OEIS")
    assert [len(line.cells) for line in table.lines] == [5] * 4
    assert _texts(table)[-5] == "**Fused**: properties and sequences"
    assert {"A vectors", "B vectors"} <= set(_texts(table))


def test_intervals_of_r2_narrow_with_n_and_hold_the_figure() -> None:
    wide, narrow = r2_interval(0.8, 100, 5), r2_interval(0.8, 2000, 5)
    assert wide is not None
    assert narrow is not None
    assert wide[0] < narrow[0] < 0.8 < narrow[1] < wide[1]
    assert r2_interval(1.0, 2000, 5) is None


def test_examples_show_long_numbers_by_their_ends_and_reasons_as_they_are() -> None:
    first = {"value": "1" + "0" * 99, "probability": 0.5, "why": "2*a(n-1) + 3*a(n-2)"}
    items = [{"prompt": [1, 2], "predictions": [first]}, {"prompt": [7], "predictions": []}]
    table = examples_table({"items": items}, "the OEIS")
    assert _texts(table)[:4] == ["1, 2, …", "10000…00000 (100 digits)", "0.50", first["why"]]
    assert _texts(table)[4:] == ["7, …", "no candidate", "—", "—"]
    assert "<em>" not in table.to_html()


def test_every_stage_has_a_name_of_its_own_and_follows_those_it_needs() -> None:
    seen: list[str] = []
    for stage in (stage for part in PARTS for stage in part.stages):
        assert stage.name not in seen
        assert set(stage.needs) <= set(seen), stage.name
        assert stage.seconds > 0
        assert all(code_hash(part) for part in stage.code)
        seen.append(stage.name)
    assert [part.title for part in PARTS if part.opens] == ["The map"]


def test_without_results_a_part_shows_nothing() -> None:
    for part in PARTS:
        assert list(part.blocks(_found())) == []

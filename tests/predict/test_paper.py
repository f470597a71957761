"""The paper's figures are whole."""

from __future__ import annotations

from int2vec.predict import paper


def test_every_row_has_every_column() -> None:
    assert all(len(row) == len(paper.PROBE_PROPERTIES) for row in paper.PROBE_ACCURACY.values())
    assert all(len(row) == len(paper.PROBE_QUANTITIES) for row in paper.PROBE_R2.values())
    assert set(paper.PROBE_R2) == set(paper.PROBE_ACCURACY) - {"Random baseline"}
    assert set(paper.ROW_OF_MODEL.values()) <= set(paper.PROBE_ACCURACY)


def test_figures_are_shares() -> None:
    for table in (paper.PROBE_ACCURACY, paper.PROBE_R2):
        for row in table.values():
            assert all(0 <= value <= 1 for pair in row for value in pair)


def test_the_splits_of_the_corpus_add_up() -> None:
    sequences = sum(part["n_sequences"] or 0 for part in paper.OEIS_SPLIT.values())
    assert 335_000 < sequences < 337_000  # "the 336K sequences in OEIS"

"""A part of the report: what it measures, and what it shows of that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from int2vec.report.document import Block, Finding
from int2vec.report.materials import Materials, corpus_words
from int2vec.report.stages import Result, Stage


@dataclass(frozen=True, kw_only=True)
class Found:
    """The results of the stages that ran, and where each keeps its files."""

    results: Mapping[str, Result]
    corpus: str  # as it was asked for
    place: Callable[[str], Path]

    def get(self, stage: str) -> Result | None:
        """A stage's result, None where it did not run."""
        return self.results.get(stage)

    @property
    def words(self) -> str:
        """How sentences name the corpus."""
        return corpus_words(self.corpus)

    @property
    def paper_on(self) -> str:
        """The paper's corpus, where ours is another."""
        return "" if self.corpus == "oeis" else "OEIS"


def _no_findings(found: Found) -> Iterable[Finding]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Part:
    """A section of the page with all that fills it.

    stages    what is measured, in this order
    blocks    the text, tables and figures, out of the results
    findings  lines for the headline of the page
    opens     stands first on the page, whatever the order of the stages
    """

    key: str
    title: str
    stages: Sequence[Stage[Materials]]
    blocks: Callable[[Found], Iterable[Block]]
    findings: Callable[[Found], Iterable[Finding]] = _no_findings
    opens: bool = False

"""What the corpus holds: the paper's two tables of its data, leaks, and how common integers are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from int2vec.corpus.split import KINDS, make_split
from int2vec.corpus.stats import corpus_stats
from int2vec.errors import InputError
from int2vec.predict.paper import CORPORA, OEIS_SPLIT
from int2vec.report.document import Block, note, picture, table
from int2vec.report.figures import frequency_rank_figure
from int2vec.report.materials import Materials
from int2vec.report.stages import Found, Part, Progress, Result, Stage, corpus_label
from int2vec.tables import NOTHING, Cell, Line, Table, left, right

_PARTS = ("train", "dev", "test")
_SPLIT_KEPT = ("n_leaked", "leak", "largest_family", "train", "test")
_FIGURES = {
    "n_sequences": ("Sequences", "{:,}"),
    "n_tokens": ("Terms", "{:,}"),
    "mean_length": ("Mean length", "{:.0f}"),
    "n_types": ("Distinct integers", "{:,}"),
    "n_singletons": ("Seen once in training", "{:,}"),
    "oov_rate": ("Terms never seen in training", "{:.1%}"),
    "unk_rate": ("Terms seen under {min_count} times", "{:.1%}"),
}


def collect_corpus(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The size of each part, what training does not know of the others, leaks, frequencies."""
    corpus, config = materials.corpus, materials.config
    found = {config.split: corpus_stats(corpus, materials.split).to_json()}
    others = [] if config.fast else [kind for kind in KINDS if kind != config.split]
    for i, kind in enumerate(others, 1):
        progress(i / (1 + len(others)), f"the {kind} split")
        try:
            found[kind] = corpus_stats(corpus, make_split(corpus, kind, config.seed)).to_json()
        except InputError:
            continue  # without A-numbers there is no order in time
    splits = {kind: {key: one[key] for key in _SPLIT_KEPT} for kind, one in found.items()}
    return {**found[config.split], "hash": corpus.hash, "splits": splits}


def blocks(found: Found) -> Iterator[Block]:
    """The split, the corpora, frequencies and leaks."""
    if corpus := found.get("corpus"):
        yield split_table(corpus)
        yield corpora_table(corpus)
        said = {**corpus, "words": found.words}
        yield picture("frequency-rank", lambda: frequency_rank_figure(corpus), said)
        if len(corpus["splits"]) > 1:
            yield table("leaks", [{"kind": k, **one} for k, one in corpus["splits"].items()])


def split_table(corpus: Result) -> Table:
    """Table 2 of the paper: the parts and what training does not know of them, beside its own."""
    lines = []
    for key, (title, shape) in _FIGURES.items():
        ours, paper = ([one[part].get(key) for part in _PARTS] for one in (corpus, OEIS_SPLIT))
        cells = [NOTHING if n is None else shape.format(n) for n in ours]
        theirs = [NOTHING if n is None else Cell(shape.format(n), tone="paper") for n in paper]
        lines.append(Line([title.format_map(corpus), *cells, *theirs]))
    name = corpus_label(corpus["corpus"])
    columns = [*left(""), *right(*_PARTS, group=name), *right(*_PARTS, group="paper, OEIS")]
    notes = [] if corpus["corpus"] == "oeis" else [note("another-corpus")]
    body = Table(columns=columns, lines=lines)
    return table("split", body, {**corpus, "name": name}, notes=notes)


def corpora_table(corpus: Result) -> Table:
    """Table 1 of the paper, with this corpus above."""
    n_terms = sum(corpus[part]["n_tokens"] for part in _PARTS)
    name = f"{corpus_label(corpus['corpus'])}, this run"
    rows: list[dict[str, Any]] = [
        {"name": name, "tokens": f"{n_terms:,}", "types": f"{corpus['n_vocabulary']:,}"}
    ]
    for name, figures in CORPORA.items():
        tokens = f"{figures['tokens'] / 1e6:,.0f} M"
        if figures["tokens"] >= 1e9:
            tokens = f"{figures['tokens'] / 1e9:,.1f} B".replace(".0 B", " B")
        theirs = {"tokens": tokens, "types": f"{figures['types']:,}"}
        shown = {key: Cell(text, tone="paper") for key, text in theirs.items()}
        rows.append({"name": f"{name}, the paper’s", **shown, "kind": "paper"})
    return table("corpora", rows, corpus, kind=lambda row: row.get("kind", ""))


PART = Part(
    key="s-corpus",
    title="The sequences",
    stages=[Stage("corpus", collect_corpus, Materials.settings, code=("corpus",), seconds=25)],
    blocks=blocks,
)

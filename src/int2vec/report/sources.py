"""What the vectors are learned from, and the vectors of each method, trained or found."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from int2vec.corpus.split import KINDS, make_split
from int2vec.corpus.stats import corpus_stats
from int2vec.embed.train import Training, train
from int2vec.errors import InputError
from int2vec.files import read_json
from int2vec.predict.paper import CORPORA, OEIS_SPLIT
from int2vec.progress import progress
from int2vec.report.document import WORDS, Block, corpus_label, label, note, picture, table
from int2vec.report.figures import drawn, frequency_rank_figure
from int2vec.report.materials import METHODS, Materials
from int2vec.report.stages import Found, Part, Result
from int2vec.tables import NOTHING, Cell, Line, Table, table_of

_PARTS = ("train", "dev", "test")
_TRAINED = ("lsa", "fasttext", "fasttext-words", "lstm")  # the quick ones first
_SPLIT_KEPT = ("n_leaked", "leak", "largest_family", "train", "test")


def collect_corpus(materials: Materials) -> Result:
    """The size of each part, what training does not know of the others, leaks, frequencies."""
    corpus, config = materials.session.corpus, materials.config
    found = {config.split: corpus_stats(corpus, materials.split)}
    others = [] if config.fast else [kind for kind in KINDS if kind != config.split]
    for i, kind in enumerate(others, 1):
        progress(i / (1 + len(others)), f"the {kind} split")
        with suppress(InputError):  # without A-numbers there is no order in time
            found[kind] = corpus_stats(corpus, make_split(corpus, kind, config.seed))
    splits = {kind: {key: one[key] for key in _SPLIT_KEPT} for kind, one in found.items()}
    return {**found[config.split], "hash": corpus.hash, "splits": splits}


def blocks(found: Found) -> Iterator[Block]:
    """The split, the corpora, frequencies and leaks."""
    if corpus := found.get("corpus"):
        yield split_table(corpus)
        yield corpora_table(corpus)
        said = {**corpus, "words": found.words}
        yield picture("frequency-rank", lambda: drawn(frequency_rank_figure, corpus), said)
        if len(corpus["splits"]) > 1:
            rows = []
            for kind, one in corpus["splits"].items():
                n = one["largest_family"]
                rows.append({"kind": kind, **one, "family": NOTHING if n is None else f"{n:,}"})
            yield table("leaks", rows)


def split_table(corpus: Result) -> Table:
    """Table 2 of the paper: the parts and what training does not know of them, beside its own."""
    lines = []
    for key, (title, shape) in WORDS["figures-of-a-part"].items():
        ours, paper = ([one[part].get(key) for part in _PARTS] for one in (corpus, OEIS_SPLIT))
        cells = [NOTHING if n is None else shape.format(n) for n in ours]
        theirs = [NOTHING if n is None else Cell(shape.format(n), tone="paper") for n in paper]
        lines.append(Line([title.format_map(corpus), *cells, *theirs]))
    name = corpus_label(corpus["corpus"])
    columns = ["", *(f">{group}: {part}" for group in (name, "paper, OEIS") for part in _PARTS)]
    notes = [] if corpus["corpus"] == "oeis" else [note("another-corpus")]
    return table("split", table_of(lines, columns), {**corpus, "name": name}, notes)


def corpora_table(corpus: Result) -> Table:
    """Table 1 of the paper, with this corpus above."""
    n_terms = sum(corpus[part]["n_tokens"] for part in _PARTS)
    here = f"{corpus_label(corpus['corpus'])}, this run"
    lines = [Line([here, f"{n_terms:,}", f"{corpus['n_vocabulary']:,}"])]
    for name, figures in CORPORA.items():
        theirs = [Cell(x, tone="paper") for x in (figures["tokens"], f"{figures['types']:,}")]
        lines.append(Line([f"{name}, the paper’s", *theirs], "paper"))
    return table("corpora", lines, corpus)


CORPUS = Part("s-corpus", "The sequences", {"corpus": collect_corpus}, blocks)

# Smaller models for `--fast`; everything else is the trainers' own default.
_FAST: dict[str, Result] = {"lstm": {"max_tokens": 1_000_000}, "fasttext": {"epochs": 3}}
# What is told of the language model: nothing that the next run has otherwise, such as its speed.
_TOLD = ("config", "files", "n_integers", "best_epoch", "dev_perplexity", "test_perplexity")


def collect_vectors(method: str, materials: Materials) -> Result:
    """What a method's vectors are, after training them where none were given."""
    given, folder = materials.given(method), materials.found.place(method)
    if given is None:
        config, corpus, kind = materials.config, materials.session.corpus, method.split("-")[0]
        settings = {"seed": config.seed, **(_FAST.get(kind, {}) if config.fast else {})}
        settings |= {"workers": config.workers} if kind == "fasttext" else {}
        asked: Result = {"preset": "small" if config.fast else "fast", "device": config.device}
        training = Training(method=method, settings=settings, resume=kind == "lstm", **asked)
        train(training, corpus, materials.split, folder)
    vectors = materials.session.vectors(given or folder)
    known = ("config", "corpus", "version", "sha256")
    result: Result = {"method": method, "given": given is not None, "n": len(vectors)}
    result |= {"dim": vectors.dim, **{name: vectors.manifest.get(name) for name in known}}
    if method == "lstm":
        model = materials.language_model
        manifest = read_json(model / "manifest.json") if model else {}
        result["language_model"] = {name: manifest.get(name) for name in _TOLD}
    return result


def how_made(found: Found) -> Iterator[Block]:
    """The last section: every stage, what it took, and why where one could not run."""
    yield note("commands")
    rows = []
    for name, result in found.results.items():
        counted = next((value for value in result.values() if isinstance(value, list | dict)), ())
        said = {"n": len(counted), **result}
        if name in METHODS and "missing" not in result:
            said["how"] = "given, trained before" if result["given"] else "trained"
            model, settings = result.get("language_model") or {}, said["config"] or {}
            said["settings"] = ", ".join(f"{key} {value}" for key, value in settings.items())
            said["perplexity"] = note("perplexity", model) if model.get("test_perplexity") else ""
        other = result.get("missing") or result.get("none") or "n = {n:,}"
        words = other if "missing" in result else label("stages", name, str(other))
        took = f"{found.seconds[name]:,.0f} s" if name in found.seconds else "—"
        rows.append({"name": name, "took": took, "what": Cell(words.format_map(said))})
    yield table("making", rows)


_METHODS = {method: partial(collect_vectors, method) for method in _TRAINED}
VECTORS = Part("s-vectors", "The vectors", _METHODS)  # the last section says how they were made

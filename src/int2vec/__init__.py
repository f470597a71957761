"""int2vec: vectors for integers, learned from the company they keep.

    import int2vec
    vectors = int2vec.load()
    vectors.neighbors(1729)
    int2vec.complete([1, 1, 2, 3, 5, 8])

Names are reached lazily: `import int2vec` loads none of the heavy libraries.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from int2vec.corpus.opening import open_corpus
    from int2vec.embed.concat import concatenate
    from int2vec.embed.text import read_text_vectors
    from int2vec.embeddings import Embeddings
    from int2vec.errors import Int2vecError
    from int2vec.models import load
    from int2vec.predict.analogy import analogy
    from int2vec.predict.complete.api import complete
    from int2vec.predict.expand import expand
    from int2vec.predict.probe import probe

__version__ = "0.1.0"

_HOMES = {
    "Embeddings": "int2vec.embeddings",
    "Int2vecError": "int2vec.errors",
    "analogy": "int2vec.predict.analogy",
    "complete": "int2vec.predict.complete.api",
    "concatenate": "int2vec.embed.concat",
    "expand": "int2vec.predict.expand",
    "load": "int2vec.models",
    "open_corpus": "int2vec.corpus.opening",
    "probe": "int2vec.predict.probe",
    "read_text_vectors": "int2vec.embed.text",
}

__all__ = [
    "Embeddings",
    "Int2vecError",
    "analogy",
    "complete",
    "concatenate",
    "expand",
    "load",
    "open_corpus",
    "probe",
    "read_text_vectors",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'int2vec' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]

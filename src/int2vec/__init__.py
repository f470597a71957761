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
    from int2vec.api import analogy, complete, expand, info, neighbors, probe, search, similar
    from int2vec.corpus.store import open_corpus
    from int2vec.embed.concat import concatenate
    from int2vec.embed.text_vectors import read_text_vectors
    from int2vec.embeddings import Embeddings
    from int2vec.errors import Int2vecError
    from int2vec.models import load
    from int2vec.session import Session

__version__ = "0.1.0"

_HOMES = {
    "Embeddings": "int2vec.embeddings",
    "Int2vecError": "int2vec.errors",
    "Session": "int2vec.session",
    "analogy": "int2vec.api",
    "complete": "int2vec.api",
    "concatenate": "int2vec.embed.concat",
    "expand": "int2vec.api",
    "info": "int2vec.api",
    "load": "int2vec.models",
    "neighbors": "int2vec.api",
    "open_corpus": "int2vec.corpus.store",
    "probe": "int2vec.api",
    "read_text_vectors": "int2vec.embed.text_vectors",
    "search": "int2vec.api",
    "similar": "int2vec.api",
}

__all__ = [
    "Embeddings",
    "Int2vecError",
    "Session",
    "analogy",
    "complete",
    "concatenate",
    "expand",
    "info",
    "load",
    "neighbors",
    "open_corpus",
    "probe",
    "read_text_vectors",
    "search",
    "similar",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'int2vec' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]

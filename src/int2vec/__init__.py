"""int2vec: vectors for integers, learned from the company they keep.

import int2vec
vectors = int2vec.load()
vectors.neighbors(1729)
int2vec.complete([1, 1, 2, 3, 5, 8])
"""

from __future__ import annotations

__version__ = "0.1.0"

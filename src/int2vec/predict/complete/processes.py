"""How questions are spread over processes."""

from __future__ import annotations

import multiprocessing
import sys
from multiprocessing.context import BaseContext


def pool_context() -> BaseContext:
    """The way to start processes: a fork where it is safe.

    A fork shares what is already open; torch's threads do not survive one.
    """
    fork = sys.platform == "linux" and "torch" not in sys.modules
    return multiprocessing.get_context("fork" if fork else "spawn")

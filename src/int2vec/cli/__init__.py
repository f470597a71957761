"""The command line: one thin command a stage."""

from __future__ import annotations

from int2vec.cli.app import main

__all__ = ["main"]

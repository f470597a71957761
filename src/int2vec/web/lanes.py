"""Which lane a question waits in, and how server and worker talk.

light   neighbours, properties, the list of models: milliseconds
sets    what members share and what else belongs: tens to hundreds of milliseconds
rules   exact rules for a sequence: bounded by their own budget
heavy   search, completion by all means, analogies, probes; runs at a lower priority
"""

from __future__ import annotations

import struct
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class LaneKind:
    """How many processes serve a lane and at what priority (higher is nicer to others)."""

    processes: int
    niceness: int = 0


LANES = {
    "light": LaneKind(processes=1),
    "sets": LaneKind(processes=1, niceness=2),
    "rules": LaneKind(processes=1),
    "heavy": LaneKind(processes=2, niceness=5),
}

LANE_OF = {
    "integer": "light",
    "neighbors": "light",
    "expand": "sets",
    "models": "light",
    "properties": "light",
    "colors": "light",
    "rules": "rules",
    "readings": "heavy",
    "sequences": "heavy",
    "complete": "heavy",
    "search": "heavy",
    "analogy": "heavy",
    "map": "heavy",
    "probe": "heavy",
}

HEADER = struct.Struct(">IH")
"""Before a question: its length and that of its kind; before an answer: length and status."""
READY = 200

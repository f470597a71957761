"""Many sequences at once, on all cores or on a cluster; a stopped run goes on where it ended."""

import json
import os
from functools import partial
from pathlib import Path
from typing import Any

from int2vec.errors import CorpusError
from int2vec.files import writing
from int2vec.parallel import spread
from int2vec.predict.complete.questions import read_terms
from int2vec.progress import progress
from int2vec.session import Session, default_session
from int2vec.text import digest, plain

_AT_ONCE = 20  # sequences that a process is given, and that a stopped run may lose


def complete_file(
    source: Path,
    out: Path,
    k: int = 5,
    using: str = "",
    model: str | None = None,
    least: float = 0.0,
    corpus: str | None = None,
    *,
    processes: int | None = None,
) -> tuple[int, int]:
    """Write what comes after each sequence of a file as a line of JSON, in their order.

    How many sequences there are, and how many a stopped run had answered before.
    """
    asked = {"k": k, "using": using, "model": model, "least": least, "corpus": corpus}
    sequences = list(read_terms(source))
    if not sequences:
        raise CorpusError(f"{source} holds no sequences; give one a line, such as 1, 1, 2, 3, 5")
    unfinished = out.with_name(f"{out.name}.{digest([sequences, asked])[:12]}.unfinished")
    done = before = 0
    if unfinished.is_file():  # the whole lines that a stopped run has left; half a line is cut off
        whole, end, _ = unfinished.read_bytes().rpartition(b"\n")
        os.truncate(unfinished, len(whole + end))
        done = before = (whole + end).count(b"\n")
    Session(corpus).prepare("complete")  # what processes share is made once
    chunks = [sequences[i : i + _AT_ONCE] for i in range(done, len(sequences), _AT_ONCE)]
    kept = "make room or give another --out, and what is answered stays answered"
    with writing(out, kept):
        out.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("ab") as file:
            for lines in spread(partial(_answers, asked), chunks, processes):
                file.write(lines)
                file.flush()
                done += lines.count(b"\n")
                progress(done / len(sequences), f"{done:,} of {len(sequences):,}")
        unfinished.replace(out)
    return len(sequences), before


def _answers(asked: dict[str, Any], sequences: list[list[int]]) -> bytes:
    complete = default_session().complete
    lines = ({"terms": one, "predictions": complete(one, **asked)} for one in sequences)
    return b"".join(json.dumps(plain(line)).encode() + b"\n" for line in lines)

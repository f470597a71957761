"""Compiling a sequence file into the arrays of a corpus.

Types number the distinct integers: the short ones by rising value, then the big ones in order of
appearance. Rows number them by falling count; ties keep the order of types.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.oeis import BIG, SMALL, BadLine, Numbers, Terms, parse_block, read_blocks
from int2vec.errors import CorpusError
from int2vec.files import save_tensors, write_json
from int2vec.progress import progress

_SHOWN_FAULTS = 20
# Behind an A-number, or behind the place of a sequence without one.
_NAME = re.compile(rb"^(?:A(\d{1,10})|(\d{1,11})) (.*)", re.MULTILINE)


def compile_corpus(
    path: Path,
    folder: Path,
    *,
    names: Path | None = None,
    skip_bad: bool = False,
    input_hash: str = "",
) -> None:
    """Compile the sequence file `path` into the arrays of `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    terms, bad = _read(path, skip_bad)
    tensors = _tensors(terms)
    save_tensors(folder / "corpus.safetensors", tensors)
    if names is not None:
        save_tensors(folder / "names.safetensors", _names(names, tensors["a_numbers"].tolist()))
    about = {
        "input": path.name,
        "input_hash": input_hash,
        "skip_bad": skip_bad,
        "n_sequences": len(tensors["a_numbers"]),
        "n_terms": len(tensors["rows"]),
        "n_types": len(tensors["counts"]),
        "n_repeats": len(terms.a_numbers) - len(tensors["a_numbers"]),
        "n_bad_lines": len(bad),
        "bad_lines": [{"number": n, "reason": why} for n, why in bad[:_SHOWN_FAULTS]],
    }
    write_json(folder / "manifest.json", about)


def _read(path: Path, skip_bad: bool) -> tuple[Terms, list[BadLine]]:
    """The terms of a whole file, and the lines that cannot be read."""
    blocks, bad, line = list[Terms](), list[BadLine](), 1
    for text, share in read_blocks(path):
        terms, faults, n_lines = parse_block(text)
        blocks.append(terms)
        bad += [(line + number, reason) for number, reason in faults]
        if bad and not skip_bad:
            way = "mend the line ('int2vec corpus stats --skip-bad' lists all such lines)"
            raise CorpusError(f"{path}, line {bad[0][0]}: {bad[0][1]}; {way}")
        line += n_lines
        progress(0.8 * share, "reading sequences")
    if not any(len(terms.lengths) for terms in blocks):
        raise CorpusError(f"{path} holds no sequences; give lines such as 'A000045 ,0,1,1,2,3,5,'")
    return Terms(*map(np.concatenate, zip(*blocks, strict=True))), bad


def _tensors(terms: Terms) -> dict[str, NDArray[Any]]:
    """The arrays of a corpus, without the sequences that repeat an earlier one."""
    short, texts, places, seen = _numbered(terms)
    kept, of_terms = _without_repeats(terms), terms.places
    if not kept.all():
        stays = np.repeat(kept, terms.lengths)
        seen -= np.bincount(of_terms[~stays], minlength=len(seen))
        of_terms = of_terms[stays]
    by_place, seen, n_types = np.empty(len(seen), np.int32), seen[places], len(places)
    # Four of five integers occur once: they need no sorting.
    often, rest = np.flatnonzero(seen > 1), np.flatnonzero(seen <= 1)
    order = np.concatenate((often[np.argsort(-seen[often], kind="stable")], rest))
    by_place[places[order]] = np.arange(n_types, dtype=np.int32)
    rows = by_place[places]  # by type
    values = np.full(n_types, BIG, np.int64)
    values[rows[: len(short)]] = short
    big_rows = rows[len(short) :]
    by_row = np.argsort(big_rows)
    for part in _parts(of_terms):
        np.take(by_place, part, out=part, mode="clip")
    return {
        "rows": of_terms,
        "offsets": np.concatenate(([0], np.cumsum(terms.lengths[kept]))),
        "a_numbers": terms.a_numbers[kept].astype(np.int32),
        "counts": seen[order],
        "values": values,
        "by_value": rows[: len(short)],
        "big_rows": big_rows[by_row],
        **joined("big_text", "big_offsets", [texts[i] for i in by_row.tolist()]),
    }


def _numbered(terms: Terms) -> tuple[Numbers, list[bytes], Numbers, Numbers]:
    """The short integers, rising; the big ones; the places of both; how often each is there."""
    counts = (np.bincount(part, minlength=2 * SMALL + 1) for part in _parts(terms.places))
    seen = sum(counts, np.zeros(1, np.int64))
    small, others = np.flatnonzero(seen[:-1]), np.flatnonzero(terms.places == 2 * SMALL)
    middle, places = np.unique(terms.others, return_inverse=True)
    n_marks, big = min(len(terms.big), 1), dict[bytes, int]()  # BIG is the lowest
    middle, end = middle[n_marks:], 2 * SMALL + len(middle) - n_marks
    places += 2 * SMALL - n_marks
    places[terms.others == BIG] = [big.setdefault(t, end + len(big)) for t in terms.big.tolist()]
    terms.places[others] = places  # behind those of small ones: middle ones rising, then big ones
    n_low = int(np.searchsorted(middle, -SMALL))  # middle integers below all small ones
    short = np.concatenate((middle[:n_low], small - SMALL, middle[n_low:]))
    own = np.arange(2 * SMALL, end + len(big))
    seen = np.concatenate((seen[:-1], np.bincount(places)[2 * SMALL :]))
    return short, list(big), np.concatenate((own[:n_low], small, own[n_low:])), seen


def _parts(array: NDArray[np.int32]) -> list[NDArray[np.int32]]:
    """Views of an array piece by piece: as an index it is copied, and all of it would be large."""
    return np.array_split(array, 1 + (len(array) >> 20))


def _without_repeats(terms: Terms) -> NDArray[np.bool_]:
    """Which sequences are no repeats of an earlier one with the same A-number and terms."""
    ids, offsets = terms.a_numbers, np.concatenate(([0], np.cumsum(terms.lengths)))
    kept = np.ones(len(ids), bool)
    distinct, times = np.unique(ids, return_counts=True)
    seen = set()
    for i in np.flatnonzero(np.isin(ids, distinct[(times > 1) & (distinct > 0)])).tolist():
        key = int(ids[i]), terms.places[offsets[i] : offsets[i + 1]].tobytes()
        kept[i] = key not in seen
        seen.add(key)
    return kept


def joined(text: str, offsets: str, texts: list[bytes]) -> dict[str, NDArray[Any]]:
    """Texts one after the other, and where each begins."""
    return {
        text: np.frombuffer(b"".join(texts), np.uint8),
        offsets: np.cumsum([0, *map(len, texts)], dtype=np.int64),
    }


def _names(path: Path, a_numbers: list[int]) -> dict[str, NDArray[Any]]:
    """The names of a compiled corpus's sequences, in their order."""
    names: dict[int, bytes] = {}
    for block, _ in read_blocks(path):
        for a_number, place, name in _NAME.findall(block):
            names.setdefault(int(a_number) if a_number else -1 - int(place), name.strip())
    return joined("text", "offsets", [names.get(a or -1 - i, b"") for i, a in enumerate(a_numbers)])

"""The same question has the same answer in Python, on the command line and over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import int2vec
from int2vec.cli.app import app, load_commands
from int2vec.text import plain

testclient = pytest.importorskip("starlette.testclient", reason="the web extra is not installed")

PROMPTS = [
    [1, 4, 10, 20, 35], [1, 1, 2, 3, 5, 8], [2, 3, 5, 7, 11, 13], [1, 2, 4, 8, 16], [7, 7, 7, 7],
    [16, 23, 28, 38, 49], [1, -2, 3, -4, 5], [10**20, 10**21, 10**22], [3, 1, 4, 1, 5, 9], [6],
]  # fmt: skip
PATTERNS = ["1,3,6,10,15", "0, 1, 1, ?, 3, 5", "2,4,6,8", "99999, 4"]
INTEGERS = [1729, 97, 1024, -6, 0, 10**15 + 37]
SETS = [[73, 97, 83], [729, 1024, 243], [8, 27, 125], [12], [6, 28, 496]]
ANALOGIES = [(5, 36, 6, [48, 49, 50, 56]), (2, 8, 3, None), (48, 122, 168, [215, 225, 290, 292]),
             (1, 1, 1, None), (6, 6, 7, [1, 2])]  # fmt: skip
CORPUS = """\
A000045 ,0,1,1,2,3,5,8,13,21,34,55,89,144,233,377,610,987,
A000217 ,0,1,3,6,10,15,21,28,36,45,55,66,78,91,105,120,
A000290 ,0,1,4,9,16,25,36,49,64,81,100,121,144,169,
A000292 ,0,1,4,10,20,35,56,84,120,165,220,286,364,
A000578 ,0,1,8,27,64,125,216,343,512,729,1000,1331,
"""


@dataclass(frozen=True)
class Faces:
    """One corpus, or none, asked in three ways."""

    folder: Path
    corpus: str | None
    http: Any

    def command(self, name: str, *given: object, options: Sequence[str] = ()) -> Any:
        """What a command prints as JSON; the corpus is named where the command takes one."""
        takes_corpus = self.corpus and name in ("complete", "search", "expand", "similar")
        named = ["--corpus", str(self.corpus)] if takes_corpus else []
        words = [name, "--json", *named, *options, "--", *map(str, given)]
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    def get(self, path: str, **query: object) -> Any:
        """What the server answers."""
        answer = self.http.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture(scope="module", params=["no corpus", "a corpus"])
def faces(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Faces]:
    """A server over a small corpus, and one over none, in folders of their own."""
    from int2vec.web.app import create_app
    from int2vec.web.worker import ServeConfig

    folder = tmp_path_factory.mktemp("contract")
    corpus = None
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INT2VEC_DATA", str(folder / "no-data"))
        patch.setenv("INT2VEC_CACHE", str(folder / "cache"))
        if request.param == "a corpus":
            corpus = str(folder / "terms.txt")
            Path(corpus).write_text(CORPUS)
        load_commands()
        application = create_app(ServeConfig(corpus=corpus))
        with testclient.TestClient(application, base_url="http://127.0.0.1") as http:
            yield Faces(folder, corpus, http)


@pytest.fixture(autouse=True)
def _same_folders(faces: Faces, _own_folders: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python and the commands look where the server looks."""
    monkeypatch.setenv("INT2VEC_DATA", str(faces.folder / "no-data"))
    monkeypatch.setenv("INT2VEC_CACHE", str(faces.folder / "cache"))


def _picked(items: Any, *keys: str) -> list[tuple[Any, ...]]:
    """Some fields of each item, floats to four decimals."""
    return [tuple(plain(item[key], 4) for key in keys) for item in plain(items, None)]


@pytest.mark.parametrize("terms", PROMPTS, ids=str)
def test_completion(faces: Faces, terms: list[int]) -> None:
    said = "value", "probability", "by", "why"
    line = ", ".join(map(str, terms))
    ours = _picked(int2vec.complete(terms, corpus=faces.corpus), *said)
    assert _picked(faces.command("complete", line)["predictions"], *said) == ours
    assert _picked(faces.get("/api/complete", terms=line)["predictions"], *said) == ours


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("transforms", [False, True])
def test_search(faces: Faces, pattern: str, transforms: bool) -> None:
    ours = int2vec.search(pattern, transforms=transforms, corpus=faces.corpus)
    found = _picked(ours.matches, "a_number", "name", "position", "transform")
    printed = faces.command("search", pattern, options=["--transforms"] if transforms else [])
    assert _picked(printed["matches"], "a_number", "name", "position", "transform") == found
    over_http = faces.get("/api/search", terms=pattern, transforms=transforms)
    assert _picked(over_http["matches"], "a_number", "name", "position", "transform") == found
    assert over_http["corpus"] == ours.corpus


@pytest.mark.parametrize("sequence", ["A000292", "0, 1, 3, 6, 10, 15, 21", "5, -4, 99999", "7"])
def test_similar_sequences(faces: Faces, sequence: str) -> None:
    said = "sequence", "name", "score", "why", "terms"
    ours = int2vec.similar(sequence, 4, corpus=faces.corpus)
    found = _picked(ours.similar, *said)
    assert found
    printed = faces.command("similar", sequence, options=["-k", "4"])
    over_http = faces.get("/api/similar", sequence=sequence, k=4)
    for other in (printed, over_http):
        assert _picked(other["similar"], *said) == found
        assert (other["terms"], other["sequence"]) == (plain(ours.terms), ours.sequence)


@pytest.mark.parametrize("n", INTEGERS)
def test_an_integer(faces: Faces, n: int) -> None:
    near = _picked(int2vec.neighbors(n, 5).neighbors, "integer", "cosine", "shares")
    assert near
    assert (
        _picked(faces.command("neighbors", n)["neighbors"][:5], "integer", "cosine", "shares")
        == near
    )
    over_http = faces.get(f"/api/neighbors/{n}", k=5)
    assert _picked(over_http["neighbors"], "integer", "cosine", "shares") == near
    facts = plain(int2vec.info(n), None)
    assert faces.command("info", n) == facts
    properties = faces.get(f"/api/integer/{n}")["properties"]
    assert _picked(properties, "name", "words", "rarity") == _picked(
        facts["properties"], "name", "words", "rarity"
    )


@pytest.mark.parametrize("members", SETS, ids=str)
def test_a_set(faces: Faces, members: list[int]) -> None:
    ours = int2vec.expand(members, 8, corpus=faces.corpus)
    candidates = [(plain(c.value), round(c.score, 3), c.why) for c in ours.candidates]
    named = [p.words for p in ours.properties]
    printed = faces.command("expand", *members, options=["-k", "8"])
    answered = faces.get("/api/expand", members=",".join(map(str, members)), k=8)
    for other in (printed, answered):
        found = [(c["value"], round(c["score"], 3), c["why"]) for c in other["candidates"][:8]]
        assert found == candidates
        assert [p["words"] for p in other["properties"]] == named
        assert [s["name"] for s in other["sequences"]] == [s.name for s in ours.sequences]


@pytest.mark.parametrize(("a", "b", "c", "options"), ANALOGIES, ids=str)
def test_an_analogy(faces: Faces, a: int, b: int, c: int, options: list[int] | None) -> None:
    given = {} if options is None else {"options": ",".join(map(str, options))}
    answered = faces.get("/api/analogy", a=a, b=b, c=c, **given)
    for using, fields in (("rules", ("value", "why", "share")), ("vectors", ("value",))):
        ours = _picked(int2vec.analogy(a, b, c, options, using=using), *fields)
        words = ["--using", using, *(["--options", given["options"]] if given else [])]
        printed = faces.command("analogy", a, b, c, options=words)
        assert _picked(printed["answers"], *fields) == ours
        assert _picked(answered[using], *fields) == ours

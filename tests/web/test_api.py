"""The API: true answers, bounds, one clear sentence for bad input."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from int2vec.session import Session
from int2vec.web import worker
from int2vec.web.app import create_app
from int2vec.web.guards import MAX_BODY
from int2vec.web.worker import ServeConfig


def _get(client: httpx.Client, path: str) -> dict:
    response = client.get(path)
    assert response.status_code == 200, response.text
    return response.json()


def test_integer_facts(client: httpx.Client) -> None:
    answer = _get(client, "/api/integer/1729")
    assert answer["factors"] == {"7": 1, "13": 1, "19": 1}
    assert "is one more than a cube" in [p["words"] for p in answer["properties"]]
    rarities = [p["rarity"] for p in answer["properties"] if p["family"] != "remainders"]
    assert rarities == sorted(rarities)


@pytest.mark.parametrize("n", [0, 1, -12, 2**53 + 1, -(10**30), 10**400 + 7])
def test_every_integer_has_a_page(client: httpx.Client, n: int) -> None:
    answer = _get(client, f"/api/integer/{n}")
    assert int(answer["integer"]) == n
    assert isinstance(answer["integer"], int if abs(n) <= 2**53 else str)


def test_neighbors_are_near_and_say_why(client: httpx.Client) -> None:
    answer = _get(client, "/api/neighbors/97?k=5&model=clear")
    assert len(answer["neighbors"]) == 5
    cosines = [one["cosine"] for one in answer["neighbors"]]
    assert cosines == sorted(cosines, reverse=True)
    # The made-up vectors know primality, so that a prime's neighbours share a fact about primes.
    assert "prime" in " ".join(answer["neighbors"][0]["shares"])
    assert 97 not in [one["integer"] for one in answer["neighbors"]]


def test_readings_stand_beside_the_truth(client: httpx.Client) -> None:
    readings = {r["property"]: r for r in _get(client, "/api/readings/97")["readings"]}
    assert readings["prime"]["truth"] is True
    assert readings["prime"]["read"] > 0.5  # the made-up vectors know it
    assert readings["even"]["truth"] is False
    assert readings["even"]["read"] < 0.5


def test_sequences_of_an_integer(client: httpx.Client) -> None:
    answer = _get(client, "/api/sequences/832040")  # F(30)
    assert [s["label"] for s in answer["sequences"]] == ["A000045"]
    assert 832040 in answer["sequences"][0]["terms"]
    assert _get(client, "/api/sequences/999999999")["total"] == 0


@pytest.mark.parametrize("using", ["all", "rules"])
def test_completion(client: httpx.Client, using: str) -> None:
    answer = _get(client, f"/api/complete?terms=1,4,10,20,35,&using={using}")
    best = answer["predictions"][0]
    assert best["value"] == 56
    assert best["why"]
    posted = client.post("/api/complete", json={"terms": [1, 4, 10, 20, 35], "using": using})
    assert posted.json() == answer


def test_completion_answers_the_whole_question(client: httpx.Client) -> None:
    asked = "terms=1,4,9,16,25&next=3&nth=100&before=true&options=35,36,37"
    answer = _get(client, f"/api/complete?{asked}")
    assert [one["value"] for one in answer["following"]] == [36, 49, 64]
    assert answer["nth"] == 10_000
    assert answer["before"][0]["values"] == [0]
    assert answer["predictions"][0]["value"] == 36
    assert {one["value"] for one in answer["predictions"]} <= {35, 36, 37}
    far = client.get("/api/complete?terms=2,4,8,16,32&nth=90000")
    assert far.status_code == 400
    assert "4,000 digits; ask for an earlier one" in far.json()["error"]


def test_a_deep_question_tells_how_far_it_is(client: httpx.Client) -> None:
    lines = {"Accept": "application/x-ndjson"}
    asked = "/api/complete?terms=1,4,10,20,35&effort=deep"
    with client.stream("GET", asked, headers=lines) as response:
        told = [json.loads(line) for line in response.iter_lines()]
    assert told[0]["seconds"] >= 0
    assert told[-1]["predictions"][0]["value"] == 56
    assert _get(client, asked) == told[-1]


@pytest.mark.parametrize("accepted", ["application/x-ndjson", "application/json"])
def test_who_leaves_a_deep_question_gives_it_up(client: httpx.Client, accepted: str) -> None:
    before = _deep_lane(client, "idle", 0)
    for patience in (0.04, 0.08, 0.02, 0.16, 0.3):  # it may be answered, or not begun, by then
        terms = [pow(n, 7, 10**6 + int(1000 * patience)) for n in range(100, 215)]
        question: dict[str, Any] = {
            "json": {"terms": terms, "effort": "deep"},
            "headers": {"Accept": accepted},
            "timeout": httpx.Timeout(60, read=patience),
        }
        with (
            suppress(httpx.ReadTimeout),
            client.stream("POST", "/api/complete", **question) as response,
        ):
            next(response.iter_lines())
        now = _deep_lane(client, "idle", 0)
        if now["restarts"] > before["restarts"]:
            break
    assert now["restarts"] == before["restarts"] + 1


def _deep_lane(client: httpx.Client, count: str, least: int) -> dict[str, int]:
    """How the deep lane fares, once there are more of what is counted."""
    for _ in range(200):
        now: dict[str, int] = _get(client, "/api/health")["lanes"]["deep"]
        if now[count] > least:
            break
        time.sleep(0.1)
    return now


def test_equations_and_code(client: httpx.Client) -> None:
    answer = _get(client, "/api/guess?terms=0,1,1,2,3,5,8,13,21,34")
    assert answer["equations"][0]["value"] == 55
    scope: dict = {}
    exec(answer["formulas"]["python"], scope)
    assert [scope["a"](n) for n in range(12)][-2:] == [55, 89]
    assert {"text", "latex", "python", "pari", "sage"} <= set(answer["formulas"])
    assert _get(client, "/api/guess?terms=3,1,4,1,5,9,2,6,5")["formulas"] == {}


def test_a_sequence_of_a_file_without_a_numbers_has_a_page(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("3 1 4 1 5 9 2 6\n2 7 1 8 2 8 1 8\n1 4 1 4 2 1 3 5\n")
    session = Session(str(tmp_path / "mine.txt"))
    status, body = worker.answer(session, "sequence", b'{"label": "sequence 2"}')
    assert status == 200
    assert json.loads(body)["terms"][:4] == [2, 7, 1, 8]
    assert session.similar("sequence 2", 1).sequence == "sequence 2"
    for label in (b"sequence 4", b"sequence 0", b"A000000"):
        assert worker.answer(session, "sequence", b'{"label": "%s"}' % label)[0] == 404


def test_long_integers_stay_exact(client: httpx.Client) -> None:
    terms = [10**n for n in range(30, 36)]
    answer = client.post("/api/complete", json={"terms": [str(t) for t in terms], "using": "rules"})
    assert answer.json()["predictions"][0]["value"] == str(10**36)
    assert answer.json()["terms"][0] == str(10**30)


def test_search_with_a_gap_and_through_a_transform(client: httpx.Client) -> None:
    gap = _get(client, "/api/search?terms=1,1,2,?,5,8")
    assert gap["matches"][0]["a_number"] == "A000045"
    shifted = _get(client, "/api/search?terms=2,5,11,21,36&transforms=true")  # A000292 + 1
    assert "A000292" in [m["a_number"] for m in shifted["matches"]]


def test_expansion(client: httpx.Client) -> None:
    answer = _get(client, "/api/expand?members=73,97,83&k=10&model=clear")
    assert "is prime" in [p["words"] for p in answer["properties"]]
    assert "A000040" in [s["a_number"] for s in answer["sequences"]]
    assert not {73, 97, 83} & {c["value"] for c in answer["candidates"]}
    assert 79 in [c["value"] for c in answer["candidates"]]


def test_analogy(client: httpx.Client) -> None:
    answer = _get(client, "/api/analogy?a=5&b=36&c=6&options=48,49,50,56")
    assert answer["rules"][0]["value"] == 49
    assert answer["rules"][0]["why"] == "(n + 1)²"
    assert {v["value"] for v in answer["vectors"]} == {48, 49, 50, 56}


def test_models_map_and_colours(client: httpx.Client) -> None:
    models = _get(client, "/api/models")
    assert [m["name"] for m in models["models"]][:2] == ["clear", "noisy"]
    assert "/" not in models["corpus"]  # a path is nobody's business
    drawn = _get(client, "/api/map?model=noisy")
    assert len(drawn["integers"]) == len(drawn["x"]) == len(drawn["y"]) == 2_200
    primes = _get(client, "/api/map/colors?by=prime&limit=10")
    assert [n for n, yes in enumerate(primes["values"]) if yes] == [2, 3, 5, 7]
    assert _get(client, "/api/map/colors?by=omega&limit=6")["values"] == [None, 0, 1, 1, 1, 1, 2]


def test_map_of_sequences_and_a_place_on_it(client: httpx.Client) -> None:
    drawn = _get(client, "/api/map/sequences")
    assert len(drawn["labels"]) == len(drawn["names"]) == len(drawn["x"]) == 126
    at = drawn["labels"].index("A000045")
    place = _get(client, "/api/place/A000045")
    width = max(drawn["x"]) - min(drawn["x"])  # versions of the library draw it larger or smaller
    assert place["x"] == pytest.approx(drawn["x"][at], abs=width / 50)
    assert place["y"] == pytest.approx(drawn["y"][at], abs=width / 50)
    assert client.get("/api/place/A999999").status_code == 404


def test_probes_by_size_are_those_that_ship(client: httpx.Client) -> None:
    answer = _get(client, "/api/probe/ranges")
    assert answer["words"]["prime"] == "is prime"
    [units] = [one for one in answer["curves"]["div3"] if one["embedding"] == "oeis-units"]
    assert units["up_to"][-1] == 10**9
    assert min(units["accuracy"]) > 0.99


def test_probes(client: httpx.Client) -> None:
    answer = _get(client, "/api/probe?model=clear")
    [even] = [one for one in answer["properties"] if one["name"] == "even"]
    score, majority = (even[kind]["accuracy"] for kind in ("all", "majority"))
    assert score > 0.95 > majority
    assert answer["words"]["even"] == "is even"
    assert {one["name"] for one in answer["quantities"]} == {"value", "digits"}


def test_every_sample_in_the_description_is_answered(client: httpx.Client) -> None:
    paths = _get(client, "/api/openapi.json")["paths"]
    samples = [methods["get"]["x-sample"] for methods in paths.values()]
    assert len(samples) == len(set(samples)) > 0
    for sample in samples:
        assert _get(client, f"/api/{sample}")


def test_the_app_needs_no_port() -> None:
    with pytest.raises(KeyError):  # workers start with the app, not with the factory
        create_app(ServeConfig(corpus="catalog")).state._state["workers"]


def test_health(client: httpx.Client) -> None:
    answer = _get(client, "/api/health")
    assert answer["status"] == "ok"
    assert set(answer["lanes"]) == {"light", "sets", "long", "rules", "heavy", "deep"}


BAD = [
    ("/api/integer/x", 400, "whole number"),
    ("/api/integer/" + "9" * 1001, 400, "1,000 are allowed"),
    ("/api/neighbors/97?k=0", 422, "k"),
    ("/api/neighbors/97?k=101", 422, "k"),
    ("/api/neighbors/97?model=../../etc/passwd", 404, "not served"),
    ("/api/neighbors/99999999?model=clear", 404, "no vector"),
    ("/api/complete", 422, "terms"),
    ("/api/complete?terms=1,x,3", 400, "'x' is not a whole number"),
    ("/api/complete?terms=" + "1," * 1001, 400, "at most 1,000"),
    ("/api/complete?terms=" + "1" * 1001, 400, "a term has 1,001 digits; at most 1,000"),
    ("/api/complete?terms=" + "1," * 8_001, 422, "at most 16000 characters"),
    ("/api/complete?terms=1,2&using=magic", 422, "using"),
    ("/api/search?terms=?,?", 400, "at least one integer"),
    ("/api/expand?members=" + "1," * 501, 400, "at most 500"),
    ("/api/expand?members=,", 400, "no terms"),
    ("/api/analogy?a=1&b=2", 422, "c"),
    ("/api/analogy?a=1&b=2&c=3&options=" + "1," * 21, 400, "at most 20"),
    ("/api/map/colors?by=nonsense", 400, "nonsense"),
    ("/api/map/colors?by=prime&limit=20001", 422, "limit"),
    ("/api/nothing", 404, "nothing at"),
    ("/api/complete?terms=" + "1," * 18_000, 414, "too long"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "status", "words"), BAD, ids=[b[0][:40] for b in BAD])
def test_bad_input_is_told_in_one_sentence(
    client: httpx.Client, path: str, status: int, words: str
) -> None:
    response = client.get(path)
    assert response.status_code == status
    body = response.json()
    assert set(body) == {"error"}
    assert words in body["error"]
    assert len(body["error"]) < 300
    assert "\n" not in body["error"]


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b'{"terms": []}', b'{"terms": [1.5]}', b'{"terms": [true]}',
        b'{"terms": [1], "what": 2}', b'{"terms": [1e400]}', b'{"terms": "1,2"}',
        b'{"terms": [' + b"9" * 5000 + b"]}", b"\xff\xfe",
    ],
)  # fmt: skip
def test_bad_bodies_are_refused(client: httpx.Client, body: bytes) -> None:
    response = client.post(
        "/api/complete", content=body, headers={"Content-Type": "application/json"}
    )
    assert response.status_code in (400, 422)
    assert response.json()["error"]


def test_long_bodies_are_refused_by_header_and_while_read(client: httpx.Client) -> None:
    long = b'{"terms": [' + b"1," * MAX_BODY + b"1]}"
    told = client.post("/api/complete", content=long, headers={"Content-Type": "application/json"})
    assert told.status_code == 413
    pieces = (long[i : i + 4096] for i in range(0, len(long), 4096))  # no length is announced
    read = client.post(
        "/api/complete", content=pieces, headers={"Content-Type": "application/json"}
    )
    assert read.status_code == 413
    assert "too long" in read.json()["error"]


def test_method_not_allowed_is_a_sentence(client: httpx.Client) -> None:
    response = client.delete("/api/models")
    assert response.status_code == 405
    assert "DELETE" in response.json()["error"]


def test_pages_and_headers(client: httpx.Client) -> None:
    page = client.get("/")
    assert "<title>int2vec</title>" in page.text
    assert "script-src 'self';" in page.headers["Content-Security-Policy"]
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert client.get("/chart.html").headers["X-Frame-Options"] == "SAMEORIGIN"
    for path in ("/", "/api/health", "/static/js/main.js", "/api/nothing", "/nothing"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
    assert "https://cdn" not in page.text
    assert client.get("/docs").headers["location"] == "/#/api"


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py"]
)
def test_no_file_outside_the_page_is_served(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_plotly_comes_from_the_installed_package(client: httpx.Client) -> None:
    response = client.get("/vendor/plotly.min.js")
    assert response.status_code == 200
    assert "javascript" in response.headers["content-type"]
    assert len(response.content) > 1_000_000


def test_long_integers_wait_among_themselves() -> None:
    facts = worker.ENDPOINTS["info"]
    sets = worker.ENDPOINTS["expand"]
    assert facts.asked(facts.question(integer=1729))[0] == "light"
    assert facts.asked(facts.question(integer=10**999))[0] == "long"
    assert sets.asked(sets.question(members=[73, 97, 83]))[0] == "sets"
    assert sets.asked(sets.question(members=[10**100 + i for i in range(4)]))[0] == "long"

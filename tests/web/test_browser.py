"""The explorer as a person uses it, in a real browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from conftest import Visitor

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("typed", "hint", "leads_to"),
    [
        ("1729", "an integer", "#/integer/1729"),
        ("1, 1, 2, 3, 5, 8,", "a sequence of 6 terms", "#/sequence/1,1,2,3,5,8"),
        ("2 4 8 …", "a sequence of 3 terms", "#/sequence/2,4,8"),
        ("{73, 97, 83}", "a set of 3", "#/set/73,97,83"),
        ("5, 13 and 29", "a set of 3", "#/set/5,13,29"),
        ("5:36::6:?", "an analogy", "#/analogy/5:36::6:?"),
        ("−7", "an integer", "#/integer/-7"),
        ("2^61 - 1", "the integer 2305843009213693951", "#/integer/2305843009213693951"),
        ("7! + C(10, 3)", "the integer 5160", "#/integer/5160"),
        ("fib(50)", "the integer 12586269025", "#/integer/12586269025"),
        ("1,000,000", "the integer 1000000. Press Enter. Or is it a sequence", "#/integer/1000000"),
        ("a000045", "A000045. Press Enter. Or is it the integer 45?", "#/entry/A000045"),
        ("1, 2, ?, 8", "a sequence with blanks", "#/sequence/1,2,?,8"),
    ],
)
def test_ask_bar_knows_the_question(visitor: Visitor, typed: str, hint: str, leads_to: str) -> None:
    page = visitor.open()
    page.locator("#question").fill(typed)
    expect(page.locator("#hint")).to_contain_text(hint)
    page.locator("#question").press("Enter")
    expect(page).to_have_url(re.compile(re.escape(leads_to) + "$"))
    visitor.settle()


def test_ask_bar_says_what_it_does_not_understand(visitor: Visitor) -> None:
    page = visitor.open()
    for typed in ("2^", "12.5", "9^9^9^9", "7!!!!"):
        page.locator("#question").fill(typed)
        page.get_by_role("button", name="Ask").click()
        expect(page.locator("#hint")).to_contain_text("give whole numbers")
    page.locator("#question").fill("zzyzx")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator("#hint")).to_contain_text("No sequence here has “zzyzx” in its name")
    expect(page).to_have_url(re.compile(r"/$"))


def test_integer_page(visitor: Visitor) -> None:
    page = visitor.open()
    visitor.ask("1729")
    expect(page.get_by_role("heading", name="1729", level=1)).to_be_visible()
    expect(page.locator(".factors")).to_have_text("= 7 · 13 · 19")
    expect(page.get_by_text("is one more than a cube").first).to_be_visible()
    expect(page.locator(".near li")).to_have_count(12)
    expect(page.locator(".reads li")).not_to_have_count(0)
    expect(page.locator(".mini canvas")).to_be_visible()
    page.get_by_role("link", name="Next: 1730").click()
    expect(page.get_by_role("heading", name="1730", level=1)).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="1729", level=1)).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="1730", level=1)).to_be_visible()
    visitor.settle()


def test_sequence_page_finishes_and_goes_on(visitor: Visitor) -> None:
    page = visitor.open()
    visitor.ask("1, 4, 10, 20, 35")
    expect(page.locator("h1")).to_have_text("1, 4, 10, 20, 35, 56?")
    expect(page.locator(".note", has_text="conjectures")).to_be_visible()
    expect(page.get_by_role("link", name="A000292", exact=True).first).to_have_attribute(
        "href", "#/entry/A000292"
    )
    expect(page.get_by_role("link", name="A000292 on oeis.org").first).to_have_attribute(
        "href", "https://oeis.org/A000292"
    )
    expect(page.locator(".plot svg .dot")).to_have_count(5)
    page.get_by_role("link", name="Take 56 as the next term").click()
    expect(page.locator("h1")).to_have_text("1, 4, 10, 20, 35, 56, 84?")
    visitor.settle()
    page.get_by_role("link", name="As a set").click()
    expect(page).to_have_url(re.compile("#/set/1,4,10,20,35,56$"))
    visitor.settle()


def test_where_no_rule_is_found_no_number_heads_the_page(visitor: Visitor) -> None:
    page = visitor.open("#/sequence/3,8,21,44,91,170,333,601")
    expect(page.locator("main")).to_contain_text("No rule was found")
    expect(page.locator("main")).to_contain_text("between 1,025 and 1,332")
    expect(page.locator(".terms-head")).to_have_text(re.compile(r"333, 601, \?$"))


def test_copy_as_json(visitor: Visitor) -> None:
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.open("#/sequence/1,4,10,20,35")
    page.get_by_role("button", name="Copy as JSON").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert '"value": 56' in copied


def test_set_page_grows_by_a_click_and_shrinks_again(visitor: Visitor) -> None:
    page = visitor.open()
    visitor.ask("{73, 97, 83}")
    expect(page.get_by_text("each is prime").first).to_be_visible()
    first = page.locator(".chip.add button").first
    added = (first.text_content() or "").strip()
    first.click()
    expect(page).to_have_url(re.compile(f"#/set/73,97,83,{added}$"))
    visitor.settle()
    page.get_by_role("button", name=f"Take {added} out").click()
    expect(page).to_have_url(re.compile("#/set/73,97,83$"))
    visitor.settle()
    page.get_by_label("Add integers to the set").fill("89")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page).to_have_url(re.compile("#/set/73,97,83,89$"))
    visitor.settle()


def test_analogy_page_shows_rule_and_vectors(visitor: Visitor) -> None:
    page = visitor.open("#/analogy/5:36::6:?")
    expect(page.locator("h1 .answer")).to_have_text("49?")
    expect(page.get_by_text("(n + 1)²").first).to_be_visible()
    expect(page.locator(".near li")).to_have_count(5)
    page.get_by_label("Options to choose from").fill("48, 49, 50")
    page.get_by_role("button", name="Choose among these").click()
    expect(page).to_have_url(re.compile(re.escape("#/analogy/5:36::6:?|48,49,50")))
    visitor.settle()
    expect(page.locator(".near li")).to_have_count(3)


def test_map_colours_flies_and_lassos(visitor: Visitor) -> None:
    page = visitor.open("#/map?by=prime")
    expect(page.locator(".legend")).to_contain_text("is prime (327)")  # pi(2200)
    page.get_by_label("Colour by").select_option("mod3")
    expect(page.locator(".legend")).to_contain_text("2 mod 3")
    expect(page).to_have_url(re.compile("by=mod3"))
    page.get_by_label("Fly to").fill("97")
    page.get_by_label("Fly to").press("Enter")
    expect(page.locator(".picked")).to_contain_text("97 is marked")
    expect(page).to_have_url(re.compile("at=97"))
    page.get_by_role("button", name="Whole map").click()
    page.get_by_role("button", name="Lasso").click()
    box = page.locator(".stage").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(middle[0] - 160, middle[1] - 120)
    page.mouse.down()
    for x, y in ((160, -120), (160, 120), (-160, 120), (-160, -110)):
        page.mouse.move(middle[0] + x, middle[1] + y, steps=6)
    page.mouse.up()
    expect(page.locator(".picked")).to_contain_text("picked")
    page.get_by_role("link", name="What do they share?").click()
    expect(page).to_have_url(re.compile("#/set/"))
    visitor.settle()


def test_map_of_another_model_is_another_picture(visitor: Visitor) -> None:
    page = visitor.open("#/map?by=even")
    page.get_by_label("Vectors").select_option("noisy")
    expect(page).to_have_url(re.compile("model=noisy"))
    visitor.settle()
    expect(page.locator(".legend")).to_contain_text("is even")
    page.go_back()
    expect(page).not_to_have_url(re.compile("model=noisy"))
    visitor.settle()
    expect(page.get_by_label("Vectors")).to_have_value("clear")


def test_probe_page_opens_the_detail_of_a_cell(visitor: Visitor) -> None:
    page = visitor.open("#/probes")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="clear, even").click()
    expect(page.locator(".detail")).to_contain_text("majority class")
    shared = page.url
    assert shared.endswith("#/probes/clear/even")
    page.goto("about:blank")
    page.goto(shared)  # a friend opens the link
    visitor.settle()
    expect(page.locator(".detail")).to_contain_text("clear: is even")


def test_api_page_lists_every_question(visitor: Visitor) -> None:
    page = visitor.open("#/api")
    address = page.evaluate("location.origin")
    paths = page.request.get(f"{address}/api/openapi.json").json()["paths"]
    expect(page.locator(".endpoint")).to_have_count(sum(map(len, paths.values())))


def test_an_empty_set_says_so_once(visitor: Visitor) -> None:
    page = visitor.open("#/set/")
    expect(page.get_by_text("The set is empty")).to_have_count(1)
    expect(page.get_by_role("heading", name="Sequences that hold them all")).to_be_hidden()


def test_shared_addresses_open_the_same_page(visitor: Visitor) -> None:
    page = visitor.open("#/set/5,13,29?model=noisy")
    expect(page.get_by_label("Vectors")).to_have_value("noisy")
    expect(page.locator("#question")).to_have_value("{5, 13, 29}")
    page.get_by_role("link", name="As a sequence").click()
    expect(page).to_have_url(re.compile(re.escape("#/sequence/5,13,29?model=noisy")))
    visitor.settle()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("#/integer/seven", "no whole number"),
        ("#/entry/fibonacci", "goes by its A-number"),
        ("#/sequence/", "A sequence is a list"),
        ("#/set/", "The set is empty"),
        ("#/analogy/1:2", "needs three integers"),
        ("#/integer/3?model=clear", "Nearest neighbours"),
    ],
)
def test_empty_and_odd_addresses_are_answered(visitor: Visitor, path: str, words: str) -> None:
    page = visitor.open(path)
    expect(page.locator("main")).to_contain_text(words)
    expect(page.locator("h1")).to_have_count(1)


def test_a_sequence_that_is_not_there_is_said_once(visitor: Visitor) -> None:
    page = visitor.open("#/entry/A999999")
    expect(page.locator(".empty")).to_have_count(1)
    expect(page.locator(".empty")).to_contain_text("run 'int2vec fetch oeis' for all")
    expect(page.get_by_role("link", name="On oeis.org")).to_be_visible()
    visitor.complaints = [c for c in visitor.complaints if "404" not in c]


def test_an_error_says_what_to_do(visitor: Visitor) -> None:
    page = visitor.open("#/integer/99999999")
    expect(page.locator("main")).to_contain_text("use another model")


def test_a_server_that_is_gone_is_named(visitor: Visitor) -> None:
    page = visitor.open()
    page.route("**/api/**", lambda route: route.abort())
    visitor.ask("97")
    expect(page.get_by_role("alert").first).to_contain_text("is 'int2vec serve' still running?")
    page.unroute("**/api/**")
    page.get_by_role("button", name="Try again").first.click()
    visitor.settle()
    expect(page.locator(".near li")).to_have_count(12)
    visitor.complaints = [c for c in visitor.complaints if "ERR_FAILED" not in c]


def test_nothing_jumps_when_the_parts_arrive(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => { for (const e of list.getEntries())"
        " if (!e.hadRecentInput) window.shift += e.value; }).observe({type: 'layout-shift',"
        " buffered: true});"
    )
    for path in ("#/integer/97", "#/sequence/1,4,10,20,35", "#/probes", "#/map"):
        page.goto("about:blank")
        visitor.open(path)
        page.wait_for_timeout(200)
        assert page.evaluate("window.shift") < 0.1, path  # what browsers call good


def test_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.open()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.type("{5, 13, 29}")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#/set/5,13,29$"))
    visitor.settle()
    expect(page.locator("main")).to_be_focused()
    expect(page.locator(".chip.add").first).to_be_visible()
    for _ in range(100):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.chip.add') !== null"):
            break
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"#/set/5,13,29,\d+$"))
    visitor.settle()


def test_map_by_keyboard(visitor: Visitor) -> None:
    page = visitor.open("#/map")
    frame = page.frame_locator(".chart")
    page.locator(".stage").focus()
    chart = "document.querySelector('.chart').contentDocument.getElementById('chart')"
    span = f"{chart}._fullLayout.xaxis.range"
    before = page.evaluate(span)
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(150)
    moved = page.evaluate(span)
    assert moved[0] > before[0]
    page.keyboard.press("+")
    page.wait_for_timeout(150)
    closer = page.evaluate(span)
    assert closer[1] - closer[0] < moved[1] - moved[0]
    expect(frame.locator("canvas").first).to_be_attached()


def test_phone_has_no_sideways_scroll(phone: Visitor) -> None:
    for path in ("", "#/integer/1729", "#/sequence/1,4,10,20,35", "#/set/5,13,29",
                 "#/analogy/48:122::168:?|215,225,290,292", "#/entry/A000045", "#/map",
                 "#/map?with=noisy", "#/map/sequences", "#/probes", "#/api"):  # fmt: skip
        page = phone.open(path)
        page.set_viewport_size({"width": 320, "height": 640})
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path


def test_dark_follows_the_system_and_the_button(night: Visitor) -> None:
    page = night.open()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Switch between light and dark").click()
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, re.findall(r"\d+", dark))) < 100 < sum(map(int, re.findall(r"\d+", light)))
    page.reload()  # the choice is kept
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light


def test_sequences_are_found_by_name_and_have_a_page(visitor: Visitor) -> None:
    page = visitor.open()
    page.locator("#question").fill("fibo")
    expect(page.get_by_role("option").first).to_contain_text("A000045")
    page.locator("#question").press("ArrowDown")
    page.locator("#question").press("Enter")
    expect(page).to_have_url(re.compile("#/entry/A000045$"))
    expect(page.get_by_role("heading", name="A000045", level=1)).to_be_visible()
    expect(page.locator(".terms a").nth(7)).to_have_text("13")
    expect(page.locator(".formula pre")).to_contain_text("a(n−1) + a(n−2)")
    page.get_by_role("button", name="Python").click()
    expect(page.locator(".formula pre")).to_contain_text("def a(")
    page.get_by_role("button", name="Modulo").click()
    expect(page.get_by_role("button", name="Modulo")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("link", name="Open the map at A000045")).to_be_visible()
    visitor.settle()


def test_formula_is_copied(visitor: Visitor) -> None:
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.open("#/sequence/1,4,9,16,25")
    page.get_by_role("button", name="PARI/GP").click()
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith("a(n) = ")


def test_a_deep_search_can_be_watched_and_cancelled(visitor: Visitor) -> None:
    page = visitor.open("#/sequence/3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3,2,3")
    page.get_by_role("button", name="Look deeper").click()
    expect(page.locator(".deep progress")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".deep")).to_contain_text("Cancelled")


def test_integer_page_writes_it_otherwise(visitor: Visitor) -> None:
    page = visitor.open("#/integer/1729")
    written = page.locator("dl.written")
    for text in ("11011000001", "6C1", "MDCCXXIX", "1³ + 12³ = 9³ + 10³"):
        expect(written).to_contain_text(text)
    expect(page.get_by_role("link", name="A002997", exact=True).first).to_be_visible()


def test_map_of_sequences(visitor: Visitor) -> None:
    page = visitor.open("#/map/sequences")
    expect(page.locator(".legend")).to_contain_text("sequences (126)")
    page.get_by_label("Fly to").fill("A000045")
    page.get_by_label("Fly to").press("Enter")
    expect(page.locator(".picked")).to_contain_text("A000045")
    expect(page).to_have_url(re.compile("at=A000045"))
    page.get_by_role("link", name="Integers").click()
    visitor.settle()


def test_two_maps_side_by_side(visitor: Visitor) -> None:
    page = visitor.open("#/map?by=prime")
    page.get_by_label("Beside it").select_option("noisy")
    expect(page).to_have_url(re.compile("with=noisy"))
    expect(page.locator(".stage")).to_have_count(2)
    visitor.settle()
    expect(page.locator("figcaption").first).to_have_text("clear")
    expect(page.locator("figcaption").last).to_have_text("noisy")


def test_probes_show_where_knowledge_ends(visitor: Visitor) -> None:
    page = visitor.open("#/probes")
    expect(page.locator(".ranges figure")).to_have_count(4)
    expect(page.locator(".legend.keys")).to_contain_text("oeis-units")


def test_keys_and_both_meanings(visitor: Visitor) -> None:
    page = visitor.open()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("the map of the sequences")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("#question").fill("5, 13, 29")
    expect(page.locator("#hint")).to_contain_text("Or is it a set of 3?")
    page.get_by_role("link", name="a set of 3").click()
    expect(page).to_have_url(re.compile("#/set/5,13,29$"))
    visitor.settle()
    page.keyboard.press("m")
    expect(page).to_have_url(re.compile("#/map$"))
    visitor.settle()


def test_what_was_asked_is_offered_again(visitor: Visitor) -> None:
    page = visitor.open()
    visitor.ask("1729")
    expect(page.get_by_role("heading", name="1729", level=1)).to_be_visible()
    expect(page.locator("main")).to_be_focused()
    page.locator("#question").fill("")
    page.locator("#question").press("ArrowDown")
    expect(page.locator("#suggestions li").first).to_contain_text("1729")
    page.locator("#question").press("Escape")
    expect(page.locator("#suggestions li")).to_have_count(0)

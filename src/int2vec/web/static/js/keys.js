// Keys for those who do not reach for the mouse, and a card that lists them.
import { go, href } from "./address.js";
import { h } from "./dom.js";

const LEADS = { h: "/", m: "/map", s: "/map/sequences", p: "/probes", a: "/api" };
const KEYS = [
  ["/", "the question"], ["?", "this card"], ["h", "the start page"], ["m", "the map of the integers"], ["s", "the map of the sequences"],
  ["p", "what probes find"], ["a", "the questions as JSON"], ["d", "light or dark"], ["↓ in an empty question", "what was asked before"],
  ["← → ↑ ↓ + − on a map", "move and zoom"], ["Esc", "close"],
];
export const EXAMPLES = [
  ["1729", "/integer/1729", "an integer: what kind it is, and which ones keep it company"],
  ["2^61 − 1", "/integer/2305843009213693951", "an expression: 7!, C(10,3), fib(50) too"],
  ["1, 4, 10, 20, 35,", "/sequence/1,4,10,20,35", "a sequence: what comes next, why, and its formula"],
  ["1, 2, ?, 8", "/sequence/1,2,?,8", "a blank: what stands there"],
  ["{5, 13, 29}", "/set/5,13,29", "a set: why they belong together, and what else belongs"],
  ["5 : 36 :: 6 : ?", "/analogy/5:36::6:?", "an analogy: which rule carries over, what the vectors say"],
  ["catalan", "/entry/A000108", "a sequence by its name: terms, plots, formula, its kin"],
  ["A000045", "/entry/A000045", "a sequence by its A-number"],
];

let card = null;
function show() {
  card?.remove();
  const close = h("button", { class: "button", type: "button", onclick: () => card.close() }, "Close");
  card = h("dialog", { class: "keys-card", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title", tabindex: "-1", autofocus: true }, "Keys"),
    h("dl", { class: "written" }, KEYS.map(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)])),
    h("h2", {}, "What can be asked"),
    h("dl", { class: "written" }, EXAMPLES.map(([text, path, words]) => [h("dt", {}, h("a", { href: href(path), onclick: () => card.close() }, text)), h("dd", {}, words)])),
    close);
  card.addEventListener("close", () => card.remove());
  document.body.append(card);
  card.showModal();
}

export function listen(question) {
  document.getElementById("keys").addEventListener("click", show);
  addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || card?.open) return;
    if (event.key === "/") { event.preventDefault(); question.focus(); question.select(); }
    else if (event.key === "?") { event.preventDefault(); show(); }
    else if (event.key === "d") document.getElementById("theme").click();
    else if (LEADS[event.key]) go(LEADS[event.key]);
  });
}

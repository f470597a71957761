// What may be meant, below the ask bar: sequences by their names, and what was asked before.
import { get } from "./api.js";
import { go } from "./address.js";
import { h, say, shown } from "./dom.js";

const KEPT = 12;
const WAIT = 180; // milliseconds without a key before the server is asked
const list = document.getElementById("suggestions");
const question = document.getElementById("question");
let chosen = -1;
let timer = 0;
let asking = null;

export function remember(text) {
  const before = remembered().filter((one) => one !== text);
  try { localStorage.setItem("asked", JSON.stringify([text, ...before].slice(0, KEPT))); } catch { /* private mode */ }
}

export function remembered() {
  try { return JSON.parse(localStorage.getItem("asked") ?? "[]").filter((one) => typeof one === "string"); } catch { return []; }
}

export function clear() {
  clearTimeout(timer);
  asking?.abort();
  chosen = -1;
  list.replaceChildren();
  list.hidden = true;
  question.setAttribute("aria-expanded", "false");
  question.removeAttribute("aria-activedescendant");
}

function offer(options) {
  chosen = -1;
  list.replaceChildren(...options.map(({ text, words, act }, i) =>
    h("li", { role: "option", id: `option-${i}`, "aria-selected": "false", onmousedown: (event) => { event.preventDefault(); clear(); act(); } },
      h("b", {}, text), " ", h("span", { class: "soft" }, words))));
  list.hidden = !options.length;
  question.setAttribute("aria-expanded", String(options.length > 0));
  list.options = options;
}

// Sequences whose names hold these words.
export function byName(words) {
  clear();
  if (words.length < 2) return;
  timer = setTimeout(async () => {
    asking = new AbortController();
    try {
      const { sequences } = await get("named", { words, k: 8 }, asking.signal);
      offer(sequences.map(({ label, name, terms }) => ({
        text: label, words: `${name ?? ""}: ${terms.slice(0, 6).map((term) => shown(term, 12)).join(", ")}, …`, act: () => go(`/entry/${label}`),
      })));
      say(`${sequences.length} sequences`);
    } catch (error) {
      if (error.name !== "AbortError") clear();
    }
  }, WAIT);
}

export function before(ask) {
  const asked = remembered();
  if (asked.length) offer(asked.slice(0, 6).map((text) => ({ text, words: "asked before", act: () => ask(text) })));
}

// The first sequence by this name, where the person pressed Enter before any was shown.
export async function first(words) {
  const { sequences } = await get("named", { words, k: 1 });
  if (sequences.length) go(`/entry/${sequences[0].label}`);
  return sequences.length > 0;
}

// Up and down choose, Enter takes, Escape closes; true where the key was ours.
export function key(event) {
  const options = [...list.children];
  if (!options.length) return false;
  if (event.key === "Escape") { clear(); return true; }
  if (event.key === "Enter" && chosen >= 0) { const { act } = list.options[chosen]; clear(); act(); return true; }
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return false;
  chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + options.length) % options.length;
  options.forEach((option, i) => option.setAttribute("aria-selected", String(i === chosen)));
  question.setAttribute("aria-activedescendant", options[chosen].id);
  return true;
}

// A deep question: many seconds of search, told as they pass, and given up when nobody waits.
import { ApiError, address } from "./api.js";
import { h, say } from "./dom.js";

const USUAL = 20; // seconds

export function ask(terms, signal, found) {
  const meter = h("progress", { max: String(USUAL), value: "0", "aria-label": "Deep search" });
  const words = h("span", { class: "small soft" });
  const box = h("span", { class: "deep" });
  let leaving = null;
  const start = h("button", { class: "button", type: "button", onclick: () => run() }, "Look deeper");
  const cancel = h("button", { class: "button", type: "button", onclick: () => leaving?.abort() }, "Cancel");
  box.append(start);

  async function run() {
    leaving = new AbortController();
    signal.addEventListener("abort", () => leaving.abort(), { once: true });
    box.replaceChildren(meter, words, cancel);
    try {
      const answer = await follow(terms, leaving.signal, ({ seconds, waiting }) => {
        meter.value = Math.min(seconds, USUAL);
        words.textContent = waiting ? "waiting for its turn" : `${Math.round(seconds)} s`;
      });
      found(answer);
      say("The deep search is done");
      box.replaceChildren(h("span", { class: "small soft" }, "Looked deeper"));
    } catch (error) {
      box.replaceChildren(start, h("span", { class: "small soft", role: "status" }, error.name === "AbortError" ? "Cancelled" : error.message));
    }
  }
  return box;
}

// The last of the lines that the server sends; the others say how far it is.
async function follow(terms, signal, told) {
  const response = await fetch(address("complete", { terms, k: 5, effort: "deep" }), { signal, headers: { Accept: "application/x-ndjson" } });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "", last = null;
  for (;;) {
    const { value, done } = await reader.read();
    text += value ?? "";
    const lines = text.split("\n");
    text = done ? "" : lines.pop();
    for (const line of lines.filter(Boolean)) { last = JSON.parse(line); if ("seconds" in last) told(last); }
    if (done) break;
  }
  if (!last || last.error) throw new ApiError(last?.error ?? "the server ended the question; ask again");
  return last;
}

// Parts that several views are made of.
import { ApiError, get } from "./api.js";
import { go, href, model, read } from "./address.js";
import { h, say, shown } from "./dom.js";

// A titled part of a page that waits for an answer: it holds its room while it waits.
export function part(title, { lines = 4, note = "" } = {}) {
  const id = `part-${title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  const heading = h("h2", { id }, title);
  const aside = h("span", { class: "note" }, note);
  const body = h("div", { "aria-busy": "true" }, skeleton(lines));
  const element = h("section", { class: "part", "aria-labelledby": id }, h("header", {}, heading, aside), body);
  return {
    element,
    note: (text) => { aside.textContent = text; },
    fill: (...content) => {
      body.replaceChildren(...content.flat(Infinity).filter(Boolean));
      body.removeAttribute("aria-busy");
    },
    // Waits for an answer, draws it, or says what went wrong.
    async wait(answer, draw) {
      try {
        const content = draw(await answer);
        this.fill(...[content].flat(Infinity));
      } catch (error) {
        if (error.name === "AbortError") return;
        if (!(error instanceof ApiError)) console.error(error);
        this.fill(error.status === 404 ? empty(sentence(error.message)) : failed(error));
      }
    },
  };
}

export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export const skeleton = (lines) =>
  h("div", { class: "skeleton", "aria-hidden": "true" }, Array.from({ length: lines }, () => h("i")));

export function failed(error) {
  const text = error instanceof ApiError ? error.message : "this part of the page failed; the browser's console says where";
  return h("div", { class: "failed", role: "alert" }, h("b", {}, "No answer: "), text,
    h("div", {}, h("button", { class: "button", type: "button", onclick: () => dispatchEvent(new Event("hashchange")) }, "Try again")));
}

export const empty = (...text) => h("p", { class: "empty" }, text);

export function bar(share, label) {
  const fill = h("i");
  fill.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return h("div", { class: "bar", role: "img", "aria-label": label }, fill);
}

export const integerLink = (n, attributes = {}) =>
  h("a", { href: href(`/integer/${n}`), ...attributes }, shown(n, 30));

// A sequence's own page, and that of the OEIS beside it.
export function sequenceLink(label) {
  if (/^sequence [\d,]+$/.test(label)) return h("a", { href: href(`/entry/${label}`) }, label);
  if (!/^A\d{6,7}$/.test(label)) return h("span", {}, label);
  return h("span", {}, h("a", { href: href(`/entry/${label}`) }, label), oeisLink(label, "↗"));
}

export const oeisLink = (label, words) =>
  h("a", { class: "beside", href: `https://oeis.org/${label}`, target: "_blank", rel: "noopener noreferrer", "aria-label": `${label} on oeis.org, in a new tab` }, words);

// A sequence by its A-number, or its place in a file that gives none, and its name.
export const sequenceTitle = (label, name) => h("span", {}, sequenceLink(label), name ? ` ${name}` : "");

// Text in which A-numbers become links.
export function withLinks(text) {
  return text.split(/(A\d{6,7})/).map((piece) => (/^A\d{6,7}$/.test(piece) ? sequenceLink(piece) : piece));
}

export function copyButton(words, text) {
  const button = h("button", { class: "button", type: "button", onclick: async () => {
    const value = await text();
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      copyByHand(value);
    }
    button.textContent = "Copied";
    say("Copied");
    setTimeout(() => { button.textContent = words; }, 1600);
  } }, words);
  return button;
}

// Browsers offer the clipboard on secure addresses alone; elsewhere the old way still works.
function copyByHand(value) {
  const area = h("textarea", { class: "hidden", "aria-hidden": "true" });
  area.value = value;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export function termsAround(terms, chosen = null) {
  const pieces = terms.map((term) => (chosen !== null && String(term) === String(chosen)
    ? h("b", {}, shown(term, 24)) : document.createTextNode(shown(term, 24))));
  return h("span", { class: "terms" }, pieces.flatMap((piece, i) => (i ? [", ", piece] : [piece])));
}

export function head(title, ...rest) {
  return h("div", { class: "head" }, title, rest);
}

export const shareButton = () => copyButton("Copy link", async () => location.href);

// Which vectors speak; choosing others asks the same question again.
export function modelPicker(signal) {
  const select = h("select", { "aria-label": "Vectors" }, h("option", {}, model() ?? "…"));
  select.disabled = true;
  get("models", {}, signal).then(({ models, default: usual }) => {
    const chosen = model() ?? usual;
    select.replaceChildren(...models.map(({ name }) => h("option", { value: name, selected: name === chosen }, name)));
    select.disabled = models.length < 2;
    select.addEventListener("change", () => {
      const { view, value, parameters } = read();
      go(`/${view}${value ? `/${value}` : ""}`, { ...Object.fromEntries(parameters), model: select.value === usual ? undefined : select.value });
    });
  }).catch(() => { /* the part that needs the models says what is wrong */ });
  return select;
}

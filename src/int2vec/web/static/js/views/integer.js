// One integer: what it is, who is near, what the vectors know, where it stands.
import { address, get } from "../api.js";
import { href, model } from "../address.js";
import { h, percent, shown } from "../dom.js";
import { drawMini } from "../mini.js";
import { bar, copyButton, empty, head, integerLink, modelPicker, part, sequenceTitle, shareButton, termsAround, withLinks } from "../parts.js";
import { otherwise } from "../written.js";

const FIRST = 8;
const INTEGER = /^-?\d+$/;

export function view({ value }, signal) {
  if (!INTEGER.test(value)) {
    return { title: "Integer", element: empty(`“${value}” is no whole number. Try `, h("a", { href: href("/integer/1729") }, "1729"), ".") };
  }
  const about = part("What it is", { lines: 12, note: "what is known by name, then the rarest" });
  const written = part("Written otherwise", { lines: 8 });
  const near = part("Nearest neighbours", { lines: 25, note: "by the cosine of their vectors" });
  const place = part("Its place on the map", { lines: 10 });
  const reads = part("What probes read off its vector", { lines: 12, note: "read · true" });
  const found = part("Sequences that hold it", { lines: 10, note: "rarest company first" });
  written.fill(h("dl", { class: "written" }, otherwise(value).map(([words, text]) => [h("dt", {}, words), h("dd", {}, shown(text, 80))])));
  const factors = h("p", { class: "factors", "aria-label": "Factorisation" });
  const facts = get(`integer/${value}`, {}, signal);
  about.wait(facts, (answer) => { factors.replaceChildren(...factorisation(answer)); return properties(answer); })
  near.wait(get(`neighbors/${value}`, { k: 12, model: model() }, signal), neighbours);
  reads.wait(get(`readings/${value}`, { model: model() }, signal), readings);
  place.wait(get("map", { model: model() }, signal), (map) => drawMini(map, value));
  found.wait(get(`sequences/${value}`, { k: 10 }, signal), (answer) => sequences(answer, found, value));
  return {
    title: shown(value, 20),
    element: h("div", {},
      head(h("h1", { class: value.length > 18 ? "long" : null }, shown(value, 400)), factors, steps(value, signal)),
      h("div", { class: "columns" },
        h("div", {}, about.element, near.element),
        h("div", {}, written.element, place.element, reads.element)),
      h("div", { class: "after" }, found.element)),
  };
}

function steps(value, signal) {
  const n = BigInt(value);
  return h("div", { class: "tools" },
    h("a", { class: "button", href: href(`/integer/${n - 1n}`), rel: "prev", "aria-label": `Previous: ${n - 1n}` }, "← ", shown(n - 1n, 16)),
    h("a", { class: "button", href: href(`/integer/${n + 1n}`), rel: "next", "aria-label": `Next: ${n + 1n}` }, shown(n + 1n, 16), " →"),
    modelPicker(signal), copyButton("Copy API call", async () => `curl '${address(`integer/${value}`)}'`), shareButton());
}

function factorisation({ integer, factors: found, unfactored }) {
  const n = BigInt(integer), digits = String(n).replace("-", "").length;
  const factors = Object.entries(found).map(([prime, exponent]) => ({ prime, exponent }));
  if (n === 0n || n === 1n || n === -1n) return ["neither prime nor composite"];
  const sign = n < 0n ? ["−1 · "] : [];
  if (n > 0n && factors.length === 1 && factors[0].exponent === 1 && !unfactored) return ["prime"];
  const pieces = factors.map(({ prime, exponent }) =>
    [shown(prime, 40), exponent > 1 ? h("sup", {}, String(exponent)) : ""]);
  if (unfactored) pieces.push([`a part of ${String(unfactored).length} digits not factorised in time`]);
  const joined = pieces.flatMap((piece, i) => (i ? [" · ", ...piece] : piece));
  return ["= ", ...sign, ...joined, digits > 20 ? `   (${digits} digits)` : ""];
}

// What people know it by comes first, then the properties that few integers have.
function properties({ known, properties: held, quantities, cut_short: cut }) {
  if (!held.length && !known.length) return empty("None of the properties in the catalog holds.");
  const famous = known.map((words) => h("li", {}, h("span", {}, "is one of ", withLinks(words)), h("span", { class: "tag" }, "known")));
  const line = (p) => h("li", {}, p.words, h("span", { class: "soft small", title: "of the integers 1 to 10,000" }, percent(p.rarity)));
  const families = Map.groupBy ? Map.groupBy(held, (p) => p.family) : held.reduce((all, p) => all.set(p.family, [...(all.get(p.family) ?? []), p]), new Map());
  return [
    h("ul", { class: "rows props" }, famous, held.slice(0, FIRST).map(line)),
    cut ? h("p", { class: "soft small" }, "The integer is so long that some properties were not tested.") : "",
    h("details", {}, h("summary", {}, `All ${held.length} properties and ${quantities.length} measures`),
      h("div", { class: "families" },
        [...families].map(([family, list]) => h("div", {}, h("h3", {}, family), h("ul", { class: "rows props" }, list.map(line)))),
        h("div", {}, h("h3", {}, "measures"), h("dl", { class: "facts" },
          quantities.map((q) => [h("dt", {}, q.words), h("dd", {}, measure(q.value))]))))),
  ];
}

const measure = (value) => (Number.isInteger(value) ? value.toLocaleString("en") : value.toPrecision(6));

function neighbours({ neighbors, inferred, model: name }) {
  return [
    inferred ? h("p", { class: "soft small" }, `${name} never saw this integer; its vector is put together from its digits.`) : null,
    h("ul", { class: "rows near" }, neighbors.map((one) => h("li", {},
      integerLink(one.integer, { class: "number" }),
      bar(one.cosine, `cosine ${one.cosine.toFixed(2)}`),
      h("span", { class: "small soft" }, one.cosine.toFixed(2)),
      h("span", { class: "why" }, one.shares.length ? reasons(one.shares) : "no shared property in the catalog")))),
  ];
}

// The first reason is the one that a person would give; the others stand behind it.
function reasons([first, ...others]) {
  const plain = (words) => withLinks(words.replace(/^stands in (A\d{6,7}, )?/, (_, label) => `one of ${label ?? ""}`));
  return [h("span", { class: "reason" }, "each ", /^stands in/.test(first) ? "is " : "", plain(first)), others.length ? [h("br"), h("span", {}, "also ", others.flatMap((words, i) => (i ? ["; ", ...plain(words)] : plain(words))))] : null];
}

function readings({ readings: list, model: name }) {
  return [
    h("ul", { class: "rows reads" }, list.map((one) => {
      const right = (one.read > 0.5) === one.truth;
      return h("li", {}, h("span", {}, one.words),
        bar(one.read, `read as ${percent(one.read)} likely`),
        h("span", { class: "small soft right" }, percent(one.read)),
        h("span", { class: right ? "yes" : "no", role: "img", "aria-label": `${one.truth ? "true" : "false"}, so the probe is ${right ? "right" : "wrong"}` }, one.truth ? "✓" : "✗"));
    })),
    h("p", { class: "soft small" }, `Linear probes on ${name}, fitted on half of 1–2000, never on this integer. ✓ true, ✗ false; red where the probe is wrong.`),
  ];
}

function sequences({ sequences: list, total, corpus }, section, value) {
  section.note(total ? `${total.toLocaleString("en")} in all, rarest company first` : "");
  if (!total) {
    return empty(`No sequence here holds ${shown(value, 30)}.`, corpus === "oeis" ? "" : " The OEIS knows far more: run int2vec fetch oeis and serve again.");
  }
  return h("ul", { class: "rows seqs" }, list.map((one) => h("li", {},
    sequenceTitle(one.label, one.name),
    h("span", { class: "terms" }, one.position ? "… " : "", termsAround(one.terms, value), " …"))));
}

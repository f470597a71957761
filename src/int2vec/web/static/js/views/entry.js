// A sequence by its A-number: its name, terms and plots, the rule behind it, and its kin.
import { address, get } from "../api.js";
import { href } from "../address.js";
import { h } from "../dom.js";
import { askGuess, drawGuess } from "../formula.js";
import { drawMini } from "../mini.js";
import { copyButton, empty, head, integerLink, part, sentence, sequenceTitle, shareButton, termsAround, withLinks } from "../parts.js";
import { plotWays } from "../plot.js";

export function view({ value }, signal) {
  const listed = /^a\d{6,7}$/i.test(value);
  const label = listed ? value.toUpperCase() : value;
  if (!listed && !/^sequence [\d,]+$/.test(label)) {
    return { title: "Sequence", element: empty("A sequence goes by its A-number. Try ", h("a", { href: href("/entry/A000045") }, "A000045"), ".") };
  }
  const found = get(`sequence/${encodeURIComponent(label)}`, {}, signal);
  const name = h("p", { class: "lede" });
  const terms = part("Terms", { lines: 5 });
  const plot = part("Plot", { lines: 6 });
  const rule = part("Formula and code", { lines: 4, note: "conjectured from its terms" });
  const place = part("Its place on the map of sequences", { lines: 6 });
  const kin = part("Found through a transform", { lines: 5 });
  const similar = part("Similar sequences", { lines: 5, note: "what comes from it, and what resembles it" });
  const cited = part("Cited by", { lines: 5, note: "the best known first" });
  terms.wait(found, (entry) => {
    name.replaceChildren(...withLinks(entry.name ?? "A sequence without a name"));
    terms.note(`${entry.terms.length} known here`);
    return h("p", { class: "terms" }, entry.terms.flatMap((term, i) => (i ? [", ", integerLink(term)] : [integerLink(term)])));
  });
  plot.wait(found, ({ terms: all }) => plotWays(all.map(String), []));
  rule.wait(found.then(({ terms: all }) => askGuess(all, signal)), drawGuess);
  place.wait(Promise.all([get("map/sequences", {}, signal), get(`place/${encodeURIComponent(label)}`, {}, signal)]), ([map, at]) => drawMini(map, label, at));
  kin.wait(found.then(({ terms: all }) => get("search", { terms: all.slice(1, 9).join(","), transforms: "true", k: 8 }, signal)),
    ({ matches }) => sequences(matches.filter((match) => match.a_number !== label && match.transform !== "as given").map((match) => ({ ...match, label: match.a_number })), "Nothing through signs, constants, factors, differences or sums."));
  similar.wait(get("similar", { sequence: label, k: 8 }, signal), ({ similar: near }) => sequences(near.map((one) => ({ ...one, label: one.sequence, transform: one.why })), "Nothing near."));
  cited.wait(found, ({ cited_by: list }) => sequences(list, "No name of another sequence cites it."));
  const columns = h("div", { class: "columns" },
    h("div", {}, terms.element, rule.element, similar.element, cited.element),
    h("div", {}, plot.element, place.element, kin.element));
  found.catch((error) => { if (error.status === 404) columns.replaceWith(empty(sentence(error.message))); });
  return {
    title: label,
    element: h("div", {},
      head(h("h1", {}, label), name,
        h("div", { class: "tools" },
          listed && h("a", { class: "button", href: `https://oeis.org/${label}`, target: "_blank", rel: "noopener noreferrer" }, "On oeis.org ↗"),
          copyButton("Copy terms", async () => (await found).terms.join(", ")),
          copyButton("Copy API call", async () => `curl '${address(`sequence/${label}`)}'`),
          shareButton())),
      columns),
  };
}

function sequences(list, nothing) {
  if (!list.length) return empty(nothing);
  return h("ul", { class: "rows seqs" }, list.map((one) => h("li", {},
    h("span", {}, sequenceTitle(one.label, one.name), one.transform ? [" ", h("span", { class: "tag" }, one.transform)] : null),
    h("span", { class: "terms" }, termsAround(one.terms.slice(0, 10)), " …"))));
}

// A sequence: what comes next, its plot, where it has been seen.
import { address, get } from "../api.js";
import { href } from "../address.js";
import { h, percent, say, shown } from "../dom.js";
import { bar, copyButton, empty, head, part, sequenceTitle, shareButton, termsAround, withLinks } from "../parts.js";
import { askGuess, drawGuess } from "../formula.js";
import { plotWays } from "../plot.js";
import { ask } from "../deep.js";

const FURTHER = 5; // next terms

export function view({ value }, signal) {
  const terms = value.split(",").filter(Boolean);
  if (terms.includes("?") && terms.some((term) => term !== "?") && terms.every((term) => /^(-?\d+|\?)$/.test(term))) return blanks(terms, signal);
  if (!terms.length || !terms.every((term) => /^-?\d+$/.test(term))) {
    return { title: "Sequence", element: empty("A sequence is a list of whole numbers. Try ", h("a", { href: href("/sequence/1,4,10,20,35") }, "1, 4, 10, 20, 35"), ".") };
  }
  const listed = terms.join(",");
  const next = part("What may come next", { lines: 9, note: "conjectures, likeliest first" });
  const plot = part("The terms", { lines: 6 });
  const rule = part("Formula and code", { lines: 4, note: "of the likeliest continuation" });
  const matches = part("Sequences with these terms", { lines: 6 });
  const changed = part("Found through a transform", { lines: 6 });
  const guess = h("span", { class: "next" }, "?");
  const asked = { terms: listed, k: 5, next: FURTHER };
  const answer = get("complete", asked, signal);
  const draw = ({ predictions, following = [] }) => {
    if (isUnsure(predictions)) {
      say("No rule was found");
      return guesses(predictions, terms, null);
    }
    if (predictions.length) {
      const further = following[0]?.value === predictions[0].value ? following.map((one) => one.value) : [predictions[0].value];
      guess.replaceChildren(`${shown(predictions[0].value, 24)}?`);
      plot.fill(plotWays(terms, further));
      say(`Likeliest next term: ${shown(predictions[0].value, 40)}`);
    }
    return guesses(predictions, terms, onwards(predictions, following));
  };
  plot.fill(plotWays(terms, []));
  next.wait(answer, draw);
  rule.wait(answer.then(({ predictions }) => askGuess(predictions[0]?.probability > 0.1 ? [...terms, predictions[0].value] : terms, signal)), drawGuess);
  const search = get("search", { terms: listed, transforms: "true", k: 6 }, signal);
  matches.wait(search, (found) => list(found, (match) => match.transform === "as given", "No sequence holds these terms in this order."));
  changed.wait(search, (found) => list(found, (match) => match.transform !== "as given", "Nothing more through signs, constants, factors, differences or sums."));
  return {
    title: terms.map((term) => shown(term, 12)).slice(0, 6).join(", "),
    element: h("div", {},
      head(h("h1", { class: "terms-head" }, terms.slice(-24).map((term) => `${shown(term, 24)}, `), guess),
        h("div", { class: "tools" },
          h("span", { class: "button", "aria-current": "true" }, "As a sequence"),
          h("a", { class: "button", href: href(`/set/${[...new Set(terms)].join(",")}`) }, "As a set"),
          h("a", { class: "button", href: href(`/sequence/?,${listed}`) }, "What stands before?"),
          ask(listed, signal, (found) => next.fill(draw(found))),
          copyButton("Copy as JSON", async () => JSON.stringify(await answer, null, 2)),
          copyButton("Copy API call", async () => `curl '${address("complete", asked)}'`),
          shareButton())),
      h("div", { class: "columns" },
        h("div", {}, next.element, rule.element, matches.element),
        h("div", {}, plot.element, changed.element))),
  };
}

// The next few terms, each the likeliest after those before it.
function onwards(predictions, following) {
  if (following.length < 2 || following[0].value !== predictions[0]?.value) return null;
  return h("p", { class: "soft" }, "And then ", termsAround(following.slice(1).map((one) => one.value)), ", …");
}

// Whether no rule was found; where nothing weighs the answers, their probabilities are all 0.
function isUnsure(predictions) {
  return predictions[0]?.probability > 0 && predictions[0].probability < 0.1;
}

// What is likely of the next term, whatever it is.
function outlook(likely) {
  return likely?.length ? ` Otherwise it may well be ${likely.map((one) => `${one.words} (${percent(one.probability)})`).join(", ")}.` : "";
}

function guesses(predictions, terms, further) {
  if (!predictions.length) {
    return empty(terms.length < 3 ? "Too little to go on. Three terms or more say much more." : "No rule explains these terms and no sequence holds them. More terms may help.");
  }
  const known = predictions.some((one) => one.probability > 0);
  return h("div", {}, isUnsure(predictions) ? empty(`No rule was found; these are guesses.${outlook(predictions[0].evidence.otherwise)}`) : null, h("ol", { class: "rows guesses" }, predictions.map((one, i) => h("li", {},
    h("span", { class: "value" }, shown(one.value, 40)),
    h("div", {},
      known ? h("div", { class: "line" }, bar(one.probability, `probability ${percent(one.probability)}`), h("span", { class: "small" }, percent(one.probability))) : null,
      h("p", {}, withLinks(one.why)), i ? null : further,
      h("div", { class: "actions" },
        h("a", { href: href(`/sequence/${[...terms, one.value].join(",")}`), "aria-label": `Take ${shown(one.value, 30)} as the next term` }, "Go on with it"),
        h("a", { href: href(`/integer/${one.value}`), "aria-label": `About ${shown(one.value, 30)}` }, "About this integer")))))));
}

function list({ matches, corpus }, chosen, nothing) {
  const found = matches.filter(chosen).slice(0, 6);
  if (!found.length) return empty(nothing, corpus === "oeis" ? "" : " The OEIS knows far more: run int2vec fetch oeis and serve again.");
  return h("ul", { class: "rows seqs" }, found.map((match) => h("li", {},
    h("span", {}, sequenceTitle(match.a_number, match.name),
      match.transform === "as given" ? null : [" ", h("span", { class: "tag" }, match.transform)]),
    h("span", { class: "terms" }, match.position > 2 ? "… " : "", termsAround(match.terms.slice(0, 12)), " …"))));
}

// Terms with blanks: what may stand there, and the sequences that hold the rest.
function blanks(terms, signal) {
  const filled = part("What may stand there", { lines: 6, note: "conjectures, likeliest first" });
  const matches = part("Sequences that fill the blanks", { lines: 8, note: "those that begin with the terms first" });
  const asked = { terms: terms.join(","), k: 5 };
  filled.wait(get("fill", asked, signal), ({ fillings }) => (fillings.length
    ? h("ol", { class: "rows guesses" }, fillings.map((one) => h("li", {},
      h("span", { class: "value" }, one.values.map((value) => shown(value, 24)).join(", ")),
      h("div", {},
        h("div", { class: "line" }, bar(one.probability, `probability ${percent(one.probability)}`), h("span", { class: "small" }, percent(one.probability))),
        h("p", {}, withLinks(one.why))))))
    : empty("No rule explains these terms and no sequence holds them.")));
  matches.wait(get("search", { ...asked, k: 10 }, signal), (found) => list(found, () => true, "No sequence holds these terms with anything in the blanks."));
  const shownTerms = terms.map((term) => (term === "?" ? "?" : shown(term, 24))).join(", ");
  return { title: shownTerms, element: h("div", {}, head(h("h1", { class: "terms-head" }, shownTerms), h("div", { class: "tools" }, shareButton())), h("div", { class: "columns" }, filled.element, matches.element)) };
}

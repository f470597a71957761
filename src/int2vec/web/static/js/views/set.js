// A set: what its members share, and what else may belong to it.
import { address, get } from "../api.js";
import { go, href, model } from "../address.js";
import { h, percent, say, shown } from "../dom.js";
import { bar, copyButton, empty, head, modelPicker, part, sequenceTitle, shareButton } from "../parts.js";

const MOST = 500;

export function view({ value }, signal) {
  const members = [...new Set(value.split(",").filter((word) => /^-?\d+$/.test(word)))];
  const shared = part("What they share", { lines: 8, note: "most surprising first" });
  const grown = part("What else may belong", { lines: 7, note: "one click adds it" });
  const sequences = part("Sequences that hold them all", { lines: 8, note: "smallest first" });
  // What went wrong is said once.
  const alone = () => { for (const section of [grown, sequences]) { section.fill(); section.element.hidden = true; } };
  if (members.length && members.length <= MOST) {
    const answer = get("expand", { members: members.join(","), k: 24, model: model() }, signal);
    answer.catch(alone);
    shared.wait(answer, properties);
    grown.wait(answer, (found) => candidates(found, members));
    sequences.wait(Promise.all([answer, get("models", {}, signal)]), ([found, served]) => holders(found, served));
  } else {
    const text = members.length ? `${members.length} members are too many; give at most ${MOST}.` : "The set is empty. Add a member, or pick some on the map.";
    shared.fill(empty(text));
    alone();
  }
  return {
    title: `{${members.slice(0, 5).map((n) => shown(n, 12)).join(", ")}${members.length > 5 ? ", …" : ""}}`,
    element: h("div", {},
      head(h("h1", { class: "hidden" }, "A set of integers"), chips(members),
        h("div", { class: "tools" }, adder(members),
          h("a", { class: "button", href: href(`/sequence/${members.join(",")}`) }, "As a sequence"),
          copyButton("Copy API call", async () => `curl '${address("expand", { members: members.join(",") })}'`),
          modelPicker(signal), shareButton())),
      h("div", { class: "columns" },
        h("div", {}, shared.element, grown.element),
        h("div", {}, sequences.element))),
  };
}

const withMembers = (members) => go(`/set/${members.join(",")}`);

function chips(members) {
  return h("ul", { class: "chips", "aria-label": `${members.length} members` }, members.slice(0, 80).map((n) =>
    h("li", { class: "chip" },
      h("a", { href: href(`/integer/${n}`) }, shown(n, 30)),
      h("button", { type: "button", "aria-label": `Take ${shown(n, 30)} out`, onclick: () => withMembers(members.filter((m) => m !== n)) }, "×"))),
    members.length > 80 ? h("li", { class: "soft" }, `and ${members.length - 80} more`) : null);
}

function adder(members) {
  const field = h("input", { class: "text", type: "text", inputmode: "numeric", "aria-label": "Add integers to the set", placeholder: "add an integer" });
  return h("form", { class: "adder", onsubmit: (event) => {
    event.preventDefault();
    const fresh = field.value.replaceAll("−", "-").split(/[\s,]+/).filter((word) => /^-?\d+$/.test(word));
    if (fresh.length) withMembers([...new Set([...members, ...fresh])]);
    else say("Type a whole number to add it");
  } }, field, h("button", { class: "button", type: "submit" }, "Add"));
}

function properties({ properties: found }) {
  if (!found.length) return empty("Nothing in the catalog holds for all of them and is surprising. Try fewer or other members.");
  const most = Math.max(...found.map((p) => p.bits));
  return [
    h("ul", { class: "rows shared" }, found.map((p) => h("li", {},
      h("span", {}, "each ", p.words, " ", h("span", { class: "soft small" }, `(${percent(p.density)} of integers this size)`)),
      bar(p.bits / most, "how surprising it is")))),
    h("p", { class: "soft small" }, "The longer a bar, the less likely it is that integers of this size all have it by chance."),
  ];
}

function candidates({ candidates: found, notes }, members) {
  const note = notes.map((text) => h("p", { class: "soft small" }, text));
  if (!found.length) return [empty("Nothing else comes to mind."), note];
  return [
    h("ul", { class: "chips" }, found.map((c) => h("li", { class: "chip add" },
      h("button", { type: "button", title: c.why, "aria-label": `Add ${shown(c.value, 30)}: ${c.why}`, onclick: () => { say(`${shown(c.value, 30)} added`); withMembers([...members, String(c.value)]); } }, shown(c.value, 24))))),
    h("details", {}, h("summary", {}, "Why these"), h("ul", { class: "rows props" }, found.map((c) => h("li", {}, h("span", {}, h("b", { class: "number" }, shown(c.value, 24)), ` ${c.why}`))))),
    note,
  ];
}

function holders({ sequences: found }, { corpus }) {
  if (!found.length) return empty("No sequence here holds them all.", corpus === "oeis" ? "" : " The OEIS knows far more: run int2vec fetch oeis and serve again.");
  return h("ul", { class: "rows seqs" }, found.map((s) => h("li", {},
    s.a_number ? sequenceTitle(s.a_number, s.name) : h("span", {}, s.name ?? "a sequence without a name"),
    h("span", { class: "terms" }, `${s.size.toLocaleString("en")} distinct integers`))));
}

// An analogy: the rule in words and the vectors' answer, side by side.
import { get } from "../api.js";
import { go, href, model } from "../address.js";
import { h, percent, say, shown } from "../dom.js";
import { bar, empty, head, integerLink, modelPicker, part, shareButton } from "../parts.js";

const FORM = /^(-?\d+):(-?\d+)::(-?\d+):\??(?:\|([-\d,]+))?$/;

export function view({ value }, signal) {
  const read = FORM.exec(value);
  if (!read) {
    return { title: "Analogy", element: empty("An analogy needs three integers. Try ", h("a", { href: href("/analogy/5:36::6:?") }, "5 : 36 :: 6 : ?"), ".") };
  }
  const [, a, b, c, options] = read;
  const rules = part("By a rule", { lines: 10, note: "the simplest first" });
  const vectors = part("By vectors", { lines: 8, note: "nearest to c − a + b" });
  const unknown = h("span", { class: "answer" }, "?");
  const answer = get("analogy", { a, b, c, options, k: 5, model: model() }, signal);
  rules.wait(answer, (found) => {
    const best = found.rules[0] ?? found.vectors[0];
    if (best) {
      unknown.textContent = `${shown(best.value, 24)}?`;
      say(`Likeliest answer: ${shown(best.value, 40)}`);
    }
    return byRules(found);
  });
  vectors.wait(answer, byVectors);
  const numbers = [a, ":", b, "::", c, ":"].map((piece) => h("span", {}, /\d/.test(piece) ? shown(piece, 24) : piece));
  return {
    title: `${a} : ${b} :: ${c} : ?`,
    element: h("div", {},
      head(h("h1", { class: "equation" }, numbers, unknown),
        h("div", { class: "tools" }, chooser(a, b, c, options), modelPicker(signal), shareButton())),
      h("div", { class: "columns" }, h("div", {}, rules.element), h("div", {}, vectors.element))),
  };
}

function chooser(a, b, c, options) {
  const field = h("input", { class: "text", type: "text", "aria-label": "Options to choose from", placeholder: "options: 48, 49, 50", value: options?.replaceAll(",", ", ") ?? "" });
  return h("form", { class: "adder", onsubmit: (event) => {
    event.preventDefault();
    const chosen = field.value.split(/[\s,]+/).filter((word) => /^-?\d+$/.test(word)).join(",");
    go(`/analogy/${a}:${b}::${c}:?${chosen ? `|${chosen}` : ""}`);
  } }, field, h("button", { class: "button", type: "submit" }, "Choose among these"));
}

function byRules({ rules }) {
  if (!rules.length) return empty("No rule that we know leads from the first number to the second and on.");
  return h("ol", { class: "rows guesses" }, rules.map((one) => h("li", {},
    integerLink(one.value, { class: "value" }),
    h("div", {},
      h("p", {}, one.why),
      h("div", { class: "line" }, bar(one.share, `${percent(one.share)} of the rules' weight`), h("span", { class: "small soft" }, percent(one.share))),
      one.other_rules.length ? h("p", { class: "soft small" }, `also: ${one.other_rules.join("; ")}`) : null))));
}

function byVectors({ vectors, model: name, note }) {
  if (!vectors.length) return empty(note ?? "The vectors have no answer.");
  return [
    h("ul", { class: "rows near" }, vectors.map((one) => h("li", {},
      integerLink(one.value, { class: "number" }),
      bar(one.similarity, `cosine ${one.similarity.toFixed(2)}`),
      h("span", { class: "small soft" }, one.similarity.toFixed(2)), h("span")))),
    h("p", { class: "soft small" }, `Vectors of ${name}.`),
  ];
}

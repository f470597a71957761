// The rule behind terms: its formula in several languages to copy, and the equations they obey.
import { get } from "./api.js";
import { h } from "./dom.js";
import { copyButton, empty, withLinks } from "./parts.js";

const LANGUAGES = { text: "Formula", latex: "LaTeX", python: "Python", pari: "PARI/GP", sage: "SageMath", gf: "Generating function" };
const LONGEST = 6000; // characters of terms in one question

// As many of the first terms as one question takes.
export function fitting(terms, most = 100) {
  const taken = [];
  let length = 0;
  for (const term of terms.slice(0, most)) {
    length += String(term).length + 1;
    if (length > LONGEST) break;
    taken.push(term);
  }
  return taken;
}

export const askGuess = (terms, signal) => get("guess", { terms: fitting(terms).join(","), k: 6 }, signal);

export function drawGuess({ formulas, equations, terms }) {
  const written = Object.entries(formulas).filter(([name, text]) => LANGUAGES[name] && text !== "it is no quotient of polynomials");
  if (!written.length && !equations.length) return empty("No rule that we know explains all these terms.");
  return [written.length ? languages(written) : null, equations.length ? h("details", { open: !written.length },
    h("summary", {}, `${equations.length} equation${equations.length === 1 ? "" : "s"} that the ${terms.length} terms obey`),
    h("ul", { class: "rows" }, equations.map((one) => h("li", {}, h("span", {}, withLinks(one.why)),
      h("span", { class: "soft small" }, `checked on ${one.checked} term${one.checked === 1 ? "" : "s"} beyond those that fix it`))))) : null];
}

function languages(written) {
  const code = h("pre", { tabindex: "0", "aria-label": "Formula" });
  let shownText = "";
  const copy = copyButton("Copy", async () => shownText);
  const buttons = written.map(([name, text]) => {
    const button = h("button", { class: "button", type: "button", "aria-pressed": "false", onclick: () => choose(button, text) }, LANGUAGES[name]);
    return button;
  });
  const choose = (button, text) => {
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    shownText = text;
    code.replaceChildren(h("code", {}, text));
  };
  choose(buttons[0], written[0][1]);
  return h("div", { class: "formula" }, h("div", { class: "choices" }, buttons), code, h("div", { class: "choices" }, copy, h("span", { class: "soft small" }, "n counts from 0")));
}

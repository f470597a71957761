// What linear probes find in each model: the paper's table, live.
import { get } from "../api.js";
import { href } from "../address.js";
import { h, say } from "../dom.js";
import { drawRanges } from "../ranges.js";
import { empty, failed, head, part, shareButton } from "../parts.js";

const COLUMNS = [["even", "even"], ["div3", "÷ 3"], ["div4", "÷ 4"], ["prime", "prime"], ["value", "R² value"], ["digits", "R² digits"]];

export function view({ value }, signal) {
  const [chosenModel, chosenName] = value.split("/");
  const body = h("tbody", {}, waitingRow("…"));
  const detail = h("section", { class: "detail", "aria-live": "polite", "aria-label": "Detail of a cell" },
    h("p", { class: "soft" }, "Choose a cell to see what is behind it."));
  const table = h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "model"), COLUMNS.map(([, words]) => h("th", { scope: "col" }, words)))),
    body);
  const ends = part("Where the knowledge ends", { lines: 10, note: "accuracy against the size of the integers" });
  ends.wait(get("probe/ranges", {}, signal), drawRanges);
  const progress = h("p", { class: "soft small", role: "status" }, "Asking for the models …");
  fill(body, detail, { chosenModel, chosenName }, progress, signal).catch((error) => {
    if (error.name !== "AbortError") body.replaceChildren(h("tr", {}, h("td", { colspan: COLUMNS.length + 1 }, failed(error))));
  });
  return {
    title: "Probes",
    element: h("div", {},
      head(h("h1", {}, "What the vectors know"),
        h("p", { class: "lede" }, "A linear probe reads a property off a vector. Where it succeeds, the vectors know."),
        h("div", { class: "tools" }, shareButton())),
      h("p", { class: "soft small" }, "Accuracy on 1001–2000 of logistic regressions fitted on 1–1000, and R² of linear regressions on 1–2000, from all dimensions of the vectors."),
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table of probes, scrolls sideways" }, table), progress, detail, ends.element),
  };
}

const waitingRow = (name) => h("tr", { "aria-busy": "true" }, h("th", { scope: "row" }, name), COLUMNS.map(() => h("td", {}, h("i", { class: "wait" }))));

async function fill(body, detail, chosen, progress, signal) {
  const { models } = await get("models", {}, signal);
  if (!models.length) {
    body.replaceChildren(h("tr", {}, h("td", { colspan: COLUMNS.length + 1 }, empty("No model is installed: run int2vec train fasttext and serve again."))));
    return;
  }
  const rows = models.map((model) => waitingRow(model.name));
  body.replaceChildren(...rows);
  for (const [i, model] of models.entries()) { // one after another: each takes the server a second
    progress.textContent = `Probing ${model.name}: ${i + 1} of ${models.length} …`;
    try {
      const answer = await get("probe", { model: model.name }, signal);
      rows[i].replaceWith(row(answer, body, detail, chosen));
    } catch (error) {
      if (error.name === "AbortError") return;
      rows[i].replaceWith(h("tr", {}, h("th", { scope: "row" }, model.name), h("td", { colspan: COLUMNS.length, class: "soft small" }, error.message)));
    }
  }
  progress.textContent = "";
  say("All probes are in");
}

// A property or a quantity as one cell: its figure, and what is behind it.
function cellOf(answer, name) {
  const property = answer.properties.find((one) => one.name === name);
  const shared = { name, words: answer.words[name], paper: answer.paper[name] ?? null };
  if (property) {
    const { all, single, tuned, majority, dimension, n_train } = property;
    const share = (score) => score?.accuracy ?? null;
    return { ...shared, kind: "accuracy", score: share(all), interval: all.accuracy_ci95, single: share(single), dimension, tuned: share(tuned), baseline: share(majority), balanced: all.balanced_accuracy, auroc: all.auroc, n_train, n_test: all.n };
  }
  const found = answer.quantities.find((one) => one.name === name);
  return found ? { ...shared, kind: "r2", score: found.r2_all, single: found.r2_single, dimension: found.dimension, tuned: found.r2_held_out, n_train: found.n_covered } : null;
}

function row(answer, body, detail, chosen) {
  const cells = COLUMNS.map(([name, words]) => {
    const cell = cellOf(answer, name);
    if (!cell) return h("td", {}, "–");
    const open = () => {
      for (const other of body.querySelectorAll("[aria-expanded=true]")) other.setAttribute("aria-expanded", "false");
      button.setAttribute("aria-expanded", "true");
      detail.replaceChildren(...explain(answer, cell));
      history.replaceState(null, "", href(`/probes/${answer.model}/${name}`));
    };
    const button = h("button", { class: "cell", type: "button", "aria-expanded": "false", "aria-label": `${answer.model}, ${words}: ${cell.score.toFixed(2)}`, onclick: open }, cell.score.toFixed(2));
    if (chosen.chosenModel === answer.model && chosen.chosenName === name) open();
    return h("td", {}, button);
  });
  return h("tr", {}, h("th", { scope: "row" }, h("a", { href: href("/map", { model: answer.model }) }, answer.model)), cells);
}

function explain(answer, cell) {
  const digits = (x) => (x === null ? "–" : x.toFixed(3));
  const facts = cell.kind === "accuracy" ? [
    ["accuracy, all dimensions", `${digits(cell.score)}  (95 %: ${digits(cell.interval[0])} – ${digits(cell.interval[1])})`],
    ["the paper, for a model of this kind", cell.paper === null ? "–" : cell.paper.toFixed(2)],
    ["majority class", digits(cell.baseline)],
    [`best single dimension (number ${cell.dimension})`, digits(cell.single)],
    ["with a tuned penalty", digits(cell.tuned)],
    ["balanced accuracy", digits(cell.balanced)],
    ["area under the ROC curve", digits(cell.auroc)],
    ["fitted on, tested on", `${cell.n_train}, ${cell.n_test}`],
  ] : [
    ["R², all dimensions, same integers", digits(cell.score)],
    ["the paper, for a model of this kind", cell.paper === null ? "–" : cell.paper.toFixed(2)],
    ["R² on integers left out", digits(cell.tuned)],
    [`best single dimension (number ${cell.dimension})`, digits(cell.single)],
    ["integers", String(cell.n_train)],
  ];
  const verdict = cell.kind === "accuracy"
    ? cell.interval[0] > cell.baseline ? "The probe beats the majority class: the vectors know." : "No better than always giving the commoner answer."
    : cell.tuned > 0.5 ? "Most of it can be read off vectors of integers left out." : "Little of it carries over to integers left out.";
  return [
    h("h2", {}, `${answer.model}: ${cell.words}`), h("p", {}, verdict),
    h("dl", { class: "facts" }, facts.map(([name, text]) => [h("dt", {}, name), h("dd", {}, text)])),
    h("p", { class: "small soft" }, `${Math.round(100 * answer.covered)} % of ${answer.first}–${answer.last} have a vector in this model. `,
      h("a", { href: href("/map", { model: answer.model, by: cell.name }) }, "See it on the map")),
  ];
}

// The maps: of the integers, by one model or by two side by side, and of the sequences.
import { get } from "../api.js";
import { go, href, model, replace } from "../address.js";
import { choices, classes, legend } from "../colours.js";
import { colour, h, say } from "../dom.js";
import { panel } from "../panel.js";
import { empty, head, integerLink, modelPicker, sequenceTitle, shareButton, termsAround } from "../parts.js";

const MOST = 500;
const METHODS = { tsne: "laid out by t-SNE", pca: "laid out by principal components" };

export function view(route, signal) {
  return route.value === "sequences" ? ofSequences(route, signal) : ofIntegers(route, signal);
}

const kinds = (chosen) => h("div", { class: "tools", role: "group", "aria-label": "Maps" },
  [["Integers", "/map"], ["Sequences", "/map/sequences"]].map(([words, path]) =>
    h("a", { class: "button", href: href(path), "aria-current": path === chosen ? "true" : null }, words)));

function ofIntegers({ parameters }, signal) {
  const state = { by: parameters.get("by") ?? "prime", marked: Number(parameters.get("at")) || null, drag: "pan" };
  const beside = parameters.get("with");
  const key = h("div", { class: "legend", role: "group", "aria-label": "Legend" });
  const chosen = h("div", { class: "picked", "aria-live": "polite" }, hint());
  const by = h("select", { id: "by" }, h("option", {}, state.by));
  const find = h("input", { class: "text", id: "find", type: "text", inputmode: "numeric", placeholder: "such as 97" });
  const second = h("select", { "aria-label": "Beside it" }, h("option", { value: "" }, "nothing"));
  const load = (name) => async () => integerMap(await get("map", { model: name }, signal));
  const make = (name, words) => panel(state, {
    title: `Map of the integers${words}`, waiting: "Unfolding the map of 20,000 integers …", load: load(name),
    classes: (map) => classes(map, state.by, signal), clicked: (n) => mark(n, false), picked: pick,
  });
  const panels = [make(model(), ""), ...(beside ? [make(beside, `, ${beside}`)] : [])];
  const captions = panels.map(() => h("figcaption", { class: "soft small" }, "…"));
  const remember = () => replace("/map", { by: state.by, at: state.marked, with: beside });

  async function drawLegend() {
    const { map } = panels[0];
    if (map) key.replaceChildren(...legend(await classes(map, state.by, signal)), h("span", { class: "how" }, METHODS[map.method] ?? ""));
  }
  async function mark(n, far) {
    state.marked = n;
    remember();
    await Promise.all(panels.map((one) => one.draw()));
    chosen.replaceChildren(h("p", {}, h("b", {}, String(n)), " is marked. ", h("a", { href: href(`/integer/${n}`) }, `All about ${n}`)));
    if (far) await Promise.all(panels.map((one) => one.fly(n)));
  }
  function pick(integers) {
    if (!integers.length) { chosen.replaceChildren(hint()); return; }
    const sorted = [...new Set(integers)].sort((a, b) => a - b), some = sorted.slice(0, MOST);
    say(`${sorted.length} integers picked`);
    chosen.replaceChildren(h("p", {},
      h("b", {}, `${sorted.length.toLocaleString("en")} picked`), sorted.length > MOST ? ` (the ${MOST} smallest are taken) ` : " ",
      h("a", { class: "button", href: href(`/set/${some.join(",")}`) }, "What do they share?"), " ",
      some.slice(0, 24).flatMap((n, i) => (i ? [", ", integerLink(n)] : [integerLink(n)])), some.length > 24 ? " …" : ""));
  }
  function seek(text) {
    const n = Number(text.trim()), known = panels[0].map?.ids;
    if (known?.includes(n)) mark(n, true);
    else chosen.replaceChildren(h("p", {}, `The map shows 1 to ${(known?.at(-1) ?? 20000).toLocaleString("en")}; “${text.slice(0, 30)}” is not on it.`));
  }
  async function fillChoices() {
    by.replaceChildren(...(await choices(state.by, signal)).flat(Infinity));
    by.addEventListener("change", () => { state.by = by.value; remember(); drawLegend(); for (const one of panels) one.draw(); });
    const { models, default: usual } = await get("models", {}, signal);
    const others = models.filter(({ name }) => name !== (model() ?? usual));
    second.append(...others.map(({ name }) => h("option", { value: name, selected: name === beside }, name)));
    second.addEventListener("change", () => go("/map", { by: state.by, at: state.marked, with: second.value }));
  }
  return {
    title: "Map",
    element: h("div", { class: "map" },
      head(h("h1", {}, "Map of the integers"), h("p", { class: "lede" }, "Integers that appear in the same company lie close together."), kinds("/map")),
      h("div", { class: "controls" },
        h("label", { for: "by" }, "Colour by", by), h("label", {}, "Vectors", modelPicker(signal)), h("label", {}, "Beside it", second),
        h("form", { onsubmit: (event) => { event.preventDefault(); seek(find.value); } }, h("label", { for: "find" }, "Fly to", find)),
        tools(state, panels)),
      key, chosen,
      h("div", { class: panels.length > 1 ? "two" : "one" }, panels.map((one, i) => h("figure", {}, one.stage,
        panels.length > 1 ? captions[i] : null)))),
    async ready() {
      fillChoices().catch(() => { /* the part that needs the answer says what is wrong */ });
      await Promise.all(panels.map((one) => one.open()));
      captions.forEach((caption, i) => { caption.textContent = panels[i].map?.model ?? ""; });
      await drawLegend();
      if (state.marked && panels[0].map) await mark(state.marked, true);
    },
  };
}

const hint = () => h("p", { class: "soft" }, "Click a point to see it here, or choose the lasso and draw around some to ask what they share.");
const integerMap = (answer) => ({ ...answer, ids: answer.integers, texts: answer.integers.map(String) });

function tools(state, panels) {
  const all = (act) => () => { for (const one of panels) act(one); };
  const button = (words, act, label) => h("button", { class: "button", type: "button", "aria-label": label ?? null, onclick: act }, words);
  const drags = [["pan", "Move"], ["lasso", "Lasso"]].map(([mode, words]) => h("button", { class: "button", type: "button", "aria-pressed": String(state.drag === mode), onclick: (event) => {
    state.drag = mode;
    for (const other of drags) other.setAttribute("aria-pressed", String(other === event.currentTarget));
    for (const one of panels) one.drag(mode);
  } }, words));
  return h("div", { class: "tools", role: "group", "aria-label": "Map tools" }, drags,
    button("+", all((one) => one.zoom(0.6)), "Zoom in"), button("−", all((one) => one.zoom(1.6)), "Zoom out"),
    button("Whole map", all((one) => one.reset())), button("PNG", all((one) => one.download("png"))), button("SVG", all((one) => one.download("svg"))), shareButton());
}

function ofSequences({ parameters }, signal) {
  const state = { marked: parameters.get("at")?.toUpperCase() ?? null, drag: "pan" };
  const key = h("div", { class: "legend", role: "group", "aria-label": "Legend" });
  const chosen = h("div", { class: "picked", "aria-live": "polite" }, h("p", { class: "soft" }, "Click a point to see its sequence here; names mark what is common in a part and rare elsewhere."));
  const find = h("input", { class: "text", id: "find", type: "text", placeholder: "such as A000045" });
  const dots = (map) => [{ words: "sequences", rows: map.ids.map((_, i) => i), colour: colour("accent"), size: 4, opacity: 0.55 }];
  const shownMap = panel(state, {
    title: "Map of the sequences", waiting: "Unfolding the map of the sequences …",
    load: async () => { const answer = await get("map/sequences", {}, signal); return { ...answer, ids: answer.labels, texts: answer.labels.map((label, i) => `${label} ${answer.names[i]}`) }; },
    classes: async (map) => dots(map), clicked: (label) => mark(label, false), picked: (labels) => { if (labels.length) list(labels); },
  });

  async function mark(label, far) {
    state.marked = label;
    replace("/map/sequences", { at: label });
    try {
      const [entry, place] = await Promise.all([get(`sequence/${label}`, {}, signal), get(`place/${label}`, {}, signal)]);
      chosen.replaceChildren(h("p", {}, h("b", {}, sequenceTitle(entry.label, entry.name)), h("br"), termsAround(entry.terms.slice(0, 14)), " …"));
      state.place = place;
      await shownMap.draw();
      if (far) await shownMap.fly(label, place);
    } catch (error) {
      if (error.name !== "AbortError") chosen.replaceChildren(empty(error.message));
    }
  }
  function list(labels) {
    say(`${labels.length} sequences picked`);
    chosen.replaceChildren(h("p", {}, h("b", {}, `${labels.length.toLocaleString("en")} picked: `),
      labels.slice(0, 24).flatMap((label, i) => [i ? ", " : "", h("a", { href: href(`/entry/${label}`) }, label)]), labels.length > 24 ? " …" : ""));
  }
  const seek = (text) => {
    const label = /^a?(\d{1,7})$/i.exec(text.trim());
    if (label) mark(`A${label[1].padStart(6, "0")}`, true);
    else chosen.replaceChildren(empty("Give an A-number such as A000045."));
  };
  return {
    title: "Map of sequences",
    element: h("div", { class: "map" },
      head(h("h1", {}, "Map of the sequences"), h("p", { class: "lede" }, "Sequences whose terms keep the same company, and grow alike, lie close together."), kinds("/map/sequences")),
      h("div", { class: "controls" },
        h("form", { onsubmit: (event) => { event.preventDefault(); seek(find.value); } }, h("label", { for: "find" }, "Fly to", find)), tools(state, [shownMap])),
      key, chosen, h("div", { class: "one" }, shownMap.stage)),
    async ready() {
      await shownMap.open();
      if (!shownMap.map) return;
      key.replaceChildren(...legend(dots(shownMap.map)), h("span", { class: "how" }, shownMap.map.corpus === "oeis" ? "a sample of the OEIS" : ""));
      if (state.marked) await mark(state.marked, true);
    },
  };
}

// The map of the integers.
import { get } from "../api.js";
import { href, model, replace } from "../address.js";
import { download, draw as paint, filling, fly, layout, openFrame, pan, traces, zoom } from "../chart.js";
import { choices, classes, legend } from "../colours.js";
import { h, say } from "../dom.js";
import { failed, head, integerLink, modelPicker, shareButton } from "../parts.js";

const MOST = 500;
const METHODS = { tsne: "laid out by t-SNE", pca: "laid out by principal components" };

export function view({ parameters }, signal) {
  const state = { map: null, by: parameters.get("by") ?? "prime", marked: Number(parameters.get("at")) || null, drag: "pan", picked: [] };
  const parts = {
    frame: h("iframe", { class: "chart", title: "Map of the integers", tabindex: "-1" }),
    cover: h("div", { class: "cover" }, "Unfolding the map …"),
    legend: h("div", { class: "legend", role: "group", "aria-label": "Legend" }),
    picked: h("div", { class: "picked", "aria-live": "polite" }),
    by: h("select", { id: "by" }, h("option", {}, state.by)),
    models: modelPicker(signal),
    find: h("input", { class: "text", id: "find", type: "text", inputmode: "numeric", placeholder: "such as 97" }),
  };
  parts.stage = h("div", { class: "stage", tabindex: "0", role: "group", "aria-label": "Map of the integers: arrow keys move it, plus and minus zoom" }, parts.frame, parts.cover);
  const control = controller(state, parts, signal);
  parts.picked.replaceChildren(hint());
  return {
    title: "Map",
    element: h("div", { class: "map" }, head(h("h1", {}, "Map of the integers"),
      h("p", { class: "lede" }, "Integers that appear in the same company lie close together.")),
      controls(state, parts, control), parts.legend, parts.picked, parts.stage),
    ready: () => control.open(),
  };
}

const hint = () => h("p", { class: "soft" }, "Click a point to see it here, or choose the lasso and draw around some to ask what they share.");

function controls(state, parts, control) {
  const drag = (mode, words) => h("button", { class: "button", type: "button", "data-drag": mode, "aria-pressed": String(state.drag === mode), onclick: () => control.drag(mode) }, words);
  return h("div", { class: "controls" },
    h("label", { for: "by" }, "Colour by", parts.by),
    h("label", {}, "Vectors", parts.models),
    h("form", { onsubmit: (event) => { event.preventDefault(); control.find(parts.find.value); } },
      h("label", { for: "find" }, "Fly to", parts.find)),
    h("div", { class: "tools", role: "group", "aria-label": "Map tools" },
      drag("pan", "Move"), drag("lasso", "Lasso"),
      h("button", { class: "button", type: "button", "aria-label": "Zoom in", onclick: () => control.zoom(0.6) }, "+"),
      h("button", { class: "button", type: "button", "aria-label": "Zoom out", onclick: () => control.zoom(1.6) }, "−"),
      h("button", { class: "button", type: "button", onclick: () => control.reset() }, "Whole map"),
      h("button", { class: "button", type: "button", onclick: () => control.download("png") }, "PNG"),
      h("button", { class: "button", type: "button", onclick: () => control.download("svg") }, "SVG"),
      shareButton()));
}

function controller(state, parts, signal) {
  const { frame, stage } = parts;
  let picture = null;
  const remember = () => replace("/map", { by: state.by, at: state.marked });

  async function draw() {
    const list = await classes(state.map, state.by, signal);
    parts.legend.replaceChildren(...legend(list), h("span", { class: "how" }, METHODS[state.map.method] ?? ""));
    await paint(picture, traces(state.map, list, state.marked), layout(state.drag));
  }

  async function fill() {
    parts.by.replaceChildren(...(await choices(state.by, signal)).flat(Infinity));
  }

  function listen() {
    const { chart } = picture;
    chart.on("plotly_click", ({ points }) => mark(state.map.integers[points[0].customdata], false));
    chart.on("plotly_selected", (event) => pick(event?.points?.filter((p) => p.customdata !== undefined).map((p) => state.map.integers[p.customdata]) ?? []));
    parts.by.addEventListener("change", () => { state.by = parts.by.value; remember(); draw().catch(fail); });
    stage.addEventListener("keydown", keys);
    frame.contentDocument.addEventListener("keydown", keys);
    const restyle = () => (stage.isConnected ? draw().catch(fail) : removeEventListener("themechange", restyle));
    addEventListener("themechange", restyle);
  }

  function keys(event) {
    const moves = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, 0.15], ArrowDown: [0, -0.15] };
    if (moves[event.key]) { event.preventDefault(); pan(picture, ...moves[event.key]); }
    if (event.key === "+" || event.key === "=") zoom(picture, 0.7);
    if (event.key === "-") zoom(picture, 1.4);
  }

  async function mark(n, far) {
    state.marked = n;
    remember();
    await draw();
    parts.picked.replaceChildren(h("p", {}, h("b", {}, String(n)), " is marked. ", h("a", { href: href(`/integer/${n}`) }, `All about ${n}`)));
    const i = state.map.integers.indexOf(n);
    if (far && i >= 0) await fly(picture, state.map.x[i], state.map.y[i], reach(state.map) * 0.12);
  }

  function pick(integers) {
    if (!integers.length) { parts.picked.replaceChildren(hint()); return; }
    const chosen = [...new Set(integers)].sort((a, b) => a - b);
    say(`${chosen.length} integers picked`);
    const some = chosen.slice(0, MOST);
    parts.picked.replaceChildren(h("p", {},
      h("b", {}, `${chosen.length.toLocaleString("en")} picked`), chosen.length > MOST ? ` (the ${MOST} smallest are taken) ` : " ",
      h("a", { class: "button", href: href(`/set/${some.join(",")}`) }, "What do they share?"), " ",
      some.slice(0, 24).flatMap((n, i) => (i ? [", ", integerLink(n)] : [integerLink(n)])), some.length > 24 ? " …" : ""));
  }

  const fail = (error) => {
    if (error.name === "AbortError") return;
    console.error(error);
    parts.cover.replaceChildren(failed(error));
    parts.cover.hidden = false;
  };

  return {
    async open() {
      try {
        [state.map, picture] = await Promise.all([get("map", { model: model() }, signal), openFrame(frame), fill()]);
        if (signal.aborted) return;
        state.map = filling(state.map, stage.clientWidth / stage.clientHeight || 1);
        await draw();
        parts.cover.hidden = true;
        stage.dataset.ready = "true";
        listen();
        if (state.marked) await mark(state.marked, true);
      } catch (error) { fail(error); }
    },
    find(text) {
      const n = Number(text.trim());
      if (!state.map?.integers.includes(n)) {
        parts.picked.replaceChildren(h("p", {}, `The map shows 1 to ${(state.map?.integers.at(-1) ?? 10000).toLocaleString("en")}; “${text.slice(0, 30)}” is not on it.`));
        return;
      }
      mark(n, true).catch(fail);
    },
    drag(mode) {
      state.drag = mode;
      for (const button of document.querySelectorAll("[data-drag]")) button.setAttribute("aria-pressed", String(button.dataset.drag === mode));
      picture?.Plotly.relayout(picture.chart, { dragmode: mode });
    },
    download: (format) => { if (picture) download(picture, format); },
    zoom: (factor) => { if (picture) zoom(picture, factor); },
    reset: () => { picture?.Plotly.relayout(picture.chart, { "xaxis.autorange": true, "yaxis.autorange": true }); },
  };
}

function reach({ x, y }) {
  const span = (values) => values.reduce((m, v) => Math.max(m, v), -Infinity) - values.reduce((m, v) => Math.min(m, v), Infinity);
  return Math.max(span(x), span(y)) / 2;
}

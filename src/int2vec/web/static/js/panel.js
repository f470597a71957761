// One map in a frame: drawn, moved, zoomed, marked, and points picked from it.
import { download, draw as paint, filling, fly, layout, openFrame, pan, traces, zoom } from "./chart.js";
import { h } from "./dom.js";
import { failed } from "./parts.js";

const MOVES = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, 0.15], ArrowDown: [0, -0.15] };

// `load` gives the map, `classes` the classes of its points; `clicked` and `picked` hear of ids.
export function panel(state, { title, waiting, load, classes, clicked, picked }) {
  const frame = h("iframe", { class: "chart", title, tabindex: "-1" });
  const cover = h("div", { class: "cover" }, h("div", {}, h("p", {}, waiting), h("progress", { "aria-label": waiting })));
  const stage = h("div", { class: "stage", tabindex: "0", role: "group", "aria-label": `${title}: arrow keys move it, plus and minus zoom` }, frame, cover);
  let picture = null, map = null;

  const fail = (error) => {
    if (error.name === "AbortError") return;
    console.error(error);
    cover.replaceChildren(failed(error));
    cover.hidden = false;
    stage.dataset.ready = "true";
  };

  async function draw() {
    if (!picture || !map) return;
    await paint(picture, traces(map, await classes(map), state.marked, state.place), layout(state.drag, map, stage.clientWidth < 500));
  }

  function keys(event) {
    if (MOVES[event.key]) { event.preventDefault(); pan(picture, ...MOVES[event.key]); }
    if (event.key === "+" || event.key === "=") zoom(picture, 0.7);
    if (event.key === "-") zoom(picture, 1.4);
  }

  function listen() {
    picture.chart.on("plotly_click", ({ points }) => clicked(map.ids[points[0].customdata]));
    picture.chart.on("plotly_selected", (event) => picked(event?.points?.filter((p) => p.customdata !== undefined).map((p) => map.ids[p.customdata]) ?? []));
    stage.addEventListener("keydown", keys);
    frame.contentDocument.addEventListener("keydown", keys);
    const restyle = () => (stage.isConnected ? draw().catch(fail) : removeEventListener("themechange", restyle));
    addEventListener("themechange", restyle);
  }

  return {
    stage,
    get map() { return map; },
    draw: () => draw().catch(fail),
    async open() {
      try {
        const [loaded, opened] = await Promise.all([load(), openFrame(frame)]);
        if (!stage.isConnected) return;
        picture = opened;
        map = filling(loaded, stage.clientWidth / stage.clientHeight || 1);
        await draw();
        cover.hidden = true;
        stage.dataset.ready = "true";
        listen();
      } catch (error) { fail(error); }
    },
    // The picture flies to a point of the map, or to one that it does not show.
    async fly(id, place = null) {
      const i = map?.ids.indexOf(id) ?? -1;
      if (!map || (i < 0 && !place)) return;
      const [x, y] = i < 0 ? [place.x * map.stretch, place.y] : [map.x[i], map.y[i]];
      await fly(picture, x, y, reach(map) * 0.12).catch(fail);
    },
    drag: (mode) => picture?.Plotly.relayout(picture.chart, { dragmode: mode }),
    download: (format) => { if (picture) download(picture, format); },
    zoom: (factor) => { if (picture) zoom(picture, factor); },
    reset: () => { picture?.Plotly.relayout(picture.chart, { "xaxis.range": map.whole.x, "yaxis.range": map.whole.y }); },
  };
}

function reach({ x, y }) {
  const span = (values) => values.reduce((m, v) => Math.max(m, v), -Infinity) - values.reduce((m, v) => Math.min(m, v), Infinity);
  return Math.max(span(x), span(y)) / 2;
}

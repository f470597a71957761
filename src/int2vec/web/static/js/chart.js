// The map's picture, drawn by plotly.js in a frame of its own: plotly compiles its shaders' code
// at run time, which the policy of the page itself forbids and that of the frame allows.
import { ApiError } from "./api.js";
import { colour } from "./dom.js";

// A frame that holds plotly and an empty chart.
export function openFrame(frame) {
  return new Promise((resolve, reject) => {
    frame.addEventListener("load", () => {
      const { Plotly } = frame.contentWindow;
      const chart = frame.contentDocument.getElementById("chart");
      if (Plotly && chart) resolve({ Plotly, chart, frame });
      else reject(new ApiError("plotly.js did not load; run pip install 'int2vec[web]' and serve again"));
    }, { once: true });
    frame.src = "/chart.html";
  });
}

export async function draw({ Plotly, chart, frame }, data, shape) {
  frame.contentDocument.documentElement.dataset.theme = document.documentElement.dataset.theme;
  const own = frame.contentWindow.structuredClone([data, shape, config]); // objects of its realm
  await Plotly.react(chart, ...own);
}

// One trace a class, so that the class drawn last lies on top; what is marked above all, where it
// is on the map or at a place of its own.
export function traces(map, classes, marked, place) {
  const made = classes.map((one) => ({
    type: "scattergl", mode: "markers", name: one.words,
    x: one.rows.map((i) => map.x[i]), y: one.rows.map((i) => map.y[i]), text: one.rows.map((i) => map.texts[i]),
    customdata: one.rows, hovertemplate: "%{text}<extra></extra>",
    marker: { size: one.size, color: one.colours ?? one.colour, opacity: one.opacity ?? 0.85 },
    unselected: { marker: { opacity: 0.18 } },
  }));
  const i = marked === null ? -1 : map.ids.indexOf(marked);
  const at = i >= 0 ? [map.x[i], map.y[i]] : marked !== null && place ? [place.x * map.stretch, place.y] : null;
  made.push({
    type: "scattergl", mode: "markers+text", hoverinfo: "skip",
    x: at ? [at[0]] : [], y: at ? [at[1]] : [], text: at ? [String(marked)] : [],
    textposition: "top center", textfont: { size: 16, color: colour("ink"), family: "system-ui, sans-serif" },
    marker: { size: 17, color: "rgba(0,0,0,0)", line: { width: 2.5, color: colour("ink") } },
  });
  return made;
}

// The names of the regions are annotations: they lie above the points, on paper of their own.
export function layout(dragmode, { regions, whole }, small) {
  const axis = { visible: false, zeroline: false, showgrid: false };
  return {
    autosize: true, dragmode, hovermode: "closest", showlegend: false, uirevision: "keep", selectionrevision: "keep",
    margin: { l: 0, r: 0, t: 0, b: 0 }, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
    annotations: regions.map(({ x, y, words }) => ({
      x, y, text: words.replace(/^(is|has) /, ""), showarrow: false, opacity: 0.88, bgcolor: colour("raised"), borderpad: 2,
      font: { size: small ? 9.5 : 12, color: colour("ink"), family: "system-ui, sans-serif" }, captureevents: false,
    })),
    xaxis: { ...axis, range: whole.x }, yaxis: { ...axis, range: whole.y, scaleanchor: "x" },
    hoverlabel: { bgcolor: colour("raised"), bordercolor: colour("accent"), font: { color: colour("ink"), size: 15, family: "system-ui, sans-serif" } },
    newselection: { mode: "immediate", line: { color: colour("accent"), width: 1.5, dash: "dot" } },
  };
}

const config = { displayModeBar: false, displaylogo: false, scrollZoom: true, responsive: true, doubleClick: "reset", showTips: false };

// Moves the picture until it shows a square of that radius around a point.
export async function fly({ Plotly, chart }, x, y, radius) {
  const { xaxis, yaxis } = chart._fullLayout;
  const shape = chart.clientWidth / chart.clientHeight || 1;
  const from = [...xaxis.range, ...yaxis.range];
  const to = [x - radius * shape, x + radius * shape, y - radius, y + radius];
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const frames = still ? 1 : 18;
  for (let i = 1; i <= frames; i += 1) {
    const t = 1 - (1 - i / frames) ** 3;
    const at = from.map((value, j) => value + (to[j] - value) * t);
    await Plotly.relayout(chart, { "xaxis.range": at.slice(0, 2), "yaxis.range": at.slice(2) });
    if (!chart.isConnected) return;
    if (!still) await new Promise(requestAnimationFrame);
  }
}

export function zoom({ Plotly, chart }, factor) {
  const change = {};
  for (const name of ["xaxis", "yaxis"]) {
    const [low, high] = chart._fullLayout[name].range;
    const middle = (low + high) / 2, half = ((high - low) / 2) * factor;
    change[`${name}.range`] = [middle - half, middle + half];
  }
  return Plotly.relayout(chart, change);
}

export function pan({ Plotly, chart }, right, up) {
  const change = {};
  for (const [name, by] of [["xaxis", right], ["yaxis", up]]) {
    const [low, high] = chart._fullLayout[name].range;
    change[`${name}.range`] = [low + by * (high - low), high + by * (high - low)];
  }
  return Plotly.relayout(chart, change);
}

// The map stretched so that it fills a frame of that shape; its axes mean nothing by themselves.
export function filling(map, shape) {
  const ends = (values) => [values.reduce((m, v) => Math.min(m, v), Infinity), values.reduce((m, v) => Math.max(m, v), -Infinity)];
  const wider = ([low, high], by) => { const room = 0.04 * (high - low || 1); return [(low - room) * by, (high + room) * by]; };
  const [x, y] = [ends(map.x), ends(map.y)];
  const factor = (shape * (y[1] - y[0])) / (x[1] - x[0] || 1) || 1;
  return { ...map, stretch: factor, whole: { x: wider(x, factor), y: wider(y, 1) }, x: map.x.map((v) => v * factor), regions: map.regions.map((one) => ({ ...one, x: one.x * factor })) };
}

export const download = ({ Plotly, chart }, format) =>
  Plotly.downloadImage(chart, { format, filename: "int2vec-map", width: chart.clientWidth, height: chart.clientHeight, scale: format === "png" ? 2 : 1 });

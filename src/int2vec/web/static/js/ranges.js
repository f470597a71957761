// How well properties are read off vectors, against the size of the integers: a panel a property.
import { h, svg } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [330, 210, 38, 10, 24];

export function drawRanges({ curves, words }) {
  const panels = Object.entries(curves).filter(([, list]) => list.length);
  const names = [...new Set(panels.flatMap(([, list]) => list.map((one) => one.embedding)))];
  const baselines = new Set(panels.flatMap(([, list]) => list.filter((one) => one.is_baseline).map((one) => one.embedding)));
  const style = (name) => `curve curve-${names.indexOf(name) % 6}${baselines.has(name) ? " dashed" : ""}`;
  const key = (name, words) => h("span", {}, svg("svg", { viewBox: "0 0 24 10", "aria-hidden": "true" }, svg("path", { class: name, d: "M1 5H23" })), words);
  return [
    h("div", { class: "legend keys", role: "group", "aria-label": "Legend" }, names.map((name) => key(style(name), name)), key("curve majority", "always the commoner answer")),
    h("div", { class: "ranges" }, panels.map(([property, list]) => h("figure", {}, panel(words[property], list, style), h("figcaption", { class: "small" }, words[property])))),
    h("p", { class: "soft small" }, "Logistic regressions fitted on a random half of 4,000 integers of each range and tested on the other. A model that knows its own vocabulary alone ends where that ends."),
  ];
}

function panel(words, list, style) {
  const sizes = [...new Set(list.flatMap((one) => one.up_to))].sort((a, b) => a - b);
  const lowest = Math.min(...list.flatMap((one) => [...one.accuracy, ...one.majority]));
  const low = Math.max(0, Math.floor(lowest * 20) / 20 - 0.02);
  const [first, last] = [Math.log10(sizes[0]), Math.log10(sizes.at(-1))];
  const x = (size) => LEFT + ((Math.log10(size) - first) / (last - first || 1)) * (WIDTH - LEFT - 14);
  const y = (share) => HEIGHT - BOTTOM - ((share - low) / (1 - low)) * (HEIGHT - BOTTOM - TOP);
  const line = (at, values) => at.map((size, i) => `${i ? "L" : "M"}${x(size).toFixed(1)} ${y(values[i]).toFixed(1)}`).join("");
  const full = list.find((one) => one.up_to.length === sizes.length) ?? list[0];
  const ticks = [low, (low + 1) / 2, 1];
  return svg("svg", { class: "range", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${words}: ${list.map((one) => `${one.embedding} ${one.accuracy.map((a) => a.toFixed(2)).join(", ")}`).join("; ")}` },
    ticks.map((share) => [svg("line", { class: "axis", x1: LEFT, x2: WIDTH - 6, y1: y(share), y2: y(share) }), svg("text", { x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, share.toFixed(2))]),
    sizes.map((size) => svg("text", { x: x(size), y: HEIGHT - 6, "text-anchor": "middle" }, short(size))),
    svg("path", { class: "curve majority", d: line(full.up_to, full.majority) }),
    list.map((one) => [svg("path", { class: style(one.embedding), d: line(one.up_to, one.accuracy) }),
      one.up_to.map((size, i) => svg("circle", { class: style(one.embedding), cx: x(size), cy: y(one.accuracy[i]), r: 2.6 }, svg("title", {}, `${one.embedding}, up to ${size.toLocaleString("en")}: ${one.accuracy[i].toFixed(3)}`)))]));
}

const short = (size) => (Number.isInteger(Math.log10(size)) ? `10${[..."⁰¹²³⁴⁵⁶⁷⁸⁹"][Math.log10(size)]}` : size >= 1000 ? `${size / 1000}k` : String(size));

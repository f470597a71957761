// The terms of a sequence as a small plot; logarithmic where that shows more.
import { h, shown, svg } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [480, 240, 46, 22];

// log10 |n| for integers of any length.
function size(text) {
  const digits = String(text).replace("-", "");
  return digits === "0" ? 0 : Math.log10(Number(`0.${digits.slice(0, 15)}`)) + digits.length;
}

export function plotTerms(terms, guess) {
  const all = guess === null ? terms : [...terms, String(guess)];
  const positive = all.every((term) => !String(term).startsWith("-") && String(term) !== "0");
  const sizes = all.map(size);
  const helps = positive && all.length > 2 && Math.max(...sizes) - Math.min(...sizes) > 2;
  const huge = Math.max(...sizes) > 300;
  const box = h("div", {});
  const draw = (log) => {
    const values = log ? sizes : all.map(Number);
    box.replaceChildren(
      h("div", { class: "plot" }, picture(values, guess !== null, log, all)),
      h("p", { class: "soft small" }, log ? "Logarithmic scale." : "Linear scale.", " ",
        positive && !huge ? h("button", { class: "quiet", type: "button", onclick: () => draw(!log) }, log ? "Show linear" : "Show logarithmic") : ""));
  };
  draw(helps || huge);
  return box;
}

export function picture(values, hasGuess, log, terms) {
  const low = Math.min(...values), high = Math.max(...values);
  const x = (i) => LEFT + (i / Math.max(values.length - 1, 1)) * (WIDTH - LEFT - 12);
  const y = (v) => HEIGHT - BOTTOM - ((v - low) / (high - low || 1)) * (HEIGHT - BOTTOM - 16);
  const line = values.map((v, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join("");
  const label = (v) => (log ? power(v) : compact(v));
  const dots = values.length > 120 ? [] : values.map((v, i) => svg("circle", {
    cx: x(i), cy: y(v), r: 4, class: hasGuess && i === values.length - 1 ? "guess" : "dot",
  }, svg("title", {}, `term ${i + 1}: ${shown(terms[i], 40)}${hasGuess && i === values.length - 1 ? ", conjectured" : ""}`)));
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
    "aria-label": `Plot of ${values.length} terms${hasGuess ? ", the last one conjectured" : ""}` },
    ticks(low, high).map((v) => [
      svg("line", { class: "axis", x1: LEFT, x2: WIDTH - 6, y1: y(v), y2: y(v) }),
      svg("text", { x: LEFT - 8, y: y(v) + 4, "text-anchor": "end" }, label(v))]),
    svg("text", { x: x(0), y: HEIGHT - 4, "text-anchor": "middle" }, "1"),
    svg("text", { x: x(values.length - 1), y: HEIGHT - 4, "text-anchor": "middle" }, String(values.length)),
    svg("path", { class: "path", d: line }), dots);
}

const ticks = (low, high) => (low === high ? [low] : [low, (low + high) / 2, high]);
const power = (v) => (v < 4 ? compact(10 ** v) : `10^${v.toFixed(v % 1 ? 1 : 0)}`);
const compact = (v) => new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 }).format(v);

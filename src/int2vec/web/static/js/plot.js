// The terms of a sequence as a small plot; logarithmic where that shows more.
import { h, shown, svg } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [480, 240, 46, 22];

// log10 |n| for integers of any length.
function size(text) {
  const digits = String(text).replace("-", "");
  return digits === "0" ? 0 : Math.log10(Number(`0.${digits.slice(0, 15)}`)) + digits.length;
}

const PLOTTED = 100;

// The terms as they are, on a logarithmic scale, their differences, or what they leave modulo m.
export function plotWays(given, further) {
  const room = Math.max(PLOTTED - further.length, 1);
  const terms = [...given.slice(0, room), ...further].map(String);
  const known = terms.length - further.length;
  const box = h("div", {});
  const modulus = h("input", { class: "text", type: "number", min: "2", max: "1000", value: "10", "aria-label": "Modulus" });
  const ways = {
    Linear: () => ({ values: terms.map(Number), labels: terms, known }),
    Log: () => ({ values: terms.map(size), labels: terms, known, log: true }),
    Differences: () => { const steps = terms.slice(1).map((term, i) => String(BigInt(term) - BigInt(terms[i]))); return { values: steps.map(Number), labels: steps, known: known - 1 }; },
    Modulo: () => { const m = BigInt(Math.max(2, Math.min(1000, Math.round(Number(modulus.value)) || 2))); const rests = terms.map((term) => String(((BigInt(term) % m) + m) % m)); return { values: rests.map(Number), labels: rests, known }; },
  };
  const buttons = Object.keys(ways).map((way) => h("button", { class: "button", type: "button", onclick: () => draw(way) }, way));
  const draw = (way) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.textContent === way));
    const { values, labels, known: n, log = false } = ways[way]();
    const drawn = values.every(Number.isFinite) && values.length ? picture(values, n, log, labels) : h("p", { class: "empty" }, "Too long for this scale; choose another.");
    box.replaceChildren(h("div", { class: "plot" }, drawn));
  };
  modulus.addEventListener("change", () => draw("Modulo"));
  const sizes = terms.map(size);
  const positive = terms.every((term) => !term.startsWith("-") && term !== "0");
  const wide = Math.max(...sizes) - Math.min(...sizes) > 2;
  draw((positive && wide && terms.length > 2) || Math.max(...sizes) > 300 ? "Log" : "Linear");
  return [h("div", { class: "choices" }, buttons, modulus), box];
}

function picture(values, known, log, terms) {
  const low = Math.min(...values), high = Math.max(...values);
  const x = (i) => LEFT + (i / Math.max(values.length - 1, 1)) * (WIDTH - LEFT - 12);
  const y = (v) => HEIGHT - BOTTOM - ((v - low) / (high - low || 1)) * (HEIGHT - BOTTOM - 16);
  const line = values.map((v, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join("");
  const label = (v) => (log ? power(v) : compact(v));
  const dots = values.length > 120 ? [] : values.map((v, i) => svg("circle", {
    cx: x(i), cy: y(v), r: 4, class: i >= known ? "guess" : "dot",
  }, svg("title", {}, `term ${i + 1}: ${shown(terms[i], 40)}${i >= known ? ", conjectured" : ""}`)));
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
    "aria-label": `Plot of ${values.length} terms${known < values.length ? `, the last ${values.length - known} conjectured` : ""}` },
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

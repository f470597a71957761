// How the map is coloured: by residue, by a property that holds or not, or by a measure.
import { get } from "./api.js";
import { colour, h } from "./dom.js";

const dark = () => document.documentElement.dataset.theme === "dark";
const hue = (i, n) => `hsl(${Math.round((360 * i) / n + 225) % 360} ${dark() ? "75% 68%" : "70% 45%"})`;

// The classes of the points: rows into the map, a colour, and words for the legend.
export async function classes(map, by, signal) {
  const residue = /^mod(\d+)$/.exec(by);
  if (residue) return residues(map, Number(residue[1]));
  if (by === "none") return [{ words: "integers", rows: map.integers.map((_, i) => i), colour: colour("accent"), size: 4, opacity: 0.6 }];
  const answer = await get("map/colors", { by, limit: Math.max(10000, Math.min(20000, map.integers.at(-1))) }, signal);
  return answer.kind === "number" ? measured(map, answer) : yesNo(map, answer);
}

function residues(map, m) {
  return Array.from({ length: m }, (_, r) => ({
    words: `${r} mod ${m}`, colour: hue(r, m), size: 4.5,
    rows: map.integers.flatMap((n, i) => (((n % m) + m) % m === r ? [i] : [])),
  }));
}

function yesNo(map, { values, words }) {
  const holds = (i) => values[map.integers[i]] === 1;
  const rows = map.integers.map((_, i) => i);
  return [
    { words: "all others", rows: rows.filter((i) => !holds(i)), colour: colour("dot"), size: 3.5, opacity: 0.75 },
    { words, rows: rows.filter(holds), colour: colour("accent"), size: 5.5 },
  ];
}

// Measures are ranked: a few huge values would leave all others one colour.
function measured(map, { values, words }) {
  const rows = map.integers.map((_, i) => i).filter((i) => values[map.integers[i]] !== null);
  const sorted = [...new Set(rows.map((i) => values[map.integers[i]]))].sort((a, b) => a - b);
  const rank = new Map(sorted.map((value, i) => [value, sorted.length > 1 ? i / (sorted.length - 1) : 0]));
  const shade = (t) => (dark() ? `hsl(${230 - 190 * t} 80% ${42 + 32 * t}%)` : `hsl(${50 + 190 * t} 80% ${58 - 26 * t}%)`);
  const rest = map.integers.map((_, i) => i).filter((i) => values[map.integers[i]] === null);
  const compact = (v) => (Number.isInteger(v) ? v.toLocaleString("en") : v.toPrecision(3));
  return [
    { words: "not defined", rows: rest, colour: colour("dot"), size: 3.5 },
    { words: `${words}: from ${compact(sorted[0])}`, legend: shade(0), rows, size: 4.5, colours: rows.map((i) => shade(rank.get(values[map.integers[i]]))) },
    { words: `to ${compact(sorted.at(-1))}`, legend: shade(1), rows: [], size: 4 },
  ];
}

export function legend(list) {
  return list.filter((one) => one.rows.length || one.legend).map((one) => {
    const dot = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    dot.setAttribute("viewBox", "0 0 10 10");
    dot.setAttribute("aria-hidden", "true");
    const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [name, value] of Object.entries({ cx: 5, cy: 5, r: 5, fill: one.legend ?? one.colour })) circle.setAttribute(name, value);
    dot.append(circle);
    return h("span", {}, dot, one.colours || !one.rows.length ? one.words : `${one.words} (${one.rows.length.toLocaleString("en")})`);
  });
}

// The choices, grouped.
export async function choices(chosen, signal) {
  const { properties, quantities } = await get("properties", {}, signal);
  const option = (value, words) => h("option", { value, selected: value === chosen }, words);
  const families = new Map();
  for (const one of properties) families.set(one.family, [...(families.get(one.family) ?? []), one]);
  return [
    option("none", "nothing"),
    h("optgroup", { label: "often asked" }, ["prime", "even", "square"].map((name) => option(name, properties.find((p) => p.name === name)?.words ?? name))),
    h("optgroup", { label: "residue" }, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((m) => option(`mod${m}`, `residue mod ${m}`))),
    h("optgroup", { label: "measure" }, quantities.map((q) => option(q.name, q.words))),
    [...families].map(([family, list]) => h("optgroup", { label: family }, list.filter((p) => !["prime", "even", "square"].includes(p.name)).map((p) => option(p.name, p.words)))),
  ];
}

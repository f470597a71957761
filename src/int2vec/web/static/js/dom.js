// Elements without a framework. Text is always set as text, never as HTML.
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  element.append(...children.flat(Infinity));
  return element;
}

export function say(text) {
  document.getElementById("status").textContent = text;
}

export const colour = (name) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

// Integers come as numbers or, past 2**53, as strings; they are shown as text and never rounded.
export function shown(n, most = 60) {
  const text = String(n).replace("-", "−");
  if (text.length <= most) return text;
  const keep = Math.floor(most / 2) - 3;
  return `${text.slice(0, keep)}…${text.slice(-keep)}`;
}

export function percent(share) {
  const value = 100 * share;
  if (value > 0 && value < 1) return "< 1 %";
  if (value > 99 && value < 100) return "> 99 %";
  return `${Math.round(value)} %`;
}

// A small still map with one point marked, drawn on a canvas; it opens the large one.
import { href } from "./address.js";
import { colour, h, shown } from "./dom.js";
import { empty } from "./parts.js";

// An integer of the map by its value, a sequence at the place that is given.
export function drawMini(map, value, place = null) {
  const i = place ? -1 : map.integers.indexOf(Number(value));
  if (i < 0 && !place) {
    return empty(`The map shows 1 to ${map.integers.at(-1).toLocaleString("en")}; ${shown(value, 24)} is not on it. `,
      h("a", { href: href("/map") }, "Open the map"));
  }
  const canvas = h("canvas", { role: "img", "aria-label": `${value} among ${map.x.length} ${place ? "sequences" : "integers"}` });
  const link = h("a", { class: "mini", href: href(place ? "/map/sequences" : "/map", { at: value }), "aria-label": `Open the map at ${value}` }, canvas);
  const at = place ?? { x: map.x[i], y: map.y[i] };
  const draw = () => { if (canvas.isConnected) paint(canvas, map, at); };
  new ResizeObserver(draw).observe(link);
  addEventListener("themechange", function again() {
    if (canvas.isConnected) draw(); else removeEventListener("themechange", again);
  });
  return link;
}

function paint(canvas, map, at) {
  const ratio = devicePixelRatio || 1;
  const width = canvas.width = canvas.clientWidth * ratio;
  const height = canvas.height = canvas.clientHeight * ratio;
  const pen = canvas.getContext("2d");
  const [x, y] = [scale(map.x, width), scale(map.y, height)];
  pen.fillStyle = colour("dot");
  for (let i = 0; i < map.x.length; i += 1) pen.fillRect(x(map.x[i]), height - y(map.y[i]), 1.4 * ratio, 1.4 * ratio);
  pen.fillStyle = pen.strokeStyle = colour("accent");
  const [px, py] = [x(at.x), height - y(at.y)];
  pen.beginPath();
  pen.arc(px, py, 4 * ratio, 0, 7);
  pen.fill();
  pen.lineWidth = 1.5 * ratio;
  pen.beginPath();
  pen.arc(px, py, 11 * ratio, 0, 7);
  pen.stroke();
}

function scale(values, size) {
  let low = Infinity, high = -Infinity;
  for (const v of values) { if (v < low) low = v; if (v > high) high = v; }
  const room = 0.06 * size;
  return (v) => room + ((v - low) / (high - low || 1)) * (size - 2 * room);
}

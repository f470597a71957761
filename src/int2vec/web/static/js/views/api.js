// The API, drawn from its own OpenAPI description.
import { get } from "../api.js";
import { h } from "../dom.js";
import { head, part } from "../parts.js";

const SAMPLES = {
  "/api/integer/{integer}": "integer/1729", "/api/neighbors/{integer}": "neighbors/1729?k=5",
  "/api/readings/{integer}": "readings/1729", "/api/sequences/{integer}": "sequences/1729?k=3",
  "/api/complete": "complete?terms=1,4,10,20,35", "/api/search": "search?terms=1,4,10,20&transforms=true",
  "/api/expand": "expand?members=5,13,29", "/api/analogy": "analogy?a=5&b=36&c=6",
  "/api/map": "map", "/api/map/colors": "map/colors?by=prime&limit=20", "/api/probe": "probe",
  "/api/models": "models", "/api/properties": "properties", "/api/health": "health",
};

export function view(route, signal) {
  const list = part("Questions", { lines: 14 });
  list.wait(get("openapi.json", {}, signal), (spec) =>
    Object.entries(spec.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => endpoint(path, method, operation))));
  return {
    title: "API",
    element: h("div", {},
      head(h("h1", {}, "The same questions as JSON"),
        h("p", { class: "lede" }, "Integers past 2⁵³ are strings. An error is a 4xx with one sentence. The description is ", h("a", { href: "/api/openapi.json" }, "OpenAPI"), ".")),
      list.element),
  };
}

function endpoint(path, method, operation) {
  const sample = method === "get" ? SAMPLES[path] : null;
  return h("article", { class: "endpoint" },
    h("h3", {}, h("code", {}, h("span", { class: "method" }, method.toUpperCase()), ` ${path}`)),
    h("p", {}, operation.description ?? ""),
    operation.parameters?.length ? h("ul", {}, operation.parameters.map((p) =>
      h("li", {}, h("code", {}, p.name), p.required ? " (needed)" : ` (${fallback(p.schema)})`, p.description ? `: ${p.description}` : ""))) : null,
    sample ? h("p", { class: "small" }, h("a", { href: `/api/${sample}` }, `/api/${sample}`)) : null);
}

const fallback = (schema) => (schema?.default === undefined || schema.default === null ? "optional" : `${schema.default} by default`);

// The API, drawn from its own OpenAPI description.
import { get } from "../api.js";
import { h } from "../dom.js";
import { head, part } from "../parts.js";

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
  const sample = operation["x-sample"];
  return h("article", { class: "endpoint" },
    h("h3", {}, h("code", {}, h("span", { class: "method" }, method.toUpperCase()), ` ${path}`)),
    h("p", {}, operation.description ?? ""),
    operation.parameters?.length ? h("ul", {}, operation.parameters.map((p) =>
      h("li", {}, h("code", {}, p.name), p.required ? " (needed)" : ` (${fallback(p.schema)})`, p.description ? `: ${p.description}` : ""))) : null,
    sample ? h("p", { class: "small" }, h("a", { href: `/api/${sample}` }, `/api/${sample}`)) : null);
}

const fallback = (schema) => (schema?.default === undefined || schema.default === null ? "optional" : `${schema.default} by default`);

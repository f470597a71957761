// Addresses that can be shared: #/view/value?model=name&by=property
export function read(hash = location.hash) {
  const [path, query] = split(decoded(hash.replace(/^#/, "")) || "/");
  const [, view = "", ...rest] = path.split("/");
  return { view: view || "home", value: rest.join("/"), parameters: new URLSearchParams(query) };
}

function decoded(text) {
  try { return decodeURI(text); } catch { return text; } // a stray % is no reason to fail
}

// An analogy ends in "?", so that a query is told by its first key.
function split(text) {
  const at = text.search(/\?[a-z]+=/);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

export function model() {
  return read().parameters.get("model") ?? undefined;
}

// A link that keeps the chosen model.
export function href(path, parameters = {}) {
  const all = new URLSearchParams();
  const chosen = "model" in parameters ? parameters.model : model();
  if (chosen) all.set("model", chosen);
  for (const [name, value] of Object.entries(parameters)) {
    if (name !== "model" && value !== undefined && value !== null && value !== "") all.set(name, value);
  }
  const query = all.toString();
  return `#${path}${query ? `?${query}` : ""}`;
}

export const go = (path, parameters) => { location.hash = href(path, parameters); };

export function replace(path, parameters) {
  history.replaceState(null, "", href(path, parameters));
}

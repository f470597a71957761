// The start page: what can be asked, by example.
import { href } from "../address.js";
import { h } from "../dom.js";
import { EXAMPLES } from "../keys.js";

const PLACES = [
  ["Where the primes live", "/map", "a map of 20,000 integers, coloured by any property"],
  ["Where the sequences live", "/map/sequences", "a map of the sequences, its parts named"],
  ["What vectors know", "/probes", "parity, divisibility, primality: read off by linear probes"],
];

export function view() {
  const cards = [...EXAMPLES, ...PLACES].map(([text, path, words]) => {
    const parameters = path === "/map" ? { by: "prime" } : {};
    return h("a", { class: "card", href: href(path, parameters) }, h("b", {}, text), h("span", {}, words));
  });
  return {
    title: "",
    element: h("div", { class: "home" },
      h("h1", { class: "hidden" }, "int2vec explorer"),
      h("p", { class: "intro" }, "What integers mean, learned from the company they keep in the sequences of mathematics. Type something above, or start with one of these."),
      h("div", { class: "cards" }, cards)),
  };
}

// The start page: what can be asked, by example.
import { href } from "../address.js";
import { h } from "../dom.js";

const EXAMPLES = [
  ["1729", "/integer/1729", "What kind of integer is it, and which ones keep it company?"],
  ["1, 4, 10, 20, 35,", "/sequence/1,4,10,20,35", "What comes next, why, and where has it been seen?"],
  ["{5, 13, 29}", "/set/5,13,29", "Why do they belong together, and what else belongs?"],
  ["5 : 36 :: 6 : ?", "/analogy/5:36::6:?", "Which rule carries over? What do the vectors say?"],
  ["catalan", "/entry/A000108", "A sequence by its name: terms, plots, the rule behind it, its kin."],
  ["Where the primes live", "/map", "A map of 10,000 integers, coloured by any property."],
  ["What vectors know", "/probes", "Parity, divisibility, primality: read off by linear probes."],
];

export function view() {
  const cards = EXAMPLES.map(([text, path, words]) => {
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

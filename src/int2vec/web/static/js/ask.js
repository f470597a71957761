// Which question is this? An integer, a sequence, a set, an analogy, or a sequence by its name.
import { evaluate } from "./expression.js";

const INTEGER = /^[+-]?\d+$/;

function integers(text) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  return words.length && words.every((word) => INTEGER.test(word)) ? words.map(plain) : null;
}

const plain = (word) => {
  const digits = word.replace(/^[+-]/, "").replace(/^0+(?=\d)/, "");
  return word.startsWith("-") && digits !== "0" ? `-${digits}` : digits;
};

export function understand(text) {
  const line = text.normalize("NFKC").replace(/[−–‒]/g, "-").replace(/…|\.{2,}/g, "").trim();
  if (!line) return { kind: "nothing" };
  if (INTEGER.test(line)) return { kind: "integer", words: "an integer", path: `/integer/${plain(line)}`, also: /^\d{6,7}$/.test(line) ? [entry(line)] : [] };
  if (line.includes(":")) return analogy(line);
  const label = /^a?(\d{6,7})$/i.exec(line);
  if (label && /^a/i.test(line)) return { ...entry(label[1]), also: [{ words: `the integer ${plain(label[1])}`, path: `/integer/${plain(label[1])}` }] };
  const braced = /^[{[(]?(.*?)[}\])]?$/s.exec(line);
  const isSet = line.startsWith("{") || /\band\b|&/.test(line);
  const found = integers(braced[1].replace(/\band\b|&/g, " ").replace(/[?_,\s]+$/, ""));
  if (!found) return written(line);
  const members = [...new Set(found)];
  const set = { kind: "set", words: `a set of ${members.length}`, path: `/set/${members.join(",")}` };
  const sequence = { kind: "sequence", words: `a sequence of ${found.length} terms`, path: `/sequence/${found.join(",")}` };
  if (isSet) return { ...set, also: line.startsWith("{") ? [] : [sequence] };
  if (found.length === 1) return { kind: "integer", words: "an integer", path: `/integer/${found[0]}` };
  const whole = plain(line.replaceAll(",", ""));
  if (/^[+-]?[1-9]\d{0,2}(,\d{3})+$/.test(line) && line.includes(",0")) return { kind: "integer", words: `the integer ${whole}`, path: `/integer/${whole}`, also: [sequence] };
  // A few different integers may be either; in no order they are more likely a set.
  return { ...sequence, also: found.length < 7 && members.length === found.length ? [set] : [] };
}

const entry = (digits) => ({ kind: "entry", words: `the sequence A${digits}`, path: `/entry/A${digits}` });

// An expression, terms with blanks, or words of a name.
function written(line) {
  const value = evaluate(line);
  if (value !== null) return { kind: "integer", words: `the integer ${value.length > 24 ? `of ${value.length} digits` : value}`, path: `/integer/${value}` };
  const words = line.split(/[\s,;]+/).filter(Boolean);
  if (words.length > 1 && words.every((word) => INTEGER.test(word) || /^[?_]+$/.test(word)) && words.some((word) => INTEGER.test(word))) {
    const terms = words.map((word) => (INTEGER.test(word) ? plain(word) : "?"));
    return { kind: "blanks", words: "a sequence with blanks", path: `/sequence/${terms.join(",")}` };
  }
  if (/^[\p{L}][\p{L}\d' -]+$/u.test(line)) return { kind: "name", words: "a name: choose a sequence below, or press Enter for the first", name: line };
  return { kind: "unclear", words: "not clear: give whole numbers, such as 1729, or 1, 4, 10, 20, an expression such as 2^61 - 1, or a name" };
}

function analogy(line) {
  const [question, options] = line.split("|");
  const parts = question.split(/:+/).map((part) => part.trim()).filter((part) => part && part !== "?");
  const choices = options ? integers(options) : [];
  if (parts.length !== 3 || !parts.every((part) => INTEGER.test(part)) || !choices) {
    return { kind: "unclear", words: "an analogy needs three integers, such as 5:36::6:?" };
  }
  const [a, b, c] = parts.map(plain);
  const tail = choices.length ? `|${choices.join(",")}` : "";
  return { kind: "analogy", words: "an analogy", path: `/analogy/${a}:${b}::${c}:?${tail}` };
}

// The text that stands in the ask bar for an address.
export function spoken(route) {
  const value = route.value;
  if (route.view === "sequence") return `${value.split(",").join(", ")},`;
  if (route.view === "set") return `{${value.split(",").join(", ")}}`;
  if (route.view === "analogy") return value.replace("|", " | ").replaceAll(",", ", ");
  return route.view === "integer" || route.view === "entry" ? value : "";
}

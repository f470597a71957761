// The router: an address becomes a view. One view at a time; leaving it ends its questions.
import { get } from "./api.js";
import { go, href, read } from "./address.js";
import { spoken, understand } from "./ask.js";
import { h } from "./dom.js";
import { listen } from "./keys.js";
import { failed } from "./parts.js";
import { before, byName, clear, first as firstNamed, key, remember } from "./suggest.js";

const VIEWS = {
  home: () => import("./views/home.js"),
  integer: () => import("./views/integer.js"),
  sequence: () => import("./views/sequence.js"),
  entry: () => import("./views/entry.js"),
  set: () => import("./views/set.js"),
  analogy: () => import("./views/analogy.js"),
  map: () => import("./views/map.js"),
  probes: () => import("./views/probes.js"),
  api: () => import("./views/api.js"),
};

const main = document.getElementById("main");
const question = document.getElementById("question");
const hint = document.getElementById("hint");
let current = null;
let first = true;

async function show() {
  const route = read();
  current?.abort();
  const controller = new AbortController();
  current = controller;
  document.body.dataset.view = route.view;
  for (const link of document.querySelectorAll(".top nav a")) {
    const view = link.hash.slice(2).split(/[/?]/)[0];
    link.href = href(`/${view}`);
    if (view === route.view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  question.value = spoken(route);
  clear();
  hint.textContent = "";
  try {
    const module = await (VIEWS[route.view] ?? VIEWS.home)();
    if (controller.signal.aborted) return;
    const { title, element, ready } = module.view(route, controller.signal);
    document.title = title ? `${title} · int2vec` : "int2vec";
    main.replaceChildren(...(element.matches(".empty") ? [h("h1", {}, title)] : []), element);
    ready?.();
  } catch (error) {
    console.error(error);
    main.replaceChildren(failed(error));
  }
  if (first) first = false;
  else { main.focus({ preventScroll: true }); scrollTo(0, 0); }
}

async function ask(text) {
  question.value = text;
  clear();
  const asked = understand(text);
  if (asked.path) {
    const hash = location.hash;
    remember(text.trim());
    go(asked.path);
    if (location.hash === hash) show(); // asked again: nothing changes, so nothing would happen
  } else if (asked.name) {
    try {
      if (await firstNamed(asked.name)) remember(text.trim());
      else hint.textContent = `No sequence here has “${asked.name}” in its name.`;
    } catch (error) {
      hint.textContent = error.message;
    }
  } else {
    hint.textContent = asked.words ?? "Type an integer, a sequence, a set in braces, an analogy, or a name.";
    question.focus();
  }
}

document.getElementById("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  ask(question.value);
});

question.addEventListener("input", () => {
  const asked = understand(question.value);
  const words = asked.kind === "nothing" ? "" : asked.path ? `This is ${asked.words}. Press Enter.` : asked.name ? `This is ${asked.words}.` : asked.words;
  hint.replaceChildren(words, ...(asked.also ?? []).flatMap((other) => [" Or is it ", h("a", { href: href(other.path) }, other.words), "?"]));
  if (asked.name) byName(asked.name);
  else clear();
});
question.addEventListener("keydown", (event) => {
  if (!question.value && event.key === "ArrowDown") before(ask);
  if (key(event)) event.preventDefault();
});
question.addEventListener("blur", clear);

listen(question);

// The skip link's own address would be read as a view.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

addEventListener("hashchange", show);
show();

get("models").then(({ models, corpus, sequences }) => {
  const names = { oeis: "the OEIS", catalog: "the built-in catalog", "well-known": "the package's own" };
  document.getElementById("served").replaceChildren(
    `${models.length} model${models.length === 1 ? "" : "s"}, ${sequences.toLocaleString("en")} sequences of ${names[corpus] ?? corpus}.`,
  );
}).catch((error) => {
  document.getElementById("served").replaceChildren(h("span", {}, error.message));
});

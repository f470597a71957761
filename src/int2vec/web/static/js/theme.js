// Light or dark: what the reader chose, else what the system says. Runs before the first paint.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const show = () => {
    document.documentElement.dataset.theme = chosen() ?? (system.matches ? "dark" : "light");
    dispatchEvent(new Event("themechange"));
  };
  system.addEventListener("change", show);
  show();
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme").addEventListener("click", () => {
      const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
      try { localStorage.setItem("theme", next); } catch { /* private windows keep nothing */ }
      document.documentElement.dataset.theme = next;
      dispatchEvent(new Event("themechange"));
    });
  });
})();
